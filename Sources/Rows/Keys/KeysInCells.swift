// Keys in cells, for who has to find their mask first.

/// Reads the keys of a column as a poll does.
package struct KeysInCells {
    private let keys: CellKeys

    /// - Parameter heading: what stands above the keys.
    package init(_ mask: KeyMask, heading: String?) {
        keys = CellKeys(mask, heading: heading, watched: nil, onlyBatch: nil)
    }

    /// The key of a cell; nil for one that has none, or not for certain.
    package func key(of cell: String) -> String? { keys.reading(of: cell).key }

    /// The keys of a cell, which are a row each.
    package func keys(of cell: String) -> [String] {
        switch keys.reading(of: cell) {
        case .key(let key, _): [key]
        case .several(let keys): keys
        case .doubtful, .none: []
        }
    }

    /// What may be the key of a cell that has more in it: its words, or one that is written in groups of digits.
    package static func words(of cell: String) -> [String] {
        guard cell.utf8.count <= KeySearch.longest, cell.utf8.contains(where: \.isDigit) else { return [] }
        let text = Array(CellText.cell(cell, folding: true).utf8)
        var found: [String] = []
        for (number, text) in [text, KeySearch.withoutGaps(text).text].enumerated() {
            if number > 0, found.contains(where: { KeySearch.digits(of: $0.utf8) >= fewestOfGroup }) { break }
            for word in text.split(whereSeparator: { !$0.isLetterOrDigit && ![0x2D, 0x2E, 0x2F, 0x5F].contains($0) }) {
                let word = String(decoding: word, as: UTF8.self)
                if !found.contains(word) { found.append(word) }
            }
        }
        return found
    }

    /// A word with more digits is no part of a number in groups.
    private static let fewestOfGroup = 6

    /// A cell as its text is compared: without what has no width.
    package static func plain(_ cell: String) -> String { CellText.cell(cell) }
}
