// The rows of a page, once it is known where everything stands: the only part that makes strings, and only for wanted rows.

import Text

extension RowReader {
    /// Adds the rows of the page, in order, and what continues the last row of the page before.
    mutating func addRows(_ cells: [KeyCell], owners: [LineOwner], bands: ColumnBands, _ text: TextPage) {
        if let lastRow, owners.contains(.previousRow) {
            let lines = owners.indices.filter { owners[$0] == .previousRow }
            append(lines, toRow: lastRow, bands, text.utf8)
        }
        list.rowCount += cells.count
        for (number, cell) in cells.enumerated() {
            guard let batch = wantedKey(of: cell, text.utf8) else {
                lastRow = nil
                continue
            }
            list.rows.append(Row(batch: batch, update: Update(status: "", date: ""), page: text.number))
            lastRow = list.rows.count - 1
            var lines = cell.line...cell.line
            if !owners.isEmpty {
                let from = number > 0 ? cells[number - 1].line + 1 : 0
                let to = number + 1 < cells.count ? cells[number + 1].line : page.lines.count
                lines = from...max(to - 1, cell.line)
            }
            let own = lines.filter { $0 == cell.line || owners[$0] == .key(number) }
            append(own, toRow: list.rows.count - 1, bands, text.utf8)
        }
    }

    /// The key of a row; nil if nobody watches it.
    private func wantedKey(of cell: KeyCell, _ utf8: [UInt8]) -> String? {
        guard let watched else { return keys.key(of: cell, page.pieces, utf8) }
        // A key in one piece stands there byte for byte, unless hyphens had to be folded: then it is longer.
        let text = page.pieces[cell.pieces.lowerBound].text
        if cell.pieces.count == 1, text.count == layout.key.length, !watched.mayContain(utf8, at: text) { return nil }
        let key = keys.key(of: cell, page.pieces, utf8)
        return watched.contains(key) ? key : nil
    }

    /// Appends the text of lines to a row's cells; between lines stands one space.
    private mutating func append(_ lines: [Int], toRow row: Int, _ bands: ColumnBands, _ utf8: [UInt8]) {
        let update = list.rows[row].update
        list.rows[row].update.status = cell(.status, of: lines, after: update.status, bands, utf8)
        list.rows[row].update.date = cell(.date, of: lines, after: update.date, bands, utf8)
    }

    private func cell(_ column: Column, of lines: [Int], after before: String, _ bands: ColumnBands, _ utf8: [UInt8])
        -> String
    {
        guard let index = layout.columns.firstIndex(of: column) else { return before }
        let band = index - keyColumn
        var bytes = Array(before.utf8)
        for number in lines {
            let line = page.lines[number]
            var isFirst = true
            var first = line.pieces.lowerBound
            while first < line.pieces.upperBound {
                let end = page.endOfWord(from: first, in: line)
                defer { first = end }
                guard bands.band(at: page.pieces[first].start) == band else { continue }
                // A date broken at its hyphen ("14-Jun-" over "12") is whole without a space.
                let isBrokenDate = column == .date && isFirst && (bytes.last == 0x2D || bytes.last == 0x2F)
                if !bytes.isEmpty, bytes.last != 0x20, !isBrokenDate { bytes.append(0x20) }
                isFirst = false
                for piece in first..<end {
                    CellText.append(utf8[page.pieces[piece].text], folding: column == .date, to: &bytes)
                }
            }
        }
        while bytes.last == 0x20 { bytes.removeLast() }
        return String(decoding: bytes, as: UTF8.self)
    }
}
