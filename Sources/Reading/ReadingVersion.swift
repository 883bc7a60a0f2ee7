// The version of our understanding of documents.

/// Increases whenever the same bytes may give other rows than before: batchwatch then fetches and reads the document
/// again,
/// and a difference is no change of the list.
package enum ReadingVersion {
    package static let current = 15
}
