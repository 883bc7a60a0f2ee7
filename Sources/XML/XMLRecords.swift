// Reads the records of an XML document: the only entry to this module.

import Markup
import Text

/// The names of possible record elements, the most likely first; empty for a feed, whose format defines its records.
package func xmlRecordNames(of document: [UInt8], limits: TableLimits = TableLimits()) throws(TableError) -> [String] {
    var records = RecordReader(.ofFeed, limits)
    try readMarkup(document, as: .xml, isUTF8: true, nesting: limits.nesting, for: &records)
    return records.isFeed ? [] : records.census.likelyRecords
}

/// Reads the elements named `record`, or the records of a feed; if nil, the format decides: the items of RSS and RDF,
/// the entries of Atom. The document is UTF-8, whatever it declares.
///
/// Names are local, in any namespace; but if two namespaces have a field of the same name, a field outside of the
/// records' namespace keeps its prefix ("dc:description"). If no name is equal, case is ignored. Of nested records the
/// outermost counts, and a root of that name is one. The fields: attributes of the record ("@id"), its elements
/// ("name"), elements and attributes below ("name/first", "name/@lang"), in the order of first appearance. Repeated
/// values of a record are joined with "; ", and marked if hardly another record repeats them; "" stands for a missing
/// value. Text of the record itself is in a field of its name. An element is one field with all its content in order if
/// it has text of its own or contains only inline markup ("<b>", "<p>"): markup is no field. Text that contains markup
/// stays as it is, unless `type="html"` marks it (RFC 4287 3.1.1.2), or it is the description or the content of an RSS
/// item: then only its visible text counts. A mark follows struck-out text.
///
/// - Returns: one table without a name; none for a feed without records. The titles of the feed.
/// - Throws: `TableError`: XML that is not well-formed or incomplete, entities that neither XML nor HTML defines,
///   limits; no element of that name; no
/// name although the format defines none.
package func xmlRecords(
    of document: [UInt8], record: String?, limits: TableLimits = TableLimits(), collecting text: MarkupText? = nil
) throws(TableError) -> TableDocument {
    var records = RecordReader(record.map { .exactly($0) } ?? .ofFeed, limits)
    try readMarkup(
        document, as: .xml, isUTF8: true, nesting: limits.nesting, collecting: text, space: records.space, for: &records
    )
    if let record, records.rows.isEmpty, records.census.hasName(foldedTo: record.lowercased()) {
        text?.removeAll()
        records = RecordReader(.folded(record.lowercased()), limits)
        try readMarkup(
            document, as: .xml, isUTF8: true, nesting: limits.nesting, collecting: text, space: records.space,
            for: &records)
    }
    if let record, records.rows.isEmpty, !records.census.isRootAlone {
        throw TableError(.malformed, "no element of the XML is named \"\(record)\" (found: \(records.census.found))")
    }
    if record == nil, !records.isFeed, !records.census.isRootAlone {
        let census = records.census
        throw TableError(
            .unsupported,
            "the XML has no records of a known kind; "
                + "name the element of a record, like record = \"\(census.mostFrequent)\" "
                + "(found: \(census.found))")
    }
    var found = records.finish()
    found.hasEmptyList = records.rows.isEmpty
    return found
}
