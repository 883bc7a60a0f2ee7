// The names of months and weeks in the languages of CLDR, and the folding of words, so that one entry of the table
// serves all spellings of a name.

/// A calendar in which a month has a name of its own.
enum NamedCalendar {
    case gregorian, persian, islamic
}

/// A month that a word names.
struct NamedMonth: Hashable {
    var calendar: NamedCalendar
    /// 1...12.
    var number: Int
    /// Whether the word names a month only beside a day: its short form is also an everyday word ("set", "out").
    var needsDay: Bool
}

/// The table's entry for a word.
struct DateWord {
    /// The months that it names regardless of the language.
    private(set) var meanings: [(month: NamedMonth, languages: LanguageSet)] = []
    /// The month that it names in the language of the page.
    private(set) var own: NamedMonth?
    /// Whether it names a week.
    private(set) var isWeek = false

    /// - Parameters:
    ///   - word: the folded word; the words of one name are joined by "_".
    ///   - language: the language of the page; nil if unknown.
    init?(_ word: String, language: String?) {
        guard let entry = SortedTable(monthNameTable)[word] else { return nil }
        for meaning in entry.split(separator: ";") {
            let parts = meaning.split(separator: "/", omittingEmptySubsequences: false)
            let languages = parts.count > 1 ? parts[1].split(separator: ",") : []
            guard let code = parts.first, let month = NamedMonth(code) else {
                isWeek = isWeek || meaning == "w"
                continue
            }
            if let language, languages.contains(Substring(language)) { own = own ?? month }
            if code.first != "~" { meanings.append((month, LanguageSet(languages))) }
        }
    }

    /// The month; nil if it means different months in different languages, and nothing decides.
    func month(_ customs: DateCustoms) -> NamedMonth? {
        if let own { return own }
        if meanings.count < 2 { return meanings.first?.month }
        let told = meanings.filter { meaning in
            customs.names.contains { names in
                !names.isDisjoint(with: meaning.languages)
                    && meanings.allSatisfy {
                        $0.month == meaning.month || names.isDisjoint(with: $0.languages)
                    }
            }
        }
        return told.count == 1 ? told[0].month : nil
    }
}

extension NamedMonth {
    /// From its code in the table: "~^K".
    fileprivate init?(_ code: Substring) {
        let signs = code.drop { $0 == "~" }
        calendar = signs.first == "^" ? .persian : signs.first == "*" ? .islamic : .gregorian
        guard let letter = signs.utf8.last, 0x61...0x6C ~= letter | 0x20 else { return nil }
        number = Int(letter | 0x20) - 0x60
        needsDay = letter < 0x60
    }
}

/// Some of the languages that share a name for different months.
struct LanguageSet: OptionSet, Hashable {
    let rawValue: UInt16

    init(rawValue: UInt16) {
        self.rawValue = rawValue
    }

    fileprivate init(_ languages: [Substring]) {
        var bits: UInt16 = 0
        if !languages.isEmpty {
            for (number, language) in contestedLanguages.description.split(separator: " ").prefix(16).enumerated()
            where languages.contains(language) { bits |= 1 << UInt16(number) }
        }
        rawValue = bits
    }
}

/// The word in lower case, without marks: "AOÛT" and "août" become "aout", "Kasım" becomes "kasim".
func folded(_ word: some StringProtocol) -> String {
    let small = word.lowercased()
    if small.utf8.allSatisfy({ $0 < 0x80 }) { return small }
    var folded = ""
    for scalar in small.unicodeScalars where scalar.isASCII || !isMark(scalar) {
        if !scalar.isASCII, let letters = SortedTable(letterTable)[String(scalar)] {
            folded += letters
        } else {
            folded.unicodeScalars.append(scalar)
        }
    }
    return folded
}

/// Whether a character only modifies the one before: accents, vowels of Arabic and Hebrew, nuktas, the long stroke, and
/// zero-width joiners.
func isMark(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x300...0x36F, 0x591...0x5C7, 0x610...0x61A, 0x640, 0x64B...0x65F, 0x670, 0x93C, 0x9BC, 0xA3C, 0xABC, 0xB3C,
        0x200C, 0x200D:
        true
    default: false
    }
}
