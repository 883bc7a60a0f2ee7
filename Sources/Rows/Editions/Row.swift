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

    /// The same without hyphens between small letters: a list that is set anew may break "techni-cal" elsewhere.
    var withoutBrokenWords: Update {
        let scalars = Array(status.unicodeScalars)
        var whole = String.UnicodeScalarView()
        for (index, scalar) in scalars.enumerated() {
            let isWithin = index > 0 && index + 1 < scalars.count
            if scalar == "-", isWithin, scalars[index - 1].properties.isLowercase,
                scalars[index + 1].properties.isLowercase
            {
                continue
            }
            whole.append(scalar)
        }
        return Update(status: String(whole), date: date)
    }

    package static func < (left: Update, right: Update) -> Bool {
        (left.status, left.date) < (right.status, right.date)
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
