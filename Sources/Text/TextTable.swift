// The other currency between the format readers and Rows: tables whose documents say themselves where each cell ends (HTML,
// spreadsheets, CSV, the records of XML and JSON). Values only.

/// One table: a table of a web page, a sheet, the records of a feed.
package struct TextTable: Sendable, Equatable {
    /// What the document calls it: a sheet's name, a caption; empty for nothing.
    package var name: String
    /// The names of the cells, for a document that has records and no header; nil where the header, if any, is one of the rows.
    /// Elements below elements are parted by "/", attributes begin with "@".
    package var fields: [String]?
    /// The rows from top to bottom, each with its cells from left to right, white space collapsed and trimmed; "" for an empty cell. A cell
    /// that spans rows stands in each of them, one that spans columns in the first. Rows may differ in length, but with `fields` do not.
    package var rows: [[String]]

    package init(name: String = "", fields: [String]? = nil, rows: [[String]] = []) {
        self.name = name
        self.fields = fields
        self.rows = rows
    }
}

/// A document of tables.
package struct TableDocument: Sendable, Equatable {
    /// What the document calls itself, line by line: the title of a page or a feed, headlines. Not what stands in its tables.
    package var titles: [String]
    package var tables: [TextTable]
    /// Parts that could not be read, each in a sentence without a full stop: rows may be missing. Empty for a sound document.
    package var damage: [String]

    package init(titles: [String] = [], tables: [TextTable] = [], damage: [String] = []) {
        self.titles = titles
        self.tables = tables
        self.damage = damage
    }
}

/// The bounds within which tables are read. The defaults hold for lists of 200 000 rows; whatever passes one ends the reading with a
/// named limit.
package struct TableLimits: Sendable {
    /// Decoded length of all that is read of a compressed document, in bytes.
    package var decodedBytes = 128 << 20
    /// Decoded bytes per encoded byte, looked at once a part is longer than `ratioBytes`. Deflate reaches 1032.
    package var ratio = 200
    /// Decoded length up to which any ratio is accepted, in bytes.
    package var ratioBytes = 8 << 20
    /// Rows of all tables together, those that repeated and spanned ones stand for included. A list may have 200 000, and a header.
    package var rows = 250_000
    /// Cells of all tables together, likewise.
    package var cells = 3_000_000
    /// Cells of one row; spreadsheets end at 16 384.
    package var columns = 16_384
    /// Text of one cell, in bytes.
    package var cellBytes = 64 << 10
    /// Text of all cells together, in bytes of UTF-8.
    package var textBytes = 64 << 20
    /// Tables of one document.
    package var tables = 1_000
    /// Depth of elements, of tables in tables, of objects in objects.
    package var nesting = 256
    /// Entries of an archive.
    package var entries = 10_000

    package init() {}
}

/// Why a document of tables could not be read.
package struct TableError: Error, Sendable, Equatable, CustomStringConvertible {
    package enum Kind: Sendable {
        /// The document breaks its format.
        case malformed
        /// The document uses what this reader does not know.
        case unsupported
        /// The document is encrypted.
        case encrypted
        /// The document breaks one of `TableLimits`.
        case limit
        /// The document does what sound ones never do and attackers do: entities, overlapping parts.
        case refused
    }
    package var kind: Kind
    /// What is wrong and where, as a clause without a full stop.
    package var description: String

    package init(_ kind: Kind, _ description: String) {
        self.kind = kind
        self.description = description
    }
}
