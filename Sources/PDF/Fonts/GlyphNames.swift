// Glyph names to text (Adobe Glyph List Specification 2): names of the list, "uni0041", "u1F600", "f_f_i", "A.alt".

/// What glyph names stand for.
struct GlyphNames {
    /// Bytes of a name (ISO 32000-1 annex C).
    private static let longestName = 127
    private let list: [Substring: Unicode.Scalar]

    init() {
        var list: [Substring: Unicode.Scalar] = [:]
        var words = glyphNameTable.split { $0 == " " || $0 == "\n" }[...]
        while let name = words.popFirst(), let code = words.popFirst() {
            list[name] = UInt32(code, radix: 16).flatMap(Unicode.Scalar.init)
        }
        self.list = list
    }

    /// The text of a name; nil where it is not known.
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
        if let scalar = list[name] { return String(scalar) }
        if name.hasPrefix("uni"), name.utf8.count >= 7 { return Self.units(name.dropFirst(3)) }
        if name.hasPrefix("u"), 5...7 ~= name.utf8.count {
            return UInt32(name.dropFirst(), radix: 16).flatMap(Unicode.Scalar.init).map { String($0) }
        }
        return nil
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
