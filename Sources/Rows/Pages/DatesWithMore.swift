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

    /// Takes in the rows of a page whose cells are known.
    mutating func add(_ found: CellPage, _ page: PageLines) {
        for row in found.rows {
            guard let date = row.date, case .batch(let key) = row.kind else { continue }
            if isWithMore(found.cells.pieces(of: date), page) { doubt(key, found.cells.pieces(of: date).last, page) }
        }
    }

    /// Takes in the rows of a table.
    mutating func add(_ table: PageTable) {
        guard let band = table.layout.band(of: .date) else { return }
        let page = table.page
        for (number, row) in table.rows.enumerated() {
            if table.owners.isEmpty, isOneWord(page.lines[row.line], table, band) { continue }
            let lines = table.owners.isEmpty ? [row.line] : table.lines(ofRow: number).date
            let pieces = Array(table.pieces(of: lines, in: band))
            if isWithMore(pieces[...], page) { doubt(row.key(table.layout.key, in: page), pieces.last, page) }
        }
    }

    /// Counts the date of a line that is a single word, and cannot have more: in most lists all are.
    private mutating func isOneWord(_ line: Line, _ table: PageTable, _ band: Int) -> Bool {
        var index = line.pieces.upperBound
        var text: Range<Int>?
        while index > line.pieces.lowerBound {
            index &-= 1
            if table.band(of: index) != band {
                if text == nil { continue }
                break
            }
            if text != nil { return false }
            text = table.page.pieces[index].text
        }
        guard let text else { return true }
        for index in text where table.page.utf8[index] == 0x20 { return false }
        dates += 1
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
