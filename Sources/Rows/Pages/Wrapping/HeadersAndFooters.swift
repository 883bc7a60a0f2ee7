// What pages repeat at the same place outside their table: page headers, footers, column titles.

/// The lines outside the table on the last two pages, by place and text.
struct HeadersAndFooters {
    private struct OutsideLine: Equatable {
        /// Its number on the page.
        var number: Int
        var baseline: Double
        var hash: Int
        /// Whether it says enough to be known again by itself.
        var isLong: Bool
        /// Whether it is a part of a row all the same.
        var isOwned = false
    }

    private var before: [OutsideLine] = []
    private var now: [OutsideLine] = []
    /// A page has few such lines; a page of prose is cut off here so that it costs nothing.
    private static let most = 64

    /// Turns the page.
    mutating func nextPage() {
        swap(&before, &now)
        now.removeAll(keepingCapacity: true)
    }

    /// Notes the lines of this page that are outside its rows, which are told by their lines.
    mutating func note(outside rows: [Int], of page: PageLines) {
        let first = rows.first ?? page.lines.count
        let last = rows.last ?? first
        for index in page.lines.indices where index < first || index > last {
            if now.count < Self.most, let line = Self.outsideLine(page.lines[index], page, index) { now.append(line) }
        }
    }

    /// Notes which of these lines are a part of a row.
    mutating func note(owned isOwned: (Int) -> Bool) {
        for index in now.indices { now[index].isOwned = isOwned(now[index].number) }
    }

    /// Whether the page before had the same text at the same height.
    ///
    /// - Parameter unlessOwned: whether it does not count if it was a part of a row there: offices have usual texts.
    func isRepeated(_ line: Line, _ page: PageLines, unlessOwned: Bool = false) -> Bool {
        guard let same = Self.outsideLine(line, page), same.isLong else { return false }
        return before.contains {
            $0.hash == same.hash && abs($0.baseline - same.baseline) < 0.5 * line.size && !(unlessOwned && $0.isOwned)
        }
    }

    /// Whether the page before had the same text as far below a line that both have, at whatever height, and it was no
    /// part of a row: it is one of what stands above each table.
    ///
    /// - Parameter evenIfOwned: whether it may have been a part of a row.
    func isRepeated(_ line: Line, below heading: Line, _ page: PageLines, evenIfOwned: Bool = false) -> Bool {
        guard let same = Self.outsideLine(line, page), let top = Self.outsideLine(heading, page), top.isLong else {
            return false
        }
        let step = same.baseline - top.baseline
        return before.contains { upper in
            upper.hash == top.hash
                && before.contains {
                    $0.hash == same.hash && (evenIfOwned || !$0.isOwned)
                        && abs($0.baseline - upper.baseline - step) < 0.1 * line.size
                }
        }
    }

    /// A line with fewer letters may well be the end of a wrapped date, of which many look alike: months are cut to
    /// four.
    private static let fewestLetters = 5

    /// A line but for its numbers: page numbers and times differ, the line is the same. Nil for a line without letters.
    private static func outsideLine(_ line: Line, _ page: PageLines, _ number: Int = 0) -> OutsideLine? {
        let letters = page.pieces[line.pieces].reduce(0) { $0 + page.utf8[$1.text].count { $0 >= 0x41 } }
        if letters == 0 { return nil }
        return OutsideLine(
            number: number, baseline: line.baseline, hash: page.hashWithoutNumbers(line),
            isLong: letters >= fewestLetters)
    }
}
