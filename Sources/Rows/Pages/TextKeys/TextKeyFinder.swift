// Keys of pages that may be any text: names, titles. Nothing but their place tells them from the rest of a page, so each
// is a text in the keys' column whose line says something in another column of the layout, too.

import Text

/// Finds keys that may be any text, on one page after the other. Puts each in one piece of its page, as the watch writes it.
struct TextKeyFinder {
    private let mask: KeyMask
    let wanted: TableLayout
    let headings: WantedHeadings?
    private let watch: CellKeys

    private(set) var cells: [KeyCell] = []
    /// Where the columns of the last table are; nil where cells tell them.
    private(set) var bands: ColumnBands?
    /// How the first table of the page looks, where its columns' headings stand, and the lines of these; nil where there are none.
    private(set) var layout: TableLayout?
    private(set) var places: [Column: ClosedRange<Double>] = [:]
    private(set) var headingLines = 0..<0
    /// What is not certain of the page.
    private(set) var doubts: [Doubt] = []

    /// The columns of the last table, which may go on at the top of the next page.
    private var columns: TextColumns?
    /// The lines above the first headings of pages, but for numbers.
    private var tops: Set<Int> = []
    /// The first row of a table without known headings, but for numbers: it comes again on other pages if it is those.
    private var header: Int?
    /// The last key of the pages before.
    private var lastKey: String?
    /// How the cells' columns are told.
    var cellColumns: TextCellColumns?
    private var quoted = FoundHeadings()
    private var doubled: String?
    private var hasHeadings = false
    private var lacksColumns = false

    private static let mostDoubts = 100
    private static let mostTops = 1000

    init(_ layout: TableLayout, watched: KeySet?) {
        (mask, wanted) = (layout.key, layout)
        headings = layout.headings.map { WantedHeadings($0) }
        watch = CellKeys(layout.key, heading: nil, watched: watched, onlyBatch: nil)
    }

    /// Why there are no rows; nil where there may be some.
    var error: RowError? {
        if let headings, !hasHeadings { return doubled.map { .headingTwice($0) } ?? quoted.error(wanted: headings) }
        return lacksColumns ? .textKeysOnPages : nil
    }

    /// A new page begins.
    mutating func begin() {
        doubts = []
        forget()
    }

    private mutating func forget() {
        (cells, bands, layout, places, headingLines) = ([], nil, nil, [:], 0..<0)
    }

    /// How a key is told: as the watch has it, else as it stands.
    func name(_ text: String) -> String {
        let text = TextKey.trimmed(text)
        return watch.batch(named: text) ?? text
    }

    mutating func doubt(_ page: PageLines, _ word: String, _ batches: [String]) {
        let names = batches.filter { !$0.isEmpty }.map(name)
        doubts.add(Doubt(page: page.number, word: word, rule: .unclearKey, batches: names), most: Self.mostDoubts)
    }

    // MARK: - Where cells are known

    /// Finds the keys among cells, each all of its cell.
    ///
    /// - Returns: whether there are any.
    mutating func find(in page: inout PageLines, _ parted: PageCells) -> Bool {
        forget()
        var columns = cellColumns ?? TextCellColumns(wanted, headings)
        let found = columns.keys(of: parted, page)
        if found.isEmpty { return false }
        (cellColumns, layout, hasHeadings) = (columns, columns.layout, true)
        for word in columns.unclear { doubt(page, word, [word]) }
        var texts: [PieceText] = []
        var dropped: Set<Int> = []
        for cell in found {
            let pieces = parted.pieces(of: cell)
            guard let first = pieces.first else { continue }
            let line = page.pieces[first].line
            let own =
                first..<first + pieces.enumerated().prefix { $1 == first + $0 && page.pieces[$1].line == line }.count
            let extent = parted.cells[cell].extent
            texts.append(
                PieceText(
                    pieces: own, text: name(parted.text(of: cell, page)), start: extent.lowerBound,
                    end: extent.upperBound, baseline: page.pieces[first].baseline))
            dropped.formUnion(pieces.filter { !own.contains($0) })
        }
        put(texts.sorted { $0.pieces.lowerBound < $1.pieces.lowerBound }, dropping: dropped, into: &page)
        return true
    }

    /// Puts keys into one piece each.
    private mutating func put(_ texts: [PieceText], dropping dropped: Set<Int>, into page: inout PageLines) {
        let first = page.replace(texts, dropping: dropped)
        cells = page.pieces.indices.filter { page.pieces[$0].text.lowerBound >= first }.map { index in
            let piece = page.pieces[index]
            return KeyCell(line: piece.line, pieces: index..<index + 1, start: piece.start, end: piece.end)
        }
        cells.removeAll { !mask.matches(page.utf8, at: page.pieces[$0.pieces.lowerBound].text) }
        for key in cells {
            page.part(before: key.pieces.lowerBound)
            page.part(before: key.pieces.upperBound)
        }
        lastKey = cells.last?.key(mask, in: page) ?? lastKey
    }

    // MARK: - Where gaps part them

    /// Finds the keys by where they stand on their lines.
    mutating func find(in page: inout PageLines) {
        forget()
        let before = lastKey
        var texts: [PieceText] = []
        var dropped: Set<Int> = []
        for section in sections(of: page) {
            guard let columns = section.columns else { continue }
            self.columns = columns
            if columns.layout.band(of: .status) == nil, columns.layout.band(of: .date) == nil {
                lacksColumns = true
                continue
            }
            layout = layout ?? columns.layout
            var lines = TextKeyLines(page, section.lines, columns, isHeaded: headings != nil)
            if headings == nil { passHeader(of: &lines, page) }
            if section.isContinued { lines.drop { tops.contains(page.hashWithoutNumbers(page.lines[$0])) } }
            let rows = lines.rows(after: texts.isEmpty ? before : nil)
            for (word, batches) in rows.doubts { doubt(page, word, batches) }
            for word in rows.joints where watch.watched != nil && watch.batch(named: word) != nil {
                doubt(page, word, [word])
            }
            for row in rows.rows {
                texts.append(
                    PieceText(
                        pieces: row.pieces, text: name(row.text), start: row.extent.lowerBound,
                        end: row.extent.upperBound, baseline: row.baseline))
            }
            dropped.formUnion(rows.dropped)
        }
        put(texts.sorted { $0.pieces.lowerBound < $1.pieces.lowerBound }, dropping: dropped, into: &page)
        guard let start = cells.map(\.start).min(), let columns else { return }
        bands = columns.bands(keyStart: start, rows: cells.count, em: page.pieces[cells[0].pieces.lowerBound].size)
    }

    private struct Section {
        var lines: Range<Int>
        /// Nil for what is no table of the list.
        var columns: TextColumns?
        /// Whether it goes on from the page before.
        var isContinued = false
    }

    /// The parts of a page, each with columns of its own.
    private mutating func sections(of page: PageLines) -> [Section] {
        guard let headings else {
            let texts = page.lines.map { page.texts(of: $0, nil) }
            let own = TextColumns(wanted, of: texts)
            return [Section(lines: page.lines.indices, columns: own ?? columns)]
        }
        var sections = [Section(lines: 0..<0, columns: columns, isContinued: true)]
        var isOther = false
        let words = headings.words
        for number in page.lines.indices {
            let texts = page.texts(of: page.lines[number], nil).map { WantedHeadings.folded(page.text(of: $0.pieces)) }
            guard texts.contains(where: { $0.split(separator: " ").contains { words.contains(String($0)) } }) else {
                continue
            }
            if let found = found(endingAt: number, on: page, headings) {
                sections[sections.count - 1].lines =
                    sections[sections.count - 1].lines
                    .lowerBound..<max(
                        sections[sections.count - 1].lines.lowerBound, found.lines.lowerBound)
                if !isOther, sections.count == 1 { noteTops(page, above: found.lines.lowerBound) }
                if sections.count == 1 { (layout, places, headingLines) = (found.layout, found.places, found.lines) }
                sections.append(
                    Section(
                        lines: number + 1..<number + 1,
                        columns: TextColumns(found.layout, headings: found.extents)))
                isOther = false
            } else if texts.count > 1, texts.contains(where: { headings.column(of: $0) == .batch }),
                !isHeading(number, page)
            {
                // Of the headings it has that of the keys: another table.
                sections[sections.count - 1].lines = sections[sections.count - 1].lines.lowerBound..<number
                sections.append(Section(lines: number + 1..<number + 1, columns: nil))
                isOther = true
            }
        }
        let last = sections[sections.count - 1].lines.lowerBound
        sections[sections.count - 1].lines = last..<max(last, page.lines.count)
        return sections
    }

    /// Whether a line may be the first of several of headings.
    private func isHeading(_ number: Int, _ page: PageLines) -> Bool {
        guard let headings else { return false }
        return (number + 1..<min(number + HeadingSearch.mostLines, page.lines.count)).contains { last in
            var quoted = FoundHeadings()
            let found = try? HeadingSearch(page: page, wanted: headings).columns(endingAt: last, mask, &quoted)
            return found?.lines.contains(number) ?? false
        }
    }

    private mutating func found(
        endingAt line: Int, on page: PageLines, _ headings: WantedHeadings
    ) -> HeadingSearch.Found? {
        do throws(RowError) {
            let search = HeadingSearch(page: page, wanted: headings)
            guard let found = try search.columns(endingAt: line, mask, &quoted) else { return nil }
            if found.areRepeated {
                doubled = headings.name(of: .batch)
                return nil
            }
            hasHeadings = true
            return found
        } catch {
            if case .headingTwice(let name) = error { doubled = name }
            return nil
        }
    }

    private mutating func noteTops(_ page: PageLines, above line: Int) {
        for number in 0..<line where tops.count < Self.mostTops {
            tops.insert(page.hashWithoutNumbers(page.lines[number]))
        }
    }

    /// Takes the headings off a table whose columns are told by their order: its first row, if that has no digit and the
    /// others have some. Where none has, nobody knows whether it is one.
    private mutating func passHeader(of lines: inout TextKeyLines, _ page: PageLines) {
        guard let first = lines.firstRow else { return }
        let hash = page.hashWithoutNumbers(page.lines[first])
        if let header {
            if header == hash { lines.drop { $0 == first } }
            return
        }
        header = hash
        if page.lines[first].pieces.contains(where: page.hasDigit) { return }
        if lines.haveDigits {
            lines.drop { $0 == first }
        } else if let word = lines.text(ofRow: first) {
            doubt(page, word, [word])
        }
    }
}
