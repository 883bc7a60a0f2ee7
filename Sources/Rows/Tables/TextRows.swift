// If any text may be a key, every text in the column of the keys makes a row, also the heading of a group, a sum, or
// the heading of another table. This file finds such rows, and doubts them.

import Text

/// What the rows of a table look like, row by row from the top.
struct TextRows {
    /// How many rows there are, how many of their keys have a digit, and how many have a date.
    private var (rows, numbered, dated) = (0, 0, 0)
    /// How many rows there were at the last sum.
    private var rowsAtSum = 0
    /// The rows that say nothing beside their keys.
    private var lone: [Doubt] = []
    /// Whether the headings of another table stand above.
    private var isOtherTable = false

    /// So many rows show what is usual, and so many are doubted.
    private static let (fewest, most) = (3, 100)
    private static let sums: Set<String> = [
        "total", "totals", "grand total", "subtotal", "sum", "summe", "gesamt", "insgesamt", "somme", "totale",
        "totaal",
        "итого", "всего", "合计", "总计",
    ]

    /// Takes in a row.
    ///
    /// - Parameter page: the number of the table.
    /// - Returns: that it may be none.
    mutating func doubt(about key: String, _ cells: [String], _ update: Update, page: Int) -> Doubt? {
        let filled = cells.filter { !$0.isEmpty }
        let doubt = Doubt(page: page, word: key, rule: .betweenRows, batches: [key])
        if filled.count == 1 {
            if lone.count < Self.most { lone.append(doubt) }
            return nil
        }
        if isHeading(key, update) { isOtherTable = true }
        if isOtherTable || isSum(key, filled) { return doubt }
        rows += 1
        if Self.hasDigit(key) { numbered += 1 }
        if DateCell.isDate(update.date, compact: true) { dated += 1 }
        return nil
    }

    /// Whether a row has words where the rows above have numbers, or dates.
    private func isHeading(_ key: String, _ update: Update) -> Bool {
        guard rows >= Self.fewest, !Self.hasDigit(update.status), !Self.hasDigit(key) else { return false }
        let isDated = dated * 5 >= rows * 4 && !update.date.isEmpty && !Self.hasDigit(update.date)
        return isDated || numbered * 5 >= rows * 4
    }

    /// Whether a row is called a sum, or has the number of the rows above it.
    private mutating func isSum(_ key: String, _ filled: [String]) -> Bool {
        guard rows > 1, !Self.hasDigit(key) else { return false }
        let counts = filled.compactMap { Int($0) }
        guard
            Self.sums.contains(TextKey.folded(key).lowercased())
                || filled.count == 2 && counts.contains(where: { $0 == rows || $0 == rows - rowsAtSum })
        else { return false }
        rowsAtSum = rows
        return true
    }

    private static func hasDigit(_ text: String) -> Bool {
        text.unicodeScalars.contains { $0.properties.numericType != nil }
    }

    /// The rows that may be headings, once all of the table were read: they are few.
    var doubts: [Doubt] { lone.count * 2 < rows ? lone : [] }
}

extension TableReader {
    /// Doubts a row that may be none, where keys may be any text.
    mutating func noteTextRow(_ key: String, _ cells: [String], _ places: ColumnPlaces) {
        guard let doubt = textRows.doubt(about: key, cells, update(cells, places), page: number) else { return }
        builder.add([doubt], watched: keys.watched)
    }
}
