// In which encoding a web page is written, where its server's word for it is not at hand; and the page in UTF-8.

import CXML
import Text

/// The page in UTF-8, without a byte order mark, and without zero bytes, where libxml2 2.9 would take the page to end.
/// What means nothing in its encoding becomes U+FFFD, a zero byte a space.
///
/// - Parameter encoding: its name where that is known from outside; nil to find it: a byte order mark, then what the
///   page says of itself (HTML, 13.2.3.2; XHTML's declaration) unless all bytes are sound UTF-8, which text in another
///   encoding hardly is; then UTF-8 with slips, or windows-1252, as browsers have it.
func htmlText(of document: [UInt8], encoding: String?) -> [UInt8] {
    if document.starts(with: [0xEF, 0xBB, 0xBF]) { return repaired(document.dropFirst(3)) }
    if document.starts(with: [0xFF, 0xFE]) { return utf16(document.dropFirst(2), isBigEndian: false) }
    if document.starts(with: [0xFE, 0xFF]) { return utf16(document.dropFirst(2), isBigEndian: true) }
    let name = encoding.map { $0.lowercased() } ?? declaredEncoding(in: document)
    // Escape sequences are plain ASCII, and sound UTF-8 with that.
    if encoding == nil, name != "iso-2022-jp", let sound = sound(document[...]) { return sound }
    switch name {
    case "utf-8", "utf8": return repaired(document[...])
    case "utf-16le" where encoding != nil, "utf-16" where encoding != nil:
        return utf16(document[...], isBigEndian: false)
    case "utf-16be" where encoding != nil: return utf16(document[...], isBigEndian: true)
    case nil: return soundButCut(document) ?? slipped(document) ?? windows1252(document)
    default:
        if encoding == nil, let text = slipped(document) { return text }
        let text = name.flatMap { label in namesInIconv[label] ?? (isPlain(label) ? label : nil) }
            .flatMap { decoded(document, from: $0) }
        return text ?? windows1252(document)
    }
}

/// The bytes, if they are sound UTF-8.
private func sound(_ bytes: ArraySlice<UInt8>) -> [UInt8]? {
    String(validating: bytes, as: UTF8.self) == nil ? nil : bytes.map { $0 == 0 ? 0x20 : $0 }
}

/// The bytes, if they are sound UTF-8, and not ASCII alone, but for a character that the end cuts.
private func soundButCut(_ bytes: [UInt8]) -> [UInt8]? {
    for cut in 1...3 where cut < bytes.count && bytes.suffix(cut).allSatisfy({ $0 >= 0x80 }) {
        let whole = bytes.dropLast(cut)
        if let sound = sound(whole) { return whole.contains { $0 >= 0x80 } ? sound : nil }
    }
    return nil
}

private func repaired(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    sound(bytes) ?? String(decoding: bytes, as: UTF8.self).utf8.map { $0 == 0 ? 0x20 : $0 }
}

private func utf16(_ bytes: ArraySlice<UInt8>, isBigEndian: Bool) -> [UInt8] {
    var units: [UInt16] = []
    units.reserveCapacity(bytes.count / 2)
    var first: UInt8?
    for byte in bytes {
        guard let other = first else {
            first = byte
            continue
        }
        let (high, low) = isBigEndian ? (other, byte) : (byte, other)
        units.append(high == 0 && low == 0 ? 0x20 : UInt16(high) << 8 | UInt16(low))
        first = nil
    }
    return Array(String(decoding: units, as: UTF16.self).utf8)
}

/// What stands behind "charset=" or, in an XML declaration, "encoding=" in the first 1024 bytes, in lower case.
private func declaredEncoding(in document: [UInt8]) -> String? {
    let head = String(decoding: document.prefix(1024), as: UTF8.self).lowercased()
    let declaration = head.hasPrefix("<?xml") ? head.firstRange(of: "encoding=") : nil
    guard let start = (head.firstRange(of: "charset=") ?? declaration)?.upperBound else { return nil }
    let name = head[start...].drop { $0 == "\"" || $0 == "'" || $0 == " " }
        .prefix { $0.isASCII && ($0.isLetter || $0.isNumber || "-_:.".contains($0)) }
    return name.isEmpty || name.count > 40 ? nil : String(name)
}

/// Names of web pages (Encoding, 4.2) that mean another encoding there than in iconv, or are unknown to it.
private let namesInIconv = [
    "shift_jis": "cp932", "shift-jis": "cp932", "sjis": "cp932", "x-sjis": "cp932", "windows-31j": "cp932",
    "gb2312": "gb18030", "gbk": "gb18030", "x-gbk": "gb18030", "big5": "big5-hkscs", "euc-kr": "cp949",
    "ks_c_5601-1987": "cp949", "iso-8859-9": "windows-1254", "latin5": "windows-1254", "tis-620": "cp874",
    "iso-8859-11": "cp874", "windows-874": "cp874",
]

/// Whether it is one of the families of encodings whose bytes below 0x80 are ASCII, and that pages may be in.
private func isPlain(_ label: String) -> Bool {
    if ["iso-8859-1", "windows-1252"].contains(label) { return false }
    return ["iso-8859-", "windows-125", "koi8-", "euc-jp", "gb18030", "iso-2022-jp", "ibm866", "macintosh"]
        .contains { label.hasPrefix($0) }
}

private func decoded(_ document: [UInt8], from name: String) -> [UInt8]? {
    let room = 4 * document.count + 16
    let text = [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
        count = document.withUnsafeBytes { bytes in
            guard let from = bytes.baseAddress, let to = buffer.baseAddress else { return 0 }
            return max(
                0,
                UnsafeMutableRawPointer(to).withMemoryRebound(to: CChar.self, capacity: room) {
                    cxml_utf8(name, from.assumingMemoryBound(to: CChar.self), document.count, $0, room)
                })
        }
    }
    return text.isEmpty ? nil : sound(text[...])
}

/// UTF-8 but for some slips; nil for other bytes.
private func slipped(_ bytes: [UInt8]) -> [UInt8]? {
    repairedUTF8(bytes).map { $0.map { $0 == 0 ? 0x20 : $0 } }
}

/// The one encoding that most pages are in that say nothing.
private func windows1252(_ document: [UInt8]) -> [UInt8] {
    textOfWindows1252(document).map { $0 == 0 ? 0x20 : $0 }
}
