// A row of the list, and what is left of it once it is filed under its batch.

/// What a row says of its batch.
package struct Update: Codable, Hashable, Sendable, Comparable {
    /// The status, wrapped lines joined with one space; empty for an empty cell.
    package var status: String
    /// The date as printed; empty where the list has none.
    package var date: String

    package init(status: String, date: String) {
        self.status = status
        self.date = date
    }

    package static func < (left: Update, right: Update) -> Bool {
        (left.status, left.date) < (right.status, right.date)
    }
}

/// One row of the list.
package struct Row: Hashable, Sendable {
    /// The key, as text: it may have leading zeros.
    package var batch: String
    package var update: Update
    /// The page it begins on; 1 for the first.
    package var page: Int

    package init(batch: String, update: Update, page: Int) {
        self.batch = batch
        self.update = update
        self.page = page
    }
}
