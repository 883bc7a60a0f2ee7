// What the texts of a table's rows show of its borders, over all pages: text where no column is, two texts in one cell, two
// texts as lines of one, rows that come again on each page.

import Text

/// Looks for rows whose texts are not where the columns are.
struct TextAccount {
    /// What is not certain whatever the other pages say.
    private var found: [Doubt] = []
    /// The first rows of pages that have text above their keys, and whether others have, too.
    private var firsts: [Doubt] = []
    private var hasTextAbove = false
    /// Whether each status begins on its key's line.
    private var isAtTop = true
    /// Rows whose texts are broken where there was room: what goes on may be another text.
    private var broken: (count: Int, rows: [Doubt]) = (0, [])
    /// Of later pages `Wrapping` knows what may go on there.
    private var isFirstPage = true
    private var rows = 0
    private var status = ColumnTexts()
    private var date = ColumnTexts()
    /// The last rows of pages, by where they stand and what they say but for digits.
    private var feet: [String: [Doubt]] = [:]

    private static let mostDoubts = 100
    /// In dates and statuses no gap is so wide, in em.
    private static let widestGap = (date: 1.0, status: 2.0)

    var doubts: [Doubt] {
        found + (broken.count < Self.custom || !isAtTop ? broken.rows : []) + (hasTextAbove ? [] : firsts)
            + status.doubts(of: rows) + date.doubts(of: rows)
            + feet.values.filter { Set($0.map(\.page)).count > 1 }.flatMap(\.self)
    }

    /// A page is read otherwise.
    mutating func pass() { isFirstPage = false }

    /// Takes in the rows of a page that gaps part.
    ///
    /// - Parameters:
    ///   - roles: what each line is to the table.
    ///   - isPlain: whether no row has more than one text for each column, see `PageRows`.
    mutating func add(_ table: PageTable, _ roles: [LineRole], isPlain: Bool) {
        if isPlain { rows += table.rows.count } else { addRows(of: table) }
        if !table.owners.isEmpty { addLines(of: table) }
        addBeyond(table, roles)
        addFoot(of: table)
        isFirstPage = false
    }

    private mutating func addRows(of table: PageTable) {
        let bands = (status: table.layout.band(of: .status), date: table.layout.band(of: .date))
        let page = table.page
        // Taken out of `self` for the time, as it is done for each row of each list.
        var (status, date) = (self.status, self.date)
        (self.status, self.date) = (ColumnTexts(), ColumnTexts())
        defer { (self.status, self.date) = (status, date) }
        for row in table.rows {
            let line = page.lines[row.line].pieces
            var pieces = (status: 0, date: 0)
            for index in line where !row.pieces.contains(index) {
                let band = table.bands.band(at: page.pieces[index].start)
                if band == bands.status {
                    pieces.status &+= 1
                } else if band == bands.date {
                    pieces.date &+= 1
                }
            }
            rows += 1
            // Nearly all cells are one piece, of which there is nothing to say.
            if let band = bands.status, pieces.status != 1 {
                add(RowCell(of: row, band: band, table), to: &status, widest: Self.widestGap.status, row, table)
            }
            if let band = bands.date, pieces.date != 1 {
                add(RowCell(of: row, band: band, table), to: &date, widest: Self.widestGap.date, row, table)
            }
            let hasBoth = bands.status != nil && bands.date != nil
            if hasBoth, pieces.status + pieces.date == 0, line.count > row.pieces.count { doubt(row, table) }
        }
    }

    private mutating func add(
        _ cell: RowCell, to column: inout ColumnTexts, widest: Double, _ row: KeyCell, _ table: PageTable
    ) {
        if cell.isEmpty {
            column.blanks += 1
        } else if cell.second != nil {
            if cell.gap > widest { return doubt(row, table, about: cell.apart) }
            column.add(cell, table.page, table.page.lines[row.line])
        }
    }

    private func doubt(about row: KeyCell, _ table: PageTable) -> Doubt {
        let key = row.key(table.layout.key, in: table.page)
        return Doubt(page: table.page.number, word: key, rule: .disagreement, batches: [key])
    }

    /// - Parameter piece: which is in the wrong cell; nil where that is not known.
    private mutating func doubt(_ row: KeyCell, _ table: PageTable, about piece: Int? = nil) {
        var doubt = doubt(about: row, table)
        if let piece { doubt.word = table.page.text(of: table.page.pieces[piece]) }
        found.add(doubt, most: Self.mostDoubts)
    }

    // MARK: - Lines of a cell

    /// So many rows show that a list breaks its texts where nothing forces it to.
    private static let custom = 3

    /// Takes in the lines of cells that are wrapped.
    private mutating func addLines(of table: PageTable) {
        let lines = table.rows.indices.map { table.lines(ofRow: $0) }
        let width = table.layout.band(of: .status).map { ColumnWidth($0, lines.map(\.status), table) }
        for (number, row) in table.rows.enumerated() {
            let status = lines[number].status
            let breaks = zip(status, status.dropFirst()).filter { width?.hasRoom(in: $0, for: $1, row, table) == true }
            if breaks.contains(where: { $1 <= row.line }) {
                // A heading, most likely: one above the other.
                doubt(row, table)
            } else if !breaks.isEmpty {
                broken.count += 1
                broken.rows.add(doubt(about: row, table), most: Self.mostDoubts)
            }
            if !status.contains(where: { $0 == row.line && table.hasText(in: $0, .status, besides: row) }) {
                isAtTop = false
            }
            let isAbove = [status, lines[number].date].contains { ($0.first ?? row.line) < row.line }
            // A cell that is centred has lines on either side.
            guard isAbove, ![status, lines[number].date].contains(where: { ($0.last ?? row.line) > row.line }) else {
                continue
            }
            if number > 0 {
                hasTextAbove = true
            } else if isFirstPage {
                firsts.add(doubt(about: row, table), most: Self.mostDoubts)
            }
        }
    }

    /// Text of the columns alone that is as near to the first or last row as the next line of a cell, and nobody's.
    private mutating func addBeyond(_ table: PageTable, _ roles: [LineRole]) {
        guard let first = table.rows.first, let last = table.rows.last else { return }
        for (row, line) in [(first, first.line - 1), (last, last.line + 1)] where roles.indices.contains(line) {
            let (own, other) = (table.page.lines[row.line], table.page.lines[line])
            guard case .cells = roles[line], !table.owners.hasOwner(line, previous: true),
                abs(own.baseline - other.baseline) < Self.linePitch * own.size,
                other.pieces.contains(where: { table.stands($0, where: row) })
            else { continue }
            doubt(row, table)
        }
    }

    private static let linePitch = 1.4

    // MARK: - Feet

    /// A row apart from those above that stands at the same place of several pages and says the same is their foot.
    private mutating func addFoot(of table: PageTable) {
        guard table.rows.count > 2, let last = table.rows.last else { return }
        let rows = table.rows.suffix(Self.mostCompared)
        func step(to number: Int) -> Double {
            table.page.lines[rows[number].line].baseline - table.page.lines[rows[number - 1].line].baseline
        }
        let gap = step(to: rows.endIndex - 1)
        for number in rows.startIndex + 1..<rows.endIndex - 1 where gap <= 1.3 * step(to: number) { return }
        let line = table.page.lines[last.line]
        let text = String(table.page.text(of: line).map { $0.isNumber ? "#" : $0 })
        feet["\(Int(line.baseline.rounded())) \(text)", default: []].add(
            doubt(about: last, table), most: Self.mostDoubts)
    }

    private static let mostCompared = 32
}

/// How wide the texts of a column are, and how much room it has.
private struct ColumnWidth {
    /// The widest line.
    private var widest = 0.0
    /// Where the leftmost line begins, and the next column to the right.
    private var start = Double.infinity
    private var next = Double.infinity
    private let band: Int

    init(_ band: Int, _ rows: [[Int]], _ table: PageTable) {
        self.band = band
        for (row, lines) in zip(table.rows, rows) {
            for line in lines {
                guard let extent = table.extent(of: line, band, row) else { continue }
                widest = max(widest, extent.upperBound - extent.lowerBound)
                start = min(start, extent.lowerBound)
            }
            for index in table.page.lines[row.line].pieces where table.band(of: index) > band {
                next = min(next, table.page.pieces[index].start)
            }
        }
    }

    /// Whether a line had room for the first word of the next one: the text was not broken there by its width. Before a
    /// capital, as far as all of the next column leaves room.
    func hasRoom(in upper: Int, for lower: Int, _ row: KeyCell, _ table: PageTable) -> Bool {
        guard let extent = table.extent(of: upper, band, row),
            let index = table.page.lines[lower].pieces.first(where: {
                table.band(of: $0) == band && !row.pieces.contains($0)
            })
        else { return false }
        let piece = table.page.pieces[index]
        let isBeginning = table.page.utf8[piece.text].first.map { (0x41...0x5A).contains($0) } == true
        let room = isBeginning && next.isFinite ? next - start - piece.size : 0
        let needed = extent.upperBound - extent.lowerBound + table.page.widthOfFirstWord(of: piece) + 1.3 * piece.size
        return needed < max(widest, room)
    }
}

extension PageTable {
    /// Whether a line has text in a column.
    fileprivate func hasText(in line: Int, _ column: Column, besides row: KeyCell) -> Bool {
        layout.band(of: column).map { extent(of: line, $0, row) != nil } ?? false
    }

    /// Whether a text begins where the text of its column does in a row.
    fileprivate func stands(_ piece: Int, where row: KeyCell) -> Bool {
        let band = band(of: piece)
        guard layout.column(ofBand: band) != nil, let extent = extent(of: row.line, band, row) else { return false }
        return abs(page.pieces[piece].start - extent.lowerBound) < 0.5 * page.pieces[piece].size
    }

    /// Where a line's text in a band begins and ends; nil without one.
    fileprivate func extent(of line: Int, _ band: Int, _ row: KeyCell) -> ClosedRange<Double>? {
        let own = page.lines[line].pieces.filter { self.band(of: $0) == band && !row.pieces.contains($0) }
        guard let first = own.first, let last = own.last else { return nil }
        let start = page.pieces[first].start
        return start...max(start, page.pieces[last].end)
    }
}

/// What the line of a row has in a column.
private struct RowCell {
    private(set) var isEmpty = true
    /// The widest gap between two pieces, in em.
    private(set) var gap = 0.0
    /// The piece behind that gap.
    private(set) var apart: Int?
    /// Where the first piece begins and ends, and where the second begins; nil for one.
    private(set) var first = (start: 0.0, end: 0.0)
    private(set) var second: Double?
    private var end = 0.0

    init(of row: KeyCell, band: Int, _ table: PageTable) {
        for index in table.page.lines[row.line].pieces
        where !row.pieces.contains(index) && table.band(of: index) == band {
            add(table.page.pieces[index], index)
        }
    }

    private mutating func add(_ piece: Piece, _ index: Int) {
        if isEmpty {
            first = (piece.start, piece.end)
        } else {
            if second == nil { second = piece.start }
            if (piece.start - end) / piece.size > gap { (gap, apart) = ((piece.start - end) / piece.size, index) }
        }
        (isEmpty, end) = (false, piece.end)
    }
}

/// What the rows of a list have in a column.
private struct ColumnTexts {
    var blanks = 0
    /// Rows with a wide gap, and the first of them.
    private var wide: (count: Int, first: Doubt?) = (0, nil)
    /// Rows that have a second text, by where that begins, in fifths of an em.
    private var parted: [Int: Part] = [:]

    private struct Part {
        var count = 1
        /// Where the first texts begin and end.
        var starts: ClosedRange<Double>
        var ends: ClosedRange<Double>
        /// Whether all gaps are wider than those of words.
        var isApart: Bool
        var first: Doubt
    }

    private static let most = 256
    /// So many rows show that two columns are read as one.
    private static let fewestParted = 3
    private static let wideGap = 1.0
    private static let wordGap = 0.45

    mutating func add(_ cell: RowCell, _ page: PageLines, _ line: Line) {
        if cell.gap > Self.wideGap {
            if wide.count == 0 { wide.first = Doubt(page: page.number, word: page.text(of: line), rule: .disagreement) }
            wide.count += 1
        }
        guard let second = cell.second, let place = Int(exactly: (second / (0.2 * line.size)).rounded()) else { return }
        let (start, end) = cell.first
        let isApart = second - end > Self.wordGap * line.size
        guard let known = parted[place] else {
            if parted.count < Self.most {
                let doubt = Doubt(page: page.number, word: page.text(of: line), rule: .disagreement)
                parted[place] = Part(starts: start...start, ends: end...end, isApart: isApart, first: doubt)
            }
            return
        }
        parted[place] = Part(
            count: known.count + 1, starts: known.starts.union(start...start), ends: known.ends.union(end...end),
            isApart: known.isApart && isApart, first: known.first)
    }

    /// Two texts in one cell: the first ones end at one place and begin at several, the second ones begin at one, as numbers
    /// beside texts do.
    func doubts(of rows: Int) -> [Doubt] {
        let two = parted.values.filter { part in
            part.count >= Self.fewestParted && part.count * 3 >= rows - blanks
                && (part.isApart
                    || part.ends.upperBound - part.ends.lowerBound < 1
                        && part.starts.upperBound - part.starts.lowerBound > 3)
        }.map(\.first)
        let apart = wide.count >= Self.fewestParted && wide.count * 3 >= rows - blanks ? wide.first : nil
        return two + (apart.map { [$0] } ?? [])
    }
}
