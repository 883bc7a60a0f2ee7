// In which encoding a web page is written, where its server's word for it is not at hand.

/// The encoding by its name in IANA's registry: a byte order mark first, then UTF-8 if all bytes are sound UTF-8 (text in another encoding
/// never is, but for plain ASCII), then what the page says of itself (HTML, 13.2.3.2), then windows-1252, as browsers have it.
///
/// What the page says is believed before sound UTF-8 only where it names an encoding whose bytes look like ASCII.
func htmlEncoding(of document: [UInt8]) -> String {
    if document.starts(with: [0xEF, 0xBB, 0xBF]) { return "UTF-8" }
    if document.starts(with: [0xFF, 0xFE]) { return "UTF-16LE" }
    if document.starts(with: [0xFE, 0xFF]) { return "UTF-16BE" }
    let declared = declaredEncoding(in: document)
    if declared == "iso-2022-jp", document.contains(0x1B) { return "ISO-2022-JP" }
    if String(validating: document, as: UTF8.self) != nil { return "UTF-8" }
    return declared.map { $0 == "iso-8859-1" || $0 == "utf-8" || $0 == "latin1" ? "windows-1252" : $0 }
        ?? "windows-1252"
}

/// What stands behind "charset=" in the first 1024 bytes, in lower case.
private func declaredEncoding(in document: [UInt8]) -> String? {
    let head = String(decoding: document.prefix(1024), as: UTF8.self).lowercased()
    guard let start = head.firstRange(of: "charset=")?.upperBound else { return nil }
    let name = head[start...].drop { $0 == "\"" || $0 == "'" || $0 == " " }
        .prefix { $0.isASCII && ($0.isLetter || $0.isNumber || "-_:.".contains($0)) }
    return name.isEmpty || name.count > 40 ? nil : String(name)
}
