// Finds headings that contradict the usual order of columns: the column in the place of the statuses has another
// heading, and a different column has the heading of statuses. Such a list is not read by the order.

import Rows
import Text

/// What contradicts an order of columns.
package struct ContradictedColumns: Hashable, Sendable, CustomStringConvertible {
    /// What stands above the place of the statuses.
    package let heading: String
    /// What stands above another column, and is a word for statuses.
    package let status: String

    /// A clause without a full stop.
    package var description: String {
        "the column headed \"\(sanitized(heading))\" stands where the status is expected, and another one is headed "
            + "\"\(sanitized(status))\"; `batchwatch try` proposes the columns to configure"
    }

    private init?(_ heading: String?, _ others: [String]) {
        guard let heading, HeadingWords.areOf(heading, HeadingWords.others),
            !HeadingWords.areOf(heading, HeadingWords.status),
            let status = others.first(where: { HeadingWords.areOf($0, HeadingWords.status) })
        else { return nil }
        (self.heading, self.status) = (heading, status)
    }

    /// So much of a document shows what stands above its columns.
    private static let (mostTables, mostRows, mostBands) = (20, 20, 6)

    /// What contradicts a layout in tables; nil for nothing.
    package init?(of layout: TableLayout, in tables: [TextTable]) {
        guard let status = layout.band(of: .status) else { return nil }
        for table in tables.prefix(Self.mostTables) {
            var head = table
            head.rows = Array(table.rows.prefix(Self.mostRows))
            let search = ProposalTables(TableDocument(tables: [head]))
            guard let table = search.tables.first,
                let key = search.keyColumns(of: table, number: 0, layout.key).max(by: { $0.score < $1.score }),
                let header = search.header(of: table, key), header.indices.contains(key.column + status)
            else { continue }
            let place = key.column + status
            let others = header.indices.filter { $0 != place && $0 != key.column }.map { header[$0] }
            if let found = ContradictedColumns(header[place], others) {
                self = found
                return
            }
        }
        return nil
    }

    /// What contradicts a layout on pages, the first of a document; nil for nothing.
    package init?(of layout: TableLayout, on pages: [TextPage]) {
        let headings = { (layout: TableLayout) in
            pages.lazy.compactMap { ColumnHeadings(above: layout, on: $0) }.first
        }
        guard let own = layout.band(of: .status), let heading = headings(layout)?.status,
            HeadingWords.areOf(heading, HeadingWords.others)
        else { return nil }
        let others = (1...Self.mostBands).compactMap { band -> String? in
            let columns = [.batch] + [Column](repeating: .skip, count: band - 1) + [.status]
            guard band != own, let layout = try? TableLayout(key: layout.key, columns: columns) else { return nil }
            return headings(layout)?.status
        }
        self.init(heading, others)
    }
}
