// The limits for a document of tables: numbers only. TableBudget counts against them.

/// The bounds for reading tables. The defaults hold for lists of 200 000 rows; passing one ends the reading with a
/// named limit.
package struct TableLimits: Sendable {
    /// Total decoded length of all parts read from a compressed document, in bytes.
    package var decodedBytes = 128 << 20
    /// Decoded bytes per encoded byte, checked once a part is longer than `ratioBytes`. Deflate reaches 1032.
    package var ratio = 200
    /// Decoded length up to which any ratio is accepted, in bytes.
    package var ratioBytes = 8 << 20
    /// Rows of all tables together, including copies from repeated and spanning rows. A list may have 200 000, and a
    /// header.
    package var rows = 250_000
    /// Cells of all tables together, including copies.
    package var cells = 3_000_000
    /// Fewer for a web page's tables, because each costs more: for each 16 MiB of the page, as many as cells of eleven
    /// bytes fill, nine of which are tags.
    package var pageCells = 1_500_000
    /// Cells of one row; the limit of spreadsheets is 16 384.
    package var columns = 16_384
    /// Text of one cell, in bytes.
    package var cellBytes = 64 << 10
    /// Text of all cells together, in bytes of UTF-8.
    package var textBytes = 64 << 20
    /// Tables of one document.
    package var tables = 1_000
    /// Depth of elements, of tables in tables, of objects in objects.
    package var nesting = 256
    /// Values of a JSON document: each costs some 100 bytes until it is in a table, and a member of an object takes at
    /// least eight bytes of 16 MiB.
    package var values = 2_000_000
    /// Non-empty arrays and objects of a JSON document; each costs some 100 bytes.
    package var containers = 1_500_000
    /// Names of one object; real records have some hundreds, but an object may be an index by keys.
    package var names = 250_000
    /// Entries of an archive.
    package var entries = 10_000

    package init() {}
}
