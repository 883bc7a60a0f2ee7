// The codes of a composite font: their lengths, CIDs, texts and widths (ISO 32000-1 9.7).

/// The code table of a composite font.
struct CompositeFont {
    /// The Unicode encoding of a predefined CMap's codes (ISO 32000-1 table 118).
    enum UnicodeForm {
        /// UCS2, UTF16 and UTF32: the scalar, or the units of UTF-16.
        case units
        case utf8
    }

    /// Bytes of a code by its first byte, 1 to 4.
    var codeLengths = [UInt8](repeating: 2, count: 256) {
        didSet { hasPairsOnly = codeLengths.allSatisfy { $0 == 2 } }
    }
    /// Whether all codes have two bytes, which is the fast case.
    private(set) var hasPairsOnly = true
    /// Nil for Identity: the CID equals the code.
    var encoding: CharacterMap?
    /// Nil if the codes are not Unicode.
    var unicode: UnicodeForm?
    /// The CID of each Unicode scalar of such a font; empty if all are equally wide, or if the CID equals the code.
    var unicodeCIDs: [UInt16] = []
    /// Whether Latin letters are half as wide as the em, with CIDs of their own.
    var hasHalfWidths = false
    var toUnicode: CharacterMap?
    var widths: CIDWidths
    /// Finds the texts of unknown codes.
    var fallback: CIDTexts?

    init(widths: CIDWidths) {
        self.widths = widths
    }

    /// The text of a code without `fallback`; nil also for private characters if there is a `fallback`.
    func knownText(of code: UInt32, length: Int) -> String? {
        if let text = toUnicode?.text(of: code), fallback == nil || !text.isPrivateUse { return text }
        return scalar(of: code, length: length).map { String($0) }
    }

    /// The text of a code from any source.
    func soughtText(of code: UInt32) -> String? {
        fallback?.text(ofCID: cid(of: code, length: 2), code: code) ?? toUnicode?.text(of: code)
    }

    /// The width of a code, in thousandths of an em.
    func width(of code: UInt32, length: Int) -> Float { widths.width(of: cid(of: code, length: length)) }

    private func cid(of code: UInt32, length: Int) -> Int {
        if !unicodeCIDs.isEmpty {
            guard let scalar = scalar(of: code, length: length), scalar.value < unicodeCIDs.count else { return 0 }
            if hasHalfWidths, 0x20...0x7E ~= scalar.value { return Int(scalar.value) - 0x20 + Self.halfWidthSpace }
            return Int(unicodeCIDs[Int(scalar.value)])
        }
        return encoding.map { $0.cid(of: code) ?? 0 } ?? Int(code)
    }

    /// The CID of the half-width space in Adobe-Japan1, by which UniJIS-UCS2-HW-H differs from UniJIS-UCS2-H.
    private static let halfWidthSpace = 231

    /// The character of a code; nil if it has none, or a control character.
    private func scalar(of code: UInt32, length: Int) -> Unicode.Scalar? {
        var value = code
        switch unicode {
        case nil: return nil
        case .units:
            let (high, low) = (code >> 16, code & 0xFFFF)
            if 0xD800...0xDBFF ~= high, 0xDC00...0xDFFF ~= low {
                value = 0x10000 + (high - 0xD800) << 10 + (low - 0xDC00)
            }
        case .utf8:
            // The first byte has one leading 1 bit for each byte; each further byte adds six bits.
            if length > 1 { value = (code >> UInt32(8 * (length - 1))) & (0x7F >> UInt32(length)) }
            for byte in stride(from: length - 2, through: 0, by: -1) {
                value = value << 6 | (code >> UInt32(8 * byte)) & 0x3F
            }
        }
        return value >= 0x20 ? Unicode.Scalar(value) : nil
    }
}

extension String {
    /// Whether this is a single private character, which only its font can map.
    var isPrivateUse: Bool {
        let scalars = unicodeScalars
        return scalars.count == 1 && scalars.allSatisfy { $0.value.isPrivateUse }
    }
}
