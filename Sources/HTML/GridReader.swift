// Finds rows outside of tables: elements with parts beside each other, one such element below the other, as in pages
// with a style sheet layout (<div>, <li>, ARIA's role="row"). The result is a guess, used only if no table has the
// rows. The cost grows no faster than the page, and nothing here is ever an error.

import Markup
import Text

/// The rows of a page outside of its tables; `OutlineReader` passes the elements.
struct GridReader {
    private var open = [OpenPart(tag: .other)]
    private var cells = 0
    /// Whether there were too many.
    private var isOver = false

    private static let mostCells = 500_000

    mutating func start(_ tag: ElementTag) {
        if !isOver { open.append(OpenPart(tag: tag)) }
    }

    mutating func text(_ bytes: UnsafeBufferPointer<UInt8>, isBlank: Bool) {
        if !isOver { open[open.count - 1].append(bytes, isBlank: isBlank) }
    }

    mutating func end() {
        guard !isOver, open.count > 1, let part = open.popLast() else { return }
        if let row = part.row {
            cells += row.count
            open[open.count - 1].rows.append(row)
        } else if open[open.count - 1].rows.isEmpty {
            open[open.count - 1].rows = part.rows
        } else if !part.rows.isEmpty {
            open[open.count - 1].rows += part.rows
        }
        open[open.count - 1].take(part)
        if cells <= Self.mostCells { return }
        isOver = true
        open = []
    }

    /// The tables: consecutive rows with equally many cells. None for a page with too many.
    mutating func finish() -> [TextTable] {
        guard !isOver, let all = open.first?.rows else { return [] }
        var tables: [TextTable] = []
        var rest = all[...]
        while let first = rest.first {
            let rows = rest.prefix { $0.count == first.count }
            if rows.count > 1 { tables.append(TextTable(rows: Array(rows))) }
            rest = rest[rows.endIndex...]
        }
        return tables
    }
}

/// An open element.
private struct OpenPart {
    let tag: ElementTag
    /// The rows in it.
    var rows: [[String]] = []
    private var text = CollapsedText()
    private var isLong = false
    /// Whether it has text outside of its parts, or too many parts.
    private var isNoRow = false
    private var parts: [String] = []

    /// Limits of a cell, in bytes, and of a row, in cells.
    private static let (longest, mostParts) = (2048, 64)
    /// Whether it counts as a cell even if it is empty.
    private var mayBeEmpty: Bool {
        switch tag {
        case .div, .span, .p, .td, .dd, .dt, .li: true
        default: false
        }
    }
    /// Whether it is inline and does not separate words.
    private var isInline: Bool {
        switch tag {
        case .b, .i, .em, .strong, .sup, .sub, .small, .wbr, .font, .u, .mark: true
        default: false
        }
    }

    init(tag: ElementTag) { self.tag = tag }

    mutating func append(_ bytes: UnsafeBufferPointer<UInt8>, isBlank: Bool) {
        if !isBlank { isNoRow = true }
        add(bytes)
    }

    private mutating func add(_ bytes: UnsafeBufferPointer<UInt8>) {
        if isLong { return }
        if text.bytes.count + bytes.count > 4 * Self.longest {
            isLong = true
            text.removeAll()
        } else {
            text.append(bytes)
        }
    }

    /// A part of it has ended.
    mutating func take(_ part: OpenPart) {
        if part.isLong { isLong = true }
        if part.text.isEmpty, !part.isLong, !part.mayBeEmpty {
            if part.tag == .br { text.part() }
            return
        }
        if isNoRow || parts.count == Self.mostParts {
            (isNoRow, parts) = (true, [])
        } else {
            parts.append(part.text.string)
        }
        let isApart = !part.isInline
        if isApart { text.part() }
        part.text.bytes.withUnsafeBufferPointer { add($0) }
        if isApart { text.part() }
    }

    /// Its cells if it is a row; nil otherwise.
    var row: [String]? {
        guard !isNoRow, rows.count < 2, (2...Self.mostParts).contains(parts.count),
            parts.contains(where: { !$0.isEmpty }), parts.allSatisfy({ $0.utf8.count <= Self.longest })
        else { return nil }
        return parts
    }
}
