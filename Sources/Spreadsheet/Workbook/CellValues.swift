// What a cell shows, from its type, its value and its style (ECMA-376 part 1, 18.3.1.4 and 18.18.11).

import Text

/// What all sheets of a workbook share.
struct CellValues: Sendable {
    var texts: [String]
    var styles: [NumberFormat]
    /// What is wrong with all text of some styles.
    var marks: [Int: CellMark] = [:]
    /// What conditional formats make of a text, by their numbers.
    var conditionalMarks: [CellMark?] = []
    /// Whether days are counted from 1904.
    var isFrom1904: Bool

    /// The text of a cell.
    ///
    /// - Parameters:
    ///   - type: the cell's `t`: "n" where it has none.
    ///   - value: what its `v` holds, white space trimmed.
    ///   - style: its `s`.
    func text(type: String, value: String, style: Int) throws(TableError) -> String {
        let text = try text(type: type, value: value, format: styles.indices.contains(style) ? styles[style] : .general)
        if !marks.isEmpty, let mark = marks[style] { return mark.unlessMarked(text) }
        return type == "n" ? Self.telling(value, text) : text
    }

    /// What a cell shows of a number; with its digits where it shows others. A number of a case may be such.
    static func telling(_ value: String, _ text: String) -> String {
        guard value.utf8.count >= fewestDigits, value != text, value.utf8.allSatisfy(\.isDigit),
            !text.utf8.lazy.filter(\.isDigit).starts(with: value.utf8)
        else { return text }
        return CellMark.otherForm.on(text, digits: value)
    }

    /// Days have five digits until the year 2173.
    private static let fewestDigits = 6

    /// The text of a cell that is shown by a format. A date in one that is none of dates is written as ISO 8601 has it.
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
            // Zeros are often left out.
            return number.digits.isEmpty ? text : Self.seen(text, of: number.general)
        default: throw TableError(.unsupported, "a cell is of the unknown type \"\(type.prefix(20))\"")
        }
    }

    /// What a format shows of a value; where that is nothing, the value as one that is hidden.
    static func seen(_ text: String, of value: String) -> String {
        text.isEmpty ? CellMark.hidden.unlessMarked(value) : text
    }

    private static func dates(_ date: DaySerial) -> NumberFormat { date.milliseconds == 0 ? day : dayAndTime }

    private static let day = NumberFormat("yyyy-mm-dd")
    private static let dayAndTime = NumberFormat("yyyy-mm-dd hh:mm:ss")
}
