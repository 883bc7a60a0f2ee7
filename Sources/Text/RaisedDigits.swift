// Superscript digits: as the reference of a footnote they would change the number before them, or the word before them.

/// The form of a superscript text after another text: after a digit its digits become superscript characters (U+2070,
/// U+00B9 and so on); the reference of a footnote after a word vanishes; other text stays, as in "1st" and "m2".
///
/// - Parameter place: the text before it.
package func raised(_ text: some Collection<UInt8>, behind place: RaisedPlace) -> [UInt8] {
    switch place {
    case .digit where !text.contains(where: isLetter):
        text.flatMap { isDigit($0) ? superscripts[Int($0 - 0x30)] : [$0] }
    case .word where isCall(text): []
    default: Array(text)
    }
}

/// The kind of text before a superscript.
package enum RaisedPlace: Sendable {
    case digit
    /// A word that is no unit: it has three letters, or ends with a bracket.
    case word
    case other

    /// From the end of a text; nil for an empty text or white space only.
    package init?(behind text: UnsafeBufferPointer<UInt8>) {
        var end = text.count
        while end > 0, text[end - 1] <= 0x20 { end -= 1 }
        guard end > 0 else { return nil }
        let last = text[end - 1]
        if end == text.count, isDigit(last) {
            self = .digit
            return
        }
        if last == UInt8(ascii: ")") || last == UInt8(ascii: "]") {
            self = .word
            return
        }
        end = text.count
        while end > 0, isSign(text[end - 1]) { end -= 1 }
        var letters = 0
        while end > 0, letters < 3, isLetter(text[end - 1]) {
            end -= 1
            // Letters of more than two bytes are syllables or words.
            if text[end] < 0x80 || text[end] >= 0xC0 { letters += text[end] >= 0xE0 ? 3 : 1 }
        }
        self = letters < 3 ? .other : .word
    }

    /// The same, of bytes in an array.
    package init?(behind text: [UInt8]) {
        guard let place = text.withUnsafeBufferPointer({ RaisedPlace(behind: $0) }) else { return nil }
        self = place
    }
}

/// Whether it may follow a word without being part of it.
private func isSign(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: " "), UInt8(ascii: "."), UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: ":"),
        UInt8(ascii: "!"), UInt8(ascii: "?"), UInt8(ascii: "'"), UInt8(ascii: "\""):
        true
    default: false
    }
}

/// Whether a text consists of numbers of at most two digits: "1", "12)", "[3]", "1, 2".
private func isCall(_ text: some Collection<UInt8>) -> Bool {
    let signs = " ,;()[]*".utf8
    let numbers = text.split { signs.contains($0) }
    return !numbers.isEmpty && numbers.allSatisfy { $0.count < 3 && $0.allSatisfy(isDigit) }
}

private func isDigit(_ byte: UInt8) -> Bool { 0x30...0x39 ~= byte }

private func isLetter(_ byte: UInt8) -> Bool { byte >= 0x80 || 0x61...0x7A ~= byte | 0x20 }

private let superscripts = "\u{2070}\u{B9}\u{B2}\u{B3}\u{2074}\u{2075}\u{2076}\u{2077}\u{2078}\u{2079}".map {
    Array(String($0).utf8)
}
