// The text of a web page in lines, for lists outside of tables. Used if no table has rows; it reads the page once more,
// so that the many pages with a table do not pay for it.

import Markup
import Text

/// Reads the text of a page, block by block. Cells of tables count, except cells of one line beside others.
///
/// - Parameter document: HTML or XHTML, in UTF-8.
/// - Throws: `TableError` of the kind `.limit`: `rows` limits the number of lines, `cellBytes` and `textBytes` their
///   length.
package func pageBlocks(
    of document: [UInt8], limits: TableLimits = TableLimits(), showsHidden: Bool = false
) throws(TableError) -> [TextBlock] {
    var reader = BlockReader(limits: limits, visibility: PageVisibility(showsHidden: showsHidden))
    try readMarkup(document, as: .html, nesting: limits.nesting, for: &reader)
    while let visibility = reader.visibility.forAnotherLook {
        reader = BlockReader(limits: limits, visibility: visibility)
        try readMarkup(document, as: .html, nesting: limits.nesting, for: &reader)
    }
    return try reader.finish()
}

private struct BlockReader: MarkupReceiver {
    private let limits: TableLimits
    private(set) var visibility: PageVisibility
    private var blocks: [TextBlock] = []
    /// The blocks that are a cell of a table.
    private var cells: Set<Int> = []
    private var block = TextBlock([])
    private var line = CollapsedText()
    /// Whether some of the line may be invisible.
    private var isInDoubt = false
    private var lineCount = 0
    private var textBytes = 0
    /// The open elements, outermost first.
    private var elements: [ElementName] = []
    private var hiddenDepth: Int?
    private var struckDepth: Int?
    private var writtenDepth: Int?
    /// As in `PageReader`.
    private var raisedDepth: Int?
    private var raisedPlace = RaisedPlace.other
    private var place = RaisedPlace.other
    /// The open rows of tables, outermost first.
    private var rows: [OpenRow] = []

    private static let items: [ElementTag] = [.td, .th, .li, .dd, .dt]

    private struct OpenRow {
        let depth: Int
        /// The start of the open cell.
        var cell: Int?
        /// The number of cells with text, and the indices of those with one line.
        var filled = 0
        var lines: [Int] = []
    }

    init(limits: TableLimits, visibility: PageVisibility) { (self.limits, self.visibility) = (limits, visibility) }

    mutating func start(_ name: ElementName, _ attributes: Attributes) throws(TableError) {
        elements.append(name)
        visibility.number &+= 1
        if hiddenDepth != nil { return }
        let isInItem = name.tag == .details && elements.contains { Self.items.contains($0.tag) }
        let look = visibility.begin(name, attributes, isInItem: isInItem)
        if look == .hidden || name.tag == .title {
            hiddenDepth = elements.count
            return
        }
        if look == .struck, struckDepth == nil { struckDepth = elements.count }
        if name.tag == .br { return try endLine() }
        if name.kind == .block { try endBlock() }
        take(added: visibility.before)
        switch name.tag {
        case .pre: if writtenDepth == nil { writtenDepth = elements.count }
        case .tr: rows.append(OpenRow(depth: elements.count))
        case .td, .th: if !rows.isEmpty { rows[rows.count - 1].cell = blocks.count }
        case .sup: if raisedDepth == nil { (raisedDepth, raisedPlace) = (elements.count, place) }
        case .img:
            if let alternative = attributes["alt"], !alternative.isEmpty {
                line.part()
                line.append(Array(alternative.utf8))
                line.part()
            }
        default: break
        }
    }

    mutating func end(_ name: ElementName) throws(TableError) {
        guard elements.last == name || elements.contains(name) else { return }
        while let last = elements.last {
            try close(last)
            elements.removeLast()
            if last == name { return }
        }
    }

    private mutating func close(_ name: ElementName) throws(TableError) {
        let depth = elements.count
        if let hidden = hiddenDepth {
            if hidden == depth {
                hiddenDepth = nil
                _ = visibility.end()
            }
            return
        }
        take(added: visibility.end())
        if struckDepth == depth {
            struckDepth = nil
            CellMark.struckOut.withBytes { line.append($0) }
        }
        if name.kind == .block, name.tag != .br { try endBlock() }
        if raisedDepth == depth { raisedDepth = nil }
        if writtenDepth == depth { writtenDepth = nil }
        switch name.tag {
        case .td, .th: endCell()
        case .tr: if rows.last?.depth == depth { endRow() }
        default: break
        }
    }

    mutating func text(_ bytes: UnsafeBufferPointer<UInt8>) throws(TableError) {
        if hiddenDepth != nil {
            if elements.last?.tag == .style { visibility.takeStyle(bytes) }
            return
        }
        if visibility.hidesText { return }
        noteElement()
        if visibility.doubtsText, !isBlank(bytes) { isInDoubt = true }
        if raisedDepth != nil {
            line.append(raised(bytes, behind: raisedPlace))
        } else if writtenDepth != nil {
            try takeWritten(bytes)
        } else {
            line.append(bytes)
        }
        if raisedDepth == nil { place = RaisedPlace(behind: bytes) ?? place }
        if line.bytes.count > limits.cellBytes {
            throw TableError(.limit, "a line of the page is longer than \(limits.cellBytes) bytes")
        }
    }

    private mutating func noteElement() {
        if !block.lines.isEmpty || !line.isEmpty { return }
        block.element = elements.last { $0.kind == .block && $0.tag != .br }?.string ?? ""
    }

    /// Takes text that a style adds.
    private mutating func take(added text: [UInt8]) {
        if text.isEmpty { return }
        noteElement()
        line.append(text)
    }

    /// Takes preformatted text; an empty line ends a block.
    private mutating func takeWritten(_ bytes: UnsafeBufferPointer<UInt8>) throws(TableError) {
        var isFirst = true
        for part in bytes.split(separator: 0x0A, omittingEmptySubsequences: false) {
            if !isFirst {
                if line.isEmpty { try endBlock() } else { try endLine() }
            }
            isFirst = false
            line.append(UnsafeBufferPointer(rebasing: part))
        }
    }

    private mutating func endLine() throws(TableError) {
        place = .other
        if isInDoubt, !line.isEmpty { CellMark.wordless.withBytes { line.append($0) } }
        isInDoubt = false
        if line.isEmpty { return line.removeAll() }
        lineCount += 1
        textBytes += line.bytes.count
        if lineCount > limits.rows {
            throw TableError(.limit, "the text of the page has more than \(limits.rows) lines")
        }
        if textBytes > limits.textBytes {
            throw TableError(.limit, "the text of the page is longer than \(limits.textBytes) bytes")
        }
        block.lines.append(line.string)
        line.removeAll()
    }

    private mutating func endBlock() throws(TableError) {
        try endLine()
        if block.lines.isEmpty { return }
        block.isWritten = writtenDepth != nil
        blocks.append(block)
        block = TextBlock([])
    }

    private mutating func endCell() {
        guard let last = rows.indices.last, let start = rows[last].cell else { return }
        rows[last].cell = nil
        if start == blocks.count { return }
        rows[last].filled += 1
        if blocks.count == start + 1, blocks[start].lines.count == 1 { rows[last].lines.append(start) }
    }

    private mutating func endRow() {
        guard let row = rows.popLast(), row.filled > 1 else { return }
        cells.formUnion(row.lines)
    }

    mutating func finish() throws(TableError) -> [TextBlock] {
        try endBlock()
        return cells.isEmpty ? blocks : blocks.indices.filter { !cells.contains($0) }.map { blocks[$0] }
    }
}
