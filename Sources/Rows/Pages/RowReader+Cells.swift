// The rows of a page, once it is known where everything stands: the only part that makes strings, and only for wanted rows.

import Text

extension RowReader {
    /// Adds the rows of the page, in order, and what continues the last row of the page before.
    mutating func addRows(_ cells: [KeyCell], owners: [Int: [LineOwner]], bands: ColumnBands, _ text: TextPage) {
        if let lastRow, !owners.isEmpty {
            let lines = cellLines(page.lines.indices, of: .previousRow, keyLine: nil, owners)
            let goesOn = !list.rows[lastRow].update.date.isEmpty
            let updates = updates(in: lines, goesOn: goesOn, bands, text.utf8)
            note(updates, text)
            append(updates, toRow: lastRow, bands, text)
        }
        list.rowCount += cells.count
        for (number, cell) in cells.enumerated() {
            if owners.isEmpty {
                begin(cell, text, bands)
                continue
            }
            let from = number > 0 ? cells[number - 1].line + 1 : 0
            let to = number + 1 < cells.count ? cells[number + 1].line : page.lines.count
            let lines = cellLines(from..<max(to, cell.line + 1), of: .key(number), keyLine: cell.line, owners)
            let updates = updates(in: lines, goesOn: false, bands, text.utf8)
            note(updates, text)
            begin(cell, text)
            if let lastRow { append(updates, toRow: lastRow, bands, text) }
        }
    }

    /// Begins the row of a key, which becomes the last row; none where nobody watches it.
    ///
    /// - Parameter bands: where the text beside the key is all of the row; nil where that is to be added.
    private mutating func begin(_ cell: KeyCell, _ text: TextPage, _ bands: ColumnBands? = nil) {
        lastRow = nil
        if sample != nil { takeSample(of: cell, text.utf8) }
        guard let batch = wantedKey(of: cell, text.utf8) else { return }
        lastRow = list.rows.count
        var update = Update(status: "", date: "")
        if let bands {
            let line = CollectionOfOne(cell.line)
            update.status = self.text(of: line, in: .status, after: "", bands, text.utf8)
            update.date = self.text(of: line, in: .date, after: "", bands, text.utf8)
        }
        list.rows.append(Row(batch: batch, update: update, page: text.number))
    }

    /// Counts the updates that have no key of their own. Whose they are is certain only where cells stand at the top: the
    /// key's above.
    private mutating func note(_ updates: [CellLines], _ text: TextPage) {
        list.rowCount += updates.count - 1
        if updates.count > 1, alignment != .top, doubtfulPage == nil { doubtfulPage = text.number }
    }

    private mutating func takeSample(of cell: KeyCell, _ utf8: [UInt8]) {
        let key = page.pieces[cell.pieces.lowerBound].text
        if keys.isVerbatim(cell, page.pieces, utf8) {
            sample?.add(utf8[key])
        } else {
            sample?.add(Array(keys.key(of: cell, page.pieces, utf8).utf8)[...])
        }
    }

    /// The key of a row; nil if nobody watches it.
    private func wantedKey(of cell: KeyCell, _ utf8: [UInt8]) -> String? {
        guard let watched else { return keys.key(of: cell, page.pieces, utf8) }
        let text = page.pieces[cell.pieces.lowerBound].text
        if keys.isVerbatim(cell, page.pieces, utf8), !watched.mayContain(utf8, at: text) { return nil }
        let key = keys.key(of: cell, page.pieces, utf8)
        return watched.contains(key) ? key : nil
    }

    /// Appends the text of lines to a row's cells; between lines stands one space. Where the key's cell is merged over several
    /// updates, each further one is a row of its own.
    private mutating func append(
        _ updates: [CellLines], toRow row: Int, _ bands: ColumnBands, _ text: TextPage
    ) {
        for (number, lines) in updates.enumerated() {
            if number > 0 {
                let batch = list.rows[row].batch
                list.rows.append(Row(batch: batch, update: Update(status: "", date: ""), page: text.number))
            }
            let target = number > 0 ? list.rows.count - 1 : row
            append(lines.status, .status, toRow: target, bands, text.utf8)
            append(lines.date, .date, toRow: target, bands, text.utf8)
            lastRow = target
        }
    }

    /// Those of the lines that an owner has.
    private func cellLines(
        _ lines: Range<Int>, of owner: LineOwner, keyLine: Int?, _ owners: [Int: [LineOwner]]
    ) -> CellLines {
        func own(_ column: Column) -> [Int] {
            guard let band = band(of: column) else { return [] }
            return lines.filter { $0 == keyLine || owners[band]?[$0] == owner }
        }
        return CellLines(status: own(.status), date: own(.date))
    }

    /// The band of a column; nil if the layout has none such.
    func band(of column: Column) -> Int? {
        layout.columns.firstIndex(of: column).map { $0 - keyColumn }
    }

    /// Appends what lines have in a column to a row's cell.
    private mutating func append(
        _ lines: some Collection<Int>, _ column: Column, toRow row: Int, _ bands: ColumnBands, _ utf8: [UInt8]
    ) {
        let before = list.rows[row].update[column]
        list.rows[row].update[column] = text(of: lines, in: column, after: before, bands, utf8)
    }

    /// A cell's text so far, and what lines have in its column.
    private mutating func text(
        of lines: some Collection<Int>, in column: Column, after before: String, _ bands: ColumnBands, _ utf8: [UInt8]
    ) -> String {
        guard let band = band(of: column) else { return before }
        if before.isEmpty, let text = onlyText(of: lines, band, bands, utf8) { return cellTexts.text(text) }
        var bytes: [UInt8] = []
        swap(&bytes, &scratch)
        defer { swap(&bytes, &scratch) }
        bytes.removeAll(keepingCapacity: true)
        bytes.append(contentsOf: before.utf8)
        for line in lines { append(page.lines[line], band, bands, folding: column == .date, utf8, to: &bytes) }
        let text = bytes.drop { $0 == 0x20 }
        return cellTexts.text(text[..<((text.lastIndex { $0 != 0x20 } ?? text.startIndex - 1) + 1)])
    }

    /// The text of one line's only piece in a band, if there is one and it stands as it is: most cells are such.
    private func onlyText(
        of lines: some Collection<Int>, _ band: Int, _ bands: ColumnBands, _ utf8: [UInt8]
    ) -> ArraySlice<UInt8>? {
        guard let line = lines.first, lines.count == 1 else { return nil }
        var only: Int?
        for piece in page.lines[line].pieces where bands.band(at: page.pieces[piece].start) == band {
            if only != nil { return nil }
            only = piece
        }
        guard let only else { return nil }
        let text = utf8[page.pieces[only].text]
        return text.first != 0x20 && text.last != 0x20 && CellText.isPlain(text) ? text : nil
    }

    /// Appends what a line has in a band.
    private func append(
        _ line: Line, _ band: Int, _ bands: ColumnBands, folding: Bool, _ utf8: [UInt8], to bytes: inout [UInt8]
    ) {
        var isFirst = true
        var first = line.pieces.lowerBound
        while first < line.pieces.upperBound {
            let end = page.endOfWord(from: first, in: line)
            defer { first = end }
            guard bands.band(at: page.pieces[first].start) == band else { continue }
            let isBroken = isFirst && CellText.isBroken(bytes)
            if !bytes.isEmpty, bytes.last != 0x20, !isBroken { bytes.append(0x20) }
            isFirst = false
            for piece in first..<end {
                CellText.append(utf8[page.pieces[piece].text], folding: folding, to: &bytes)
            }
        }
    }
}

extension Update {
    /// A cell by its column, status or date.
    fileprivate subscript(column: Column) -> String {
        get { column == .date ? date : status }
        set { if column == .date { date = newValue } else { status = newValue } }
    }
}
