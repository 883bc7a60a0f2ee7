// Tables that have a case in each column: labels at the left, and numbers beside the label of the number.

import Text

extension TextTable {
    /// So many rows has one at most: each is a field.
    private static let mostLabels = 64

    /// Such a table with a case in each row, whose fields are the labels; nil for any other.
    ///
    /// - Parameter isOfKeys: whether a label with these values is that of the keys.
    package func transposed(where isOfKeys: (_ label: String, _ values: [String]) -> Bool) -> TextTable? {
        guard fields == nil, (2...Self.mostLabels).contains(rows.count) else { return nil }
        let width = rows.map(\.count).max() ?? 0
        let labels = rows.map { $0.first ?? "" }
        guard width > 2, Set(labels).count == labels.count, labels.allSatisfy({ !$0.isEmpty }),
            rows.contains(where: { row in
                let values = row.dropFirst().filter { !$0.isEmpty }
                return values.count > 1 && Set(values).count == values.count && isOfKeys(row[0], values)
            })
        else { return nil }
        let cases = (1..<width).map { column in rows.map { $0.cell(column) } }
        return TextTable(name: name, fields: labels, rows: cases.filter { row in row.contains { !$0.isEmpty } })
    }
}
