// Why there are no rows to be told, although the text could be read.

/// Why a list makes no rows.
package enum RowError: Error, Hashable, Sendable {
    /// The list has more rows than this.
    case tooMany(Int)
    /// In all rows the text stands on the one side of the key where the layout has no column. Rows without status and date
    /// would be told as changes.
    case columnsElsewhere(onTheLeft: Bool)
    /// A batch stands once for several updates, and not at their top: the updates above it may be another's.
    case updatesWithoutBatch(page: Int)
}

extension RowError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .tooMany(let most): "the list has more than \(most) rows"
        case .columnsElsewhere(let onTheLeft):
            "the columns do not fit: in all rows the text stands \(onTheLeft ? "left" : "right") of the batch"
        case .updatesWithoutBatch(let page):
            "rows without a batch number on page \(page): whose they are cannot be told"
        }
    }
}
