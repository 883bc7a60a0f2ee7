// A text as one word of a command that people copy into a shell.

/// The text as it has to be typed as one word: as it is where no sign of it means anything to a shell, else in single
/// quotes. Inert.
///
/// - Parameter limit: the longest text, in bytes; what is longer is cut, as by `inert`.
package func shellWord(_ text: String, limit: Int = 256) -> String {
    let word = inert(text, limit: limit)
    let isPlain = word.utf8.allSatisfy { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x80...: true
        default: plainSigns.contains(byte)
        }
    }
    return isPlain && !word.isEmpty ? word : "'\(word.with("'\\''", inPlaceOf: "'"))'"
}

/// The signs that mean nothing to a shell, wherever they stand in a word.
private let plainSigns = Set("._/:@%+,-".utf8)
