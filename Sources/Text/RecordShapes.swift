// Which fields the records of a document have. A record that lacks a field of nearly all others, or has it elsewhere,
// may contain unread data: its empty cell then gets a mark, because an empty cell without one means that there is no
// data.

/// The fields of records.
struct RecordShapes: Sendable {
    /// The columns of each shape, ascending, the repeated ones among them, and the number of its records.
    private var shapes: [(columns: [Int], repeated: [Int], count: Int)] = []
    private var numbers: [[Int]: Int] = [:]
    /// The shape of each record.
    private var records: [Int32] = []
    /// The columns of the record before.
    private var last: [Int] = []
    private var isOver = false

    /// Records with more shapes are too different to classify.
    private static let most = 1000
    /// With fewer records, a missing field means nothing.
    private static let fewest = 5
    /// A field is usual above 1 in 2 records and rare below 1 in 4; nearly all records have it if at most 1 in 20 lacks
    /// it.
    private static let (usual, rare, nearlyAll) = (2, 4, 20)

    mutating func add(_ columns: [Int]) {
        if isOver { return }
        if let number = records.last, columns == last {
            shapes[Int(number)].count += 1
            records.append(number)
            return
        }
        last = columns
        var seen: Set<Int> = []
        let repeated = Set(columns.filter { !seen.insert($0).inserted }).sorted()
        let own = seen.sorted()
        let key = own + [-1] + repeated
        let number = numbers[key] ?? shapes.count
        if number == shapes.count {
            if number == Self.most {
                isOver = true
                return
            }
            shapes.append((own, repeated, 0))
            numbers[key] = number
        }
        shapes[number].count += 1
        records.append(Int32(number))
    }

    /// Marks the cells of fields that records lack.
    func mark(_ rows: inout [[String]], fields: [String]) {
        guard !isOver, shapes.count > 1, records.count == rows.count else { return }
        var counts = Array(repeating: 0, count: fields.count)
        for shape in shapes { for column in shape.columns { counts[column] += shape.count } }
        var repeats = Array(repeating: 0, count: fields.count)
        for shape in shapes { for column in shape.repeated { repeats[column] += shape.count } }
        let marks = shapes.map { self.marks(of: $0.columns, counts, fields) }
        for (index, shape) in records.enumerated() where !marks[Int(shape)].isEmpty {
            for (column, mark) in marks[Int(shape)] where rows[index][column].isEmpty {
                rows[index][column] = mark.on("")
            }
        }
        for (index, shape) in records.enumerated() where !shapes[Int(shape)].repeated.isEmpty {
            for column in shapes[Int(shape)].repeated where isRare(repeats[column], of: counts[column]) {
                rows[index][column] = CellMark.contradicted.on(rows[index][column])
            }
        }
    }

    /// Whether so few records have something that it may be an error.
    private func isRare(_ count: Int, of all: Int) -> Bool {
        count * Self.nearlyAll <= all || all >= Self.fewest && count == 1
    }

    /// The fields of a shape that get a mark if they are empty.
    private func marks(of shape: [Int], _ counts: [Int], _ fields: [String]) -> [(column: Int, mark: CellMark)] {
        let all = records.count
        let rare = shape.filter { counts[$0] * Self.rare < all }
        let own = Set(shape)
        var found: [(column: Int, mark: CellMark)] = []
        for column in fields.indices where counts[column] * Self.usual > all {
            let name = fields[column] + "/"
            if own.contains(column) {
                if rare.contains(where: { fields[$0].hasPrefix(name) }) { found.append((column, .misplacedField)) }
            } else if !rare.isEmpty {
                found.append((column, .misplacedField))
            } else if isRare(all - counts[column], of: all) {
                found.append((column, .missingField))
            }
        }
        return found
    }
}
