// Reads a page outside of its tables: follows the elements once, for labels and for rows alike.

import Markup
import Text

/// Follows those elements of a page that are in no table.
struct OutlineReader {
    private var labels = LabelReader()
    private var grids = GridReader()
    /// The number of open elements, and of those that are too deep.
    private var depth = 0
    private var passed = 0

    /// The text of deeper elements belongs to the elements around them.
    private static let deepest = 64

    mutating func start(_ name: ElementName, _ attributes: Attributes) {
        if depth >= Self.deepest {
            passed += 1
            return
        }
        depth += 1
        labels.start(name, attributes)
        grids.start(name.tag)
    }

    mutating func text(_ bytes: UnsafeBufferPointer<UInt8>) {
        labels.text(bytes, isBlank: isBlank(bytes))
        grids.text(bytes, isBlank: bytes.allSatisfy { $0 <= 0x20 })
    }

    mutating func end() {
        if passed > 0 {
            passed -= 1
            return
        }
        if depth == 0 { return }
        depth -= 1
        labels.end()
        grids.end()
    }

    /// The tables of labels, and of rows; none for a page with too many.
    mutating func finish() -> (labels: [TextTable], grids: [TextTable]) {
        passed = 0
        while depth > 0 { end() }
        return (labels.finish(), grids.finish())
    }
}
