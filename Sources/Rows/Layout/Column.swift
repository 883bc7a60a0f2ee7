// How the table of a source looks: the form of its keys, and its cells from left to right.

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

/// Why `columns` makes no table.
package enum LayoutError: Error, Hashable, Sendable, CustomStringConvertible {
    case noBatch
    case twice(Column)

    package var description: String {
        switch self {
        case .noBatch: "no column is \"batch\""
        case .twice(let column): "the column \"\(column.rawValue)\" stands twice"
        }
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

/// How the table of a source looks.
package struct TableLayout: Hashable, Sendable {
    /// What the keys look like: only a cell that matches begins a row.
    package let key: KeyMask
    /// The cells of a row from left to right; `batch` once, `status` and `date` at most once.
    /// Cells to the left of the first one named are skipped. Empty where `headings` tell.
    package let columns: [Column]
    /// What the columns are called; nil where they are told by their order.
    package let headings: ColumnHeadings?

    /// The London list: `2[0-8]#########`, batch, status, date.
    package static let london = TableLayout(checked: [.batch, .status, .date], key: .london)

    private init(checked columns: [Column], key: KeyMask) {
        self.key = key
        self.columns = columns
        headings = nil
    }

    /// A table whose columns are told by what stands above them.
    package init(key: KeyMask = .london, headings: ColumnHeadings) {
        self.key = key
        self.columns = []
        self.headings = headings
    }

    package init(key: KeyMask = .london, columns: [Column]) throws(LayoutError) {
        guard columns.contains(.batch) else { throw .noBatch }
        for column in Column.allCases where column != .skip && columns.count(where: { $0 == column }) > 1 {
            throw .twice(column)
        }
        self.init(checked: columns, key: key)
    }
}
