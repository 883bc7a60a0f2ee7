// Quotes a text as one word of a command that people copy into a shell.

/// The text as one word of a shell command: unchanged if no sign of it is special to a shell, otherwise in single
/// quotes. Sanitized.
///
/// - Parameter limit: the longest text, in bytes; `sanitized` cuts a longer one.
package func shellWord(_ text: String, limit: Int = 256) -> String {
    let word = sanitized(text, limit: limit)
    let isPlain = word.utf8.allSatisfy { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x80...: true
        default: plainSigns.contains(byte)
        }
    }
    return isPlain && !word.isEmpty ? word : "'\(word.with("'\\''", inPlaceOf: "'"))'"
}

/// The signs that are never special to a shell, anywhere in a word.
private let plainSigns = Set("._/:@%+,-".utf8)
