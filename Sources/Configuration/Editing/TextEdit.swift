// Finds the line of a batch in the text of a configuration file, or the place for a new one. ConfigEdit reads the
// result again, and would refuse a mistake of this file.

/// The text of a sound configuration, to be edited at one place.
struct TextEdit {
    private let text: String
    private let bytes: [UInt8]

    init(_ text: String) {
        self.text = text
        bytes = Array(text.utf8)
    }

    // MARK: - The three edits

    /// - Parameter table: where to; nil where the file has no such table yet.
    func adding(_ entry: BatchEntry, to table: BatchTable?, root: TOMLTable) throws(ConfigEditError) -> [UInt8] {
        guard let table else { return try addingTable(for: entry, root: root) }
        if table.isInline { throw inBraces(table, root) }
        let places = table.table.keys.compactMap { table.table.offset(of: [$0]) }
        guard let last = places.max() else {
            // An empty table has its header alone. One of dotted keys is never empty.
            guard let header = root.offset(of: table.path) else { throw notFound }
            let start = lineStart(header)
            let end = lineEnd(try afterHeader(header))
            return inserting(line(bytes[start..<header], [entry.batch], entry.label), at: end)
        }
        let item = try self.item(at: last)
        let path = Array(item.path.dropLast()) + [entry.batch]
        return inserting(line(bytes[lineStart(last)..<last], path, entry.label), at: lineEnd(item.end))
    }

    func relabelling(_ key: String, of table: BatchTable, to label: String) throws(ConfigEditError) -> [UInt8] {
        guard let offset = table.table.offset(of: [key]) else { throw notFound }
        let item = try item(at: offset)
        return Array(bytes[..<item.value]) + Array(label.tomlString.utf8) + bytes[item.end...]
    }

    func removing(_ key: String, of table: BatchTable) throws(ConfigEditError) -> [UInt8] {
        guard let offset = table.table.offset(of: [key]) else { throw notFound }
        if table.isInline {
            throw .byHand("\(key.asKey) is in braces, { … }; remove it by hand")
        }
        var start = lineStart(offset)
        let end = lineEnd(try item(at: offset).end)
        // The last line of a file that ends without a line end takes the one before it along.
        if end == bytes.count && bytes.last != 0x0A && start > 0 {
            start -= 1
            if start > 0 && bytes[start - 1] == 0x0D { start -= 1 }
        }
        return Array(bytes[..<start] + bytes[end...])
    }

    /// Gives `[hook]` another program, or adds the section at the end of the file.
    func running(_ command: [String], root: TOMLTable) throws(ConfigEditError) -> [UInt8] {
        let words = command.map(\.tomlString).joined(separator: ", ")
        let value = command.count == 1 ? words : "[\(words)]"
        guard let hook = root["hook"]?.table else { return appending(["[hook]", "run = " + value]) }
        guard let offset = hook.offset(of: ["run"]) else { throw notFound }
        let item = try item(at: offset)
        return Array(bytes[..<item.value]) + Array(value.utf8) + bytes[item.end...]
    }

    /// A new section, at the end of the file: there it can add to no other.
    private func addingTable(for entry: BatchEntry, root: TOMLTable) throws(ConfigEditError) -> [UInt8] {
        var table = root
        for key in BatchTable.path(of: entry.source).dropLast() {
            guard let next = table[key]?.table else { throw notFound }
            if next.origin == .inline {
                throw .byHand("\(key.asKey) is in braces, { … }; write its batches by hand, or give it a section")
            }
            table = next
        }
        let header = "[" + BatchTable.path(of: entry.source).map(\.tomlKey).joined(separator: ".") + "]"
        return appending([header, line([], [entry.batch], entry.label)])
    }

    /// Lines of their own at the end of the file, after a blank one.
    func appending(_ lines: [String]) -> [UInt8] {
        let blank = bytes.isEmpty || endsInBlankLine ? "" : lineEnding
        return inserting(blank + lines.joined(separator: lineEnding), at: bytes.count)
    }

    private var endsInBlankLine: Bool {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).suffix(2)
        return lines.count == 2 && lines.allSatisfy { $0.utf8.allSatisfy { " \t\r".utf8.contains($0) } }
    }

    // MARK: - Lines

    /// The new line without its end.
    private func line(_ indentation: some Collection<UInt8>, _ path: [String], _ label: String) -> String {
        let blanks = indentation.prefix { $0 == 0x20 || $0 == 0x09 }
        return String(decoding: blanks, as: UTF8.self) + path.map(\.tomlKey).joined(separator: ".") + " = "
            + label.tomlString
    }

    /// Puts lines at the beginning of a line, or behind the last one.
    private func inserting(_ new: String, at offset: Int) -> [UInt8] {
        let endsOpen = offset == bytes.count && offset > 0 && bytes[offset - 1] != 0x0A
        let lines = endsOpen ? lineEnding + new : new + lineEnding
        return Array(bytes[..<offset]) + Array(lines.utf8) + bytes[offset...]
    }

    /// The file's own: that of its first line.
    private var lineEnding: String {
        guard let end = bytes.firstIndex(of: 0x0A) else { return "\n" }
        return end > 0 && bytes[end - 1] == 0x0D ? "\r\n" : "\n"
    }

    /// Where the line of this byte begins.
    private func lineStart(_ offset: Int) -> Int {
        (bytes[..<offset].lastIndex(of: 0x0A) ?? -1) + 1
    }

    /// Where the line after this byte begins; the end of the file where there is none.
    private func lineEnd(_ offset: Int) -> Int {
        bytes[offset...].firstIndex(of: 0x0A).map { $0 + 1 } ?? bytes.count
    }

    // MARK: - Keys and values

    /// `key = value`: the parts of the key, and where the value begins and ends.
    private func item(at offset: Int) throws(ConfigEditError) -> (path: [String], value: Int, end: Int) {
        var parser = TOMLParser(text)
        parser.index = offset
        do throws(TOMLError) {
            let path = try parser.key()
            guard parser.skip("=") else { throw parser.error("") }
            parser.skipSpaces()
            let value = parser.index
            _ = try parser.value()
            return (path, value, parser.index)
        } catch {
            throw notFound
        }
    }

    /// Behind the key of a header; nothing but its bracket and a comment follows.
    private func afterHeader(_ offset: Int) throws(ConfigEditError) -> Int {
        var parser = TOMLParser(text)
        parser.index = offset
        do throws(TOMLError) {
            guard parser.skip("[") else { throw parser.error("") }
            _ = try parser.key()
            return parser.index
        } catch {
            throw notFound
        }
    }

    private func inBraces(_ table: BatchTable, _ root: TOMLTable) -> ConfigEditError {
        let name = table.path.map(\.asKey).joined(separator: ".")
        return .byHand("\(name) is in braces, { … }; edit it by hand, or give it a section of its own, [\(name)]")
    }

    /// Cannot be in a text that was read.
    private var notFound: ConfigEditError {
        .byHand("the place in the file was not found; edit it by hand")
    }
}

extension String {
    /// As a key of TOML: bare where that is allowed, else in quotes. Nothing is lost, other than in `asKey`.
    var tomlKey: String {
        !isEmpty && utf8.allSatisfy(\.isBareTOMLKey) ? self : tomlString
    }

    /// As a basic string of TOML 1.0.0.
    var tomlString: String {
        var text = "\""
        for scalar in unicodeScalars {
            switch scalar.value {
            case 0x22: text += "\\\""
            case 0x5C: text += "\\\\"
            case 0..<0x20, 0x7F:
                let digits = String(scalar.value, radix: 16, uppercase: true)
                text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text + "\""
    }
}
