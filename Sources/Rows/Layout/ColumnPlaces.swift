// Where in a row its columns are.

/// Which cells of a row say what; nil for a column that there is none of.
struct ColumnPlaces: Hashable {
    var batch: Int?
    var status: Int?
    var date: Int?

    /// The place of a column; nil for one that is skipped.
    subscript(column: Column) -> Int? {
        get {
            switch column {
            case .batch: batch
            case .status: status
            case .date: date
            case .skip: nil
            }
        }
        set {
            switch column {
            case .batch: batch = newValue
            case .status: status = newValue
            case .date: date = newValue
            case .skip: break
            }
        }
    }
}

extension [String] {
    /// The cell at a place; empty where there is none.
    func cell(_ place: Int?) -> String {
        guard let place, indices.contains(place) else { return "" }
        return self[place]
    }
}
