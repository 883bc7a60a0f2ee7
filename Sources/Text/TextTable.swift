// The other type that format readers pass to Rows: tables of documents that define the bounds of each cell (HTML,
// spreadsheets, CSV, the records of XML and JSON). Values only.

/// One table: a table of a web page, a sheet, the records of a feed.
package struct TextTable: Sendable, Equatable {
    /// The document's name for it: a sheet's name, a caption; empty for none.
    package var name: String
    /// The names of the cells, for a document that has records and no header; nil if the header, if any, is one of the
    /// rows. Names of nested elements are separated by "/", attributes begin with "@".
    package var fields: [String]?
    /// The rows from top to bottom, each with its cells from left to right, white space collapsed and trimmed; "" for
    /// an empty cell. A cell that spans rows is in each of them, a cell that spans columns in the first. Rows may
    /// differ in length, but not with `fields`. The mark of an uncertain cell follows its text (`CellMark`).
    package var rows: [[String]]
    /// The number of cells that at least three quarters of the rows have, if the document also writes the empty ones;
    /// nil if it need not.
    package var width: Int?
    /// Whether rows write their empty cells with separators, as CSV does: a cell beyond the headings belongs to no column.
    package var writesEmptyCells = false

    /// The usual number of cells follows from the other properties.
    package static func == (table: TextTable, other: TextTable) -> Bool {
        table.name == other.name && table.fields == other.fields && table.rows == other.rows
    }

    /// The text of a formula without a value in the document: the text that people see is unknown.
    package static let uncalculated = "=\u{FFFD}"

    package init(name: String = "", fields: [String]? = nil, rows: [[String]] = [], width: Int? = nil) {
        self.name = name
        self.fields = fields
        self.rows = rows
        self.width = width
    }
}

extension TextTable {
    /// The table without marks in its cells.
    package var unmarked: TextTable {
        var table = self
        for row in rows.indices where rows[row].contains(where: { $0.utf8.contains(0xEF) }) {
            table.rows[row] = rows[row].map(CellMark.removed)
        }
        return table
    }
}

/// A document of tables.
package struct TableDocument: Sendable, Equatable {
    /// The document's titles, line by line: the title of a page or a feed, headlines. Not the content of its tables.
    package var titles: [String]
    package var tables: [TextTable]
    /// Labels and values of a page outside of its tables, as tables with the labels as fields. They are
    /// guesses: use them only if no table has the rows.
    package var labels: [TextTable] = []
    /// Elements beside each other outside of a page's tables, row by row. Guesses, too.
    package var grids: [TextTable] = []
    /// Hidden sheets, if the caller needs them: they have no rows of the list.
    package var unseen: [TextTable] = []
    /// Parts that could not be read, each as a sentence without a full stop: rows may be missing. Empty for a sound
    /// document.
    package var damage: [String]
    /// Whether it is explicitly a list without rows: an empty array, a feed without items, a root without elements. A
    /// table of only a header shows this itself (`isEmptied`).
    package var hasEmptyList = false
    /// Whether it is a page without rows that a script seems to fill.
    package var isFilledByScript = false

    /// Whether it is recognisably the list, but without rows. An error page is not.
    ///
    /// - Parameter columns: the number of cells in a row of the list.
    package func isEmptied(columns: Int) -> Bool {
        hasEmptyList
            || tables.contains { table in
                table.rows.count == 1 && table.rows[0].count(where: { !$0.isEmpty }) >= max(2, columns)
            }
    }

    package init(titles: [String] = [], tables: [TextTable] = [], damage: [String] = []) {
        self.titles = titles
        self.tables = tables
        self.damage = damage
    }
}
