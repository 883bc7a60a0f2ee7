// Where on a page the keys stand: words that match the mask, in one column.

/// Finds the key cells of pages. Reuses its storage.
struct KeyFinder {
    let mask: KeyMask
    private(set) var cells: [KeyCell] = []
    /// All words of the page that match, in any column.
    private(set) var found: [KeyCell] = []
    /// Where columns of keys begin that have about as many as the fullest, from left to right; empty if all keys are in
    /// one.
    private(set) var columnStarts: [Double] = []
    /// Where the keys outside the column begin.
    private(set) var strays: [Double] = []
    private var word: [UInt8] = []

    init(mask: KeyMask) {
        self.mask = mask
    }

    /// Text so many times larger than the keys is a stamp across the page ("DRAFT"): it is in no line, and parts none.
    private static let stamp = 2.0

    /// Finds all words of the page that match, wherever they stand, then keeps those of one column: the one with most
    /// of them. Takes stamps off the page, and parts what stands beside a key from it.
    ///
    /// - Parameters:
    ///   - page: the page's lines.
    ///   - usual: where the column was on the pages before; it wins where the numbers do not decide.
    ///   - prefersLast: whether else the last column wins, and not the first.
    mutating func find(in page: inout PageLines, usual: ClosedRange<Double>?, prefersLast: Bool) {
        search(page, usual: usual, prefersLast: prefersLast)
        guard let key = cells.first else { return }
        let largest = Self.stamp * page.pieces[key.pieces.lowerBound].size
        if page.lines.contains(where: { $0.size >= largest }) {
            page.keep { $0.size < largest }
            search(page, usual: usual, prefersLast: prefersLast)
        }
        for key in cells {
            page.part(before: key.pieces.lowerBound)
            page.part(before: key.pieces.upperBound)
        }
    }

    /// Takes over the keys that their places tell.
    mutating func take(_ keys: [KeyCell]) {
        (cells, found) = (keys, keys)
        columnStarts.removeAll()
        strays.removeAll()
    }

    private mutating func search(_ page: PageLines, usual: ClosedRange<Double>?, prefersLast: Bool) {
        cells.removeAll(keepingCapacity: true)
        for (number, line) in page.lines.enumerated() {
            var first = line.pieces.lowerBound
            while first < line.pieces.upperBound {
                let end = page.endOfWord(from: first, in: line)
                if matches(page, first..<end) {
                    add(first..<end, page, line: number)
                } else if end &- first > 1 {
                    // Tables with next to no room between their cells.
                    for piece in first..<end
                    where matches(page, piece..<piece + 1) && !page.isPartOfNumber(piece, in: first..<end) {
                        add(piece..<piece + 1, page, line: number)
                    }
                }
                first = end
            }
        }
        found = cells
        keepOneColumn(usual: usual, prefersLast: prefersLast)
        keepOneALine()
    }

    private mutating func add(_ range: Range<Int>, _ page: PageLines, line: Int) {
        let (first, last) = (page.pieces[range.lowerBound], page.pieces[range.upperBound - 1])
        cells.append(KeyCell(line: line, pieces: range, start: first.start, end: last.end))
    }

    /// Whether the pieces, joined, match the mask: as they are, or with their hyphens folded.
    @inline(__always)
    private mutating func matches(_ page: PageLines, _ range: Range<Int>) -> Bool {
        let first = page.pieces[range.lowerBound].text
        if range.count == 1, first.count <= mask.length {
            if mask.matches(page.utf8, at: first) { return true }
            // Folded it is shorter, which only such a mask allows.
            if !mask.isRange, first.count <= mask.length { return false }
        }
        let byte = page.utf8[first.lowerBound]
        if byte < 0x80, !mask.canBegin(with: byte) { return false }
        // A hyphen takes three bytes at most, so nothing longer than this can match.
        if first.count > 3 &* mask.length + KeyMask.longestMarks { return false }
        word.removeAll(keepingCapacity: true)
        for index in range {
            CellText.append(page.utf8[page.pieces[index].text], folding: true, to: &word)
            if word.count > mask.length + KeyMask.longestMarks { return false }
        }
        return mask.matches(word, at: 0..<word.count) || mask.keyLength(in: word) != nil
    }

    /// Keeps the cells of the column with most of them; their centres differ by less than half a key.
    private mutating func keepOneColumn(usual: ClosedRange<Double>?, prefersLast: Bool) {
        columnStarts.removeAll()
        strays.removeAll()
        guard let first = cells.first else { return }
        // Keys of several lengths may begin, end or be centred at one place.
        let width = mask.isRange ? cells.map { $0.end - $0.start }.max() : nil
        let reach = (width ?? first.end - first.start) / 2
        if cells.allSatisfy({ abs($0.centre - first.centre) <= reach }) { return }
        columnStarts = fullColumns(reach: reach)
        let centres = cells.map(\.centre).sorted()
        var best = (count: 0, from: 0.0)
        var end = 0
        for (index, centre) in centres.enumerated() {
            while end < centres.count, centres[end] <= centre + reach { end += 1 }
            var count = 2 * (end - index)
            if let usual, usual.contains(centre) { count += 1 }
            if count > best.count || (prefersLast && count == best.count) { best = (count, centre) }
        }
        let isStray = { (cell: KeyCell) in cell.centre < best.from || cell.centre > best.from + reach }
        strays = cells.filter(isStray).map(\.start)
        cells.removeAll(where: isStray)
    }

    /// All keys that stand in one of the full columns, line by line.
    func grid(on page: PageLines) -> [KeyCell] {
        found.filter { cell in
            columnStarts.contains { abs($0 - cell.start) < page.pieces[cell.pieces.lowerBound].size }
        }
    }

    private mutating func keepOneALine() {
        guard cells.indices.dropFirst().contains(where: { cells[$0].line == cells[$0 - 1].line }) else { return }
        var line = -1
        cells.removeAll { cell in
            defer { line = cell.line }
            return cell.line == line
        }
    }

    /// Where the columns begin that have at least three keys and four fifths of the fullest one's, or a key on each of
    /// its first lines: the last of several tables may be short.
    private func fullColumns(reach: Double) -> [Double] {
        var columns: [(centre: Double, start: Double, count: Int, lines: [Int])] = []
        for cell in cells.sorted(by: { $0.centre < $1.centre }) {
            if let last = columns.indices.last, cell.centre - columns[last].centre <= reach {
                columns[last].count += 1
                columns[last].lines.append(cell.line)
                columns[last].start = min(columns[last].start, cell.start)
            } else {
                columns.append((cell.centre, cell.start, 1, [cell.line]))
            }
        }
        guard let fullest = columns.max(by: { $0.count < $1.count }) else { return [] }
        let lines = fullest.lines.sorted()
        return columns.filter { column in
            guard column.count >= 3 else { return false }
            return column.count * 5 >= fullest.count * 4
                || column.lines.sorted().elementsEqual(lines.prefix(column.count))
        }.map(\.start)
    }
}
