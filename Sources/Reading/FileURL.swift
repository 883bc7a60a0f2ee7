// Builds file URLs for the fetcher, escapes text that becomes part of a URL, and compares the origins of URLs.

import Text

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

/// Decodes percent-encoding (RFC 3986 2.1); an invalid pair of digits stays, invalid UTF-8 becomes U+FFFD.
package func percentDecoded(_ text: String) -> String {
    guard text.utf8.contains(0x25) else { return text }
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
        let digits = rest.prefix(2).compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
        guard byte == 0x25, digits.count == 2 else {
            bytes.append(byte)
            continue
        }
        bytes.append(UInt8(digits[0] * 16 + digits[1]))
        rest = rest.dropFirst(2)
    }
    return String(decoding: bytes, as: UTF8.self)
}

/// The scheme of a URL in lower case.
package func scheme(of url: String) -> String {
    url.prefix { $0 != ":" }.lowercased()
}

/// Whether two URLs have the same scheme, host and port: then both may receive the same credentials (RFC 6454 5).
package func sharesOrigin(_ left: String, _ right: String) -> Bool {
    origin(of: left) == origin(of: right)
}

/// Scheme, host and port of a URL in a form for comparison.
package func origin(of url: String) -> String {
    guard let scheme = url.place(of: "://") else { return url }
    let host = url[scheme.upperBound...].prefix { !"/?#".contains($0) }.lowercased()
    let name = url[..<scheme.lowerBound].lowercased()
    return "\(name)://\(host)" + (host.last == "]" || !host.holds(":") ? (name == "https" ? ":443" : ":80") : "")
}
