// Finds rows that have their date in another column than the rows around them: a separator in a text shifted their cells,
// or they belong to another table with another order of columns.

import Text

/// Collects such rows.
struct StrayDates {
    private struct Stray {
        var batch: String
        var page: Int
        var column: Int
        var text: String
    }

    private var strays: [Stray] = []
    /// The number of rows of this table with their date in its place, and, by columns, how many of the first of these have
    /// another date there.
    private var dated = 0
    private var others: [Int: Int] = [:]
    /// Whether a row of this table has a text without digits where dates stand.
    private var hasWords = false
    /// Whether a row of the document has a date where dates stand.
    private var isOfDates = false
    private var doubtful: [Doubt] = []
    /// So many rows show in which columns dates stand, and so many are doubted.
    private static let (mostLooked, most) = (64, 100)

    /// Takes in a row.
    ///
    /// - Parameter batch: nil if nobody watches it.
    mutating func note(_ cells: [String], _ places: ColumnPlaces, _ batch: String?, page: Int) {
        guard let place = places.date else { return }
        let date = cells.cell(place)
        if date.utf8.contains(where: { 0x30...0x39 ~= $0 || $0 >= 0x80 }) {
            dated += 1
            guard dated <= Self.mostLooked else { return }
            if DateCell.isDate(date, compact: true) { isOfDates = true }
            for column in columns(of: cells, besides: places) { others[column, default: 0] += 1 }
        } else {
            if !date.isEmpty { hasWords = true }
            guard let batch, strays.count < Self.most,
                let column = columns(of: cells, besides: places).first
            else { return }
            strays.append(Stray(batch: batch, page: page, column: column, text: cells[column]))
        }
    }

    private func columns(of cells: [String], besides places: ColumnPlaces) -> [Int] {
        cells.indices.filter { column in
            column != places.batch && column != places.status && column != places.date
                && cells[column].utf8.contains { 0x30...0x39 ~= $0 } && DateCell.isDate(cells[column])
        }
    }

    /// What follows is another table.
    mutating func endTable() {
        if dated > 0 || isOfDates && !hasWords {
            let looked = min(dated, Self.mostLooked)
            // Lists have dates of arrival, and none of a decision yet.
            let found = strays.filter { others[$0.column, default: 0] * 4 <= looked }
            doubtful += found.prefix(Self.most - doubtful.count).map {
                Doubt(page: $0.page, word: $0.text, rule: .disagreement, batches: [$0.batch])
            }
        }
        (strays, dated, others, hasWords) = ([], 0, [:], false)
    }

    /// The doubts, once all rows were read.
    var doubts: [Doubt] {
        var all = self
        all.endTable()
        return all.doubtful
    }
}
