// Chooses which lists of a document are its list, and joins several that are one in parts.

import Text

/// A list.
enum Records {
    /// Its elements, and the names of its columns, if they are elsewhere in the document.
    case elements([JSONValue], columns: [String]? = nil)
    /// The members of an object.
    case members([(name: String, value: JSONValue)])

    static func named(_ rows: NamedRows) -> Records { .elements(rows.rows, columns: rows.columns) }

    /// Joins several lists of the same shape into one.
    static func joined(_ lists: [Records]) -> Records {
        var (members, elements): ([(name: String, value: JSONValue)], [JSONValue]) = ([], [])
        var names: [String]?
        for list in lists {
            switch list {
            case .members(let more): members += more
            case .elements(let more, let columns):
                elements += more
                names = columns
            }
        }
        return elements.isEmpty ? .members(members) : .elements(elements, columns: names)
    }

    var areMembers: Bool { if case .members = self { true } else { false } }
}

/// The properties by which rows of several lists are recognised as parts of one.
private struct ListShape {
    private let fields: [String]
    private let names: Set<String>
    private let areMembers: Bool

    init(_ table: TextTable, _ list: Records) {
        (fields, areMembers) = (table.fields ?? [], list.areMembers)
        names = Set(fields)
    }

    /// Whether all fields of one are in the other.
    func isThat(of table: TextTable, _ list: Records) -> Bool {
        let others = table.fields ?? []
        if areMembers != list.areMembers || fields.isEmpty != others.isEmpty { return false }
        return others.allSatisfy(names.contains) || fields.allSatisfy(Set(others).contains)
    }
}

/// The first of several lists that fits; nil if none does.
func firstList(
    of lists: some Sequence<Records>, _ limits: TableLimits, _ fits: (TextTable) -> Bool
) throws(TableError) -> (TextTable, [String])? {
    for list in lists {
        let table = try listTable(of: list, limits)
        if fits(table.0) { return table }
    }
    return nil
}

/// The first of several lists that fits, joined with all others that fit and have its shape: {"open": [...], "closed":
/// [...]} is one list in parts.
func wholeList(
    of lists: some Sequence<Records>, _ limits: TableLimits, _ fits: (TextTable) -> Bool
) throws(TableError) -> (TextTable, [String])? {
    var (parts, counts): ([Records], [Int]) = ([], [])
    var first: (table: (TextTable, [String]), shape: ListShape)?
    for (index, list) in lists.enumerated() {
        if first == nil, index == mostLists { break }
        let table = try listTable(of: list, limits)
        guard fits(table.0), first?.shape.isThat(of: table.0, list) ?? true else { continue }
        first = first ?? (table, ListShape(table.0, list))
        parts.append(list)
        counts.append(table.0.rows.count)
    }
    if parts.count < 2 { return first?.table }
    var (table, damage) = try listTable(of: .joined(parts), limits)
    table.compareParts(counts)
    return (table, damage)
}

extension TextTable {
    /// Drops rows that are also in another part, such as the latest among all; and marks numbers with different data in
    /// two parts.
    ///
    /// - Parameter counts: the number of rows of each part, in order.
    fileprivate mutating func compareParts(_ counts: [Int]) {
        var parts: [Int] = []
        for (part, count) in counts.enumerated() { parts += repeatElement(part, count: count) }
        guard parts.count == rows.count else { return }
        var seen: [[String]: Int] = [:]
        let kept = rows.indices.filter { row in
            let part = seen[rows[row]] ?? parts[row]
            seen[rows[row]] = part
            return part == parts[row]
        }
        (rows, parts) = (kept.map { rows[$0] }, kept.map { parts[$0] })
        for column in 0..<(fields?.count ?? 0) { markContradicted(column, parts) }
    }

    /// Marks the values of a column that occur in several parts, if it may contain the keys: no part has one twice, all
    /// have several digits, and they are no dates.
    private mutating func markContradicted(_ column: Int, _ parts: [Int]) {
        var places: [String: [Int]] = [:]
        for row in rows.indices {
            let value = rows[row][column]
            if value.utf8.count(where: { 0x30...0x39 ~= $0 }) < fewestDigits { return }
            if let last = places[value]?.last, parts[last] == parts[row] { return }
            places[value, default: []].append(row)
        }
        if places.keys.allSatisfy({ !datesInText($0, DateCustoms()).isEmpty }) { return }
        for (value, rows) in places where rows.count > 1 {
            for row in rows { self.rows[row][column] = CellMark.contradicted.on(value) }
        }
    }
}

/// A list as a table, and its damage.
func listTable(of records: Records, _ limits: TableLimits) throws(TableError) -> (TextTable, [String]) {
    switch records {
    case .members(let members): (try memberTable(of: members, limits), [])
    case .elements(let values, _) where values.contains(where: \.isObject): try objectTable(of: values, limits)
    case .elements(let values, let columns): (try arrayTable(of: values, columns: columns, limits), [])
    }
}
