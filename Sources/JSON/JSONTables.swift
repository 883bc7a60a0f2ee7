// Records and rows of JSON as a table: each path of names is a field.

import Text

/// The table of objects; other values among them are damage, except null.
func objectTable(of records: [JSONValue], _ limits: TableLimits) throws(TableError) -> (TextTable, [String]) {
    var objects = JSONObjects(limits)
    var damage: [String] = []
    for (index, record) in records.enumerated() where record != .null {
        if record.isObject {
            try objects.add(record)
        } else if damage.isEmpty {
            damage.append("element \(index + 1) of the JSON's records is no object")
        }
    }
    return (objects.fields.table(of: objects.rows), damage)
}

/// The table of the members of an object, each with its name.
func memberTable(of members: [(name: String, value: JSONValue)], _ limits: TableLimits) throws(TableError) -> TextTable
{
    var objects = JSONObjects(limits)
    for member in members { try objects.add(member.value, name: member.name) }
    return objects.fields.table(of: objects.rows)
}

/// The table of arrays, each a row, and of single values, each a row of one cell.
///
/// - Parameter columns: the names of the cells, at least as many as a row has.
func arrayTable(
    of records: [JSONValue], columns: [String]? = nil, _ limits: TableLimits
) throws(TableError) -> TextTable {
    var budget = TableBudget(
        limits, words(rows: "the JSON has more than % rows", columns: "row # of the JSON has more than % cells"))
    var rows: [[String]] = []
    var width = UsualWidth()
    for record in records {
        let values = if case .array(let values) = record { values } else { [record] }
        try budget.check(columns: values.count)
        var row: [String] = []
        for value in values { row.append(try joined(value, &budget)) }
        width.note(row.count)
        try budget.spendRows()
        rows.append(row)
    }
    guard let columns else { return TextTable(rows: rows, width: width.most) }
    // If only one row has fewer cells, it is unknown which are missing.
    let missing = width.most == columns.count ? CellMark.misplacedField.on("") : ""
    for index in rows.indices where rows[index].count < columns.count {
        rows[index] += repeatElement(missing, count: columns.count - rows[index].count)
    }
    return TextTable(fields: columns, rows: rows)
}

/// All content of a value, in one cell.
private func joined(_ value: JSONValue, _ budget: inout TableBudget) throws(TableError) -> String {
    var cell = ""
    var open = [value]
    while let next = open.popLast() {
        switch next {
        case .array(let values): open += values.reversed()
        case .object(let members): open += members.reversed().map(\.value)
        default: try budget.join(collapsed(next.scalar ?? ""), to: &cell)
        }
    }
    return cell
}

private func words(rows: StaticString, columns: StaticString) -> TableBudget.Words {
    TableBudget.Words(
        rows: rows, columns: columns, cells: "the records of the JSON have more than % cells together",
        cellBytes: "a value of the JSON is longer than % bytes",
        textBytes: "the values of the JSON are longer than % bytes together")
}

/// Objects collected as rows.
private struct JSONObjects {
    private(set) var fields = RecordFields()
    private(set) var rows: [[String]] = []
    private var budget: TableBudget
    /// The columns of the current record.
    private var columns: [Int] = []

    init(_ limits: TableLimits) {
        budget = TableBudget(
            limits,
            words(
                rows: "the JSON has more than % records", columns: "the records of the JSON have more than % names"))
    }

    /// - Parameter name: the name of the record if it is a member of an object.
    mutating func add(_ record: JSONValue, name: String? = nil) throws(TableError) {
        try budget.spendRows()
        var row = [String](repeating: "", count: fields.names.count)
        var place = RecordFields.record
        if let name {
            try put(.string(name), at: fields.place(of: MemberField.name, below: place), &row)
            if !record.isObject { place = fields.place(of: MemberField.value, below: place) }
        }
        var next: (value: JSONValue, place: Int)? = (record, place)
        var open: [(value: JSONValue, place: Int)] = []
        while let (value, place) = next {
            switch value {
            case .object(let members) where !members.isEmpty:
                // Most records have only values for cells, or have those first.
                let simple = members.firstIndex { $0.value.scalar == nil } ?? members.count
                for index in 0..<simple {
                    try put(members[index].value, at: fields.place(of: members[index].name, below: place), &row)
                }
                // Removed from the end, but numbered from the beginning: fields keep the document's order.
                if simple < members.count {
                    open += members[simple...].map { ($0.value, fields.place(of: $0.name, below: place)) }.reversed()
                }
            case .array(let values) where !values.isEmpty:
                open += values.reversed().map { ($0, place) }
            case .object where place == RecordFields.record:
                break
            default: try put(value, at: place, &row)
            }
            let limit = budget.limits.textBytes
            if fields.pathBytes > limit {
                throw TableError(.limit, "the names of the JSON are longer than \(limit) bytes together")
            }
            next = open.popLast()
        }
        rows.append(row)
        fields.endRecord(columns)
        columns.removeAll(keepingCapacity: true)
        try budget.check(cells: rows.count * fields.names.count)
    }

    /// Puts a value into its cell; a container gives an empty cell.
    private mutating func put(_ value: JSONValue, at place: Int, _ row: inout [String]) throws(TableError) {
        let column: Int
        if let known = fields.column(of: place) {
            column = known
        } else {
            let (next, isNew) = try fields.column(of: place, rows: rows.count + 1, budget)
            if isNew { row.append("") }
            column = next
        }
        columns.append(column)
        if let text = value.scalar { try budget.join(collapsed(text), to: &row[column]) }
    }
}
