// The columns of a proposal for pages: it reads each place beside the keys separately, and then compares the possible
// orders of columns by the rows that they yield.

import Reading
import Rows

extension ProposalPages {
    /// So far from the key columns are looked for.
    private static let farthestRight = 6
    private static let farthestLeft = 4

    /// The best table with this key.
    ///
    /// - Parameters:
    ///   - keys: what the mask finds on the sample.
    /// - Throws: why there is none.
    func table(of key: KeyMask, keys: [String], columns: [Column]?) throws(NoProposal) -> ProposedTable {
        var best: (layout: TableLayout, rows: [Row], score: Double)?
        let wanted = Set(keys)
        var titles: [Int: String] = [:]
        var datesSay = 0.0
        for columns in columns.map({ [$0] }) ?? candidates(for: key, wanted, &titles, &datesSay) {
            guard let layout = try? TableLayout(key: key, columns: columns) else { continue }
            guard let list = list(of: layout, with: wanted) else { continue }
            let headings = headings(of: layout)
            var score = Self.score(of: layout, list, keys: keys.count, headings)
            // An application is received once: better no date than that, where its status has one.
            if layout.columns.contains(.date), HeadingWords.weightOfDates(headings.date) < datesSay { score -= 2 }
            if score > best?.score ?? 0 { best = (layout, list.rows, score) }
        }
        guard let best else {
            throw columns == nil
                ? NoProposal("nothing stands beside the numbers that match \(key)")
                : NoProposal("the columns do not fit the rows of the keys \(key)")
        }
        let first = best.rows.prefix(Proposal.sampleCount).map(\.batch)
        let found = headings(of: best.layout)
        var table = ProposedTable(
            layout: best.layout, headedLayout: columns == nil ? headedLayout(of: best.layout, found) : nil,
            found: found,
            sampleKeys: first, notes: Self.notes(on: best.rows, best.layout))
        let taken = [best.layout.band(of: .status), best.layout.band(of: .date)]
        table.leftOut = titles.sorted { $0.key < $1.key }.filter { !taken.contains($0.key) }.map(\.value)
        return table
    }

    /// The layout with its columns told by their headings; nil where those are missing or will not last.
    private func headedLayout(of layout: TableLayout, _ found: ColumnHeadings) -> TableLayout? {
        let wanted = [(Column.batch, found.batch), (.status, found.status), (.date, found.date)]
        let titles = wanted.filter { layout.columns.contains($0.0) }.map(\.1)
        let lasting = titles.compactMap { $0 }.filter(HeadingWords.areLasting)
        guard lasting.count == titles.count, Set(lasting).count == lasting.count else { return nil }
        let headings = ColumnHeadings(
            batch: found.batch, status: layout.columns.contains(.status) ? found.status : nil,
            date: layout.columns.contains(.date) ? found.date : nil)
        return TableLayout(key: layout.key, headings: headings)
    }

    /// Orders of columns that are common, whatever else is found.
    private static let common: [[Column]] = [
        [.batch, .status, .date], [.batch, .status], [.batch, .date, .status], [.status, .batch],
        [.date, .batch, .status],
        [.batch],
    ]

    /// - Parameters:
    ///   - titles: gets what stands above the columns, by their place.
    ///   - datesSay: gets how much the heading of the best dates speaks for them.
    private func candidates(
        for key: KeyMask, _ wanted: Set<String>, _ titles: inout [Int: String], _ datesSay: inout Double
    ) -> [[Column]] {
        var facts: [Int: ColumnFacts] = [:]
        for place in -Self.farthestLeft...Self.farthestRight where place != 0 {
            let columns = place > 0 ? Self.probe(place) : Self.probe(-place).reversed()
            guard let layout = try? TableLayout(key: key, columns: columns) else { continue }
            let cells = list(of: layout, with: wanted)?.rows.map(\.update.status) ?? []
            guard cells.contains(where: { !$0.isEmpty }) else { continue }
            facts[place] = ColumnFacts(cells)
            titles[place] = headings(of: layout).status
            if facts[place]?.areDates == true { datesSay = max(datesSay, HeadingWords.weightOfDates(titles[place])) }
        }
        let chosen = ColumnChoice(facts, headings: titles).columns
        return [chosen] + Self.common.filter { $0 != chosen }
    }

    /// What a layout gives; nil where it gives rows of other keys: with columns on the left, a mask finds those of the
    /// last column of several, else of the first.
    private func list(of layout: TableLayout, with wanted: Set<String>) -> RowList? {
        guard let list = list(of: layout), !list.rows.isEmpty,
            list.rows.count(where: { wanted.contains($0.batch) }) * 2 >= list.rows.count
        else { return nil }
        return list
    }

    private static func probe(_ place: Int) -> [Column] {
        [.batch] + [Column](repeating: .skip, count: place - 1) + [.status]
    }

    /// A list tells no more doubts, however many rows it has.
    private static let mostDoubts = 100

    /// How well the rows that a layout gives fit what its columns say; not above 0 for none.
    private static func score(
        of layout: TableLayout, _ list: RowList, keys: Int, _ headings: ColumnHeadings
    ) -> Double {
        let rows = list.rows
        let statuses = ColumnFacts(rows.map(\.update.status))
        let dates = ColumnFacts(rows.map(\.update.date))
        // Updates that continue a batch are no rows of their own here: fewer rows than keys are lost ones.
        var score = min(1, Double(rows.count) / Double(max(1, keys)))
        if layout.columns.contains(.status) {
            let likeness = statuses.statusLikeness(under: headings.status)
            score += 2 * likeness - (statuses.count == 0 ? 0.5 : 0)
        }
        if layout.columns.contains(.date), dates.count > 0 {
            // Of several columns of dates the one that changes with the status, however far from the key.
            score += dates.areDates ? dates.filled * dates.dates * HeadingWords.weightOfDates(headings.date) : -1
        }
        // With the wrong columns texts are left over, or in two minds.
        score -= min(1, Double(list.doubts.count) / Double(min(rows.count, Self.mostDoubts)))
        // Of two that read the same, the shorter; but what is usual needs no words.
        score -= 0.01 * Double(layout.columns.count)
        if layout.columns == TableLayout.london.columns, dates.count > 0 { score += 0.05 }
        return score
    }

    private static func notes(on rows: [Row], _ layout: TableLayout) -> [String] {
        let empty = rows.count { $0.update.status.isEmpty }
        let statuses = Set(rows.map(\.update.status))
        if empty == rows.count {
            return ["no column looks like a status; only appearing and disappearing can be reported"]
        }
        if empty * 4 > rows.count { return ["\(empty) of the first \(rows.count) rows have no status"] }
        if rows.count >= 10, statuses.count == 1 { return ["the first \(rows.count) rows all have the same status"] }
        return []
    }

    /// What stands above the columns on the first page that has rows.
    func headings(of layout: TableLayout) -> ColumnHeadings {
        sample.lazy.compactMap { ColumnHeadings(above: layout, on: $0) }.first ?? ColumnHeadings()
    }
}
