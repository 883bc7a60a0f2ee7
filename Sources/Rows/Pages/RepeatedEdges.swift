// Finds lines at the edges of pages that the reader gave to a row, but that another page has at the same place, with
// other numbers at most. They may be a page header or footer as close to the rows as the lines of a cell.

import Text

/// Compares the lines above the first row and below the last one of all pages.
struct RepeatedEdges {
    /// Where pages have a line.
    fileprivate struct Place {
        /// The first page that has it there, and the last.
        var (first, last): (Int, Int)
        var baseline: Double
        /// How far it is from the nearest row; nil where its page has none.
        var gap: Double?
    }

    /// A line that was given to a row.
    private struct Suspect {
        var hash: Int
        var place: Place
        var size: Double
        var text: String
        var batch: String
    }

    /// By the text of the line, but for numbers.
    private var places: [Int: [Place]] = [:]
    private var suspects: [Suspect] = []

    /// A page has few such lines; of a page of prose those at its edges.
    private static let mostLines = 32
    private static let (mostTexts, mostPlaces, mostSuspects) = (2_000, 8, 200)

    /// Takes in the lines of a page on which no rows were read.
    mutating func add(withoutRows page: PageLines) {
        for line in outerLines(of: page, rows: []) { add(line, of: page, rows: []) }
    }

    /// Takes in the lines around the rows of a table.
    ///
    /// - Parameter previous: the key of the last row of the page before.
    mutating func add(_ table: PageRows, after previous: String?) {
        for line in outerLines(of: table.page, rows: table.lines) { add(line, of: table.page, rows: table.lines) }
        // What lines or tags close in a cell is the cell's.
        guard table.evidence == .gaps && table.isWrapped || table.evidence == .order, suspects.count < Self.mostSuspects
        else { return }
        let keyed = table.rows.indices.filter { table.rows[$0].kind == .batch }
        let (first, last) = (keyed.first ?? table.rows.count, keyed.last ?? 0)
        for (number, row) in table.rows.enumerated() where number <= first || number >= last {
            let owner = row.kind == .rest ? previous : table.key(of: table.rows[number < last ? first : last])
            add(row, of: table, owner: owner ?? "")
        }
    }

    private mutating func add(_ row: PageRow, of table: PageRows, owner: String) {
        let (page, rows) = (table.page, table.lines)
        let (top, bottom) = (rows.first ?? .max, rows.last ?? -1)
        let pieces = Array(table.pieces(of: row.status)) + table.pieces(of: row.date)
        for line in Set(pieces.map { page.pieces[$0].line }).sorted() where line < top || line > bottom {
            let hash = page.hashWithoutNumbers(page.lines[line])
            // Cells of other rows go on just so.
            if top < bottom, page.lines[top...bottom].contains(where: { page.hashWithoutNumbers($0) == hash }) {
                continue
            }
            suspects.append(
                Suspect(
                    hash: hash, place: place(of: line, page, rows: rows), size: page.lines[line].size,
                    text: page.text(of: page.lines[line]), batch: owner))
        }
    }

    private func outerLines(of page: PageLines, rows: [Int]) -> [Int] {
        let above = 0..<min(rows.first ?? page.lines.count, page.lines.count)
        let below = min((rows.last ?? above.upperBound - 1) + 1, page.lines.count)..<page.lines.count
        return [above, below].flatMap { lines in
            lines.count <= 2 * Self.mostLines
                ? Array(lines) : lines.prefix(Self.mostLines) + lines.suffix(Self.mostLines)
        }
    }

    private func place(of line: Int, _ page: PageLines, rows: [Int]) -> Place {
        let baseline = page.lines[line].baseline
        let gap = [rows.first, rows.last].compactMap { $0 }.map { baseline - page.lines[$0].baseline }
            .min { abs($0) < abs($1) }
        return Place(first: page.number, last: page.number, baseline: baseline, gap: gap)
    }

    private mutating func add(_ line: Int, of page: PageLines, rows: [Int]) {
        let hash = page.hashWithoutNumbers(page.lines[line])
        let (own, size) = (place(of: line, page, rows: rows), page.lines[line].size)
        guard let known = places[hash] else {
            if places.count < Self.mostTexts { places[hash] = [own] }
            return
        }
        if let same = known.firstIndex(where: { $0.isAt(own, size: size) && $0.isAsNear(own, size: size) }) {
            places[hash]?[same].last = page.number
        } else if known.count < Self.mostPlaces {
            places[hash]?.append(own)
        }
    }

    /// The lines that may be no row's, once all pages were read.
    var doubts: [Doubt] {
        suspects.filter { suspect in
            places[suspect.hash, default: []].contains { place in
                let isElsewhere = place.first != suspect.place.first || place.last != suspect.place.first
                // On a page without rows nothing says where its footer would stand.
                return isElsewhere
                    && (suspect.place.gap == nil || place.isAt(suspect.place, size: suspect.size)
                        || place.gap != nil && place.isAsNear(suspect.place, size: suspect.size))
            }
        }.map {
            Doubt(page: $0.place.first, word: $0.text, rule: .atEdge, batches: $0.batch.isEmpty ? [] : [$0.batch])
        }
    }
}

extension RepeatedEdges.Place {
    /// Whether it is at the same height of its page.
    fileprivate func isAt(_ other: Self, size: Double) -> Bool { abs(baseline - other.baseline) < 0.5 * size }

    /// Whether it is as far from the rows.
    fileprivate func isAsNear(_ other: Self, size: Double) -> Bool {
        guard let gap, let other = other.gap else { return gap == nil && other.gap == nil }
        return abs(gap - other) < 0.1 * size
    }
}
