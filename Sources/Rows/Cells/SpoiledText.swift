// What programs and typists leave of a value: words for formulas that failed, signs that fill a column too narrow for its date,
// numbers rounded to an exponent, texts cut short, letters that look like digits.

extension CellText {
    /// Whether a cell says that there is a value and not which: "#N/A", "#REF!", "#NAME?", "########", "Err:508".
    static func isFailure(_ cell: String) -> Bool {
        guard let first = cell.utf8.first else { return false }
        if first == UInt8(ascii: "E") {
            return cell.hasPrefix("Err:") && cell.utf8.count == 7 && cell.utf8.dropFirst(4).allSatisfy(isDigit)
        }
        guard first == UInt8(ascii: "#"), let last = cell.utf8.last else { return false }
        let word = cell.utf8.dropFirst()
        if word.allSatisfy({ $0 == first }) { return word.count > 1 }
        // In capitals of the language of the office, and without blanks.
        guard word.allSatisfy({ $0 > 0x20 && !(0x61...0x7A).contains($0) }) else { return false }
        if last == UInt8(ascii: "!") || last == UInt8(ascii: "?") { return word.count > 2 }
        return ["#N/A", "#N/D", "#N/V", "#NV"].contains(cell)
    }

    /// Whether a number was rounded, as Excel writes long ones into CSV ("2.01215E+10"), or cut short ("201214...").
    static func isShortened(_ cell: String) -> Bool {
        let text = cell.utf8
        guard let first = text.first, isDigit(first) else { return false }
        if cell.hasSuffix("\u{2026}") || cell.hasSuffix("...") { return text.prefix(while: isDigit).count > 2 }
        let rest = text.drop { isDigit($0) || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: ",") }
        return rest.count > 2 && rest.starts(with: "E+".utf8) && rest.dropFirst(2).allSatisfy(isDigit)
    }

    /// A text with digits in place of the letters that look like them.
    static func inDigits(_ cell: String) -> String {
        guard cell.utf8.contains(where: { digitsLike[$0] != nil }) else { return "" }
        return String(decoding: cell.utf8.map { digitsLike[$0] ?? $0 }, as: UTF8.self)
    }

    private static let digitsLike: [UInt8: UInt8] = [
        UInt8(ascii: "O"): UInt8(ascii: "0"), UInt8(ascii: "o"): UInt8(ascii: "0"),
        UInt8(ascii: "I"): UInt8(ascii: "1"),
        UInt8(ascii: "l"): UInt8(ascii: "1"), UInt8(ascii: "S"): UInt8(ascii: "5"),
        UInt8(ascii: "B"): UInt8(ascii: "8"),
    ]

    private static func isDigit(_ byte: UInt8) -> Bool { 0x30...0x39 ~= byte }
}
