import Coding

/// What `--json` prints: keys in order, times in RFC 3339, one indented value.
func jsonText(_ value: some Encodable) -> String {
    (try? jsonBytes(of: value, isIndented: true)).map { String(decoding: $0, as: UTF8.self) } ?? "null"
}
