// The text of a document outside of tables, in lines: the type that readers pass on for lists written as text.

/// Lines that belong together: a paragraph, a list item, a cell with several lines.
package struct TextBlock: Sendable, Equatable {
    /// From top to bottom, none empty, white space collapsed.
    package var lines: [String]
    /// Whether the line breaks are the author's (a text file, `<pre>`), so that a too long line continues in the next.
    package var isWritten: Bool
    /// The name of their element; empty if there are no elements.
    package var element = ""

    package init(_ lines: [String], isWritten: Bool = false) {
        (self.lines, self.isWritten) = (lines, isWritten)
    }

    /// The element is not part of their content.
    package static func == (block: TextBlock, other: TextBlock) -> Bool {
        block.lines == other.lines && block.isWritten == other.isWritten
    }
}
