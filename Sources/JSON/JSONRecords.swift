// The records of a JSON document: the one way into this module.

import Text

/// Reads the objects that the path `record` leads to; nil for those of the outermost array, or the outermost object itself.
package func jsonRecords(
    of document: [UInt8], record: String?, limits: TableLimits = TableLimits()
) throws(TableError) -> TableDocument {
    throw TableError(.unsupported, "JSON is not read yet")
}
