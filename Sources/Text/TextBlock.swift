// What a document says outside of tables, in lines: the currency for lists that are written as text.

/// Lines that stand together: a paragraph, an item of a list, a cell with several lines.
package struct TextBlock: Sendable, Equatable {
    /// From top to bottom, none empty, white space collapsed.
    package var lines: [String]
    /// Whether they are as somebody has written them (a text file, `<pre>`), so that one that is too long goes on in the
    /// next.
    package var isWritten: Bool
    /// The name of the element that they stand in; empty where there are none.
    package var element = ""

    package init(_ lines: [String], isWritten: Bool = false) {
        (self.lines, self.isWritten) = (lines, isWritten)
    }

    /// The element is no part of what they say.
    package static func == (block: TextBlock, other: TextBlock) -> Bool {
        block.lines == other.lines && block.isWritten == other.isWritten
    }
}
