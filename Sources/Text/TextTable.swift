// The other currency between the format readers and Rows: tables whose documents say themselves where each cell ends
// (HTML, spreadsheets, CSV, the records of XML and JSON). Values only.

/// One table: a table of a web page, a sheet, the records of a feed.
package struct TextTable: Sendable, Equatable {
    /// What the document calls it: a sheet's name, a caption; empty for nothing.
    package var name: String
    /// The names of the cells, for a document that has records and no header; nil where the header, if any, is one of
    /// the rows. Elements below elements are parted by "/", attributes begin with "@".
    package var fields: [String]?
    /// The rows from top to bottom, each with its cells from left to right, white space collapsed and trimmed; "" for
    /// an empty cell. A cell that spans rows stands in each of them, one that spans columns in the first. Rows may
    /// differ in length, but with `fields` do not. What is wrong with a cell stands behind its text (`CellMark`).
    package var rows: [[String]]
    /// How many cells three quarters of the rows have, or more, where the document writes the empty ones as well; nil where it need not.
    package var width: Int?

    /// How many cells most rows have follows from these.
    package static func == (table: TextTable, other: TextTable) -> Bool {
        table.name == other.name && table.fields == other.fields && table.rows == other.rows
    }

    /// What stands for a formula whose value the document does not have: what people see there is not known.
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
    /// What the document calls itself, line by line: the title of a page or a feed, headlines. Not what stands in its
    /// tables.
    package var titles: [String]
    package var tables: [TextTable]
    /// What a page says in labels and values outside of its tables, as tables whose fields are the labels. They are
    /// made
    /// up: to be used only where no table has the rows.
    package var labels: [TextTable] = []
    /// What a page says outside of its tables in elements beside each other, row by row. Guessed, too.
    package var grids: [TextTable] = []
    /// Sheets that are hidden, where somebody asks for them: no row of the list is there.
    package var unseen: [TextTable] = []
    /// Parts that could not be read, each in a sentence without a full stop: rows may be missing. Empty for a sound
    /// document.
    package var damage: [String]
    /// Whether it is a list that shows that it has no rows: an empty array, a feed without items, a root without
    /// elements. A table that is a header alone shows it by itself (`isEmptied`).
    package var hasEmptyList = false
    /// Whether it is a page without rows that a script seems to fill.
    package var isFilledByScript = false

    /// Whether it shows that it is the list, and that the list has no rows. An error page in the list's place does not.
    ///
    /// - Parameter columns: how many cells a row of the list has.
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
