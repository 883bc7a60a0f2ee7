// Transposed lists of JSON: columns beside each other ({"no": [1, 2], "state": ["a", "b"]}), and lists of numbers under
// their common state ({"Approved": [1, 2], "Refused": [3]}).

/// Rows of named cells.
struct NamedRows {
    var columns: [String]
    var rows: [JSONValue]
}

extension JSONValue {
    /// The rows of an object with columns as members: all are arrays of equally many single values, or objects that
    /// number these from 0, as pandas writes them. Nil for other values.
    var turned: NamedRows? {
        guard case .object(let members) = self, members.count > 1, let height = members[0].value.column?.count,
            height > 1
        else { return nil }
        var columns: [[JSONValue]] = []
        for member in members {
            guard let column = member.value.column, column.count == height else { return nil }
            columns.append(column)
        }
        return NamedRows(
            columns: members.map(\.name), rows: (0..<height).map { row in .array(columns.map { $0[row] }) })
    }

    private var column: [JSONValue]? {
        let values: [JSONValue]
        switch self {
        case .array(let elements): values = elements
        case .object(let members):
            guard members.indices.allSatisfy({ members[$0].name == String($0) }) else { return nil }
            values = members.map(\.value)
        default: return nil
        }
        return values.allSatisfy { $0.scalar != nil } ? values : nil
    }

    /// The rows of an object with several lists of numbers as members, and with names that describe them: the number,
    /// then that name. Single values beside the lists apply to all rows; but if such a value may be a number itself,
    /// the object is a case with lists. Nil for other values.
    var grouped: NamedRows? {
        guard case .object(let members) = self else { return nil }
        var rows: [JSONValue] = []
        var lengths: Set<Int> = []
        var lists = 0
        for member in members {
            guard case .array(let values) = member.value else { continue }
            if member.mayBeNamedByKey { return nil }
            lists += 1
            for value in values {
                guard let text = value.scalar, text.utf8.count(where: { 0x30...0x39 ~= $0 }) >= fewestDigits else {
                    return nil
                }
                lengths.insert(text.utf8.count)
                rows.append(.array([value, .string(member.name)]))
            }
        }
        let isOfAll = members.allSatisfy { member in
            if case .array = member.value { return true }
            return member.value.scalar.map { !lengths.contains($0.utf8.count) } ?? false
        }
        if rows.isEmpty || lists < 2 || !isOfAll { return nil }
        return NamedRows(columns: [MemberField.value, MemberField.name], rows: rows)
    }
}
