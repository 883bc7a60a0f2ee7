// The fields of nested records: each is a path of names below the record. Numbers identify the paths ("places"), so
// that long paths are not compared again and again. The format decides what names and values mean.

/// The fields of all records so far, in the order of their first appearance.
package struct RecordFields: Sendable {
    private struct Step: Hashable {
        var parent: Int
        var name: String
    }
    private struct Place {
        var parent: Int
        /// White space collapsed.
        var name: String
        /// The length of the path, in bytes.
        var length: Int
        var column: Int?
    }
    private var places = [Place(parent: 0, name: "", length: 0)]
    private var numbers: [Step: Int] = [:]
    /// The names of the places as given, and the last lookup: records usually repeat the order of their names.
    private var steps = [Step(parent: -1, name: "")]
    private var last = 0
    /// The fields' paths, separated by "/", by column.
    package private(set) var names: [String] = []
    /// The length of the paths of all places, in bytes.
    package private(set) var pathBytes = 0
    /// The fields of each record.
    private var shapes = RecordShapes()

    /// The place of the record itself.
    package static let record = 0

    package init() {}

    /// The number of places, including places that are no fields.
    package var placeCount: Int { places.count }

    /// The place of a name below another place.
    package mutating func place(of name: String, below parent: Int) -> Int {
        let step = Step(parent: parent, name: name)
        if let place = next(step) ?? numbers[step] {
            last = place
            return place
        }
        let shown = collapsed(name.utf8)
        let above = places[parent].length
        let length = above + (above == 0 ? 0 : 1) + shown.utf8.count
        numbers[step] = places.count
        steps.append(step)
        last = places.count
        places.append(Place(parent: parent, name: shown, length: length))
        pathBytes += length
        return places.count - 1
    }

    /// The place of a step that follows the last one as in the first record, or begins another record.
    private func next(_ step: Step) -> Int? {
        if last + 1 < steps.count, steps[last + 1] == step { return last + 1 }
        return steps.count > 1 && steps[1] == step ? 1 : nil
    }

    /// The column of the field at a place; nil if it has none yet.
    package func column(of place: Int) -> Int? { places[place].column }

    /// The column of the field at a place, and whether it is new.
    ///
    /// - Parameters:
    ///   - record: the name of a field for the record itself.
    ///   - rows: the number of records, including this one: each of them gets each field in the end.
    package mutating func column(
        of place: Int, record: String = "", rows: Int, _ budget: TableBudget
    ) throws(TableError) -> (column: Int, isNew: Bool) {
        if let column = places[place].column { return (column, false) }
        try budget.check(columns: names.count + 1)
        try budget.check(cells: rows * (names.count + 1))
        places[place].column = names.count
        names.append(place == Self.record ? record : path(to: place))
        return (names.count - 1, true)
    }

    /// Ends a record.
    ///
    /// - Parameter columns: the columns of its fields, including empty ones.
    package mutating func endRecord(_ columns: [Int]) { shapes.add(columns) }

    /// Removes the prefixes (up to a colon) from the names of fields. All names keep theirs if removal would make two
    /// names equal: "status" never means "c:status", and an error quotes "c:number" as it is written.
    package mutating func shortenNames() {
        guard names.contains(where: { $0.utf8.contains(0x3A) }) else { return }
        let paths = names.map { name in
            name.split(separator: "/", omittingEmptySubsequences: false).map {
                $0.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            }
        }
        let short = paths.map { $0.map { $0.last ?? "" }.joined(separator: "/") }
        var counts: [String: Int] = [:]
        for name in short { counts[name, default: 0] += 1 }
        var kept: Set<Substring> = []
        for (path, name) in zip(paths, short) where counts[name] != 1 {
            for step in path where step.count > 1 { kept.insert(step[0]) }
        }
        for (index, path) in paths.enumerated() {
            names[index] = path.map { step in
                step.count > 1 && kept.contains(step[0]) ? step.joined(separator: ":") : String(step.last ?? "")
            }.joined(separator: "/")
        }
    }

    /// The records as a table, in which all rows have all fields. Marks show fields that a record lacks and others
    /// have.
    package func table(of rows: [[String]]) -> TextTable {
        var rows = rows
        for index in rows.indices where rows[index].count < names.count {
            rows[index] += repeatElement("", count: names.count - rows[index].count)
        }
        shapes.mark(&rows, fields: names)
        return TextTable(fields: names, rows: rows)
    }

    private func path(to place: Int) -> String {
        var steps: [String] = []
        var next = place
        while next != Self.record {
            steps.append(places[next].name)
            next = places[next].parent
        }
        return steps.reversed().reduce("") { $0.isEmpty ? $1 : $0 + "/" + $1 }
    }
}
