// Formats a cell's number by its format code (ECMA-376 part 1, 18.8.31): sections for positive, negative, zero and
// text.

import Text

/// A format of numbers, dates and texts.
struct NumberFormat: Sendable {
    private var sections: [FormatSection] = []
    private var textSection: FormatSection?

    /// The format of cells without one.
    static let general = NumberFormat("General")

    /// Excel's limit. Longer codes are invalid.
    private static let longestCode = 255

    /// Parses a code. An invalid one shows numbers unformatted.
    init(_ code: String) {
        let code = Array(code.unicodeScalars)
        if code.isEmpty || code.count > Self.longestCode { return }
        var parsed = Self.split(code).map { FormatSection($0) }
        if parsed.last?.tokens.contains(.text) == true || parsed.count > 3 { textSection = parsed.popLast() }
        // A repeated text could make much out of little.
        let places = textSection?.tokens.count { $0 == .text || $0 == .general }
        if let places, places > 1 { textSection = nil }
        sections = parsed
    }

    /// Formats a number.
    func text(of number: DecimalNumber, isFrom1904: Bool) -> String {
        guard let (section, showsSign) = section(for: number) else { return number.general }
        switch section.kind {
        case .general: return section.generalText(of: number, showsSign: showsSign)
        case .number: return section.text(of: number, showsSign: showsSign)
        case .date:
            return DaySerial(number, isFrom1904: isFrom1904).flatMap { section.text(of: $0) } ?? number.general
        }
    }

    /// Formats a date; nil if the format is none for dates.
    func text(of date: DaySerial) -> String? {
        sections.first { $0.kind == .date }?.text(of: date)
    }

    /// Formats a text.
    func text(of text: String) -> String {
        guard let textSection else { return text }
        var result = ""
        for token in textSection.tokens {
            switch token {
            case .text: result += text
            case .literal(let literal): result += literal
            case .general: result += text
            default: break
            }
        }
        return collapsed(result.utf8)
    }

    /// Whether it shows neither numbers nor texts.
    var showsNothing: Bool {
        textSection?.tokens.isEmpty == true && sections.allSatisfy(\.tokens.isEmpty)
    }

    /// The section for a number, and whether the sign is shown before it; nil for none.
    private func section(for number: DecimalNumber) -> (FormatSection, showsSign: Bool)? {
        if sections.contains(where: { $0.condition != nil }) {
            let value = number.double
            return sections.first { $0.condition?.holds(for: value) ?? true }.map { ($0, true) }
        }
        guard let first = sections.first else { return nil }
        if number.digits.isEmpty { return (sections.count > 2 ? sections[2] : first, false) }
        if number.isNegative, sections.count > 1 { return (sections[1], false) }
        return (first, true)
    }

    /// Splits a code into sections at each semicolon outside of texts.
    private static func split(_ code: [Unicode.Scalar]) -> [[Unicode.Scalar]] {
        var sections: [[Unicode.Scalar]] = [[]]
        var (isQuoted, isBracketed, isEscaped) = (false, false, false)
        for scalar in code {
            if scalar == ";", !isQuoted, !isBracketed, !isEscaped {
                sections.append([])
                continue
            }
            sections[sections.count - 1].append(scalar)
            if isEscaped {
                isEscaped = false
            } else if isQuoted {
                isQuoted = scalar != "\""
            } else if isBracketed {
                isBracketed = scalar != "]"
            } else {
                isQuoted = scalar == "\""
                isBracketed = scalar == "["
                isEscaped = scalar == "\\" || scalar == "_" || scalar == "*"
            }
        }
        return sections
    }

    /// The code of a format that has only a number (18.8.30). Formats that depend on the reader's country use ISO 8601.
    static func builtIn(_ id: Int) -> String {
        switch id {
        case 1: "0"
        case 2: "0.00"
        case 3: "#,##0"
        case 4: "#,##0.00"
        case 5...8, 37...44: (id == 7 || id == 8 || id == 39 || id == 40 || id > 42) ? "#,##0.00" : "#,##0"
        case 9: "0%"
        case 10: "0.00%"
        case 11: "0.00E+00"
        case 14, 27...31, 36, 50...54, 57, 58: "yyyy-mm-dd"
        case 15: "d-mmm-yy"
        case 16: "d-mmm"
        case 17: "mmm-yy"
        case 18: "h:mm AM/PM"
        case 19: "h:mm:ss AM/PM"
        case 20: "h:mm"
        case 21: "h:mm:ss"
        case 22: "yyyy-mm-dd hh:mm"
        case 45: "mm:ss"
        case 46: "[h]:mm:ss"
        case 47: "mm:ss.0"
        case 48: "##0.0E+0"
        case 49: "@"
        default: "General"
        }
    }
}
