// Records and rows of JSON as a table: each name a field, whatever stands deeper in the cell of its path.

import Text

/// The table of objects; what is none among them is damage, but for null.
func objectTable(of records: [JSONValue], _ limits: TableLimits) throws(TableError) -> (TextTable, [String]) {
    var fields = JSONFields(limits: limits)
    var rows: [[String]] = []
    var damage: [String] = []
    for (index, record) in records.enumerated() where record != .null {
        guard record.isObject else {
            if damage.isEmpty { damage.append("element \(index + 1) of the JSON's records is no object") }
            continue
        }
        guard rows.count < limits.rows else {
            throw TableError(.limit, "the JSON has more than \(limits.rows) records")
        }
        rows.append(try fields.row(of: record))
        try fields.expectRoom(for: rows.count)
    }
    let width = fields.names.count
    for index in rows.indices where rows[index].count < width {
        rows[index] += Array(repeating: "", count: width - rows[index].count)
    }
    return (TextTable(fields: fields.names, rows: rows), damage)
}

/// The table of arrays, each a row, and of values by themselves, each a row of one cell.
func arrayTable(of records: [JSONValue], _ limits: TableLimits) throws(TableError) -> TextTable {
    var rows: [[String]] = []
    var cells = JSONCells(limits: limits)
    for record in records {
        guard rows.count < limits.rows else { throw TableError(.limit, "the JSON has more than \(limits.rows) rows") }
        guard case .array(let values) = record else {
            rows.append([try cells.joined(record)])
            continue
        }
        guard values.count <= limits.columns else {
            throw TableError(.limit, "row \(rows.count + 1) of the JSON has more than \(limits.columns) cells")
        }
        var row: [String] = []
        for value in values { row.append(try cells.joined(value)) }
        rows.append(row)
    }
    return TextTable(rows: rows)
}

/// The text of cells, counted.
struct JSONCells {
    let limits: TableLimits
    private var bytes = 0

    init(limits: TableLimits) {
        self.limits = limits
    }

    /// Adds a value to what a cell has already.
    mutating func add(_ scalar: String, to cell: inout String) throws(TableError) {
        let text = collapsed(scalar.utf8)
        guard !text.isEmpty else { return }
        let before = cell.utf8.count
        if !cell.isEmpty { cell += "; " }
        cell += text
        if cell.utf8.count > limits.cellBytes {
            throw TableError(.limit, "a value of the JSON is longer than \(limits.cellBytes) bytes")
        }
        bytes += cell.utf8.count - before
        if bytes > limits.textBytes {
            throw TableError(.limit, "the values of the JSON are longer than \(limits.textBytes) bytes together")
        }
    }

    /// All that stands in a value, joined.
    mutating func joined(_ value: JSONValue) throws(TableError) -> String {
        var cell = ""
        var open = [value]
        while let next = open.popLast() {
            switch next {
            case .array(let values): open += values.reversed()
            case .object(let members): open += members.reversed().map(\.value)
            default: try add(next.scalar ?? "", to: &cell)
            }
        }
        return cell
    }
}

/// The fields of all records so far, in the order of their first appearance.
struct JSONFields {
    /// A name at its place: below the name with that number.
    private struct Step: Hashable {
        var parent: Int
        var name: String
    }

    private(set) var names: [String] = []
    private let limits: TableLimits
    private var cells: JSONCells
    private var numbers: [Step: Int] = [:]
    /// For each name at its place: its path, and its column where it has values of its own.
    private var places: [(path: String, column: Int?)] = [("", nil)]
    private var nameBytes = 0

    init(limits: TableLimits) {
        self.limits = limits
        cells = JSONCells(limits: limits)
    }

    /// The cells of a record, as many as there are fields by then.
    mutating func row(of record: JSONValue) throws(TableError) -> [String] {
        var row = [String](repeating: "", count: names.count)
        var open: [(value: JSONValue, place: Int)] = [(record, 0)]
        while let (value, place) = open.popLast() {
            switch value {
            case .object(let members) where !members.isEmpty:
                // Taken from the end, and numbered from the beginning: fields keep the document's order.
                var inner: [(JSONValue, Int)] = []
                for member in members { inner.append((member.value, try number(of: member.name, below: place))) }
                open += inner.reversed()
            case .array(let values) where !values.isEmpty:
                open += values.reversed().map { ($0, place) }
            case .object where place == 0:
                break
            default:
                let column = try column(of: place)
                while row.count <= column { row.append("") }
                try cells.add(value.scalar ?? "", to: &row[column])
            }
        }
        return row
    }

    /// Whether so many rows of these fields are within the limits.
    func expectRoom(for rows: Int) throws(TableError) {
        if rows * names.count > limits.cells {
            throw TableError(.limit, "the records of the JSON have more than \(limits.cells) cells together")
        }
    }

    private mutating func number(of name: String, below parent: Int) throws(TableError) -> Int {
        let step = Step(parent: parent, name: name)
        if let number = numbers[step] { return number }
        let path = (places[parent].path.isEmpty ? "" : places[parent].path + "/") + collapsed(name.utf8)
        nameBytes += path.utf8.count
        if nameBytes > limits.textBytes {
            throw TableError(.limit, "the names of the JSON are longer than \(limits.textBytes) bytes together")
        }
        numbers[step] = places.count
        places.append((path, nil))
        return places.count - 1
    }

    private mutating func column(of place: Int) throws(TableError) -> Int {
        if let column = places[place].column { return column }
        guard names.count < limits.columns else {
            throw TableError(.limit, "the records of the JSON have more than \(limits.columns) names")
        }
        places[place].column = names.count
        names.append(places[place].path)
        return names.count - 1
    }
}
