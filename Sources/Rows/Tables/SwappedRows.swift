// Finds rows with a date as status and no date as date, if other rows of the list are the other way round: they belong
// to a table with another order of columns.

/// Collects such rows.
struct SwappedRows {
    private var found: [Doubt] = []
    private var looked = 0
    private var hasOthers = false
    /// So many rows tell which way round the list has it; so many are doubted.
    private static let (mostLooked, most) = (64, 100)

    /// Whether more rows may tell which way round the list has it.
    var isLooking: Bool { !hasOthers && looked < Self.mostLooked }

    mutating func look(at update: Update) {
        looked += 1
        hasOthers =
            DateCell.isDate(update.date, compact: true) && !update.status.isEmpty
            && !DateCell.isDate(update.status, compact: true)
    }

    /// Whether a row's status is a date and its date is none.
    static func isSwapped(_ update: Update) -> Bool {
        // Most statuses have no digit.
        update.status.utf8.contains { 0x30...0x39 ~= $0 || $0 >= 0x80 } && !update.date.isEmpty
            && DateCell.isDate(update.status) && !DateCell.isDate(update.date, compact: true)
    }

    /// Takes in a row.
    mutating func noteIfSwapped(_ row: Row) {
        guard found.count < Self.most, Self.isSwapped(row.update) else { return }
        found.append(Doubt(page: row.page, word: row.update.status, rule: .disagreement, batches: [row.batch]))
    }

    /// The doubts, once all rows were read.
    var doubts: [Doubt] { hasOthers ? found : [] }
}
