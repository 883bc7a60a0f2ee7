// The texts of a page as they were drawn: a program that lays out a table draws all lines of a cell one after the other, be
// it row by row or column by column. What follows each other so is one text.

/// A text that was drawn in one go: a cell, or a paragraph, with its lines.
struct DrawnText {
    /// Its pieces, as indices of the page's, in the order of drawing.
    var pieces: [Int]
    /// From where to where it reaches along the lines.
    var start: Double
    var end: Double
    /// The baselines of its first and its last line.
    var first: Double
    var last: Double
    var size: Double
    /// Whether it is a word that matches the mask, and nothing else.
    var isKey = false
    /// How far its second line is below the first; 0 for one line.
    private var step = 0.0

    init(_ index: Int, _ piece: Piece) {
        pieces = [index]
        (start, end) = (piece.start, max(piece.start, piece.end))
        (first, last) = (piece.baseline, piece.baseline)
        size = piece.size
    }

    var extent: ClosedRange<Double> { start...end }

    /// How far below each other, in em, lines of one text are, and how exactly they stand below each other.
    private static let pitch = 0.7...1.7
    private static let slack = 0.25
    /// Baselines this near, in em, are one line, and steps that differ by less are one.
    static let sameLine = 0.2
    /// A wider gap, in em, is no word space.
    static let widestBlank = 0.5

    /// Adds the piece that was drawn next.
    ///
    /// - Parameter isStart: whether texts of a column begin where it does.
    /// - Returns: false where it begins a text of its own.
    mutating func goOn(with index: Int, _ piece: Piece, after before: Piece, isStart: Bool) -> Bool {
        let em = min(size, piece.size)
        let step = piece.baseline - last
        if abs(step) < Self.sameLine * em {
            let isNext = piece.start - before.end < Self.widestBlank * em && piece.start > before.start && !isStart
            guard before.touches(piece) || isNext else { return false }
        } else {
            guard Self.pitch.contains(step / em), abs(size - piece.size) < 0.1 * em,
                self.step == 0 || abs(self.step - step) < Self.sameLine * em
            else { return false }
            let slack = Self.slack * em
            let isBelow =
                abs(piece.start - start) < slack || abs(piece.end - end) < slack
                || abs(piece.start + piece.end - start - end) < 2 * slack
            if !isBelow { return false }
            last = piece.baseline
            if self.step == 0 { self.step = step }
        }
        pieces.append(index)
        start = min(start, piece.start)
        end = max(end, piece.end)
        return true
    }
}

/// Where the cells of a row stand in it.
enum DrawnHeight: CaseIterable {
    case top, bottom, middle

    /// The place of a text that is the same for all texts of a row.
    func place(of text: DrawnText) -> Double {
        switch self {
        case .top: text.first
        case .bottom: text.last
        case .middle: (text.first + text.last) / 2
        }
    }
}

/// Reads the texts of a page in the order of drawing.
struct DrawnTexts {
    private let page: PageLines
    private let order: [Int]
    /// For each piece of a word that matches the mask, whether it is its first.
    private var begins: [Bool?]
    /// The lines of the keys.
    private let keyLines: Set<Int>
    /// How often texts apart from the one before begin at a place, in tenths of an em.
    private var starts: [Int: Int] = [:]
    /// Where the texts begin after which, by no more than a blank, others begin at one place: numbers set to the right.
    private var startsBefore: [Int: Set<Int>] = [:]
    private let em: Double

    init(_ page: PageLines, _ keys: KeyFinder, em: Double) {
        var order = Array(page.pieces.indices)
        if zip(order, order.dropFirst()).contains(where: { page.pieces[$0].drawn > page.pieces[$1].drawn }) {
            order.sort { (page.pieces[$0].drawn, $0) < (page.pieces[$1].drawn, $1) }
        }
        (self.page, self.order, self.em) = (page, order, em)
        begins = Array(repeating: nil, count: page.pieces.count)
        for word in keys.found { for piece in word.pieces { begins[piece] = piece == word.pieces.lowerBound } }
        keyLines = Set(keys.cells.map(\.line))
        for line in page.lines {
            for index in line.pieces {
                let isApart =
                    index == line.pieces.lowerBound
                    || page.pieces[index].start - page.pieces[index - 1].end > 1.2 * DrawnText.widestBlank * em
                if isApart {
                    starts[place(of: index), default: 0] += 1
                } else if !page.isInNumber(index) {
                    startsBefore[place(of: index), default: []].insert(place(of: index - 1))
                }
            }
        }
    }

    private func place(of piece: Int) -> Int { Int(page.pieces[piece].start / (0.1 * em)) }

    /// Whether texts of a column begin where a piece does.
    private func isStart(_ piece: Int) -> Bool {
        let place = place(of: piece)
        let beside = (place - 1...place + 1).reduce(0) { $0 + (startsBefore[$1]?.count ?? 0) }
        return beside > 2 || (place - 1...place + 1).reduce(0) { $0 + (starts[$1] ?? 0) } > 1
    }

    /// Whether a text is a sign in the cell of a key.
    private func isMark(_ text: DrawnText, at key: Piece) -> Bool {
        guard text.pieces.count == 1, text.end > key.start - em, text.start < key.end,
            key.baseline - text.first < 2 * em, text.first - key.baseline < 0.5 * em
        else { return false }
        return page.utf8[page.pieces[text.pieces[0]].text].allSatisfy { !$0.isOfWord }
    }

    /// The texts, if those of a row stand at this height of it: what stands at a key's begins or ends a cell.
    func texts(at height: DrawnHeight) -> [DrawnText] {
        var texts: [DrawnText] = []
        var text: DrawnText?
        var before = 0
        for index in order {
            defer { before = index }
            let piece = page.pieces[index]
            if var open = text {
                let isOther = page.pieces[before].line != piece.line
                let isParted =
                    switch height {
                    case .top: isOther && keyLines.contains(piece.line)
                    case .bottom: isOther && keyLines.contains(page.pieces[before].line)
                    case .middle: false
                    }
                let isBroken = begins[index] == true || isParted || open.isKey && begins[index] == nil && !isOther
                if !isBroken, open.goOn(with: index, piece, after: page.pieces[before], isStart: isStart(index)) {
                    if begins[index] == nil { open.isKey = false }
                    text = open
                    continue
                }
                // A mark that stands before a key or above it is no cell.
                if begins[index] != true || !isMark(open, at: piece) { texts.append(open) }
            }
            text = DrawnText(index, piece)
            text?.isKey = begins[index] == true
        }
        if let text { texts.append(text) }
        return texts
    }
}

extension PageLines {
    /// Whether a piece and the one before it may be parts of one number: thousands parted by a blank.
    fileprivate func isInNumber(_ piece: Int) -> Bool {
        let bytes = [utf8[pieces[piece - 1].text].last, utf8[pieces[piece].text].first]
        return bytes.allSatisfy { $0?.isDigit ?? false }
    }
}

extension DrawnTexts {
    /// Where the wanted headings of statuses and dates stand above a key, each of them a text of its own; nil where one of
    /// the wanted is not there, or not as often as the others: tables side by side have each their own.
    func headings(_ wanted: WantedHeadings, above key: KeyCell) -> [Column: ClosedRange<Double>]? {
        let top = page.lines[key.line].baseline
        var cells = CellTexts()
        var found: [Column: [ClosedRange<Double>]] = [:]
        for text in texts(at: .middle) where text.last < top {
            let words = cells.text(of: text.pieces, folding: false, page)
            guard let column = wanted.column(of: words) else { continue }
            found[column, default: []].append(text.extent)
        }
        let counts = Set(found.values.map(\.count))
        guard found.count == wanted.count, counts.count == 1 else { return nil }
        found[.batch] = nil
        return found.compactMapValues { $0.min { $0.lowerBound < $1.lowerBound } }
    }
}

/// Texts at one height.
struct DrawnRow {
    /// From left to right.
    private(set) var texts: [DrawnText]
    /// The first and the last baseline of its texts.
    private(set) var first: Double
    private(set) var last: Double

    init(_ texts: [DrawnText]) {
        self.texts = texts.sorted { $0.start < $1.start }
        first = texts.lazy.map(\.first).min() ?? 0
        last = texts.lazy.map(\.last).max() ?? 0
    }

    var isKeyed: Bool { texts.contains(where: \.isKey) }

    /// The rows of texts, from top to bottom.
    ///
    /// - Parameter slack: how far apart texts of one row may stand.
    static func rows(of texts: [DrawnText], at height: DrawnHeight, slack: Double) -> [DrawnRow] {
        let sorted = texts.map { (place: height.place(of: $0), text: $0) }.sorted { $0.place < $1.place }
        var rows: [DrawnRow] = []
        var open: [DrawnText] = []
        var place = -Double.infinity
        for (own, text) in sorted {
            if own - place > slack, !open.isEmpty {
                rows.append(DrawnRow(open))
                open = []
            }
            if open.isEmpty { place = own }
            open.append(text)
        }
        if !open.isEmpty { rows.append(DrawnRow(open)) }
        return rows
    }
}
