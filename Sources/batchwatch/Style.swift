// Colour and weight, on terminals only. Other text is sanitized, so these are the only escape sequences that reach
// standard output.

import Glibc
import Processes
import Text

/// Marks text by colour and weight; on other outputs than terminals not at all.
struct Style: Sendable {
    /// Whether escape sequences may be written.
    var isColoured: Bool
    /// Columns of a line.
    var columns = 80
    /// Whether the output is a terminal, where long lines are wrapped.
    var isTerminal: Bool
    /// Whether the output can be overwritten.
    var isScreen = false

    static let plain = Style(isColoured: false, isTerminal: false)

    /// For standard output: colour on a terminal alone, unless `NO_COLOR` (no-color.org) or `TERM=dumb` says no.
    static var output: Style {
        Style(isTerminal: isatty(STDOUT_FILENO) == 1, environment: ownEnvironment())
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
        isScreen = isTerminal && !term.isEmpty && term != "dumb"
        isColoured = isScreen && (environment["NO_COLOR"] ?? "").isEmpty
    }

    /// A name.
    func strong(_ text: String) -> String { styled("1", text) }
    /// Text that matters less.
    func faint(_ text: String) -> String { styled("2", text) }
    /// A problem that somebody should fix.
    func warning(_ text: String) -> String { styled("33", text) }

    private func styled(_ code: String, _ text: String) -> String {
        isColoured ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }
}

/// The part of a text that fits on a screen: its first lines, the number of further lines, and a last line.
func screenful(of text: String, end: String, rows: Int) -> [String] {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    // The cursor stands in a row of its own.
    let room = max(1, rows - 3)
    if lines.count > room {
        let hidden = lines.count - room + 1
        lines = Array(lines.prefix(room - 1))
        lines.append("… \(hidden) more lines; name batches or sources to see less")
    }
    return lines + ["", end]
}

/// Text behind blanks, in lines of at most 80 columns; the lines after the first stand two blanks further in.
func paragraph(_ text: String, indentation: Int, columns: Int) -> [String] {
    let blanks = String(repeating: " ", count: indentation)
    let lines = wrapped(text, to: columns - indentation - 2, first: 2)
    return lines.enumerated().map { $0.offset == 0 ? blanks + $0.element : blanks + "  " + $0.element }
}
