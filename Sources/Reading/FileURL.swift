// URLs that are made here: of a file, as the fetcher takes it, and of a part that somebody else's text goes into.

/// The URL of a file (RFC 8089).
///
/// - Parameter path: from "/". All but unreserved characters and "/" is percent-encoded.
package func fileURL(of path: String) -> String {
    "file://" + path.split(separator: "/", omittingEmptySubsequences: false).map(percentEncoded).joined(separator: "/")
}

/// The text with all but unreserved characters percent-encoded (RFC 3986 2.1, 2.3).
package func percentEncoded(_ text: some StringProtocol) -> String {
    let unreserved = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~".utf8)
    return text.utf8.map { byte in
        unreserved.contains(byte)
            ? String(UnicodeScalar(byte))
            : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }.joined()
}

/// The scheme of a URL in small letters.
package func scheme(of url: String) -> String {
    url.prefix { $0 != ":" }.lowercased()
}
