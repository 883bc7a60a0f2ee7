// The tables of a web page: the one way into this module.

import Markup
import Text

/// Reads all tables of a page.
package func htmlTables(
    of document: [UInt8], limits: TableLimits = TableLimits()
) throws(TableError) -> TableDocument {
    throw TableError(.unsupported, "web pages are not read yet")
}
