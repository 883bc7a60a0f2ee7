// Rows of more or fewer cells than the rows around them, or than their headings.

import Text

extension TableReader {
    /// Whether it is not certain which of a row's cells is which: it has not as many as its headings, nor as most rows.
    func isUneven(_ cells: [String], _ places: ColumnPlaces) -> Bool {
        if writesEmptyCells, let headingWidth, cells.dropFirst(headingWidth).contains(where: { !$0.isEmpty }),
            places.status != nil || places.date != nil
        {
            return true
        }
        guard let width, cells.count != width, cells.count != headingWidth,
            places.status != nil || places.date != nil
        else { return false }
        // Separators at the end of a line make no difference.
        return cells.count < width || cells.dropFirst(width).contains { !$0.isEmpty }
    }
}
