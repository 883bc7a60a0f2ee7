// The bytes of a configuration file → text → TOML. A mistake here is the only one to be reported, because what follows
// it has no meaning.

/// The text of a configuration file, without its byte order mark.
func configText(_ bytes: [UInt8]) throws(ConfigProblem) -> String {
    let content = withoutMark(bytes)
    let text = String(decoding: content, as: UTF8.self)
    // Decoding puts U+FFFD for what is no UTF-8: there the two differ first.
    let sound = zip(text.utf8, content).prefix { $0 == $1 }.count
    if sound < content.count {
        let offset = content.startIndex + sound
        throw ConfigProblem(
            "is not UTF-8 at byte \(offset); save the file as UTF-8", position: position(after: sound, of: text))
    }
    if isBlank(bytes) {
        throw ConfigProblem("empty: a configuration has at least [batches]; `batchwatch try URL` proposes the rest")
    }
    return text
}

/// Whether a file has nothing but blanks and line ends.
func isBlank(_ bytes: [UInt8]) -> Bool {
    withoutMark(bytes).allSatisfy { " \t\r\n".utf8.contains($0) }
}

private func withoutMark(_ bytes: [UInt8]) -> ArraySlice<UInt8> {
    let mark = ConfigFacts.byteOrderMark
    return bytes.starts(with: mark) ? bytes[mark.count...] : bytes[...]
}

/// The file's root table.
func parsedTOML(_ text: String) throws(ConfigProblem) -> TOMLTable {
    var parser = TOMLParser(text)
    do {
        return try parser.document()
    } catch {
        throw ConfigProblem("is not TOML: " + error.text, position: position(after: error.offset, of: text))
    }
}

/// The problems with their places, in the order of the file; those without a place come last.
func located(_ problems: [ConfigProblem], in text: String, root: TOMLTable) -> [ConfigProblem] {
    let offsets = problems.map { root.offset(of: $0.keyPath) }
    let order = problems.indices.sorted { (offsets[$0] ?? .max, $0) < (offsets[$1] ?? .max, $1) }
    // One walk through the text for all of them: a large file may have as many problems as lines.
    var cursor = (offset: 0, position: ConfigProblem.Position(line: 1, column: 1))
    let bytes = Array(text.utf8)
    return order.map { index in
        var problem = problems[index]
        guard let offset = offsets[index] else { return problem }
        for byte in bytes[cursor.offset..<offset] { cursor.position.step(over: byte) }
        cursor.offset = offset
        problem.position = cursor.position
        return problem
    }
}

/// The line and column of the character after so many bytes.
private func position(after count: Int, of text: String) -> ConfigProblem.Position {
    text.utf8.prefix(count).reduce(into: .init(line: 1, column: 1)) { $0.step(over: $1) }
}

extension ConfigProblem.Position {
    /// Moves over a byte of UTF-8; each character has one that does not continue another.
    fileprivate mutating func step(over byte: UInt8) {
        if byte == 0x0A {
            line += 1
            column = 1
        } else if byte & 0xC0 != 0x80 {
            column += 1
        }
    }
}
