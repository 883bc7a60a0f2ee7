// Finds rows with more or fewer cells than the rows around them, or than their headings.

import Text

extension TableReader {
    /// Whether it is not certain which cell of a row belongs to which column: the row has neither as many cells as its
    /// headings nor as many as most rows.
    func isUneven(_ cells: [String], _ places: ColumnPlaces) -> Bool {
        if places.status == nil, places.date == nil { return false }
        // Separators at the end of a line make no difference.
        let hasText = { (width: Int) in cells.dropFirst(width).contains { !$0.isEmpty } }
        if writesEmptyCells, let headingWidth, hasText(headingWidth) { return true }
        guard let width, cells.count != width, cells.count != headingWidth else { return false }
        return cells.count < width || hasText(width)
    }
}
