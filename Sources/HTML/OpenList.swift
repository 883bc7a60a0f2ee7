// An open definition list: terms become the names of fields, definitions one row.

import Markup
import Text

final class OpenList {
    /// Its index among all tables of the page.
    let slot: Int
    private var fields: [String] = []
    private var values: [String] = []
    /// The definitions of each term, including empty ones, until a term is repeated.
    private var parts: [[String]] = []
    /// The records before the current one: a record ends when the first term is repeated.
    private var rows: [[String]] = []
    private var columns: [String: Int] = [:]
    /// The length of the values, in bytes: a definition counts for each of its terms.
    private var valueBytes = 0
    /// How often a definition was assigned to a term.
    private var definitions = 0
    /// The term or definition being read.
    private var text: CollapsedText?
    /// Its struck-out text.
    private var struckText = CollapsedText()
    private var isTerm = false
    /// The columns of the terms for the next definition.
    private var terms: [Int] = []
    private var isDefined = false
    /// Whether the current part has text outside of links and buttons, or is not marked as an action by the page.
    private var hasOwnText = false

    init(slot: Int) {
        self.slot = slot
    }

    func begin(isTerm: Bool, isAction: Bool, _ budget: TableBudget) throws(TableError) {
        try end(budget)
        self.isTerm = isTerm
        text = CollapsedText()
        struckText.removeAll()
        hasOwnText = !isAction
    }

    func append(_ bytes: UnsafeBufferPointer<UInt8>, inLink: Bool, _ budget: TableBudget) throws(TableError) {
        if !inLink, !hasOwnText { hasOwnText = !isBlank(bytes) }
        try text?.append(bytes, within: budget)
    }

    /// Takes struck-out text.
    func appendStruck(_ bytes: UnsafeBufferPointer<UInt8>, _ budget: TableBudget) throws(TableError) {
        if text != nil { try struckText.append(bytes, within: budget) }
    }

    func part() {
        text?.part()
        struckText.part()
    }

    /// Ends a term or a definition. Joins definitions of the same term with "; ". Drops a definition that the page
    /// marks as an action, and that is only a link or a button below another one: it offers an action ("Change") and
    /// states nothing.
    func end(_ budget: TableBudget) throws(TableError) {
        guard let read = text else { return }
        let isStruck = read.isEmpty && !struckText.isEmpty
        let text = isStruck ? CellMark.struckOut.on(struckText.string) : read.string
        if isStruck { hasOwnText = true }
        self.text = nil
        if !isTerm {
            isDefined = true
            definitions += terms.count
            try budget.check(cells: definitions)
            if rows.isEmpty { for column in terms where hasOwnText || text.isEmpty { parts[column].append(text) } }
            for column in terms where !text.isEmpty && (hasOwnText || values[column].isEmpty) {
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
            if rows.isEmpty { parts.append([]) }
        }
    }

    private func endRecord(_ budget: TableBudget) throws(TableError) {
        if values.allSatisfy(\.isEmpty) { return }
        rows.append(values)
        try budget.check(cells: rows.count * fields.count)
        values = Array(repeating: "", count: fields.count)
    }

    /// The list as a table; nil without a definition.
    func finish(_ budget: inout TableBudget) throws(TableError) -> TextTable? {
        try end(budget)
        try endRecord(budget)
        if rows.isEmpty { return nil }
        if rows.count == 1, fields.count > 1, fields.count(where: Self.mayBeKey) * 2 > fields.count {
            return try pairs(&budget)
        }
        for field in fields { try budget.spendText(field.utf8.count) }
        for index in rows.indices {
            rows[index] += repeatElement("", count: fields.count - rows[index].count)
            try budget.spendRows()
            for value in rows[index] { try budget.spendCell(value.utf8.count, of: fields.count) }
        }
        return TextTable(fields: fields, rows: rows)
    }

    /// The table of a list with case numbers as terms: each term begins a row. Its definitions are the row's cells if
    /// most terms have equally many; otherwise the first one is the only cell.
    private func pairs(_ budget: inout TableBudget) throws(TableError) -> TextTable {
        var width = UsualWidth()
        for cells in parts { width.note(1 + cells.count) }
        let isParted = width.most ?? 2 > 2
        var pairs: [[String]] = []
        for (index, term) in fields.enumerated() {
            let cells = [term] + (isParted ? parts[index] : [index < rows[0].count ? rows[0][index] : ""])
            try budget.spendRows()
            for cell in cells { try budget.spendCell(cell.utf8.count, of: cells.count) }
            pairs.append(cells)
        }
        return TextTable(rows: pairs, width: isParted ? width.most : nil)
    }

    private static func mayBeKey(_ term: String) -> Bool {
        let digits = term.utf8.count { 0x30...0x39 ~= $0 }
        return digits > 3 && digits * 2 >= term.utf8.count
    }
}
