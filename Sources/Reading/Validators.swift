// The validators of a document.

/// A server's validators of a document, byte for byte, to be sent back unchanged (RFC 9110 8.8).
///
/// A value of this type has at least one of the two.
package struct Validators: Codable, Hashable, Sendable {
    /// The `ETag` field's value, including quotes and `W/`; "mtime-size" for a file source.
    package let etag: String?
    /// The `Last-Modified` field's value, as received.
    package let lastModified: String?

    /// Nil without either: a document without validators is fetched completely.
    package init?(etag: String?, lastModified: String?) {
        if etag == nil && lastModified == nil { return nil }
        self.etag = etag
        self.lastModified = lastModified
    }
}
