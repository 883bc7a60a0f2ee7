// Keys of a page with more text in their cell: "No. 66357345", "6635 7344", "S275940 [PDF]". Gaps separate cells less
// surely than tags, so such a text is a key only in the column of the keys and between its rows, or if several have the
// same form; otherwise it is doubted. Only text next to the key is examined: in most lists every line has a key.

import Text

/// Finds such texts among the lines of a page that have no key.
struct KeysInContext {
    private let mask: KeyMask
    private let search: KeySearch
    private var keys: CellKeys
    /// What is not certain of the page, each said once.
    private(set) var doubts: [Doubt] = []

    /// So far from where the keys of its column begin or end one may, in em.
    private static let slack = 0.5
    /// Where no key of the page stands alone, so many are written alike.
    private static let fewestAlike = 2
    /// A line is a neighbour of a row up to so many times the distance between rows.
    private static let nextRow = 1.3
    /// A page has at most so many texts that are looked at, and doubts.
    private static let most = 2_000
    private static let mostDoubts = 20

    init(mask: KeyMask, watched: KeySet?) {
        self.mask = mask
        search = KeySearch(mask, heading: nil, isOnPage: true)
        keys = CellKeys(mask, heading: nil, watched: watched, onlyBatch: nil)
    }

    /// A text of a line that has a key in it.
    private struct Found {
        var line: Int
        var pieces: Range<Int>
        var start: Double
        var end: Double
        var size: Double
        /// What it says, without its digits.
        var wording: [UInt8]
        var reading: KeyReading
        /// Whether a key stands alone in it, beside what says nothing.
        var isAtKey = false
    }

    /// A new page begins.
    mutating func begin() { doubts = [] }

    /// Takes what says nothing of the case off the texts that are keys.
    ///
    /// - Parameters:
    ///   - cells: the keys of the page that stand alone, in their column.
    ///   - words: these, and those that stand elsewhere.
    ///   - hasColumns: whether rows have more than their key.
    /// - Returns: whether there were such texts.
    mutating func isolate(on page: inout PageLines, _ cells: [KeyCell], words: [KeyCell], hasColumns: Bool) -> Bool {
        if mask.isAnyText { return false }
        if mask.isInText { return isolateTexts(on: &page, hasColumns: hasColumns) }
        var column = Place(of: cells)
        let found = texts(on: page, cells, column, hasColumns: hasColumns)
        if found.isEmpty { return false }
        column?.measure(cells, page)
        var known: Set<String>?
        func isKnown(_ key: String) -> Bool {
            let keys = known ?? Set(words.map { $0.key(mask, in: page) })
            known = keys
            return keys.contains(key)
        }
        var taken: [(pieces: Range<Int>, key: String, start: Double, end: Double)] = []
        for text in column == nil ? alike(found) : found {
            let isInside = column.map { $0.holds(text.line) || isNextRow(text, $0, page) } ?? true
            switch text.reading {
            case .key(let key, _) where isInside && (text.isAtKey || !isKnown(key)):
                let place = column?.place(from: text.start, to: text.end, text.size)
                taken.append((text.pieces, key, place?.start ?? text.start, place?.end ?? text.end))
            case .key(let key, _):
                // Far from all rows stands what heads a page.
                if isInside { doubt(page, text, .sameKey, [key]) }
            case .doubtful(let doubtful) where isInside && !doubtful.isLonger:
                if let batches = keys.batches(of: doubtful) { doubt(page, text, .unclearKey, batches) }
            case .doubtful, .several, .none: break
            }
        }
        for text in taken.reversed() { page.replace(text.pieces, by: text.key, from: text.start, to: text.end) }
        if !taken.isEmpty { page.keep { _ in true } }
        return !taken.isEmpty
    }

    /// Puts keys in the place of the texts that have them (`key-in = "text"`), where these begin as most of them do.
    private mutating func isolateTexts(on page: inout PageLines, hasColumns: Bool) -> Bool {
        let found = textsAroundKeys(on: page, hasColumns: hasColumns)
        guard let size = found.first?.size else { return false }
        let slack = Self.slack * size
        let starts = found.map(\.start).sorted()
        func count(_ first: Int) -> Int { starts[first...].prefix { $0 - starts[first] <= slack }.count }
        guard let column = starts.indices.max(by: { count($0) < count($1) }) else { return false }
        let place = starts[column] - slack...starts[column] + slack
        var taken: [(text: Found, key: String, others: [String])] = []
        for text in found where place.contains(text.start) {
            switch text.reading {
            case .key(let key, _): taken.append((text, key, []))
            case .several(let keys): taken.append((text, keys[0], Array(keys.dropFirst())))
            case .doubtful(let doubtful):
                if let batches = keys.batches(of: doubtful) { doubt(page, text, .unclearKey, batches) }
            case .none: break
            }
        }
        for (text, key, others) in taken.reversed() {
            // A key takes its share of the text's width, so that keys are as wide as each other.
            let share = Double(key.utf8.count) / Double(max(key.utf8.count, page.text(of: text.pieces).utf8.count))
            let end = text.start + (text.end - text.start) * share
            page.replace(text.pieces, by: key, from: text.start, to: end, others: others)
        }
        if !taken.isEmpty { page.keep { _ in true } }
        return !taken.isEmpty
    }

    /// The texts of lines that have keys in them. Where rows have more than their key, none is all of its line.
    private func textsAroundKeys(on page: PageLines, hasColumns: Bool) -> [Found] {
        var found: [Found] = []
        for (number, line) in page.lines.enumerated() where found.count < Self.most {
            var first = line.pieces.lowerBound
            while first < line.pieces.upperBound {
                let end = page.endOfText(from: first, in: line)
                defer { first = end }
                if hasColumns, first..<end == line.pieces { continue }
                let (left, right) = (page.pieces[first], page.pieces[end - 1])
                let reading = search.readingInText(of: page.text(of: first..<end))
                if reading == .none { continue }
                found.append(
                    Found(
                        line: number, pieces: first..<end, start: left.start, end: right.end, size: left.size,
                        wording: [], reading: reading))
            }
        }
        return found
    }

    private mutating func doubt(_ page: PageLines, _ text: Found, _ rule: Doubt.Rule, _ batches: [String]) {
        let doubt = Doubt(page: page.number, word: page.text(of: text.pieces), rule: rule, batches: batches)
        if !doubts.contains(doubt) { doubts.add(doubt, most: Self.mostDoubts) }
    }

    // MARK: - Texts

    /// The texts of lines without a key that have one in them, in the column of the others. Where rows have more than
    /// their key, none is all of its line.
    private func texts(
        on page: PageLines, _ cells: [KeyCell], _ column: Place?, hasColumns: Bool
    ) -> [Found] {
        var found: [Found] = []
        var next = 0
        for (number, line) in page.lines.enumerated() where found.count < Self.most {
            while next < cells.count, cells[next].line < number { next &+= 1 }
            if next < cells.count, cells[next].line == number {
                if let text = text(at: cells[next], line, page) { found.append(text) }
                continue
            }
            var first = line.pieces.lowerBound
            while first < line.pieces.upperBound {
                let end = page.endOfText(from: first, in: line)
                if !hasColumns || first..<end != line.pieces,
                    let text = text(first..<end, number, page, column)
                {
                    found.append(text)
                }
                first = end
            }
        }
        return found
    }

    /// A key with words right behind it that say nothing. Signs alone may be a status that stands near.
    private func text(at cell: KeyCell, _ line: Line, _ page: PageLines) -> Found? {
        let end = page.endOfText(from: cell.pieces.upperBound - 1, in: line)
        guard end > cell.pieces.upperBound,
            var text = text(cell.pieces.lowerBound..<end, cell.line, page, nil),
            text.reading.key == cell.key(mask, in: page),
            page.pieces[cell.pieces.upperBound..<end].contains(where: {
                page.utf8[$0.text].contains(where: \.isLetterOrDigit)
            })
        else { return nil }
        text.isAtKey = true
        return text
    }

    private func text(_ pieces: Range<Int>, _ line: Int, _ page: PageLines, _ column: Place?) -> Found? {
        let (first, last) = (page.pieces[pieces.lowerBound], page.pieces[pieces.upperBound - 1])
        if let column, !column.isMet(from: first.start, to: last.end, by: Self.slack * first.size) { return nil }
        var (bytes, digits) = (0, 0)
        for piece in page.pieces[pieces] {
            bytes += piece.text.count + 1
            if bytes > KeySearch.longest { return nil }
            for index in piece.text where page.utf8[index].isDigit || page.utf8[index] == 0xEF { digits += 1 }
        }
        guard bytes > mask.shortest + 1, digits >= KeySearch.fewestToDoubt else { return nil }
        let text = page.text(of: pieces)
        // Without a column nothing is doubted, see `isolate`.
        let reading = search.reading(of: text, doubts: column != nil)
        if reading == .none { return nil }
        return Found(
            line: line, pieces: pieces, start: first.start, end: last.end, size: first.size,
            wording: text.utf8.filter { !$0.isDigit }, reading: reading)
    }

    /// Those that are written as others are, and begin or end where these do.
    private func alike(_ found: [Found]) -> [Found] {
        let keys = found.filter { $0.reading.key != nil }
        guard let first = keys.first, keys.count >= Self.fewestAlike else { return [] }
        let slack = Self.slack * first.size
        let own = keys.filter {
            $0.wording == first.wording && (abs($0.start - first.start) < slack || abs($0.end - first.end) < slack)
        }
        return own.count == keys.count ? own : []
    }

    // MARK: - Places

    /// Whether a text stands right above or below the rows, and as these do.
    private func isNextRow(_ text: Found, _ column: Place, _ page: PageLines) -> Bool {
        let isAbove = text.line < column.lines.lowerBound
        let row = isAbove ? column.lines.lowerBound : column.lines.upperBound
        let distance = abs(page.lines[row].baseline - page.lines[text.line].baseline)
        // Marks at a key say that it is one, however far the next row is.
        let isMarked = !text.wording.contains(where: \.isOfWord)
        guard isMarked || column.pitch.map({ distance <= Self.nextRow * $0 }) ?? false else { return false }
        // The next column begins, or ends, where that of the row does.
        return page.pieces[page.lines[text.line].pieces].dropFirst(text.pieces.count).contains { piece in
            page.pieces[page.lines[row].pieces].dropFirst().contains {
                abs($0.start - piece.start) < Self.slack * piece.size
                    || abs($0.end - piece.end) < Self.slack * piece.size
            }
        }
    }

    /// Where the keys of a page stand.
    private struct Place {
        let lines: ClosedRange<Int>
        private let starts: ClosedRange<Double>
        private let ends: ClosedRange<Double>
        /// How wide a key usually is.
        private var width = 0.0
        /// The usual distance between rows; nil for a single one.
        private(set) var pitch: Double?

        init?(of cells: [KeyCell]) {
            guard let first = cells.first, let last = cells.last else { return nil }
            lines = first.line...max(first.line, last.line)
            var (least, most) = (first, first)
            for cell in cells {
                (least.start, most.start) = (min(least.start, cell.start), max(most.start, cell.start))
                (least.end, most.end) = (min(least.end, cell.end), max(most.end, cell.end))
            }
            (starts, ends) = (least.start...most.start, least.end...most.end)
        }

        /// Finds what is usual, which takes sorting: only where there is a text to judge by it.
        mutating func measure(_ cells: [KeyCell], _ page: PageLines) {
            width = cells.map { $0.end - $0.start }.sorted()[cells.count / 2]
            let steps = zip(cells, cells.dropFirst()).map {
                page.lines[$1.line].baseline - page.lines[$0.line].baseline
            }
            pitch = steps.isEmpty ? nil : steps.sorted()[steps.count / 2]
        }

        func holds(_ line: Int) -> Bool { lines.contains(line) }

        private func isBegun(at start: Double, _ slack: Double) -> Bool {
            start > starts.lowerBound - slack && start < starts.upperBound + slack
        }

        private func isEnded(at end: Double, _ slack: Double) -> Bool {
            end > ends.lowerBound - slack && end < ends.upperBound + slack
        }

        func isMet(from start: Double, to end: Double, by slack: Double) -> Bool {
            isBegun(at: start, slack) || isEnded(at: end, slack)
        }

        /// Where a text is put whose key is as wide as the others.
        func place(from start: Double, to end: Double, _ size: Double) -> (start: Double, end: Double) {
            if isBegun(at: start, KeysInContext.slack * size) { return (start, max(start, min(end, start + width))) }
            return (min(end, max(start, end - width)), end)
        }
    }
}
