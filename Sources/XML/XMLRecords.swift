// The records of an XML document: the one way into this module.

import Markup
import Text

/// The names of the elements that may be records, the most likely first; empty for a feed, which says so itself.
package func xmlRecordNames(of document: [UInt8], limits: TableLimits = TableLimits()) throws(TableError) -> [String] {
    var records = RecordReader(.ofFeed, limits)
    try readMarkup(document, as: .xml, isUTF8: true, nesting: limits.nesting, for: &records)
    return records.isFeed ? [] : records.census.likelyRecords
}

/// Reads the elements named `record`, or what a feed's records are; nil leaves it to the format: the items of RSS and
/// RDF, the entries of Atom. The document is UTF-8, whatever it says of itself.
///
/// Names are local ones, in any namespace; but where the namespace of the records has a field of the same name, or two
/// others have, one of another namespace is called as it is written ("dc:description"). Where no name is quite the same, upper and lower case count as one. Of records
/// in records the outermost counts, and a root of that name is one. The fields: attributes of the record ("@id"), its
/// elements ("name"), elements and attributes below ("name/first", "name/@lang"), in the order of first appearance.
/// What a record has several times is joined with "; ", and marked where hardly another record has it so; "" stands for what it does not have. Text of the record itself
/// is in a field of its name. A field is one text, with all that is in its elements in turn, if it has text of its own
/// or nothing in it but what marks a text up ("<b>", "<p>"): markup is no field. Text that is markup again stays as it
/// is, unless `type="html"` says so (RFC 4287 3.1.1.2), or it is the description or the content of an item of RSS: then
/// it is what people see of it. What is struck out has a mark behind it.
///
/// - Returns: one table without a name; none for a feed without records. The titles of the feed.
/// - Throws: `TableError`: XML that is not well-formed or breaks off, entities that neither XML nor HTML has, limits;
///   no element of that name; no
///   name where the format has none.
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
