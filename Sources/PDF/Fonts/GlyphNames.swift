// Glyph names to text (Adobe Glyph List Specification 2): names of the list, "uni0041", "u1F600", "f_f_i", "A.alt".

/// The texts of glyph names.
struct GlyphNames {
    /// Bytes of a name (ISO 32000-1 annex C).
    private static let longestName = 127
    private let common = GlyphNameList(glyphNameTable)
    private let rare = GlyphNameList(rareGlyphNames)

    /// The text of a name; nil if unknown.
    func text(of name: String) -> String? {
        guard name.utf8.count <= Self.longestName else { return nil }
        var text = ""
        let base = name.prefix { $0 != "." }
        for component in base.split(separator: "_", maxSplits: 16) {
            guard let part = self.text(ofComponent: component) else { return nil }
            text += part
        }
        return text.isEmpty ? nil : text
    }

    private func text(ofComponent name: Substring) -> String? {
        if let text = common.text(of: name) { return text }
        if name.hasPrefix("uni"), name.utf8.count >= 7, let text = Self.units(name.dropFirst(3)) { return text }
        if name.hasPrefix("u"), 5...7 ~= name.utf8.count, let value = UInt32(name.dropFirst(), radix: 16) {
            return Unicode.Scalar(value).map { String($0) }
        }
        return rare.text(of: name)
    }

    /// The text of names that contain their character's number, as widespread readers decode them: "G41", "g0041"
    /// (hexadecimal), "C65", "c065" (decimal), and "a65" in the bitmap fonts of TeX. Only printable characters of Latin
    /// 1. Fixtures fonts-names-numbered, fonts-bitmap-names.
    static func numbered(_ name: String, isBitmap: Bool) -> String? {
        let digits = name.dropFirst()
        let value: UInt32? =
            switch (name.utf8.first, digits.utf8.count) {
            case (UInt8(ascii: "G"), 2), (UInt8(ascii: "g"), 4): UInt32(digits, radix: 16)
            case (UInt8(ascii: "C"), 2...4), (UInt8(ascii: "c"), 2...4): UInt32(digits)
            case (UInt8(ascii: "a"), 2...3) where isBitmap: UInt32(digits)
            default: nil
            }
        guard let value, 0x20...0x7E ~= value || 0xA0...0xFF ~= value else { return nil }
        return Unicode.Scalar(value).map { String($0) }
    }

    /// Groups of four hexadecimal digits.
    private static func units(_ digits: Substring) -> String? {
        var units: [UInt16] = []
        var rest = digits
        while rest.count >= 4, let unit = UInt16(rest.prefix(4), radix: 16) {
            units.append(unit)
            rest = rest.dropFirst(4)
        }
        return units.isEmpty ? nil : String(decoding: units, as: UTF16.self)
    }
}

/// A table of names, converted to a dictionary at the first lookup.
private final class GlyphNameList {
    private let table: String
    private lazy var codes: [Substring: Substring] = {
        var codes: [Substring: Substring] = [:]
        var words = table.split { $0 == " " || $0 == "\n" }[...]
        while let name = words.popFirst(), let code = words.popFirst() { codes[name] = code }
        return codes
    }()

    init(_ table: String) {
        self.table = table
    }

    /// The characters of a name: code points, joined by "_".
    func text(of name: Substring) -> String? {
        guard let code = codes[name] else { return nil }
        var text = String.UnicodeScalarView()
        for part in code.split(separator: "_") {
            text.append(contentsOf: UInt32(part, radix: 16).flatMap(Unicode.Scalar.init).map { [$0] } ?? [])
        }
        return String(text)
    }
}
