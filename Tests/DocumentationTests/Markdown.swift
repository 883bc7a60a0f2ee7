// Markdown as far as the tests need it: paragraphs, table rows and items, each with its code spans. Leaves out blocks
// of code.

import Foundation

/// One document, taken apart.
struct Markdown {
    /// A paragraph, a list item or a table row, on one line.
    struct Block {
        var line: Int
        var text: String

        /// What stands between backquotes.
        var spans: [String] {
            text.split(separator: "`", omittingEmptySubsequences: false).enumerated()
                .filter { $0.offset % 2 == 1 }.map { String($0.element) }
        }

        /// The cells of a table row; empty for everything else.
        var cells: [String] {
            guard text.hasPrefix("|") else { return [] }
            let cells = text.replacingOccurrences(of: "\\|", with: "\u{0}").components(separatedBy: "|")
            return cells.dropFirst().dropLast().map { $0.trimmingCharacters(in: .whitespaces) }
        }
    }

    var blocks: [Block] = []

    init(_ text: String) {
        var isFenced = false
        var isOpen = false
        for (number, line) in text.components(separatedBy: "\n").enumerated() {
            if line.hasPrefix("```") { isFenced.toggle() }
            let isText = !isFenced && !line.isEmpty && !["```", "    ", "#"].contains { line.hasPrefix($0) }
            let begins = ["|", "- "].contains { line.hasPrefix($0) } || line.first?.isNumber == true
            if isText, isOpen, !begins {
                blocks[blocks.count - 1].text += " " + line.trimmingCharacters(in: .whitespaces)
            } else if isText {
                blocks.append(Block(line: number + 1, text: line))
            }
            isOpen = isText && !line.hasPrefix("|")
        }
    }
}
