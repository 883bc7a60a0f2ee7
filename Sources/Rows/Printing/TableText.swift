// The text of a document of tables as lines, for people: what `Rows` sees before it looks for keys.

import Text

/// Writes titles and tables: a row a line, its cells parted by a tab, a form feed after each table.
package struct TableText {
    /// The longest text that is kept, in bytes.
    private static let limit = 64 << 20
    /// The text, sanitized (see `sanitized`), in UTF-8.
    package private(set) var bytes: [UInt8] = []
    /// Whether there was more text than the limit allows.
    package private(set) var isFull = false

    package init(of document: TableDocument) {
        for title in document.titles { add(sanitized(title)) }
        for table in document.tables {
            if !table.name.isEmpty { add(sanitized(table.name)) }
            if let fields = table.fields { add(fields.map { sanitized($0) }.joined(separator: "\t")) }
            for row in table.rows where !row.isEmpty {
                add(row.map { sanitized(CellMark.removed(from: $0)) }.joined(separator: "\t"))
            }
            bytes.append(0x0C)
        }
    }

    private mutating func add(_ line: String) {
        if bytes.count + line.utf8.count >= Self.limit { isFull = true }
        if isFull { return }
        bytes.append(contentsOf: line.utf8)
        bytes.append(0x0A)
    }
}
