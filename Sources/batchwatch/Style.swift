// Colour and weight on a terminal, and nothing of them anywhere else. The text inside is inert: these are the only
// escape sequences that are ever written to standard output.

import FoundationEssentials
import Glibc
import Text

/// How text stands out; on a plain output not at all.
struct Style: Sendable {
    /// Whether escape sequences may be written.
    var isColoured: Bool
    /// Columns of a line.
    var columns = 80
    /// Whether somebody looks: long lines are wrapped then, and whole in a pipe.
    var isTerminal: Bool

    static let plain = Style(isColoured: false, isTerminal: false)

    /// For standard output: colour on a terminal alone, unless `NO_COLOR` (no-color.org) or `TERM=dumb` says no.
    static var output: Style {
        Style(isTerminal: isatty(STDOUT_FILENO) == 1, environment: ProcessInfo.processInfo.environment)
    }

    init(isColoured: Bool, isTerminal: Bool) {
        self.isColoured = isColoured
        self.isTerminal = isTerminal
    }

    init(isTerminal: Bool, environment: [String: String]) {
        let term = environment["TERM"] ?? ""
        self.isTerminal = isTerminal
        // In a pipe nothing is wrapped: grep wants whole lines.
        if !isTerminal { columns = 100_000 }
        isColoured = isTerminal && (environment["NO_COLOR"] ?? "").isEmpty && !term.isEmpty && term != "dumb"
    }

    /// A name.
    func strong(_ text: String) -> String { styled("1", text) }
    /// What matters less.
    func faint(_ text: String) -> String { styled("2", text) }
    /// What somebody should see to.
    func warning(_ text: String) -> String { styled("33", text) }

    private func styled(_ code: String, _ text: String) -> String {
        isColoured ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }
}

/// Text behind blanks, in lines of at most 80 columns; the lines after the first stand two blanks further in.
func paragraph(_ text: String, indentation: Int, columns: Int) -> [String] {
    let blanks = String(repeating: " ", count: indentation)
    let lines = wrapped(text, to: columns - indentation - 2, first: 2)
    return lines.enumerated().map { $0.offset == 0 ? blanks + $0.element : blanks + "  " + $0.element }
}
