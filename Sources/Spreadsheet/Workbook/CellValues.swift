// Computes the text that a cell shows, from its type, its value and its style (ECMA-376 part 1, 18.3.1.4 and 18.18.11).

import Text

/// The shared data of all sheets of a workbook.
struct CellValues: Sendable {
    var texts: [String]
    var styles: [NumberFormat]
    /// The effect of some styles on all text.
    var marks: [Int: CellMark] = [:]
    /// The effect of conditional formats on a text, by their numbers.
    var conditionalMarks: [CellMark?] = []
    /// Whether days count from 1904.
    var isFrom1904: Bool

    /// The text of a cell.
    ///
    /// - Parameters:
    ///   - type: the cell's `t`: "n" if it has none.
    ///   - value: the content of its `v`, white space trimmed.
    ///   - style: its `s`.
    func text(type: String, value: String, style: Int) throws(TableError) -> String {
        let text = try text(type: type, value: value, format: styles.indices.contains(style) ? styles[style] : .general)
        if !marks.isEmpty, let mark = marks[style] { return mark.unlessMarked(text) }
        return type == "n" ? Self.telling(value, text) : text
    }

    /// The text that a cell shows for a number, with the number's digits if it shows others. It may be the number of a
    /// case.
    static func telling(_ value: String, _ text: String) -> String {
        guard value.utf8.count >= fewestDigits, value != text, value.utf8.allSatisfy(\.isDigit),
            !text.utf8.lazy.filter(\.isDigit).starts(with: value.utf8)
        else { return text }
        return CellMark.otherForm.on(text, digits: value)
    }

    /// Days have five digits until the year 2173.
    private static let fewestDigits = 6

    /// The text of a cell with this format. A date in a format that is none for dates is written in ISO 8601.
    func text(type: String, value: String, format: NumberFormat) throws(TableError) -> String {
        switch type {
        case "s":
            guard let index = Int(value), texts.indices.contains(index) else {
                throw TableError(
                    .malformed, "a cell has the text number \"\(value.prefix(20))\", which the workbook lacks")
            }
            return Self.seen(format.text(of: texts[index]), of: texts[index])
        case "b": return value == "1" || value == "true" ? "TRUE" : "FALSE"
        case "e": return value
        case "d":
            guard let date = DaySerial(iso: value) else { return value }
            return format.text(of: date) ?? Self.dates(date).text(of: date) ?? value
        case "inlineStr": return Self.seen(format.text(of: value), of: value)
        case "str":
            let value = collapsed(unescaped(Array(value.utf8)))
            return Self.seen(format.text(of: value), of: value)
        case "n":
            guard let number = DecimalNumber(value) else {
                throw TableError(.malformed, "a cell has the number \"\(value.prefix(40))\", which is none")
            }
            let text = format.text(of: number, isFrom1904: isFrom1904)
            // Formats often omit zeros.
            return number.digits.isEmpty ? text : Self.seen(text, of: number.general)
        default: throw TableError(.unsupported, "a cell is of the unknown type \"\(type.prefix(20))\"")
        }
    }

    /// The text that a format shows for a value; if it shows nothing, the value as hidden text.
    static func seen(_ text: String, of value: String) -> String {
        text.isEmpty ? CellMark.hidden.unlessMarked(value) : text
    }

    private static func dates(_ date: DaySerial) -> NumberFormat { date.milliseconds == 0 ? day : dayAndTime }

    private static let day = NumberFormat("yyyy-mm-dd")
    private static let dayAndTime = NumberFormat("yyyy-mm-dd hh:mm:ss")
}
