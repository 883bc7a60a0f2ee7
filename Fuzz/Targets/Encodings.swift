// The encoding of a text: whatever the bytes and whatever is said of them, UTF-8 comes out; and the same again where the
// encoding that was found is what is said, as for a document that was kept.

import Charsets
import Text

extension Target {
    /// A line with what the server says, empty for nothing, then the document.
    static let charsets = Target("charsets") { bytes in
        let line = bytes.prefix { $0 != UInt8(ascii: "\n") }
        let told = line.isEmpty ? nil : String(decoding: line, as: UTF8.self)
        let document = Array(bytes.dropFirst(line.count + 1))
        guard let first = try? decodedText(of: document, told: told) else { return }
        try promise(String(validating: first.bytes, as: UTF8.self) != nil, "the text is no UTF-8")
        try promise(first.bytes.count <= 4 * document.count + 3, "the text is longer than it may be")
        let second = try decodedText(of: document, told: first.charset)
        try promise(first.bytes == second.bytes, "read again as \(first.charset), the text is another")
        try promise(first.charset == second.charset, "\(first.charset) is \(second.charset) when it is told")
    }
}
