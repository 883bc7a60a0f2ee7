// The table of a text file whose cells are parted by commas, semicolons or tabs: the one way into this module.

import Text

/// Reads the table.
package func csvTable(
    of document: [UInt8], limits: TableLimits = TableLimits()
) throws(TableError) -> TableDocument {
    throw TableError(.unsupported, "CSV is not read yet")
}
