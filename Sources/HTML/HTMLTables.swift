// The tables of a web page: the one way into this module.

import Markup
import Text

/// Reads all tables of a page, and its definition lists (`<dl>`) as tables, in the order of their beginnings. A table
/// in
/// a cell is a table of its own, and its text none of the cell's. What has no text at all is no table: pages are laid
/// out
/// with those. A definition list is one row, or several where its first term comes again.
///
/// - Parameters:
///   - document: HTML, or XHTML; in UTF-8.
///   - text: collects all text of the page.
/// - Returns: the tables, and apart from them what labels beside values say (`TableDocument.labels`); the page's title,
///   first headlines, and the two lines before each table that has more than one row; damage where the page ends within
///   a table.
/// - Throws: `TableError` of the kind `.limit`. There is no malformed HTML.
package func htmlTables(
    of document: [UInt8], limits: TableLimits = TableLimits(), collecting text: MarkupText? = nil
) throws(TableError) -> TableDocument {
    var document = document
    if let around = tableAround(textHead(of: document)) {
        document.insert(contentsOf: Array(around.before.utf8), at: 0)
        document += Array(around.after.utf8)
    }
    var page = PageReader(limits: limits, bytes: document.count)
    try readMarkup(document, as: .html, nesting: limits.nesting, collecting: text, for: &page)
    while let sight = page.sightForAnotherLook {
        page = PageReader(limits: limits, bytes: document.count, sight: sight)
        try readMarkup(document, as: .html, nesting: limits.nesting, for: &page)
    }
    return try page.finish()
}
