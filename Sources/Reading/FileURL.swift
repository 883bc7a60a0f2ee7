// The `file:` URL of a path (RFC 8089), as the reader takes it.

/// The URL of a file.
///
/// - Parameter path: from "/". All but unreserved characters and "/" is percent-encoded (RFC 3986 2.1).
package func fileURL(of path: String) -> String {
    let unreserved = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~/".utf8)
    return "file://"
        + path.utf8.map { byte in
            unreserved.contains(byte)
                ? String(UnicodeScalar(byte))
                : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
        }.joined()
}
