// Reads a CMap file (ISO 32000-1 9.7.5.4, 9.10.3; Adobe Technical Note 5014). Skips whatever it does not know.

/// The reader of a CMap.
struct CharacterMapReader {
    private var lexer: Lexer
    private var map = CharacterMap()
    /// How many mappings there may be.
    private let allowed: Int

    private init(_ bytes: [UInt8], allowed: Int) {
        lexer = Lexer(bytes)
        self.allowed = allowed
    }

    /// The map of a CMap file's bytes. Throws where it has more than `allowed` mappings.
    static func read(_ bytes: [UInt8], allowed: Int) throws(PDFError) -> CharacterMap {
        var reader = CharacterMapReader(bytes, allowed: allowed)
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
            default: break
            }
        }
    }

    private mutating func readCodespaces() {
        while case .string(let first) = lexer.next(), case .string(let last) = lexer.next() {
            guard let low = first.first, let high = last.first, low <= high, first.count <= 4 else { continue }
            map.addCodespace(low...high, length: first.count)
        }
    }

    private mutating func readTexts(areRanges: Bool) throws(PDFError) {
        while case .string(let first) = lexer.next() {
            var last = first
            if areRanges {
                guard case .string(let end) = lexer.next() else { return }
                last = end
            }
            guard let low = Self.code(first), let high = Self.code(last) else {
                _ = lexer.next()
                continue
            }
            switch lexer.next() {
            case .string(let text): map.add(low, high, text: Self.units(text)[...])
            case .arrayStart: readTextArray(from: low)
            case .name: break
            default: return
            }
            try check()
        }
    }

    /// `[<0041> <0042>]`: a text for each code.
    private mutating func readTextArray(from first: UInt32) {
        var code = first
        while case .string(let text) = lexer.next() {
            map.add(code, code, text: Self.units(text)[...])
            code &+= 1
        }
    }

    private mutating func readCIDs(areRanges: Bool) throws(PDFError) {
        while case .string(let first) = lexer.next() {
            var last = first
            if areRanges {
                guard case .string(let end) = lexer.next() else { return }
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

    /// One to four bytes, the first one highest.
    private static func code(_ bytes: [UInt8]) -> UInt32? {
        guard 1...4 ~= bytes.count else { return nil }
        return bytes.reduce(0) { $0 << 8 | UInt32($1) }
    }

    /// UTF-16, the high byte first; a single byte is a unit of its own.
    private static func units(_ bytes: [UInt8]) -> [UInt16] {
        if bytes.count == 1 { return [UInt16(bytes[0])] }
        return stride(from: 0, to: bytes.count - 1, by: 2).map { UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]) }
    }
}
