// A mistake in the configuration, with what the reader needs to fix it: where it is, what is wrong, and what to do.
// Words only: nothing here finds problems.

/// One thing that is wrong.
package struct ConfigProblem: Error, Sendable, Equatable {
    /// Line and column in the file, both from 1, counted in characters.
    package struct Position: Sendable, Equatable {
        package var line: Int
        package var column: Int

        package init(line: Int, column: Int) {
            self.line = line
            self.column = column
        }
    }

    /// Nil where the file has no such place, or it is not certain.
    package var position: Position?
    /// The keys from the root to the value; empty for a problem of the whole file.
    package var keyPath: [String]
    /// What is wrong, and after a semicolon what to do. No control characters, no full stop.
    package var text: String

    package init(_ text: String, at keyPath: [String] = [], position: Position? = nil) {
        self.position = position
        self.keyPath = keyPath
        self.text = text
    }
}

/// All that is wrong with one file.
package struct ConfigError: Error, Sendable, Equatable, CustomStringConvertible {
    /// So many are shown; nobody reads more before putting right the first.
    private static let shown = 50

    /// The file, as it was named.
    package var path: String
    /// In the order of the file; never empty.
    package var problems: [ConfigProblem]

    package init(path: String, problems: [ConfigProblem]) {
        self.path = path
        self.problems = problems
    }

    /// For people: one line for each problem, `file:line:column: key.path: what; what to do`.
    package var description: String {
        var lines = problems.prefix(Self.shown).map(line)
        if problems.count > Self.shown { lines.append("… and \(problems.count - Self.shown) more problems") }
        return lines.joined(separator: "\n")
    }

    /// For the journal and `systemctl status`: the first problem, and how many more there are, in one line.
    package var summary: String {
        let first = problems.first.map(line) ?? path.printable
        return switch problems.count - 1 {
        case ...0: first
        case 1: first + " (and 1 more problem)"
        case let more: first + " (and \(more) more problems)"
        }
    }

    private func line(of problem: ConfigProblem) -> String {
        var place = path.printable
        if let position = problem.position { place += ":\(position.line):\(position.column)" }
        let key = problem.keyPath.isEmpty ? "" : problem.keyPath.map(\.asKey).joined(separator: ".") + ": "
        return "\(place): \(key)\(problem.text)"
    }
}

extension String {
    /// Safe to print: control and invisible formatting characters (bidi overrides among them) as `\u{…}`, at most 200
    /// characters, which is more than any sound value has.
    var printable: String {
        let longest = 200
        var text = ""
        for scalar in unicodeScalars.prefix(longest) {
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned:
                text += "\\u{" + String(scalar.value, radix: 16) + "}"
            default: text.unicodeScalars.append(scalar)
            }
        }
        return unicodeScalars.count > longest ? text + "…" : text
    }

    /// As a TOML key: bare where that is allowed, else quoted (TOML 1.0.0, Keys).
    var asKey: String {
        let isBare = !isEmpty && utf8.allSatisfy(\.isBareTOMLKey)
        return isBare ? printable : "\"\(printable)\""
    }
}

extension UInt8 {
    var isASCIIDigit: Bool { (0x30...0x39).contains(self) }
    var isASCIILetterOrDigit: Bool { isASCIIDigit || (0x61...0x7A).contains(self | 0x20) }
}
