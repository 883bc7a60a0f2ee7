// The version of our understanding of documents.

/// Goes up whenever the same bytes may give other rows than before: a document is then fetched and read again, and
/// what differs is no change of the list.
package enum ReadingVersion {
    package static let current = 15
}
