// What a person sees on a page and what is read there may differ: text that is struck out, drawn over other text, painted
// over, or shown by some programs and not by others. The rows that it is nearest to are in doubt, whatever parts the cells.

import Text

/// Looks for text that is not to be trusted, on one page.
struct UntrustedText {
    private let page: PageLines
    private let mask: KeyMask
    /// The words that match the mask; from top to bottom once a row is looked for, as most pages need none.
    private var keys: [KeyCell]
    private var isSorted = false
    private(set) var doubts: [Doubt] = []

    private static let mostDoubts = 100

    /// - Parameters:
    ///   - text: the page, of which `page` is all lines.
    ///   - keys: its words that match the mask.
    init(_ page: PageLines, of text: TextPage, _ keys: [KeyCell], _ mask: KeyMask) {
        (self.page, self.mask) = (page, mask)
        self.keys = keys
        if keys.isEmpty { return }
        for obscured in text.obscured.prefix(Self.mostDoubts) { add(obscured) }
        if text.obscured.count > Self.mostDoubts {
            doubts.append(Doubt(page: page.number, word: "", rule: .more))
        }
        addStruckOut(by: text.rules)
        addOverdrawn()
    }

    // MARK: - What the document tells

    private mutating func add(_ obscured: ObscuredText) {
        let baseline = page.frame.across(obscured.start)
        // Drawn once more above what covers it, it is there to be seen.
        if obscured.cause == .covered, isSeen(obscured, baseline) { return }
        // Some programs load a font by drawing its letters, invisible and huge.
        if obscured.cause == .unseen, !keys.contains(where: { isOfRow(obscured, $0) }) { return }
        doubt(obscured.text, Self.rule(obscured.cause), at: baseline, obscured.size)
    }

    private static func rule(_ cause: ObscuredText.Cause) -> Doubt.Rule {
        switch cause {
        case .covered: .covered
        case .undrawn: .undrawn
        case .unseen: .unseen
        case .crossedOut: .struckOut
        }
    }

    /// A text that is so many times as large as a key is in no cell of its row.
    private static let largest = 3.0

    private func isOfRow(_ obscured: ObscuredText, _ key: KeyCell) -> Bool {
        obscured.size < Self.largest * page.lines[key.line].size
    }

    private func isSeen(_ obscured: ObscuredText, _ baseline: Double) -> Bool {
        let start = page.frame.along(obscured.start)
        return page.pieces.contains { piece in
            abs(piece.baseline - baseline) < 0.2 * piece.size && abs(piece.start - start) < 0.3 * piece.size
                && page.text(of: piece) == TextKey.trimmed(obscured.text)
        }
    }

    // MARK: - Lines through text

    /// A line through a text lies so high over its baseline, in em.
    private static let strike = 0.14...0.55
    /// So many lines through a line of text are looked at: more are a drawing.
    private static let mostRules = 64

    private mutating func addStruckOut(by rules: [Rule]) {
        let level = rules.compactMap { rule -> RulingLine? in
            let (start, end) = (page.frame.along(rule.start), page.frame.along(rule.end))
            let place = page.frame.across(rule.start)
            return page.frame.across(rule.end) == place
                ? RulingLine(place: place, start: min(start, end), end: max(start, end)) : nil
        }.sorted { $0.place < $1.place }
        if level.isEmpty { return }
        var first = 0
        for line in page.lines {
            let reach = Self.strike.upperBound * line.size
            while first < level.count, level[first].place < line.baseline - reach { first += 1 }
            var next = first
            while next < min(level.count, first + Self.mostRules), level[next].place < line.baseline {
                addStruckOut(line, by: level[next])
                next += 1
            }
        }
    }

    private mutating func addStruckOut(_ line: Line, by rule: RulingLine) {
        for index in line.pieces {
            let piece = page.pieces[index]
            let common = min(piece.end, rule.end) - max(piece.start, rule.start)
            // Of a text that was drawn as one a word may be struck out, and the next ones hold.
            let isWithin = common > piece.size && common > 0.9 * (rule.end - rule.start)
            if Self.strike.contains((piece.baseline - rule.place) / piece.size),
                isWithin || common > 0.5 * (piece.end - piece.start)
            {
                return doubt(page.text(of: piece), .struckOut, at: piece.baseline, piece.size)
            }
        }
    }

    // MARK: - Text over text

    /// What begins within this part of another text lies over it; further on a long cell runs into the next one's place.
    private static let beginning = 0.4

    private mutating func addOverdrawn() {
        for line in page.lines where line.pieces.count > 1 {
            var longest = line.pieces.lowerBound
            for index in longest + 1..<line.pieces.upperBound {
                // Most texts begin where the ones before have ended.
                if page.pieces[index].start < page.pieces[longest].end, isOverdrawn(index, on: longest) {
                    let piece = page.pieces[index]
                    doubt(page.text(of: piece), .overdrawn, at: piece.baseline, piece.size)
                    break
                }
                if page.pieces[index].end > page.pieces[longest].end { longest = index }
            }
        }
    }

    private func isOverdrawn(_ index: Int, on other: Int) -> Bool {
        let (piece, longest) = (page.pieces[index], page.pieces[other])
        let em = min(piece.size, longest.size)
        let common = min(piece.end, longest.end) - piece.start
        return common > 0.6 * em && piece.start - longest.start < Self.beginning * (longest.end - longest.start)
    }

    // MARK: - Whose it is

    /// The rows next to a text between two of them are so near, in em, and the first or last row to one beyond it.
    private static let betweenRows = 8.0
    private static let besideRows = 2.5

    /// Doubts the rows whose keys are on the text's line, or else those of the nearest keys above and below.
    private mutating func doubt(_ text: String, _ rule: Doubt.Rule, at baseline: Double, _ size: Double) {
        if doubts.count > Self.mostDoubts { return }
        let lines = page.lines
        if !isSorted {
            keys.sort { lines[$0.line].baseline < lines[$1.line].baseline }
            isSorted = true
        }
        let distance = { (key: KeyCell) in lines[key.line].baseline - baseline }
        var batches = keys.filter { abs(distance($0)) < 0.4 * size }
        if batches.isEmpty {
            batches = [keys.last { distance($0) < 0 }, keys.first { distance($0) > 0 }].compactMap(\.self)
            let nearest = (batches.count == 2 ? Self.betweenRows : Self.besideRows) * size
            batches = batches.filter { abs(distance($0)) < nearest }
        }
        if batches.isEmpty { return }
        doubts.add(
            Doubt(page: page.number, word: text, rule: rule, batches: batches.map { $0.key(mask, in: page) }),
            most: Self.mostDoubts)
    }
}
