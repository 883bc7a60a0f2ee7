// What is wrong with the text of a cell, though it was read: a mark at the end of that text, so that it stays with the
// cell whatever becomes of its table. `Rows` takes it away and doubts the row.

/// What a cell's text is not certain by.
package enum CellMark: Sendable, CaseIterable {
    /// All of it is struck out.
    case struckOut
    /// The cell shows a picture, a mark, a box to tick or a table of its own, and no text; or not all of its text.
    case wordless
    /// Other records have this field, and this one says it elsewhere.
    case misplacedField
    /// Nearly all other records have this field.
    case missingField
    /// The record has this field several times, with other values.
    case contradicted
    /// A person does not see it: its row or column is hidden, its colour is that of its ground, or its format shows nothing.
    case hidden
    /// The cell shows a number in another form than its digits; these stand behind the mark.
    case otherForm

    /// Every mark begins with U+FFFD, which stands in no sound text: who looks for that finds marks as well.
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
    /// - Parameter digits: what stands behind it.
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

    /// The mark alone, for those who read texts piece by piece.
    package func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        var mark = on("")
        return mark.withUTF8(body)
    }

    /// Whether it stands somewhere in a text.
    package func isWithin(_ text: String) -> Bool { text.utf8.contains(0xEF) && text.holds(on("")) }

    /// The text of a cell without its mark, the mark, and what stands behind it; nil where there is none.
    package static func parted(_ text: String) -> (text: String, mark: CellMark, digits: String)? {
        // Most texts are seen to have none by their bytes: U+FFFD begins with this one.
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

    /// The text of a cell without its mark, if it has one, and without those of parts of it.
    package static func removed(from text: String) -> String {
        guard text.utf8.contains(0xEF) else { return text }
        return [struckOut, wordless].reduce(parted(text)?.text ?? text) { $0.with("", inPlaceOf: $1.on("")) }
    }
}
