// Digits above the line behind a number: the call of a footnote, which would make another number of it.

/// The text with its digits as superscript ones (U+2070, U+00B9 and so on), in UTF-8; as it is where it has letters, as
/// in "1st".
package func raisedDigits(in text: some Collection<UInt8>) -> [UInt8] {
    if text.contains(where: { $0 >= 0x80 || 0x61...0x7A ~= $0 | 0x20 }) { return Array(text) }
    return text.flatMap { 0x30...0x39 ~= $0 ? raised[Int($0 - 0x30)] : [$0] }
}

private let raised = "\u{2070}\u{B9}\u{B2}\u{B3}\u{2074}\u{2075}\u{2076}\u{2077}\u{2078}\u{2079}".map {
    Array(String($0).utf8)
}
