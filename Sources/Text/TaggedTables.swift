// The tables of a tagged document (ISO 32000-2 14.8.4.8.3): which text belongs to which cell. Values only; `Rows`
// decides whether to trust them.

/// The owner of some text of a page, by the document's structure.
package struct TextOwner: Sendable, Hashable {
    @usableFromInline let number: Int32

    @usableFromInline init(_ number: Int32) {
        self.number = number
    }

    // Other modules compare owners for each piece of text.
    @inlinable package static func == (left: TextOwner, right: TextOwner) -> Bool { left.number == right.number }
    @inlinable package static func != (left: TextOwner, right: TextOwner) -> Bool { left.number != right.number }

    /// The document names no owner.
    @inlinable package static var unknown: TextOwner { TextOwner(0) }
    /// Not part of the document's content: page headers and footers, decoration (14.8.2.2).
    @inlinable package static var artifact: TextOwner { TextOwner(-1) }
    /// An element outside of cells: a paragraph, a heading.
    @inlinable package static var otherElement: TextOwner { TextOwner(-2) }

    /// The cell of this index among `TaggedTables.cells`.
    package static func cell(_ index: Int) -> TextOwner {
        TextOwner(Int32(clamping: index + 1))
    }

    /// The index of the cell; nil for text outside of cells.
    package var cell: Int? { number > 0 ? Int(number) - 1 : nil }
}

/// A cell of a table.
package struct TaggedCell: Sendable, Hashable {
    /// The table, counted over the document from 0.
    package var table: Int
    /// The row, counted over the document from 0, in the order of its structure.
    package var row: Int
    /// Its first column, as counted in its row, and how many it spans; the same downwards.
    package var column: Int
    package var columns: Int
    package var rows: Int
    /// Whether it heads a column or a row (`TH`).
    package var isHeader: Bool
    /// The column of the header cell that it names (`Headers`); nil if it names none, or several columns'.
    package var headedColumn: Int?

    package init(table: Int, row: Int, column: Int, columns: Int = 1, rows: Int = 1, isHeader: Bool = false) {
        self.table = table
        self.row = row
        self.column = column
        self.columns = columns
        self.rows = rows
        self.isHeader = isHeader
    }
}

/// The tables of a document.
package struct TaggedTables: Sendable, Equatable {
    package var cells: [TaggedCell] = []
    /// For each row, how many columns its cells and those that reach down into it take. Some producers omit empty
    /// cells: then counting does not give a cell's column.
    package var widths: [Int] = []

    package init() {}
}
