// Lists whose keys may be any text: the keys of a page are found by where its cells, or its gaps, put them; then its rows are
// read as those of all lists are.

import Text

extension RowReader {
    /// Reads a page of such a list.
    mutating func addWithTextKeys(_ text: TextPage) {
        textKeys?.begin()
        let before = rows.rowCount
        let rests = rows.restCount
        let incomplete = rows.incompleteRow(layout)
        let hasNewTop = addTextCells(text) ? passTop() : addTextLines(text)
        if rows.rowCount > before {
            last = PageEnd(of: page, keys.cells, columns.bands, layout) ?? last
        } else {
            accountForRest(isTaken: rows.restCount > rests)
            columnsOfPages.add(withoutRows: page)
            repeatedEdges.add(withoutRows: page)
        }
        rows.add(textKeys?.doubts ?? [])
        if let incomplete, hasNewTop { rows.doubtIncomplete(incomplete, layout, page: text.number) }
        page.releaseText()
    }

    /// Adds the rows of a page whose cells the document names, or rules close.
    ///
    /// - Returns: whether they make sense.
    private mutating func addTextCells(_ text: TextPage) -> Bool {
        guard evidence.contains(.tags) || evidence.contains(.rules) else { return false }
        let tables = evidence.contains(.tags) ? text.tables : nil
        if let tables, addTextCells(text, { PageCells($0, tables) }) { return true }
        guard evidence.contains(.rules), !text.rules.isEmpty else { return false }
        page.read(text)
        let grid = DrawnGrid(RulingLines(of: text, in: page.frame))
        return addTextCells(text) { PageCells($0, grid) }
    }

    private mutating func addTextCells(_ text: TextPage, _ cells: (PageLines) -> PageCells?) -> Bool {
        page.read(text)
        guard let parted = cells(page), textKeys?.find(in: &page, parted) == true, let own = cells(page) else {
            return false
        }
        keys.take(textKeys?.cells ?? [])
        guard beginTextRows(), addCells(own) else { return false }
        rows.add(UntrustedText(page, of: text, keys.found, layout.key).doubts)
        return true
    }

    /// Adds the rows of a page whose cells only gaps show.
    ///
    /// - Returns: whether something stands above them that did not on the pages before.
    private mutating func addTextLines(_ text: TextPage) -> Bool {
        guard evidence.contains(.gaps) else { return false }
        read(text)
        guard !keys.cells.isEmpty, beginTextRows() else { return false }
        rows.add(UntrustedText(page, of: text, keys.found, layout.key).doubts)
        let isNew = passTop()
        if isNew { followHeadings() }
        ruling = text.rules.isEmpty && text.fills.isEmpty ? nil : RulingLines(of: text, in: page.frame)
        isParted = addTables(of: text, drawn: nil)
        return isNew
    }

    /// On the first page with a row of such a list, takes over the layout of its table.
    ///
    /// - Returns: whether it is known.
    private mutating func beginTextRows() -> Bool {
        guard let textKeys, let first = keys.cells.first else { return false }
        if !isBeforeRows { return true }
        if layout.headings != nil {
            guard let own = textKeys.layout else { return false }
            (layout, headings, headingLines) = (own, textKeys.places, textKeys.headingLines)
        }
        isBeforeRows = false
        if rows.wantsTitle {
            let top = headingLines.isEmpty ? page.headerTop(above: first) : headingLines.lowerBound
            rows.add(title: page.title(above: top))
        }
        return true
    }
}
