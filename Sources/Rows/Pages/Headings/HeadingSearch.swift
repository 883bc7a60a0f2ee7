// The columns of a page by their headings: which of the lines above its first key have all that the layout names.

/// Looks for headings on the first page that has keys.
struct HeadingSearch {
    let page: PageLines
    let wanted: WantedHeadings

    /// How many lines above the first row the headings may end, and of how many lines they may be: of up to three each,
    /// which beside those of two stand at half the height between them.
    static let farthest = 6
    static let mostLines = 5
    /// So many lines of the rows show which columns there are.
    private static let rowsToLookAt = 8
    /// Lines of headings are set at most so far apart, in em: those of cells with room above and below.
    private static let largestPitch = 3.2
    /// The gaps between headings, in em; where no wide one parts them a narrow one has to, which is no word space yet.
    private static let gaps = [BorderSearch.wideGap, 0.45]

    /// Where the columns are.
    struct Found {
        /// The layout, with its columns in the order of the page.
        let layout: TableLayout
        fileprivate let block: HeadingBlock
        fileprivate let period: Int

        /// The lines of the headings.
        var lines: Range<Int> { block.lines }

        /// Where the headings of statuses and dates stand.
        var places: [Column: ClosedRange<Double>] {
            var places: [Column: ClosedRange<Double>] = [:]
            for (place, column) in layout.columns.enumerated() where column == .status || column == .date {
                let extent = block.extents[place]
                places[column] = extent.start...max(extent.start, extent.end)
            }
            return places
        }

        /// Where the headings of all columns stand, from left to right.
        var extents: [ClosedRange<Double>] {
            block.extents.prefix(period).map { $0.start...max($0.start, $0.end) }
        }

        /// Whether tables stand side by side below them.
        var areRepeated: Bool { period < block.extents.count }

        /// Whether the heading of the batches stands above this key.
        func isAbove(_ key: KeyCell) -> Bool {
            block.place(of: key).map { $0 % period } == layout.keyColumn
        }
    }

    /// Finds the columns by their headings above the page's first key.
    ///
    /// - Throws: why there are none.
    func columns(above key: KeyCell, _ mask: KeyMask) throws(RowError) -> Found {
        var quoted = FoundHeadings()
        var doubled: String?
        for block in blocks(endingAt: (max(0, key.line - Self.farthest)..<key.line).reversed(), rows: key.line) {
            let period = block.period
            switch wanted.search(Array(block.texts.prefix(period))) {
            case .all(let places):
                let place = places.batch ?? block.place(of: key)
                let layout = try layout(places, batch: place, period: period, mask)
                return Found(layout: layout, block: block, period: period)
            case .twice(let heading): doubled = doubled ?? heading
            case .missing(let heading, let count):
                quoted.note(block.texts, count > 0 ? .holds(count) : .aboveKeys, missing: heading)
            }
        }
        throw doubled.map { .headingTwice($0) } ?? quoted.error(wanted: wanted)
    }

    /// Finds the columns by headings whose last line is this one, whatever stands below.
    ///
    /// - Parameter quoted: takes in what was found instead.
    /// - Throws: that a heading stands over several columns.
    func columns(endingAt line: Int, _ mask: KeyMask, _ quoted: inout FoundHeadings) throws(RowError) -> Found? {
        var doubled: String?
        for block in blocks(endingAt: CollectionOfOne(line), rows: line + 1) {
            let period = block.period
            switch wanted.search(Array(block.texts.prefix(period))) {
            case .all(let places):
                guard places.batch != nil else { return nil }
                let layout = try layout(places, batch: places.batch, period: period, mask)
                return Found(layout: layout, block: block, period: period)
            case .twice(let heading): doubled = doubled ?? heading
            case .missing(let heading, let count):
                if count > 0 || block.texts.count > 1 {
                    quoted.note(block.texts, count > 0 ? .holds(count) : .firstCells, missing: heading)
                }
            }
        }
        if let doubled { throw .headingTwice(doubled) }
        return nil
    }

    /// What may be the headings, from the nearest on.
    ///
    /// - Parameters:
    ///   - lines: the lines that may be their last.
    ///   - row: the first line below.
    private func blocks(endingAt lines: some Sequence<Int>, rows row: Int) -> some Sequence<HeadingBlock> {
        var ranges: [Range<Int>] = []
        for last in lines {
            for first in (max(0, last - Self.mostLines + 1)...last).reversed() {
                if first < last, page.step(from: first) > Self.largestPitch { break }
                ranges.append(first..<last + 1)
            }
        }
        let rows = page.lines[row...].prefix(Self.rowsToLookAt).flatMap { page.cells(of: $0) }
        let parted = Self.gaps.lazy.map { gap in
            ranges.map { HeadingBlock(page, lines: $0, gap: gap, wanted: wanted, rows: rows) }
        }
        let near = CollectionOfOne(ranges).lazy.map { ranges in
            ranges.filter { $0.count == 1 }.compactMap {
                HeadingBlock(page, line: $0.lowerBound, parting: wanted)
            }
        }
        return [AnySequence(parted), AnySequence(near)].lazy.joined().joined()
    }

    /// The layout whose columns are in the order of the headings.
    ///
    /// - Throws: that the keys do not stand below their heading.
    private func layout(
        _ places: ColumnPlaces, batch: Int?, period: Int, _ mask: KeyMask
    ) throws(RowError) -> TableLayout {
        var columns = [Column](repeating: .skip, count: period)
        for column in [Column.status, .date] { if let place = places[column] { columns[place] = column } }
        guard let place = batch, place < period, columns[place] == .skip else {
            throw .keysElsewhere(wanted.name(of: .status) ?? wanted.name(of: .date) ?? "")
        }
        columns[place] = .batch
        do {
            return try TableLayout(key: mask, columns: columns)
        } catch {
            throw .keysElsewhere(wanted.name(of: .batch) ?? "")
        }
    }
}
