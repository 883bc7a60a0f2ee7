import Coding

/// What `--json` prints: keys in order, times in RFC 3339, one indented value.
///
/// JSON itself leaves DEL and the C1 control characters as they are, which terminals obey: they are escaped here.
func jsonText(_ value: some Encodable) -> String {
    guard let bytes = try? jsonBytes(of: value, isIndented: true) else { return "null" }
    let text = String(decoding: bytes, as: UTF8.self)
    let isControl = { (scalar: Unicode.Scalar) in (0x7F...0x9F).contains(scalar.value) }
    guard text.unicodeScalars.contains(where: isControl) else { return text }
    return text.unicodeScalars.map { isControl($0) ? "\\u00" + String($0.value, radix: 16) : String($0) }.joined()
}
