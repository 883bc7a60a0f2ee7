// The numbers and words of a text with what stands between them, for the forms in which dates are written.

/// A number or a word, and what stands before it.
struct DatePiece {
    /// The characters since the piece before, words that only join ("of", "to") among them: these are a blank, or a
    /// dash for an interval.
    var gap: String
    /// The number; 0 for a word, and where it has more digits than a date.
    var value = 0
    /// How many digits it has; 0 for a word.
    var digits = 0
    /// In small letters, without accents; empty for a number.
    var word = ""

    /// The month that the word names.
    var month: Int? { digits == 0 ? Text.month(named: word) : nil }

    /// Whether the gap is as between the parts of one date.
    var isLoose: Bool { gap.unicodeScalars.count <= 4 && gap.unicodeScalars.allSatisfy(isJoint) }

    /// Whether the gap is as between the ends of an interval.
    var isRange: Bool {
        gap.unicodeScalars.count <= 6 && gap.unicodeScalars.allSatisfy(isJoint)
            && gap.unicodeScalars.contains(where: isDash)
    }

    /// The one sign between two numbers, blanks around it aside; a blank where there is nothing but one.
    var sign: Unicode.Scalar? {
        let signs = gap.unicodeScalars.filter { $0 != " " }
        if signs.isEmpty { return gap == " " ? " " : nil }
        guard signs.count == 1, gap.unicodeScalars.count <= 3, let sign = signs.first,
            "-./_".unicodeScalars.contains(sign)
        else { return nil }
        return sign
    }
}

private func isDash(_ scalar: Unicode.Scalar) -> Bool { scalar == "-" || (0x2010...0x2015).contains(scalar.value) }

private func isJoint(_ scalar: Unicode.Scalar) -> Bool {
    isDash(scalar) || " ._,/'\u{2019}".unicodeScalars.contains(scalar)
}

/// A text of more bytes names no day: no title, address or text of a link is longer, and what is cut off may have been
/// a part of a date.
let longestDatedText = 8_000

/// The pieces of a text, in its order; none for one without a digit, as it has no year, and for one that is too long.
func datePieces(of text: String) -> [DatePiece] {
    guard text.utf8.count <= longestDatedText, text.utf8.contains(where: { (0x30...0x39).contains($0) }) else {
        return []
    }
    var pieces: [DatePiece] = []
    var gap = ""
    var rest = text.unicodeScalars[...]
    while let first = rest.first {
        if isDigit(first) {
            let digits = rest.prefix(while: isDigit)
            rest = rest.dropFirst(digits.count)
            pieces.append(number(digits, gap))
            gap = ""
        } else if isLetter(first) {
            let letters = rest.prefix { isLetter($0) || (0x0300...0x036F).contains($0.value) }
            rest = rest.dropFirst(letters.count)
            // The longest name has eleven letters, and some marks.
            let word = letters.count > 16 ? "?" : folded(Substring(letters))
            if let joint = joint(word, after: pieces.last, gap) {
                gap += joint
            } else {
                pieces.append(DatePiece(gap: gap, word: word))
                gap = ""
            }
        } else {
            // What is longer than any sign between two parts stays so.
            if gap.utf8.count < 40 { gap.unicodeScalars.append(isBlank(first) ? " " : first) }
            rest.removeFirst()
        }
    }
    return pieces
}

/// What a word that belongs to a date without being one of its parts counts as: nothing for "th" after a number, a
/// blank for "of", a dash for "to"; nil for other words.
private func joint(_ word: String, after piece: DatePiece?, _ gap: String) -> String? {
    guard let piece else { return nil }
    if gap.isEmpty {
        return piece.digits > 0 && ["st", "nd", "rd", "th", "er", "º", "ª"].contains(word) ? "" : nil
    }
    switch word {
    case "of", "de", "del", "d": return ""
    case "to", "bis", "au", "al", "a", "ate", "until", "till", "through", "thru", "tot", "and", "und", "et", "y", "e",
        "ile":
        return "-"
    default: return nil
    }
}

/// A time of 14 digits ("20261113104500") counts as its day.
private func number(_ digits: Substring.UnicodeScalarView, _ gap: String) -> DatePiece {
    let values = digits.prefix(15).map { Int($0.value) - 0x30 }
    func value(_ range: Range<Int>) -> Int { values[range].reduce(0) { $0 * 10 + $1 } }
    if values.count == 14, value(8..<10) < 24, value(10..<12) < 60, value(12..<14) < 60 {
        return DatePiece(gap: gap, value: value(0..<8), digits: 8)
    }
    return DatePiece(gap: gap, value: values.count <= 8 ? value(0..<values.count) : 0, digits: digits.count)
}

private func isDigit(_ scalar: Unicode.Scalar) -> Bool { (0x30...0x39).contains(scalar.value) }

// Unicode's own tables are asked only for what is not ASCII: a page has many links.

private func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCII ? 0x61...0x7A ~= scalar.value | 0x20 : scalar.properties.isAlphabetic
}

private func isBlank(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return scalar == " " || scalar == "+" || 0x09...0x0D ~= scalar.value }
    return scalar.properties.isWhitespace
}
