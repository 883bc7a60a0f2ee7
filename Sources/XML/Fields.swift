// The names of fields: a path of elements below the record each, known by a number, so that long paths are not compared again and again.

import Text

struct Fields {
    private struct Step: Hashable {
        var parent: Int
        var name: String
    }
    private struct Path {
        var parent: Int
        var name: String
        var column: Int?
    }
    /// The first is the record itself.
    private var paths = [Path(parent: 0, name: "", column: nil)]
    private var places: [Step: Int] = [:]
    private(set) var names: [String] = []
    private let limits: TableLimits

    /// The place of the record.
    static let root = 0

    init(_ limits: TableLimits) {
        self.limits = limits
    }

    /// The place of an element or attribute ("@id") below another.
    mutating func place(of name: String, below parent: Int) throws(TableError) -> Int {
        let step = Step(parent: parent, name: name)
        if let place = places[step] { return place }
        // Elements that only hold others are no fields, but have to be remembered as well.
        if paths.count > 2 * limits.columns + limits.nesting { throw tooMany }
        places[step] = paths.count
        paths.append(Path(parent: parent, name: name, column: nil))
        return paths.count - 1
    }

    /// The column of the field at this place.
    mutating func column(of place: Int, record: String) throws(TableError) -> Int {
        if let column = paths[place].column { return column }
        if names.count == limits.columns { throw tooMany }
        var steps: [String] = []
        var length = 0
        var next = place
        while next != Self.root {
            steps.append(paths[next].name)
            length += paths[next].name.utf8.count + 1
            next = paths[next].parent
        }
        if length > limits.cellBytes {
            throw TableError(.limit, "the name of a field is longer than \(limits.cellBytes) bytes")
        }
        paths[place].column = names.count
        names.append(steps.isEmpty ? record : steps.reversed().joined(separator: "/"))
        return names.count - 1
    }

    private var tooMany: TableError { TableError(.limit, "the records have more than \(limits.columns) fields") }
}
