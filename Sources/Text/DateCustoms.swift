// How the author of several texts writes dates: what one of them leaves open, the others tell.

/// What the texts of one page or document have in common.
package struct DateCustoms: Sendable {
    /// Whether "5/6/2026" is the fifth of June; nil where nothing tells.
    package var dayFirst: Bool?
    /// The language that the page says it is in, as the first part of its tag (BCP 47), in small letters; nil for none.
    package private(set) var language: String?
    /// For each name of a month that tells something of the language, those that call the month so.
    private(set) var names: Set<LanguageSet> = []

    /// - Parameter language: a tag such as "cs-CZ"; nil where nothing is said.
    package init(dayFirst: Bool? = nil, language: String? = nil) {
        self.dayFirst = dayFirst
        let first = language?.lowercased().prefix { $0.isLetter } ?? ""
        // Two languages are tagged in two ways (BCP 47 4.5, CLDR's aliases).
        let tag = ["nb": "no", "tl": "fil", "iw": "he"][first] ?? String(first)
        self.language = tag.isEmpty || tag.utf8.count > 3 ? nil : tag
    }

    /// What the texts tell: a number above 12 in a date of three numbers is the day, and where they contradict each
    /// other, the greater number decides; names of months tell the language.
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
