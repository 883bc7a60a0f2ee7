// Reads the tables of a web page: the only entry to this module.

import Markup
import Text

/// Reads all tables of a page, and its definition lists (`<dl>`) as tables, in the order of their beginnings. A table
/// in
/// a cell is a table of its own, and its text is not the cell's. A table without any text is dropped: pages use such
/// tables for layout. A definition list is one row, or several if its first term is repeated.
///
/// - Parameters:
///   - document: HTML or XHTML, in UTF-8.
///   - showsHidden: whether what the page hides counts, too.
///   - text: collects all text of the page.
/// - Returns: the tables; separately, the content of labels beside values (`TableDocument.labels`); the page's title,
///   first headlines, and the two lines before each table with more than one row; damage if the page ends within a
///   table.
/// - Throws: `TableError` of the kind `.limit`. HTML is never malformed.
package func htmlTables(
    of document: [UInt8], limits: TableLimits = TableLimits(), showsHidden: Bool = false,
    collecting text: MarkupText? = nil
) throws(TableError) -> TableDocument {
    var document = document
    if let around = tableAround(textHead(of: document)) {
        document.insert(contentsOf: Array(around.before.utf8), at: 0)
        document += Array(around.after.utf8)
    }
    var page = PageReader(
        limits: limits, bytes: document.count, visibility: PageVisibility(showsHidden: showsHidden))
    try readMarkup(document, as: .html, nesting: limits.nesting, collecting: text, for: &page)
    while let visibility = page.sightForAnotherLook {
        page = PageReader(limits: limits, bytes: document.count, visibility: visibility)
        try readMarkup(document, as: .html, nesting: limits.nesting, for: &page)
    }
    return try page.finish()
}
