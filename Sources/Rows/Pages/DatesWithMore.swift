// A column of dates, and the few of its cells that have more than a date: that may belong to another cell or row.

/// Compares the cells of a column of dates.
struct DatesWithMore {
    private var dates = 0
    /// Those that have more beside them, and below.
    private var beside: [Doubt] = []
    private var below: [Doubt] = []
    /// What texts of a form are.
    private var forms: [TextForm: Form] = [:]
    /// How many have a number before the date, which is of another column, and the first of them.
    private var numbered: (count: Int, first: Doubt?) = (0, nil)

    private enum Form { case other, withMore, withNumber }

    /// One date in so many may have more in its cell by mistake; where more have, the list is such.
    private static let datesForOne = 8
    /// The same of what stands in lines of its own.
    private static let datesForOneBelow = 2
    private static let fewestNumbered = 3
    private static let most = 100
    private static let mostForms = 1000
    /// A date has so many words at most.
    private static let mostWords = 4

    /// Texts without a digit that stand where no date does: another column's.
    private var elsewhere: [Doubt] = []
    /// The last rows of tables with a lone number below their date: a sum, most likely.
    private var sums: [Doubt] = []

    /// The doubts about rows whose date has more, where few have.
    var doubts: [Doubt] {
        let isNumbered = numbered.count >= Self.fewestNumbered && numbered.count * 2 > dates
        return (isNumbered ? numbered.first.map { [$0] } ?? [] : [])
            + sums + elsewhere + (beside.count * Self.datesForOne <= dates ? beside : [])
            + (below.count * Self.datesForOneBelow <= dates ? below : [])
    }

    /// Takes in the rows of a page.
    mutating func add(_ table: PageRows) {
        lazy var usual = table.rows.first { isOneWord(table.pieces(of: $0.date), table.page) }
        for row in table.rows where row.kind == .batch {
            let pieces = table.pieces(of: row.date)
            if isOneWord(pieces, table.page) {
                dates += 1
                continue
            }
            if let usual, !pieces.isEmpty, elsewhere.count < Self.most, isElsewhere(row, than: usual, table),
                let key = table.key(of: row)
            {
                let word = table.page.text(of: table.page.pieces[pieces[pieces.startIndex]])
                elsewhere.append(Doubt(page: table.page.number, word: word, rule: .disagreement, batches: [key]))
            }
            if let form = form(of: pieces, table.page), form != .other, let key = table.key(of: row) {
                doubt(key, pieces, form, table.page, isLast: row.place == table.rows.last?.place)
            }
        }
    }

    /// Whether a date is a single word with a digit, and cannot have more: in most lists all are.
    private func isOneWord(_ pieces: ArraySlice<Int>, _ page: PageLines) -> Bool {
        guard pieces.count == 1, let only = pieces.first else { return false }
        var hasDigit = false
        for index in page.pieces[only].text {
            if page.utf8[index] == 0x20 { return false }
            if page.utf8[index].isDigit { hasDigit = true }
        }
        return hasDigit
    }

    /// Whether a text without a digit neither begins nor ends nor is centred where a date does.
    private func isElsewhere(_ row: PageRow, than usual: PageRow, _ table: PageRows) -> Bool {
        let pieces = table.pieces(of: row.date)
        guard !pieces.contains(where: table.page.hasDigit), let own = table.extent(of: row.date),
            let date = table.extent(of: usual.date), let first = pieces.first
        else { return false }
        let (left, right) = (own.lowerBound - date.lowerBound, own.upperBound - date.upperBound)
        let em = table.page.pieces[first].size
        return abs(left) > em && abs(right) > em && abs(left + right) > 2 * em
    }

    /// Counts the text of a cell, and says what it is; nil for an empty one.
    private mutating func form(of pieces: ArraySlice<Int>, _ page: PageLines) -> Form? {
        if pieces.isEmpty { return nil }
        dates += 1
        var form = TextForm()
        var last: Int?
        for piece in pieces {
            if let last, page.pieces[last].line != page.pieces[piece].line { form.endLine() }
            form.add(piece, after: last, page)
            last = piece
        }
        if let known = forms[form] { return known }
        let found = hasDatesBelowEachOther(pieces, page) ? .withMore : Self.form(of: pieces, page)
        if forms.count < Self.mostForms { forms[form] = found }
        return found
    }

    private static func form(of pieces: ArraySlice<Int>, _ page: PageLines) -> Form {
        var texts = CellTexts()
        let words = texts.text(of: pieces, folding: true, page).split(separator: " ")
        let isNumbered =
            words.count > 1 && words[0].utf8.allSatisfy { 0x30...0x39 ~= $0 || $0 == 0x2C || $0 == 0x2E }
            && DateCell.isDate(words.dropFirst().joined(separator: " "))
        return !isDateWithMore(words) ? .other : isNumbered ? .withNumber : .withMore
    }

    /// Whether a cell has a whole date on two lines: the lower one is another row's.
    private func hasDatesBelowEachOther(_ pieces: ArraySlice<Int>, _ page: PageLines) -> Bool {
        guard let first = pieces.first, let last = pieces.last, page.pieces[first].line != page.pieces[last].line else {
            return false
        }
        var texts = CellTexts()
        let lines = Dictionary(grouping: pieces) { page.pieces[$0].line }
        return lines.values.count { DateCell.isDate(texts.text(of: $0, folding: true, page)) } > 1
    }

    private mutating func doubt(
        _ key: String, _ pieces: ArraySlice<Int>, _ form: Form, _ page: PageLines, isLast: Bool
    ) {
        guard let first = pieces.first, let last = pieces.last else { return }
        let word = page.text(of: page.pieces[last])
        let doubt = Doubt(page: page.number, word: word, rule: .disagreement, batches: [key])
        if form == .withNumber {
            numbered = (numbered.count + 1, numbered.first ?? Doubt(page: page.number, word: word, rule: .disagreement))
        }
        if page.pieces[first].line == page.pieces[last].line {
            if beside.count < Self.most { beside.append(doubt) }
        } else if isLast, page.utf8[page.pieces[last].text].allSatisfy(\.isDigit) {
            if sums.count < Self.most { sums.append(doubt) }
        } else if below.count < Self.most {
            below.append(doubt)
        }
    }

    /// Whether words begin or end with a date, and are none.
    private static func isDateWithMore(_ words: [Substring]) -> Bool {
        if words.count < 2 || DateCell.isDate(words.joined(separator: " ")) { return false }
        return DateCell.isAtEnd(of: words, ofUpTo: min(mostWords, words.count - 1))
    }
}
