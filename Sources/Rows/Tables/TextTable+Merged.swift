// Records that write the name of a field in several ways: "batch" in one, "Batch" in the next.

import Text

extension TextTable {
    /// The records with one field for all whose names are the same once folded; nil where there are none such, or a record
    /// has several of them.
    func merged(where folded: (String) -> String) -> TextTable? {
        guard let fields else { return nil }
        var places: [String: Int] = [:]
        let targets = fields.map { name -> Int in
            let place = places[folded(name)] ?? places.count
            places[folded(name)] = place
            return place
        }
        guard places.count < fields.count else { return nil }
        var names = Array(repeating: "", count: places.count)
        for (column, target) in targets.enumerated().reversed() { names[target] = fields[column] }
        var merged: [[String]] = []
        merged.reserveCapacity(rows.count)
        for row in rows {
            var cells = Array(repeating: "", count: places.count)
            for (column, target) in targets.enumerated() where column < row.count {
                // A mark says that the field is missing here, which it is not if another one has it.
                let isAbsent = row[column].isEmpty || CellMark.parted(row[column])?.text == ""
                if isAbsent, !cells[target].isEmpty { continue }
                guard cells[target].isEmpty || CellMark.parted(cells[target])?.text == "" else { return nil }
                cells[target] = row[column]
            }
            merged.append(cells)
        }
        return TextTable(name: name, fields: names, rows: merged)
    }
}
