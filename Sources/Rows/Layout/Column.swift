// What the cells of a row say, and what stands above them.

import Text

/// What a cell of a row says.
package enum Column: String, Codable, Hashable, Sendable, CaseIterable {
    case batch, status, date
    /// A cell of no interest.
    case skip = "-"

    /// The column that the configuration names so; nil for a name there is none for.
    package init?(_ text: String) {
        self.init(rawValue: text)
    }
}

/// The headings that columns stand under, as the list writes them; nil for a column that it does not have.
///
/// Only the page of a single case may do without `batch`.
package struct ColumnHeadings: Codable, Hashable, Sendable {
    package var batch: String?
    package var status: String?
    package var date: String?

    package init(batch: String? = nil, status: String? = nil, date: String? = nil) {
        self.batch = batch
        self.status = status
        self.date = date
    }
}

extension ColumnHeadings: CustomStringConvertible {
    /// Which columns have the status and the date, in words: status: the column "Decision".
    package var description: String {
        [("status", status), ("date", date)].compactMap { name, heading in
            heading.map { "\(name): the column \"\(sanitized($0, limit: 80))\"" }
        }.joined(separator: ", ")
    }
}
