// How much a document of tables may hold and cost: numbers alone. What counts against them is TableBudget.

/// The bounds within which tables are read. The defaults hold for lists of 200 000 rows; whatever passes one ends the
/// reading with a named limit.
package struct TableLimits: Sendable {
    /// Decoded length of all that is read of a compressed document, in bytes.
    package var decodedBytes = 128 << 20
    /// Decoded bytes per encoded byte, looked at once a part is longer than `ratioBytes`. Deflate reaches 1032.
    package var ratio = 200
    /// Decoded length up to which any ratio is accepted, in bytes.
    package var ratioBytes = 8 << 20
    /// Rows of all tables together, those that repeated and spanned ones stand for included. A list may have 200 000,
    /// and a header.
    package var rows = 250_000
    /// Cells of all tables together, likewise.
    package var cells = 3_000_000
    /// Of a web page's tables fewer, since each costs more: for each 16 MiB of the page as many as eleven bytes make, of
    /// which nine are tags.
    package var pageCells = 1_500_000
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
    /// Values of a JSON document: each costs some 100 bytes until it is in a table, and a member of an object takes eight
    /// bytes of 16 MiB at least.
    package var values = 2_000_000
    /// Arrays and objects of a JSON document that have something in them, each of which costs some 100 bytes.
    package var containers = 1_500_000
    /// Names of one object; those of real records have some hundreds, but an object may be an index by keys.
    package var names = 250_000
    /// Entries of an archive.
    package var entries = 10_000

    package init() {}
}
