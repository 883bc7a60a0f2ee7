// The lines of a table whose keys may be any text: which of them are rows, and which have more of the key above or below.
// Distances tell: the lines of a cell are nearer to each other than rows are. Where rows follow each other as closely, a line
// may be either, unless there was room for it above.

/// The lines of a table, or of its part on one page.
struct TextKeyLines {
    /// A line with a text in the column of the keys, or in another column of the layout.
    private struct Item {
        var line: Int
        /// Its text in the keys' column.
        var key: LineText?
        var cells: [Column: LineText] = [:]
        /// A text that lies in several columns.
        var isUnclear = false
        /// Where the key's text begins, ends or is centred others do not.
        var isElsewhere = false

        var isCandidate: Bool { key != nil && !cells.isEmpty }
    }

    /// A row, by its key.
    struct Row {
        var text: String
        var pieces: Range<Int>
        var extent: ClosedRange<Double>
        var baseline: Double
    }

    /// What the lines say.
    struct Rows {
        var rows: [Row] = []
        /// Pieces whose text is in a row's key.
        var dropped: Set<Int> = []
        var doubts: [(word: String, batches: [String])] = []
        /// What lines alone in the keys' column would be with the keys above and below, however far these are.
        var joints: [String] = []
    }

    private let page: PageLines
    private let columns: TextColumns
    /// Where the keys' heading stands.
    private let heading: ClosedRange<Double>
    private var items: [Item] = []
    /// Lines nearer than this belong together.
    private var tight = 0.0
    private var result = Rows()

    /// The lines of a cell are nearer to each other than rows, or as near, if this factor parts them.
    private static let apart = 1.25
    /// A column is usual that so many of four rows have.
    private static let usual = 3
    private static let slack = 0.5

    /// - Parameter isHeaded: whether headings tell the columns.
    init(_ page: PageLines, _ lines: Range<Int>, _ columns: TextColumns, isHeaded: Bool) {
        self.page = page
        var own = columns
        let texts = lines.map { page.texts(of: page.lines[$0], columns) }
        if isHeaded { for line in texts { own.learn(line, headings: columns.extents) } }
        self.columns = own
        heading = columns.heading
        for (number, line) in zip(lines, texts) {
            if let item = item(of: line, number) { items.append(item) }
        }
        noteElsewhere()
    }

    private func item(of texts: [LineText], _ line: Int) -> Item? {
        var item = Item(line: line)
        var crossed: [Int] = []
        var met: Set<Int> = []
        for text in texts {
            let place = columns.place(of: text)
            crossed += place.others
            met.insert(place.column)
            guard let column = columns.column(place.column) else { continue }
            if column == .batch {
                item.key = item.key.map { joined($0, text) } ?? text
            } else {
                item.cells[column] = item.cells[column].map { joined($0, text) } ?? text
            }
        }
        item.isUnclear = crossed.contains { !met.contains($0) }
        return item.key == nil && item.cells.isEmpty ? nil : item
    }

    private func joined(_ left: LineText, _ right: LineText) -> LineText {
        LineText(
            pieces: left.pieces.lowerBound..<right.pieces.upperBound, start: min(left.start, right.start),
            end: max(left.end, right.end), size: left.size)
    }

    /// Notes whose keys begin, end and are centred elsewhere than their heading and most others.
    private mutating func noteElsewhere() {
        let keys = items.filter(\.isCandidate).compactMap(\.key)
        guard let em = keys.first?.size else { return }
        let places = [
            Self.usualPlace(keys.map(\.start), em), Self.usualPlace(keys.map(\.end), em),
            Self.usualPlace(keys.map { ($0.start + $0.end) / 2 }, em),
        ]
        let wanted = [heading.lowerBound, heading.upperBound, (heading.lowerBound + heading.upperBound) / 2]
        for index in items.indices where items[index].isCandidate {
            guard let key = items[index].key else { continue }
            let own = [key.start, key.end, (key.start + key.end) / 2]
            items[index].isElsewhere = !own.indices.contains {
                abs(own[$0] - places[$0]) < Self.slack * em || abs(own[$0] - wanted[$0]) < Self.slack * em
            }
        }
    }

    /// The place that most of these are near.
    private static func usualPlace(_ places: [Double], _ em: Double) -> Double {
        let sorted = places.sorted()
        var best = (count: 0, place: 0.0)
        var first = 0
        for index in sorted.indices {
            while sorted[index] - sorted[first] > slack * em { first += 1 }
            if index - first + 1 > best.count { best = (index - first + 1, (sorted[first] + sorted[index]) / 2) }
        }
        return best.place
    }

    // MARK: - Headings of a table whose columns are told by their order

    /// The line of the first that may be a row.
    var firstRow: Int? { items.first(where: \.isCandidate)?.line }

    /// Whether a row behind the first has a digit.
    var haveDigits: Bool {
        items.drop { !$0.isCandidate }.dropFirst().contains {
            page.lines[$0.line].pieces.contains(where: page.hasDigit)
        }
    }

    func text(ofRow line: Int) -> String? {
        items.first { $0.line == line }?.key.map { page.text(of: $0.pieces) }
    }

    /// Takes lines for what they are: no part of the table.
    mutating func drop(_ isForeign: (Int) -> Bool) { items.removeAll { isForeign($0.line) } }

    // MARK: - Rows

    /// - Parameter before: the last key of the page before, which may go on here.
    mutating func rows(after before: String?) -> Rows {
        result = Rows()
        measure()
        let rows = items.filter(\.isCandidate)
        usualColumns = [Column.status, .date].filter { column in
            rows.count { $0.cells[column] != nil } * 4 >= rows.count * Self.usual
        }
        let clusters = clusters()
        // Rows as near to each other as the lines of a cell are told by what they say.
        let areApart = !clusters.contains { cluster in cluster.count(where: { isFull(items[$0]) }) > 1 }
        if !areApart { learnStatuses(clusters) }
        for (number, cluster) in clusters.enumerated() {
            let previous = number == 0 ? before : nil
            if areApart { addCell(cluster, previous) } else { addLines(cluster, previous) }
        }
        for (upper, lower) in zip(items, items.dropFirst())
        where upper.key != nil && lower.key != nil && !(upper.isCandidate && lower.isCandidate) {
            result.joints.append(text([upper, lower]))
        }
        return result
    }

    /// Finds from which distance on lines are rows of their own.
    private mutating func measure() {
        let steps = zip(items, items.dropFirst()).map { (step($0, $1), page.lines[$1.line].size) }
        let least = steps.filter { $0.0 > PageLines.halfPitch * $0.1 }.map(\.0).min() ?? 0
        tight = Self.apart * least
    }

    private func step(_ upper: Item, _ lower: Item) -> Double {
        page.lines[lower.line].baseline - page.lines[upper.line].baseline
    }

    /// Lines that follow each other closely, as indices of the items.
    private func clusters() -> [Range<Int>] {
        var clusters: [Range<Int>] = []
        for index in items.indices {
            if let last = clusters.last, index > 0 {
                let step = step(items[index - 1], items[index])
                if step < tight, step <= PageLines.largestPitch * page.lines[items[index].line].size {
                    clusters[clusters.count - 1] = last.lowerBound..<index + 1
                    continue
                }
            }
            clusters.append(index..<index + 1)
        }
        return clusters
    }

    /// Whether a line has a text in each column that most rows have.
    private func isFull(_ item: Item) -> Bool {
        item.isCandidate && usualColumns.allSatisfy { item.cells[$0] != nil }
    }

    private var usualColumns: [Column] = []

    private func text(_ item: Item) -> String { item.key.map { page.text(of: $0.pieces) } ?? "" }

    /// The texts of lines as one, as they would be in one cell.
    private func text(_ own: [Item]) -> String {
        var texts = CellTexts()
        return texts.text(of: own.compactMap(\.key?.pieces).flatMap { Array($0) }, folding: false, page)
    }

    private static func joined(_ upper: String, _ lower: String) -> String {
        upper + (CellText.isBroken(Array(upper.utf8)) ? "" : " ") + lower
    }

    /// Adds the row of a cell of one line or more, which has its status and date on one of them.
    private mutating func addCell(_ cluster: Range<Int>, _ previous: String?) {
        let own = cluster.map { items[$0] }
        let keyed = own.filter { $0.key != nil }
        let rows = own.filter(\.isCandidate)
        let row = rows.first(where: isFull) ?? (rows.count == 1 ? rows.first : nil)
        if let row {
            if previous != nil, !isFull(row) { return doubt(own, previous) }
            return add(keyed, row: row)
        }
        let others = own.filter { $0.key == nil }
        if rows.isEmpty, others.count == 1, let row = others.first, keyed.count > 1 {
            // The middle of an even number of lines lies between two of them.
            return add(keyed, row: row)
        }
        if rows.isEmpty, previous == nil { return }
        doubt(own, previous)
    }

    /// Adds the row whose key is in these lines.
    private mutating func add(_ keyed: [Item], row: Item) {
        guard let first = row.key ?? keyed.first?.key else { return }
        let word = text(keyed)
        if keyed.contains(where: \.isElsewhere) || row.isUnclear {
            result.doubts.append((word, [word]))
            if row.isElsewhere { return }
        }
        let extents = keyed.compactMap(\.key?.extent)
        result.rows.append(
            Row(
                text: word, pieces: first.pieces,
                extent: extents.dropFirst().reduce(extents.first ?? first.extent) { $0.union($1) },
                baseline: page.lines[row.line].baseline))
        for key in keyed.compactMap(\.key) where key.pieces != first.pieces { result.dropped.formUnion(key.pieces) }
    }

    /// Doubts the rows of lines of which it cannot be told how they belong together.
    private mutating func doubt(_ own: [Item], _ previous: String?) {
        let keyed = own.filter { $0.key != nil }
        guard let first = keyed.first else { return }
        let names = keyed.map { text($0) }
        let together = previous.map { [$0, Self.joined($0, names[0])] } ?? []
        result.doubts.append((text(first), together + names + (keyed.count > 1 ? [text(keyed)] : [])))
    }

    // MARK: - Rows as near to each other as the lines of a cell

    private mutating func addLines(_ cluster: Range<Int>, _ previous: String?) {
        let sure = sureRows(cluster, previous)
        // A line alone in the column of the keys may be of the row above and of that below.
        for index in cluster where items[index].key != nil && !sure.contains(index) {
            let above = index > cluster.lowerBound ? items[index - 1] : nil
            let below = index + 1 < cluster.upperBound ? items[index + 1] : nil
            let own = items[index]
            if above == nil, below == nil, previous == nil || index > 0 { continue }
            var batches = [text(own)]
            if let above, above.key != nil { batches += [text(above), text([above, own])] }
            if let below, below.key != nil { batches += [text(below), text([own, below])] }
            if let above, let below { batches.append(text([above, own, below])) }
            if index == 0, let previous { batches += [previous, Self.joined(previous, text(own))] }
            result.doubts.append((text(own), batches))
        }
        for index in cluster where sure.contains(index) { add([items[index]], row: items[index]) }
    }

    /// The lines that are surely rows of their own.
    private func sureRows(_ cluster: Range<Int>, _ previous: String?) -> Set<Int> {
        var sure: Set<Int> = []
        for index in cluster where items[index].isCandidate {
            let above = index > cluster.lowerBound ? items[index - 1] : nil
            if isSure(items[index], below: above, isFirst: index == 0 && previous != nil) { sure.insert(index) }
        }
        for index in cluster where items[index].isCandidate && !sure.contains(index) {
            if let status = items[index].cells[.status], knownStatuses.contains(page.hashWithoutNumbers(status.pieces))
            {
                sure.insert(index)
            }
        }
        return sure
    }

    /// The statuses of rows that are surely such.
    private var knownStatuses: Set<Int> = []

    private mutating func learnStatuses(_ clusters: [Range<Int>]) {
        for cluster in clusters {
            for index in cluster where items[index].isCandidate && isFull(items[index]) {
                let above = index > cluster.lowerBound ? items[index - 1] : nil
                guard let status = items[index].cells[.status], isSure(items[index], below: above, isFirst: false)
                else {
                    continue
                }
                knownStatuses.insert(page.hashWithoutNumbers(status.pieces))
            }
        }
    }

    private func isSure(_ item: Item, below above: Item?, isFirst: Bool) -> Bool {
        guard let above else { return !isFirst || isFull(item) }
        if let date = item.cells[.date], DateCell.isDate(page.text(of: date.pieces)) { return true }
        let pairs =
            [(above.key, item.key, Column.batch)]
            + [Column.status, .date].map { (above.cells[$0], item.cells[$0], $0) }
        let rooms = pairs.compactMap { upper, lower, column in lower.map { hasRoom(upper, $0, column) } }
        return isFull(item) ? rooms.contains(true) : rooms.allSatisfy { $0 }
    }

    /// Whether the first word of a text would have found room behind that of the line above.
    private func hasRoom(_ upper: LineText?, _ lower: LineText, _ column: Column) -> Bool {
        guard let upper else { return true }
        let word = page.widthOfFirstWord(of: page.pieces[lower.pieces.lowerBound])
        return upper.end + 0.25 * upper.size + word < columns.extent(of: column)?.upperBound ?? 0
    }
}
