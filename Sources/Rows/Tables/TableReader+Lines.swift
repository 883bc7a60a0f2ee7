// Lists that are lines of text and no table: "66357342: Refused", one below the other. A line with one key at its
// beginning is a row; whatever may belong to a key and stands elsewhere makes a doubt.

import Text

extension TableReader {
    /// Whether lines tell what the layout wants.
    package var readsLines: Bool { LineOrder(layout) != nil }

    /// Reads the lines of a document in which no table has a key; to be called once. Nothing is read where columns are told by
    /// their headings, or others are wanted than status and date to the right of the keys.
    package mutating func add(_ blocks: [TextBlock]) {
        guard let order = LineOrder(layout) else { return }
        beginTable()
        var account = LineAccount(order: order)
        for block in blocks { add(block, order, &account) }
        guard account.isList else { return }
        for row in account.rows where !builder.isFull { addRow([row.head] + order.cells(of: row.rest), order.places) }
        builder.add(account.doubts(page: number), watched: keys.watched)
    }

    private mutating func add(_ block: TextBlock, _ order: LineOrder, _ account: inout LineAccount) {
        account.beginBlock()
        let readings = block.lines.map { keys.reading(ofLine: $0) }
        let keyed = readings.indices.filter { readings[$0] != .none }
        linesWithKeys += keyed.count
        // What is set in several lines of its own is one text.
        if !block.isWritten, keyed == [0], block.lines.count > 1 {
            let line = block.lines.joined(separator: " ")
            return add(line, of: block.element, keys.reading(ofLine: line), order, &account)
        }
        for (line, reading) in zip(block.lines, readings) { add(line, of: block.element, reading, order, &account) }
    }

    private mutating func add(
        _ line: String, of element: String, _ reading: LineReading, _ order: LineOrder, _ account: inout LineAccount
    ) {
        switch reading {
        case .none: account.note(text: line)
        case .doubtful(let doubtful):
            account.noteDoubtful()
            doubt(doubtful, line)
        case .key(let head, let rest):
            switch keys.reading(of: head) {
            case .key(let key, _):
                account.note(key: key, head: head, rest: rest, form: LineForm(line, key, head, rest, element))
            case .doubtful(let doubtful):
                account.noteDoubtful()
                doubt(doubtful, line)
            case .several(let shared):
                account.noteDoubtful()
                doubt(DoubtfulKeys(keys: shared), line)
            case .none: account.note(text: line)
            }
        }
    }

    private mutating func doubt(_ doubtful: DoubtfulKeys, _ line: String) {
        guard let batches = keys.batches(of: doubtful) else { return }
        // A case that has a line of its own may be named in others.
        doubtUnlessListed(Doubt(page: number, word: CellText.cell(line), rule: .unclearKey, batches: batches))
    }
}

/// What stands behind the key of a line.
struct LineOrder {
    private let hasStatus, hasDate: Bool
    private let dateFirst: Bool

    /// Nil for columns that lines do not tell.
    init?(_ layout: TableLayout) {
        let columns = layout.columns.drop { $0 == .skip }
        guard columns.first == .batch, !columns.contains(.skip), !layout.key.isAnyText else { return nil }
        (hasStatus, hasDate) = (columns.contains(.status), columns.contains(.date))
        dateFirst = columns.dropFirst().first == .date
    }

    /// Whether something is wanted beside the key.
    var hasUpdate: Bool { hasStatus || hasDate }

    var places: ColumnPlaces { ColumnPlaces(batch: 0, status: hasStatus ? 1 : nil, date: hasDate ? 2 : nil) }

    func cells(of rest: String) -> [String] {
        guard hasDate else { return [rest, ""] }
        guard hasStatus else { return ["", rest] }
        let update = KeySearch.update(in: rest, dateFirst: dateFirst)
        return [update.status, update.date]
    }
}

/// What stands between the lines that are rows, and may belong to them.
private struct LineAccount {
    let order: LineOrder
    /// The rows so far: the cell of the key, and what is said of it.
    private(set) var rows: [(head: String, rest: String)] = []
    private var bareRows = 0
    /// How the rows are written that say something.
    private var forms = LineForms()
    /// The key of the line right above, and whether that says nothing else, and stands in the same block.
    private var above: (key: String, isBare: Bool, isInBlock: Bool)?
    /// Keys by themselves with a text right below.
    private var bare: [(key: String, text: String)] = []
    private var isLastBare = false
    /// A text between two rows.
    private var between: String?
    private var textBelow: String?
    private var others: [(key: String, text: String)] = []

    private static let most = 100

    init(order: LineOrder) { self.order = order }

    mutating func beginBlock() { above?.isInBlock = false }

    mutating func note(text: String) {
        guard text.contains(where: { $0.isLetter || $0.isNumber }) else { return }
        if let above {
            if above.isBare {
                bare.append((above.key, text))
                isLastBare = true
            } else if above.isInBlock, others.count < Self.most {
                others.append((above.key, text))
            }
        }
        above = nil
        if !rows.isEmpty, textBelow == nil { textBelow = text }
    }

    mutating func noteDoubtful() { above = nil }

    mutating func note(key: String, head: String, rest: String, form: LineForm) {
        rows.append((head, rest))
        if rest.isEmpty { bareRows += 1 } else { forms.note(form, key: key, rest: rest) }
        above = (key, rest.isEmpty, true)
        isLastBare = false
        if let textBelow { between = between ?? textBelow }
        textBelow = nil
    }

    /// Whether the rows are a list. Numbers of which nothing is said may be anything: what an error page tells to refer to.
    var isList: Bool { bareRows < rows.count || !order.hasUpdate && rows.count > 1 }

    /// What is not certain, once all lines were read.
    func doubts(page: Int) -> [Doubt] {
        // Keys alone below headings: those are the statuses, most often.
        if rows.count == bareRows, let between {
            return [Doubt(page: page, word: between, rule: .headingOverRows)]
        }
        var found = others + forms.unlike
        // Below the last row stands what follows the list.
        let isEnd = isLastBare && bare.count == 1 && rows.count > 1
        if order.places.status != nil, !isEnd { found += bare }
        return found.map { Doubt(page: page, word: $0.text, rule: .betweenRows, batches: [$0.key]) }
    }
}
