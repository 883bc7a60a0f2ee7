// How the author of several texts writes dates: if one text is ambiguous, the others decide.

/// The common customs of the texts of one page or document.
package struct DateCustoms: Sendable {
    /// Whether "5/6/2026" is the fifth of June; nil if unknown.
    package var dayFirst: Bool?
    /// The language that the page declares, as the first part of its tag (BCP 47), in lower case; nil for none.
    package private(set) var language: String?
    /// For each month name that suggests a language, the languages with that name.
    private(set) var names: Set<LanguageSet> = []

    /// - Parameter language: a tag such as "cs-CZ"; nil without a declaration.
    package init(dayFirst: Bool? = nil, language: String? = nil) {
        self.dayFirst = dayFirst
        let first = language?.lowercased().prefix { $0.isLetter } ?? ""
        // Two languages have two tags each (BCP 47 4.5, CLDR's aliases).
        let tag = ["nb": "no", "tl": "fil", "iw": "he"][first] ?? String(first)
        self.language = tag.isEmpty || tag.utf8.count > 3 ? nil : tag
    }

    /// Derives the customs from texts: in a date of three numbers a number above 12 is the day, and if dates contradict
    /// each other, the majority decides; names of months suggest the language.
    package init(of texts: some Sequence<String>, language: String? = nil) {
        self.init(language: language)
        var sum = 0
        for text in texts {
            let pieces = datePieces(of: text, self)
            sum += DateScan(pieces: pieces, dayFirst: true).orderVote ?? 0
            for piece in pieces where !piece.languages.isEmpty { names.insert(piece.languages) }
        }
        dayFirst = sum == 0 ? nil : sum > 0
    }
}
