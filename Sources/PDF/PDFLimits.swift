// The limits for one document. Every bound of this module is here; passing one ends the reading with a named limit.

/// The bounds within which a document is read. The defaults hold for lists of 200 000 rows.
package struct PDFLimits: Sendable {
    /// Length of the document, in bytes.
    package var documentBytes = 16 << 20
    /// Decoded length of one stream, after each of its filters, in bytes.
    package var streamBytes = 32 << 20
    /// Decoded length of all streams together, in bytes; a stream counts each time it is decoded.
    package var decodedBytes = 128 << 20
    /// Decoded bytes per encoded byte, checked once a stream is longer than `ratioBytes`. Deflate reaches 1032.
    package var ratio = 200
    /// Decoded length up to which any ratio is accepted, in bytes.
    package var ratioBytes = 8 << 20
    /// Filters of one stream.
    package var filters = 4
    /// Depth of arrays and dictionaries, of the page tree, and of forms within forms.
    package var nesting = 64
    /// Indirect objects of the document.
    package var objects = 100_000
    /// Values in one object (array elements, dictionary keys and values).
    package var elements = 1_000_000
    /// Entries of the tables of all fonts: character maps, widths by CID, differences.
    package var mappings = 1_000_000
    /// Glyphs kept in the tables of all fonts; each takes 16 bytes.
    package var glyphs = 2_000_000
    /// Runs of one page; the densest lists have some thousands.
    package var runs = 500_000
    /// Rules and filled rectangles of one page together; the densest grids have some thousands. A page with more is
    /// read without any.
    package var rules = 100_000
    /// Text of one page, in bytes of UTF-8.
    package var textBytes = 32 << 20
    /// Operands before one operator; real documents have some hundreds (a `TJ` array).
    package var operands = 100_000

    package init() {}
}
