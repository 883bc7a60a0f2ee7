// Which of several tables is the list, where a document does not say so.

import Text

extension TableLayout {
    /// Whether a table has all the columns that the layout names by their headings, or else a key.
    ///
    /// - Parameter onlyBatch: the one case that the document is about.
    package func fits(_ table: TextTable, onlyBatch: String? = nil) -> Bool {
        if let headings {
            let wanted = WantedHeadings(headings)
            let isAll = { (search: WantedHeadings.Search) in if case .all = search { true } else { false } }
            if let fields = table.fields { return isAll(wanted.search(fields: fields)) }
            return table.rows.prefix(10).contains { isAll(wanted.search($0)) }
        }
        if key.isAnyText { return false }
        let keys = CellKeys(key, heading: nil, watched: nil, onlyBatch: onlyBatch)
        return table.rows.contains { row in
            row.contains { keys.reading(of: $0).key.map(keys.isOfCase) ?? false }
        }
    }
}
