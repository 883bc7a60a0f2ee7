// The text of hooks.conf: settings that a shell and Python's shlex read, one NAME='value' on a line. It changes one
// setting and leaves every other line as it was. It refuses a line that it cannot read with certainty. Pure.

/// The settings of the shipped hooks.
package struct HookSettings: Equatable, Sendable {
    private var lines: [String]

    /// The text of a new file.
    package static let empty = """
        # The settings of batchwatch's hooks, as a shell reads them. Every setting is explained in
        # /usr/share/doc/batchwatch/examples/hooks/hooks.conf

        """

    /// - Throws: where a line can be read in more than one way.
    package init(_ text: String) throws(ConfigEditError) {
        if text.utf8.contains(0x0D) { throw .byHand("its lines end as those of Windows do; convert it first") }
        lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        if lines.last == "" { lines.removeLast() }
        for (index, line) in lines.enumerated() {
            switch Line(line) {
            case .open: throw .byHand("line \(index + 1) does not end its word; edit the file by hand")
            case .code:
                throw .byHand("line \(index + 1) is shell code, which setup does not change; edit the file by hand")
            case .setting, .unclear, .comment: break
            }
        }
    }

    /// The whole file.
    package var text: String { lines.map { $0 + "\n" }.joined() }

    /// The value that the file gives a setting: the last one; nil for none.
    package func value(of name: String) -> String? {
        lines.reversed().lazy.compactMap { line in
            if case .setting(name, let value) = Line(line) { return value }
            return nil
        }.first
    }

    /// Gives a setting a value, or removes it. The line with the old value becomes a comment. If a comment has the new
    /// value already, that line is used.
    package mutating func set(_ name: String, to value: String?) throws(ConfigEditError) {
        if let index = lines.firstIndex(where: { Line($0).isUnclearly(name) }) {
            throw .byHand("line \(index + 1) gives \(name) a value in a way of its own; edit it by hand")
        }
        if self.value(of: name) == value { return }
        for (index, line) in lines.enumerated() {
            if case .setting(name, _) = Line(line) { lines[index] = "#" + line }
        }
        guard let value else { return }
        let new = name + "=" + Self.quoted(value)
        if let same = lines.lastIndex(of: "#" + new) {
            lines[same] = new
        } else {
            let place = lines.lastIndex { $0.hasPrefix("#\(name)=") }
            lines.insert(new, at: place.map { $0 + 1 } ?? lines.count)
        }
    }

    /// A word of the shell that is this text (POSIX.1, Shell Command Language 2.2.2).
    private static func quoted(_ text: String) -> String {
        "'" + text.unicodeScalars.map { $0 == "'" ? "'\\''" : String($0) }.joined() + "'"
    }

    /// What a line is.
    private enum Line: Equatable {
        case setting(String, String)
        /// A setting with a value that only a shell can tell.
        case unclear(String)
        /// A quotation mark or a backslash goes on in the next line.
        case open
        /// Neither a setting nor a comment.
        case code
        case comment

        func isUnclearly(_ name: String) -> Bool { self == .unclear(name) }

        init(_ line: String) {
            let scalars = line.unicodeScalars
            var rest = scalars.drop { $0 == " " || $0 == "\t" }
            if rest.isEmpty || rest.first == "#" {
                self = .comment
                return
            }
            if rest.starts(with: "export ".unicodeScalars) { rest = rest.dropFirst(7).drop { $0 == " " } }
            let name = rest.prefix {
                $0.isASCII && ($0.properties.isAlphabetic || $0 == "_" || ("0"..."9").contains($0))
            }
            rest = rest[name.endIndex...]
            var word = ShellWord(rest.first == "=" ? rest.dropFirst() : rest)
            word.read()
            guard !word.isOpen else {
                self = .open
                return
            }
            guard rest.first == "=", let first = name.first, !("0"..."9").contains(first) else {
                self = .code
                return
            }
            self = word.isPlain ? .setting(String(name), word.text) : .unclear(String(name))
        }
    }
}

/// The value of a setting.
private struct ShellWord {
    private var rest: Substring.UnicodeScalarView
    private(set) var text = ""
    /// Whether no shell is needed to tell the value: no variable, no command, and nothing behind it.
    private(set) var isPlain = true
    private(set) var isOpen = false

    init(_ rest: Substring.UnicodeScalarView) {
        self.rest = rest
    }

    mutating func read() {
        while let scalar = rest.popFirst() {
            switch scalar {
            case "'": readQuoted()
            case "\"": readInDoubleQuotes()
            case "\\": readEscaped()
            case " ", "\t":
                let behind = rest.first { $0 != " " && $0 != "\t" }
                if behind == nil || behind == "#" { return }
                isPlain = false
            case "$", "`", ";", "&", "|", "<", ">", "(", ")", "*", "?", "[", "~": isPlain = false
            default: text.unicodeScalars.append(scalar)
            }
        }
    }

    private mutating func readQuoted() {
        while let scalar = rest.popFirst() {
            if scalar == "'" { return }
            text.unicodeScalars.append(scalar)
        }
        isOpen = true
    }

    private mutating func readInDoubleQuotes() {
        while let scalar = rest.popFirst() {
            switch scalar {
            case "\"": return
            case "\\":
                if let next = rest.first, "$`\"\\".unicodeScalars.contains(next) {
                    readEscaped()
                } else {
                    text.unicodeScalars.append(scalar)
                }
            case "$", "`": isPlain = false
            default: text.unicodeScalars.append(scalar)
            }
        }
        isOpen = true
    }

    private mutating func readEscaped() {
        guard let scalar = rest.popFirst() else {
            isOpen = true
            return
        }
        text.unicodeScalars.append(scalar)
    }
}
