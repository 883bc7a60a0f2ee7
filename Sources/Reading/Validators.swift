// How a document is recognised.

/// What a server said to recognise a document by, byte for byte, to be sent back unchanged (RFC 9110 8.8).
///
/// A value of this type has at least one of the two.
package struct Validators: Codable, Hashable, Sendable {
    /// The `ETag` field's value, quotes and `W/` included. A file source's "mtime-size" stands here too.
    package let etag: String?
    /// The `Last-Modified` field's value, as received.
    package let lastModified: String?

    /// Nil where there is neither: a document without validators is fetched whole.
    package init?(etag: String?, lastModified: String?) {
        if etag == nil && lastModified == nil { return nil }
        self.etag = etag
        self.lastModified = lastModified
    }
}
