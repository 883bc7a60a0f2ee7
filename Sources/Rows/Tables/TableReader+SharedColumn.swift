// Cells that say all of a case, as the titles of a feed do: "66357342: Refused". The layout tells them by one heading for
// batch and status.

extension TableReader {
    /// A row in which batch and status stand in one cell, with them in cells of their own; nil for any other. A cell is
    /// parted as a line of text is.
    func parted(_ cells: [String], _ places: ColumnPlaces) -> (cells: [String], places: ColumnPlaces)? {
        guard let place = places.batch, place == places.status,
            case .key(let head, var rest) = keys.reading(ofLine: cells.cell(place))
        else { return nil }
        var parted = places
        parted.batch = cells.count
        parted.status = cells.count + 1
        var date = ""
        if places.date == place {
            (rest, date) = KeySearch.update(in: rest, dateFirst: false)
            parted.date = cells.count + 2
        }
        return (cells + [head, rest, date], parted)
    }
}
