// TOML 1.0.0 (toml.io) → tables: lines, headers and keys. Values are in TOMLParser+Values.
//
// The project parses TOML itself, because TOMLKit 0.6.0 ends the process on some mistakes (`[.a]`), leaks memory at
// each parse, and gives no positions for the keys of a valid file. What is sound here is what is sound in TOML, but for
// numbers and dates, which are recognised and not checked.

/// Why a file is no TOML.
struct TOMLError: Error, Equatable {
    /// What is wrong, and what to do.
    let text: String
    /// The byte at which it was seen.
    let offset: Int
}

/// A cursor over a file.
struct TOMLParser {
    let bytes: [UInt8]
    var index = 0
    /// How many arrays and inline tables the cursor is in.
    var depth = 0

    init(_ text: String) {
        bytes = Array(text.utf8)
    }

    /// The root table.
    mutating func document() throws(TOMLError) -> TOMLTable {
        let root = TOMLTable(.header)
        var table = root
        while true {
            try skipBlankLines()
            if byte == nil { return root }
            if byte == UInt8(ascii: "[") {
                table = try header(below: root)
            } else {
                try keyValue(into: table)
            }
            try endLine()
        }
    }

    // MARK: - Lines

    var byte: UInt8? { index < bytes.count ? bytes[index] : nil }

    func error(_ text: String, at offset: Int? = nil) -> TOMLError {
        TOMLError(text: text, offset: offset ?? index)
    }

    /// Steps over these characters if they are next.
    mutating func skip(_ text: StaticString) -> Bool {
        let end = index + text.utf8CodeUnitCount
        guard end <= bytes.count, text.withUTF8Buffer({ bytes[index..<end].elementsEqual($0) }) else { return false }
        index = end
        return true
    }

    mutating func skipSpaces() {
        while byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") { index += 1 }
    }

    /// Skips spaces, comments and line ends.
    mutating func skipBlankLines() throws(TOMLError) {
        while true {
            skipSpaces()
            try skipComment()
            if !skipLineEnd() { return }
        }
    }

    mutating func skipLineEnd() -> Bool { skip("\n") || skip("\r\n") }

    /// A comment ends before its line does.
    private mutating func skipComment() throws(TOMLError) {
        guard byte == UInt8(ascii: "#") else { return }
        while let byte, byte != UInt8(ascii: "\n"), !isAtCRLF {
            if byte.isTOMLControl { throw error("there is a control character; remove it") }
            index += 1
        }
    }

    private var isAtCRLF: Bool { bytes[index...].starts(with: [0x0D, 0x0A]) }

    private mutating func endLine() throws(TOMLError) {
        skipSpaces()
        try skipComment()
        if byte != nil && !skipLineEnd() {
            throw error("a line can have only one key and value; start a new line")
        }
    }

    // MARK: - Headers and keys

    /// `[a.b]` or `[[a.b]]`: the table that the lines after it belong to.
    private mutating func header(below root: TOMLTable) throws(TOMLError) -> TOMLTable {
        let start = index
        let isArray = skip("[[")
        if !isArray { index += 1 }
        let path = try key()
        guard isArray ? skip("]]") : skip("]") else {
            throw error("the header is not closed; write \(isArray ? "\"]]\"" : "\"]\"")")
        }
        var table = root
        for key in path.dropLast() {
            table = try superTable(key, in: table, offset: start)
        }
        guard let name = path.last else { return table }
        return isArray
            ? try nextTable(name, in: table, offset: start) : try newTable(name, in: table, offset: start)
    }

    private func superTable(_ key: String, in table: TOMLTable, offset: Int) throws(TOMLError) -> TOMLTable {
        switch table[key] {
        case nil:
            let new = TOMLTable(.implicit)
            table.set(key, to: .table(new), offset: offset)
            return new
        case .table(let next) where next.origin != .inline: return next
        case .tables(let last): return last
        default: break
        }
        throw error("\(key.asKey) is not a table that can be extended; give the table another name", at: offset)
    }

    private func newTable(_ key: String, in table: TOMLTable, offset: Int) throws(TOMLError) -> TOMLTable {
        let existing = table[key]
        if existing == nil || existing?.table?.origin == .implicit {
            let new = existing?.table ?? TOMLTable(.header)
            new.origin = .header
            table.set(key, to: .table(new), offset: offset)
            return new
        }
        throw error("\(key.asKey) is already defined; keep one of the two", at: offset)
    }

    private func nextTable(_ key: String, in table: TOMLTable, offset: Int) throws(TOMLError) -> TOMLTable {
        let new = TOMLTable(.header)
        switch table[key] {
        case nil, .tables: table.set(key, to: .tables(last: new), offset: offset)
        default: throw error("\(key.asKey) is already defined; keep one of the two", at: offset)
        }
        return new
    }

    /// `key = value`, into a table or the table that a dotted key names.
    mutating func keyValue(into table: TOMLTable) throws(TOMLError) {
        let start = index
        let path = try key()
        guard skip("=") else { throw error("expected \"=\" after the key" + maskAdvice(from: start)) }
        var table = table
        for key in path.dropLast() {
            if table[key] == nil { table.set(key, to: .table(TOMLTable(.dotted)), offset: start) }
            guard let next = table[key]?.table, next.origin == .dotted else {
                throw error("\(key.asKey) is already defined; keep one of the two", at: start)
            }
            table = next
        }
        skipSpaces()
        let value = try value()
        guard let name = path.last else { return }
        if table[name] != nil { throw error("\(name.asKey) is already defined; keep one of the two", at: start) }
        table.set(name, to: value, offset: start)
    }

    /// A key, dotted or not, and the spaces around it; never empty.
    mutating func key() throws(TOMLError) -> [String] {
        var parts: [String] = []
        repeat {
            skipSpaces()
            if parts.count == Self.deepest { throw error("the key has more than \(Self.deepest) parts; remove some") }
            parts.append(try keyPart())
            skipSpaces()
        } while skip(".")
        return parts
    }

    private mutating func keyPart() throws(TOMLError) -> String {
        if skip("\"") { return try basicString() }
        if skip("'") { return try literalString() }
        let start = index
        while let byte, byte.isBareTOMLKey { index += 1 }
        if start == index {
            throw error("expected a key; write one of A-Z, a-z, 0-9, \"-\" and \"_\", or one in quotes")
        }
        return String(decoding: bytes[start..<index], as: UTF8.self)
    }

    /// A mask without its quotes is the likeliest mistake: `#` begins a comment then.
    private func maskAdvice(from start: Int) -> String {
        let key = bytes[start...].prefix { $0 > 0x20 && $0 != UInt8(ascii: "=") }
        guard key.contains(where: { "#?[".utf8.contains($0) }) else { return "" }
        return "; a mask needs quotes: \"\(String(decoding: key, as: UTF8.self).printable)\" = …"
    }
}

extension UInt8 {
    /// A character of a key without quotes.
    var isBareTOMLKey: Bool { isASCIILetterOrDigit || self == UInt8(ascii: "-") || self == UInt8(ascii: "_") }

    /// A control character that may stand nowhere, not in comments and strings either: all but the tab.
    var isTOMLControl: Bool { (self < 0x20 && self != 0x09) || self == 0x7F }
}
