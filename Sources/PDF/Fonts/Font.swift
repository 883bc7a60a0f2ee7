// A font as far as text needs it: codes to glyphs (text and width). `FontReader` makes it from a font dictionary.
// Simple fonts have all their 256 glyphs from the start; composite ones make them in blocks of 256, when first drawn.

/// How a font measures.
struct FontMetrics: Equatable {
    /// Vertical writing (ISO 32000-1 9.7.4.3); only its standard displacement of one em downwards is known.
    var isVertical = false
    /// Text space units per glyph space unit: 0.001 but for Type 3 fonts.
    var unit = 0.001
    /// The height of the em in text space at size 1: 1 but for Type 3 fonts.
    var em = 1.0
}

/// A font, ready to decode strings.
struct Font {
    /// Codes of a composite font: what they stand for and how wide they are.
    struct Composite {
        init(toUnicode: CharacterMap?, isUnicode: Bool, widths: CIDWidths) {
            self.toUnicode = toUnicode
            self.isUnicode = isUnicode
            self.widths = widths
        }

        /// Bytes of a code by its first byte, 1 to 4.
        var codeLengths = [UInt8](repeating: 2, count: 256) {
            didSet { hasPairsOnly = codeLengths.allSatisfy { $0 == 2 } }
        }
        /// Whether all codes have two bytes, which is the fast case.
        private(set) var hasPairsOnly = true
        /// Nil for Identity: the code is the CID.
        var encoding: CharacterMap?
        var toUnicode: CharacterMap?
        /// Whether codes without a text are Unicode themselves (predefined CMaps such as UniGB-UCS2-H).
        var isUnicode = false
        var widths: CIDWidths
    }

    /// The codes 0 to 255 of a simple font, or the blocks of a composite one.
    var glyphs: [Glyph]
    private(set) var longTexts: [[UInt8]] = []
    let composite: Composite?
    var metrics = FontMetrics()
    /// Bytes of the longest text of a glyph, at least 8.
    private(set) var longestText = 8
    /// Where the block of a two-byte code begins in `glyphs`, by its high byte; negative where not yet made.
    private var blocks: [Int32] = []
    /// The same for codes of other lengths, by length and high bytes.
    private var otherBlocks: [UInt64: Int32] = [:]

    /// A simple font.
    init(glyphs: [Glyph], longTexts: [[UInt8]]) {
        self.glyphs = glyphs
        self.longTexts = longTexts
        composite = nil
        longestText = max(8, longTexts.map(\.count).max() ?? 0)
    }

    init(_ composite: Composite) {
        self.composite = composite
        glyphs = []
        blocks = [Int32](repeating: -1, count: 256)
    }

    /// Where the glyph of a composite font's code stands in `glyphs`; nil where its block is still to be made.
    @inline(__always) func position(of code: UInt32, length: Int) -> Int? {
        let block = length == 2 ? blocks[Int(code >> 8 & 0xFF)] : otherBlocks[Self.key(code, length)] ?? -1
        return block < 0 ? nil : Int(block) + Int(code & 0xFF)
    }

    /// Makes the block of a composite font's code: 256 glyphs more.
    mutating func makeBlock(of code: UInt32, length: Int) {
        guard let composite else { return }
        let start = Int32(clamping: glyphs.count)
        for low in 0..<(256 as UInt32) { glyphs.append(glyph(code & ~0xFF | low, composite)) }
        longestText = max(longestText, longTexts.map(\.count).max() ?? 0)
        if length == 2 { blocks[Int(code >> 8 & 0xFF)] = start } else { otherBlocks[Self.key(code, length)] = start }
    }

    private static func key(_ code: UInt32, _ length: Int) -> UInt64 { UInt64(length) << 32 | UInt64(code >> 8) }

    private mutating func glyph(_ code: UInt32, _ composite: Composite) -> Glyph {
        let cid = composite.encoding.map { $0.cid(of: code) ?? 0 } ?? Int(code)
        let width = composite.widths.width(of: cid)
        var text = composite.toUnicode?.text(of: code)
        if text == nil, composite.isUnicode, let scalar = Unicode.Scalar(code), code >= 0x20 { text = String(scalar) }
        guard let text else { return Glyph(unknownOfWidth: width) }
        return Glyph(text, width: width, longTexts: &longTexts)
    }
}
