// What a page says outside of its tables: the elements are followed once, for labels and for rows alike.

import Markup
import Text

/// Follows the elements of a page that are in no table.
struct OutlineReader {
    private var labels = LabelReader()
    private var grids = GridReader()
    /// How many elements are open, and how many more that stand too deep.
    private var depth = 0
    private var passed = 0

    /// The text of what stands deeper is that of the elements around it.
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

    /// The tables that come of labels, and of rows; none for a page with too many.
    mutating func finish() -> (labels: [TextTable], grids: [TextTable]) {
        passed = 0
        while depth > 0 { end() }
        return (labels.finish(), grids.finish())
    }
}
