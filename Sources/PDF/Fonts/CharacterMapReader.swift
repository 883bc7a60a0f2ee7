// Reads a CMap file (ISO 32000-1 9.7.5.4, 9.10.3; Adobe Technical Note 5014). Skips unknown operators.

/// The reader of a CMap.
struct CharacterMapReader {
    private var lexer: Lexer
    private var map = CharacterMap()
    /// The limit of mappings.
    private let allowed: Int
    /// The text of a glyph name.
    private let text: (String) -> String?
    /// The predefined CMap of a name.
    private let predefined: (String) -> CharacterMap?
    /// The last name and the last number.
    private var name: String?
    private var number: Int?

    private init(
        _ bytes: [UInt8], allowed: Int, text: @escaping (String) -> String?,
        predefined: @escaping (String) -> CharacterMap?
    ) {
        lexer = Lexer(bytes)
        self.allowed = allowed
        self.text = text
        self.predefined = predefined
    }

    /// Reads the bytes of a CMap file. Throws if it has more than `allowed` mappings.
    ///
    /// - Parameters:
    ///   - text: Returns the text of a glyph name, which may stand for a character.
    ///   - predefined: Returns the predefined CMap of the name after `usecmap`.
    static func read(
        _ bytes: [UInt8], allowed: Int, text: @escaping (String) -> String? = { _ in nil },
        predefined: @escaping (String) -> CharacterMap? = { _ in nil }
    ) throws(PDFError) -> CharacterMap {
        var reader = CharacterMapReader(bytes, allowed: allowed, text: text, predefined: predefined)
        while true {
            switch reader.lexer.next() {
            case .end:
                reader.map.finish()
                return reader.map
            case .keyword("begincodespacerange"): reader.readCodespaces()
            case .keyword("beginbfchar"): try reader.readTexts(areRanges: false)
            case .keyword("beginbfrange"): try reader.readTexts(areRanges: true)
            case .keyword("begincidchar"): try reader.readCIDs(areRanges: false)
            case .keyword("begincidrange"): try reader.readCIDs(areRanges: true)
            case .keyword("usecmap"): reader.use()
            case .keyword("def"):
                if reader.name == "WMode" { reader.map.isVertical = reader.number == 1 }
            case .name(let name): reader.name = name
            case .integer(let number): reader.number = number
            default: break
            }
        }
    }

    private mutating func use() {
        guard let base = name.flatMap(predefined) else { return }
        map.base = base
        for byte in 0..<256 where map.codeLengths[byte] == 0 { map.codeLengths[byte] = base.codeLengths[byte] }
    }

    /// The next string; nil at the end of the section, also if its end keyword is missing.
    private mutating func string() -> [UInt8]? {
        let before = lexer.position
        if case .string(let bytes) = lexer.next() { return bytes }
        lexer.position = before
        return nil
    }

    private mutating func readCodespaces() {
        while let first = string(), let last = string() {
            guard let low = first.first, let high = last.first, low <= high, first.count <= 4 else { continue }
            map.addCodespace(low...high, length: first.count)
        }
    }

    private mutating func readTexts(areRanges: Bool) throws(PDFError) {
        while let first = string() {
            var last = first
            if areRanges {
                guard let end = string() else { return }
                last = end
            }
            guard let low = Self.code(first), let high = Self.code(last) else {
                _ = lexer.next()
                continue
            }
            switch lexer.next() {
            case .string(let text): map.add(low, high, text: Self.units(text)[...])
            case .arrayStart: try readTextArray(from: low)
            case .name(let name):
                if let text = text(name) { map.add(low, high, text: Array(text.utf16)[...]) }
            default: return
            }
            try check()
        }
    }

    /// `[<0041> <0042>]`: a text for each code.
    private mutating func readTextArray(from first: UInt32) throws(PDFError) {
        var code = first
        while true {
            switch lexer.next() {
            case .string(let text): map.add(code, code, text: Self.units(text)[...])
            case .name(let name):
                if let text = text(name) { map.add(code, code, text: Array(text.utf16)[...]) }
            default: return
            }
            code &+= 1
            try check()
        }
    }

    private mutating func readCIDs(areRanges: Bool) throws(PDFError) {
        while let first = string() {
            var last = first
            if areRanges {
                guard let end = string() else { return }
                last = end
            }
            guard case .integer(let cid) = lexer.next() else { return }
            if let low = Self.code(first), let high = Self.code(last) { map.add(low, high, cid: cid) }
            try check()
        }
    }

    private func check() throws(PDFError) {
        if map.count > allowed { throw PDFError(.limit, "the fonts' tables have too many entries") }
    }

    /// One to four bytes, big-endian.
    private static func code(_ bytes: [UInt8]) -> UInt32? {
        guard 1...4 ~= bytes.count else { return nil }
        return bytes.reduce(0) { $0 << 8 | UInt32($1) }
    }

    /// UTF-16, big-endian; a single byte is a unit of its own.
    private static func units(_ bytes: [UInt8]) -> [UInt16] {
        if bytes.count == 1 { return [UInt16(bytes[0])] }
        return stride(from: 0, to: bytes.count - 1, by: 2).map { UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]) }
    }
}
