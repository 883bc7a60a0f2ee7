// What makes two texts of a list the same, decided here and nowhere else: snapshots, changes, fingerprints, tables of
// editions and keys that are texts all compare by it. A list that is wrapped, hyphenated, blanked or encoded otherwise has
// not changed; another letter, digit or word is a change.

/// Brings texts into one form: two texts are the same if their forms are.
///
/// - Characters are folded as in keys and dates (`CellText.append`): blanks of all kinds are one, hyphens are `-`,
///   ligatures are spelt out, digits and signs of full width are ASCII, what is not seen is nothing. Quotes are `'` and `"`.
///   Others that merely look alike stay: 1² is not 12.
/// - Letters and marks are those of Normalization Form D, in canonical order.
/// - A hyphen between small letters is nothing (`BrokenWords`).
/// - A blank is nothing where a line may end without one: beside a character of `UnpartedScripts`, and, in a text that has
///   such a character, beside a sign that is no letter or digit; directly behind a hyphen, dash or slash within a word.
enum SameText {
    /// What the texts are.
    enum Role {
        case cell
        /// Keys name what they stand for, so each hyphen counts; dashes are hyphens, as people type them.
        case key
    }

    /// Whether two cells say the same.
    static func isSame(_ one: String, _ other: String) -> Bool {
        one == other || form(of: one).utf8.elementsEqual(form(of: other).utf8)
    }

    /// The form of a text. People never see it.
    static func form(of text: String, as role: Role = .cell) -> String {
        if isOwnForm(text.utf8) { return text }
        let scalars = scalars(of: Array(text.utf8)[...], isDrawn: false, as: role)
        var form = Form(isUnparted: scalars.contains(where: UnpartedScripts.contain))
        var words = BrokenWords()
        for scalar in scalars {
            if role == .key {
                form.append(scalar)
                continue
            }
            let wasHeld = words.holdsHyphen
            switch words.take(BrokenWords.kind(of: scalar)) {
            case .nothing: if scalar == " " { form.append(scalar) }
            case .character:
                if wasHeld { form.dropBlank() }
                form.append(scalar)
            case .hyphenAndCharacter:
                form.dropBlank()
                form.append("-")
                form.append(scalar)
            }
        }
        if words.holdsHyphen { form.append("-") }
        return String(form.scalars)
    }

    /// The characters of a text, folded and decomposed.
    ///
    /// - Parameter isDrawn: see `CellText.append`.
    static func scalars(of text: ArraySlice<UInt8>, isDrawn: Bool, as role: Role = .cell) -> [Unicode.Scalar] {
        var folded: [UInt8] = []
        CellText.append(text, folding: true, isDrawn: isDrawn, to: &folded)
        var decomposition = Decomposition()
        for scalar in String(decoding: folded, as: UTF8.self).unicodeScalars {
            switch scalar.value {
            case 0x2018...0x201B, 0x2032, 0x2039, 0x203A, 0x2BC: decomposition.append("'")
            case 0x201C...0x201F, 0x2033, 0xAB, 0xBB: decomposition.append("\"")
            case 0x2012...0x2015 where role == .key, 0xFE58 where role == .key, 0xFE63 where role == .key:
                decomposition.append("-")
            default: decomposition.append(scalar)
            }
        }
        return decomposition.finish()
    }

    /// Whether a text surely is its own form: ASCII and single blanks, without what may end a line within a word.
    private static func isOwnForm(_ text: String.UTF8View) -> Bool {
        var last: UInt8 = 0x20
        for byte in text {
            if byte >= 0x7F || byte < 0x20 || byte == 0x20 && last == 0x20 || endsLines(UInt32(byte)) { return false }
            last = byte
        }
        return last != 0x20 || text.isEmpty
    }

    /// Whether a line may end behind a sign within a word (UAX 14: BA, HH, HY and SY).
    static func endsLines(_ sign: UInt32) -> Bool {
        switch sign {
        case 0x2D, 0x2F, 0x5C, 0x7C, 0x58A, 0x5BE, 0x964, 0x965, 0x1361, 0x2012...0x2015: true
        default: false
        }
    }
}

/// A text in its form, as it grows.
private struct Form {
    var scalars = String.UnicodeScalarView()
    /// Whether the text has characters of scripts without blanks between words.
    let isUnparted: Bool
    private var endsBlank = false
    private var last: Unicode.Scalar?
    /// The character before that, which may be a blank.
    private var lastButOne: Unicode.Scalar?

    init(isUnparted: Bool) { self.isUnparted = isUnparted }

    mutating func append(_ scalar: Unicode.Scalar) {
        if scalar == " " {
            endsBlank = true
            return
        }
        if endsBlank, let last, isParted(last, scalar) { add(" ") }
        endsBlank = false
        add(scalar)
    }

    /// Takes the blanks at the end back.
    mutating func dropBlank() { endsBlank = false }

    private mutating func add(_ scalar: Unicode.Scalar) {
        scalars.append(scalar)
        (lastButOne, last) = (last, scalar)
    }

    /// Whether a blank between two characters counts.
    private func isParted(_ before: Unicode.Scalar, _ after: Unicode.Scalar) -> Bool {
        if SameText.endsLines(before.value), let lastButOne, lastButOne != " " { return false }
        if !isUnparted { return true }
        if UnpartedScripts.contain(before) || UnpartedScripts.contain(after) { return false }
        return isOfWord(before) && isOfWord(after)
    }

    private func isOfWord(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .nonspacingMark,
            .spacingMark, .enclosingMark, .decimalNumber, .letterNumber, .otherNumber:
            true
        default: false
        }
    }
}
