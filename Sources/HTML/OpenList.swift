// A definition list whose end has not come yet: terms become the names of fields, definitions one row.

import Markup
import Text

final class OpenList {
    /// Where it stands among all tables of the page.
    let slot: Int
    private var fields: [String] = []
    private var values: [String] = []
    /// The records before the one that is read: one ends where the first term comes again.
    private var rows: [[String]] = []
    private var columns: [String: Int] = [:]
    /// The length of the values, in bytes: a definition stands for each of its terms.
    private var valueBytes = 0
    /// How often a definition was put to a term.
    private var definitions = 0
    /// The term or definition being read.
    private var text: CollapsedText?
    private var isTerm = false
    /// The columns of the terms that the next definition belongs to.
    private var terms: [Int] = []
    private var isDefined = false

    init(slot: Int) {
        self.slot = slot
    }

    func begin(isTerm: Bool, _ budget: TableBudget) throws(TableError) {
        try end(budget)
        self.isTerm = isTerm
        text = CollapsedText()
    }

    func append(_ bytes: UnsafeBufferPointer<UInt8>, _ budget: TableBudget) throws(TableError) {
        try text?.append(bytes, within: budget)
    }

    func part() { text?.part() }

    /// Ends a term or a definition. Definitions of the same term are joined with "; ".
    func end(_ budget: TableBudget) throws(TableError) {
        guard let text = text?.string else { return }
        self.text = nil
        if !isTerm {
            isDefined = true
            definitions += terms.count
            try budget.check(cells: definitions)
            for column in terms where !text.isEmpty {
                let before = values[column].utf8.count
                values[column] += values[column].isEmpty ? text : "; " + text
                try budget.check(cellBytes: values[column].utf8.count)
                valueBytes += values[column].utf8.count - before
                try budget.check(furtherTextBytes: valueBytes)
            }
            return
        }
        if isDefined { terms = [] }
        isDefined = false
        if let column = columns[text] {
            if column == 0, fields.count > 1 { try endRecord(budget) }
            terms.append(column)
        } else if !text.isEmpty {
            try budget.check(columns: fields.count + 1)
            columns[text] = fields.count
            terms.append(fields.count)
            fields.append(text)
            values.append("")
        }
    }

    private func endRecord(_ budget: TableBudget) throws(TableError) {
        if values.allSatisfy(\.isEmpty) { return }
        rows.append(values)
        try budget.check(cells: rows.count * fields.count)
        values = Array(repeating: "", count: fields.count)
    }

    /// The list as a table; nil where nothing is defined.
    func finish(_ budget: inout TableBudget) throws(TableError) -> TextTable? {
        try end(budget)
        try endRecord(budget)
        if rows.isEmpty { return nil }
        for field in fields { try budget.spendText(field.utf8.count) }
        for index in rows.indices {
            rows[index] += repeatElement("", count: fields.count - rows[index].count)
            try budget.spendRows()
            for value in rows[index] { try budget.spendCell(value.utf8.count, of: fields.count) }
        }
        return TextTable(fields: fields, rows: rows)
    }
}
