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

    /// What it is compared by, see `SameText`.
    fileprivate var form: Update { Update(status: SameText.form(of: status), date: SameText.form(of: date)) }

    package static func < (left: Update, right: Update) -> Bool {
        (left.status, left.date) < (right.status, right.date)
    }
}

extension [Update] {
    /// Whether the list says the same as there: the same updates in any order, however their texts are wrapped,
    /// hyphenated and encoded (`SameText`). To ask for `==` instead would make changes of what is none.
    package func saysTheSame(as other: [Update]) -> Bool {
        if count != other.count { return false }
        return self == other || map(\.form).sorted() == other.map(\.form).sorted()
    }
}

/// One row of the list. Coded as the flat object `{"batch", "status", "date", "page"}`.
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

extension Row {
    /// The row as it is compared with those of other documents and editions: what two rows that say the same have in
    /// common. People never see it.
    package var form: Row {
        Row(batch: SameText.form(of: batch, as: .key), update: update.form, page: 0)
    }
}

extension Row: Codable {
    private enum CodingKeys: String, CodingKey { case batch, status, date, page }

    package init(from decoder: any Decoder) throws {
        let object = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            batch: try object.decode(String.self, forKey: .batch),
            update: try Update(from: decoder),
            page: try object.decode(Int.self, forKey: .page))
    }

    package func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: CodingKeys.self)
        try object.encode(batch, forKey: .batch)
        try object.encode(update.status, forKey: .status)
        try object.encode(update.date, forKey: .date)
        try object.encode(page, forKey: .page)
    }
}
