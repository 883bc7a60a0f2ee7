// A column of dates, and the few of its cells that have more than a date: that may belong to another cell or row.

/// Compares the cells of a column of dates.
struct DatesWithMore {
    private var dates = 0
    private var withMore: [Doubt] = []
    /// Whether texts of a form are a date with more.
    private var forms: [TextForm: Bool] = [:]

    /// One date in so many may have more in its cell by mistake; where more have, the list is such.
    private static let datesForOne = 8
    private static let most = 100
    private static let mostForms = 1000
    /// A date has so many words at most.
    private static let mostWords = 4

    /// The doubts about rows whose date has more beside it, where hardly any has.
    var doubts: [Doubt] { withMore.count * Self.datesForOne <= dates ? withMore : [] }

    /// Takes in the rows of a page.
    mutating func add(_ table: PageRows) {
        for row in table.rows where row.kind == .batch {
            let pieces = table.pieces(of: row.date)
            if isOneWord(pieces, table.page) {
                dates += 1
            } else if isWithMore(pieces, table.page), let key = table.key(of: row) {
                doubt(key, pieces.last, table.page)
            }
        }
    }

    /// Whether a date is a single word, and cannot have more: in most lists all are.
    private func isOneWord(_ pieces: ArraySlice<Int>, _ page: PageLines) -> Bool {
        guard pieces.count == 1, let only = pieces.first else { return false }
        for index in page.pieces[only].text where page.utf8[index] == 0x20 { return false }
        return true
    }

    /// Counts the text of a cell, and says whether it is a date with more.
    private mutating func isWithMore(_ pieces: ArraySlice<Int>, _ page: PageLines) -> Bool {
        if pieces.isEmpty { return false }
        dates += 1
        var form = TextForm()
        var last: Int?
        for piece in pieces {
            form.add(piece, after: last, page)
            last = piece
        }
        if let known = forms[form] { return known }
        var texts = CellTexts()
        let text = texts.text(of: pieces, folding: true, page)
        let isWithMore = Self.isDateWithMore(text.split(separator: " "))
        if forms.count < Self.mostForms { forms[form] = isWithMore }
        return isWithMore
    }

    private mutating func doubt(_ key: String, _ last: Int?, _ page: PageLines) {
        guard withMore.count < Self.most, let last else { return }
        let word = page.text(of: last..<last + 1)
        withMore.append(Doubt(page: page.number, word: word, rule: .disagreement, batches: [key]))
    }

    /// Whether words begin or end with a date, and are none.
    private static func isDateWithMore(_ words: [Substring]) -> Bool {
        if words.count < 2 || DateCell.isDate(words.joined(separator: " ")) { return false }
        return DateCell.isAtEnd(of: words, ofUpTo: min(mostWords, words.count - 1))
    }
}
