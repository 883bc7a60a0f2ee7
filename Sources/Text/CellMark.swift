// Why the text of a cell is uncertain although it was read: a mark at the end of that text, so that it stays with the
// cell whatever happens to its table. `Rows` removes the mark and doubts the row.

/// A reason why a cell's text is uncertain.
package enum CellMark: Sendable, CaseIterable {
    /// All of it is struck out.
    case struckOut
    /// The cell shows a picture, a mark, a checkbox or a table of its own, and no text; or not all of its text.
    case wordless
    /// Other records have this field, and this record has it elsewhere.
    case misplacedField
    /// Nearly all other records have this field.
    case missingField
    /// The record has this field several times, with other values.
    case contradicted
    /// A person does not see the text: its row or column is hidden, its colour is that of its ground, or its format
    /// shows nothing.
    case hidden
    /// The cell shows a number in another form than its digits, which follow the mark.
    case otherForm

    /// Every mark begins with U+FFFD, which is in no sound text: a search for that finds marks as well.
    private var sign: Unicode.Scalar {
        switch self {
        case .struckOut: "\u{336}"
        case .wordless: "\u{FFFC}"
        case .misplacedField: "\u{2192}"
        case .missingField: "\u{2205}"
        case .contradicted: "\u{2260}"
        case .hidden: "\u{25CC}"
        case .otherForm: "="
        }
    }

    /// A text with this mark.
    ///
    /// - Parameter digits: the text after the mark.
    package func on(_ text: String, digits: String = "") -> String {
        var marked = text
        marked.unicodeScalars.append("\u{FFFD}")
        marked.unicodeScalars.append(sign)
        return marked + digits
    }

    /// A text with this mark, unless it is empty or has one.
    package func unlessMarked(_ text: String) -> String {
        text.isEmpty || Self.parted(text) != nil ? text : on(text)
    }

    /// The mark alone, for readers of texts in pieces.
    package func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        var mark = on("")
        return mark.withUTF8(body)
    }

    /// Whether a text contains it.
    package func isWithin(_ text: String) -> Bool { text.utf8.contains(0xEF) && text.holds(on("")) }

    /// The text of a cell without its mark, the mark, and the text after it; nil without a mark.
    package static func parted(_ text: String) -> (text: String, mark: CellMark, digits: String)? {
        // One byte shows that most texts have no mark: U+FFFD begins with it.
        guard text.utf8.contains(0xEF) else { return nil }
        let scalars = text.unicodeScalars
        guard let place = scalars.lastIndex(of: "\u{FFFD}") else { return nil }
        let rest = scalars[scalars.index(after: place)...]
        guard let sign = rest.first, let mark = allCases.first(where: { $0.sign == sign }) else { return nil }
        let digits = rest.dropFirst()
        guard mark == .otherForm ? !digits.isEmpty && digits.allSatisfy(\.properties.isASCIIHexDigit) : digits.isEmpty
        else { return nil }
        return (String(scalars[..<place]), mark, String(digits))
    }

    /// The text of a cell without its mark, if it has one, and without the marks of its parts.
    package static func removed(from text: String) -> String {
        guard text.utf8.contains(0xEF) else { return text }
        return [struckOut, wordless].reduce(parted(text)?.text ?? text) { $0.with("", inPlaceOf: $1.on("")) }
    }
}
