// Strangers write documents, and their text goes to terminals, journals, environments and mail headers. This file
// removes the characters that such places obey.

/// The text without characters that a terminal, a line-based reader or a bidirectional display obeys.
///
/// White space that ends or moves lines (tab, line feed, form feed, carriage return, NEL, U+2028, U+2029) becomes a
/// space. Every other control character (C0, DEL, C1: so ESC and NUL) and every character that is not drawn or orders
/// others (`isIgnorable`, and the anchors of annotations) becomes U+FFFD, to show that something was there. Joiners
/// stay, because Persian and the Indian scripts need them, and so do the two selectors of a picture's style. Everything
/// else stays: quotes and `$(id)` are harmless without a shell, and none reads them.
///
/// - Parameters:
///   - text: any text.
///   - limit: the longest result in UTF-8 bytes, at least 3. A longer text is cut between two code points and ends in
///     "…".
/// - Returns: the text that may be shown.
package func sanitized(_ text: some StringProtocol, limit: Int = .max) -> String {
    var bytes: [UInt8] = []
    // The cut if the text is too long: the last position with room for "…", which has three bytes.
    var cut = 0
    for scalar in text.unicodeScalars {
        let encoded = shown(scalar).utf8
        guard bytes.count + encoded.count <= limit else {
            return String(decoding: bytes.prefix(cut), as: UTF8.self) + "…"
        }
        bytes += encoded
        if bytes.count <= limit - 3 { cut = bytes.count }
    }
    return String(decoding: bytes, as: UTF8.self)
}

private func shown(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    switch scalar.value {
    case 0x09...0x0d, 0x85, 0x2028, 0x2029: " "
    case 0x00...0x1f, 0x7f...0x9f, 0xfff9...0xfffb: "\u{fffd}"
    case 0x200c, 0x200d, 0xfe0e, 0xfe0f: scalar
    default: isIgnorable(scalar) ? "\u{fffd}" : scalar
    }
}
