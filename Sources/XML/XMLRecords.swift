// The records of an XML document: the one way into this module.

import Markup
import Text

/// Reads the elements named `record`, or what a feed's records are; nil leaves it to the format.
package func xmlRecords(
    of document: [UInt8], record: String?, limits: TableLimits = TableLimits()
) throws(TableError) -> TableDocument {
    throw TableError(.unsupported, "XML is not read yet")
}
