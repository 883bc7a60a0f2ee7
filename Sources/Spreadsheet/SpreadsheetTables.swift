// The sheets of an OpenDocument or Office Open XML workbook: the one way into this module.

import CZlib
import Markup
import Text

/// Reads all sheets of a workbook, told apart by what is in the archive.
package func spreadsheetTables(
    of document: [UInt8], limits: TableLimits = TableLimits()
) throws(TableError) -> TableDocument {
    throw TableError(.unsupported, "spreadsheets are not read yet")
}
