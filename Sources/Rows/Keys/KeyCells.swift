// Where on a page the keys stand: words that match the mask, in one column.

/// A word that matches the list's mask.
struct KeyCell {
    /// The index of its line on the page.
    var line: Int
    /// Its pieces, as indices of the page's pieces.
    var pieces: Range<Int>
    var start: Double
    var end: Double

    var centre: Double { (start + end) / 2 }
}

/// Finds the key cells of pages. Reuses its storage.
struct KeyFinder {
    let mask: KeyMask
    private(set) var cells: [KeyCell] = []
    /// Where columns of keys begin that have about as many as the fullest, from left to right; empty if all keys are in one.
    private(set) var columnStarts: [Double] = []
    /// Where the keys outside the column begin.
    private(set) var strays: [Double] = []
    private var word: [UInt8] = []

    init(mask: KeyMask) {
        self.mask = mask
    }

    /// Finds all words of the page that match, wherever they stand, then keeps those of one column: the one with most of them.
    ///
    /// - Parameters:
    ///   - page: the page's lines.
    ///   - utf8: its text.
    ///   - usual: where the column was on the pages before; it wins where the numbers do not decide.
    ///   - prefersLast: whether else the last column wins, and not the first.
    mutating func find(in page: PageLines, _ utf8: [UInt8], usual: ClosedRange<Double>?, prefersLast: Bool) {
        cells.removeAll(keepingCapacity: true)
        for (number, line) in page.lines.enumerated() {
            var first = line.pieces.lowerBound
            while first < line.pieces.upperBound {
                let end = page.endOfWord(from: first, in: line)
                if matches(page.pieces, first..<end, utf8) {
                    add(first..<end, page.pieces, line: number)
                } else if end &- first > 1 {
                    for piece in first..<end where isTouched(piece, in: first..<end, page.pieces, utf8) {
                        add(piece..<piece + 1, page.pieces, line: number)
                    }
                }
                first = end
            }
        }
        keepOneColumn(usual: usual, prefersLast: prefersLast)
        keepOneALine()
    }

    private mutating func add(_ range: Range<Int>, _ pieces: [Piece], line: Int) {
        cells.append(
            KeyCell(
                line: line, pieces: range, start: pieces[range.lowerBound].start, end: pieces[range.upperBound - 1].end)
        )
    }

    /// Whether one piece of a word is a key by itself: tables with next to no room between their cells. With a digit right
    /// before or after it, it is but a part of a number.
    private mutating func isTouched(_ piece: Int, in word: Range<Int>, _ pieces: [Piece], _ utf8: [UInt8]) -> Bool {
        guard matches(pieces, piece..<piece + 1, utf8) else { return false }
        let before = piece > word.lowerBound ? utf8[pieces[piece - 1].text].last : nil
        let after = piece + 1 < word.upperBound ? utf8[pieces[piece + 1].text].first : nil
        return ![before, after].contains { $0.map { $0 &- 0x30 < 10 } ?? false }
    }

    /// Whether the pieces, joined, match the mask: as they are, or with their hyphens folded.
    @inline(__always)
    private mutating func matches(_ pieces: [Piece], _ range: Range<Int>, _ utf8: [UInt8]) -> Bool {
        let first = pieces[range.lowerBound].text
        if range.count == 1, first.count <= mask.length {
            if mask.matches(utf8, at: first) { return true }
            // Folded it is shorter, which only such a mask allows.
            if !mask.isRange { return false }
        }
        if let byte = utf8[first].first, byte < 0x80, !mask.canBegin(with: byte) { return false }
        // A hyphen takes three bytes at most, so nothing longer than this can match.
        if first.count > 3 &* mask.length { return false }
        word.removeAll(keepingCapacity: true)
        for index in range {
            CellText.append(utf8[pieces[index].text], folding: true, to: &word)
            if word.count > mask.length { return false }
        }
        return mask.matches(word, at: 0..<word.count)
    }

    /// Whether the key of a cell stands in its first piece byte for byte: hyphens that had to be folded make it longer than the mask.
    @inline(__always)
    func isVerbatim(_ cell: KeyCell, _ pieces: [Piece], _ utf8: [UInt8]) -> Bool {
        guard cell.pieces.count == 1 else { return false }
        let text = pieces[cell.pieces.lowerBound].text
        return mask.isRange ? mask.matches(utf8, at: text) : text.count == mask.length
    }

    /// The key of a cell.
    func key(of cell: KeyCell, _ pieces: [Piece], _ utf8: [UInt8]) -> String {
        let first = pieces[cell.pieces.lowerBound].text
        if isVerbatim(cell, pieces, utf8) { return String(decoding: utf8[first], as: UTF8.self) }
        var bytes: [UInt8] = []
        for index in cell.pieces { CellText.append(utf8[pieces[index].text], folding: true, to: &bytes) }
        return String(decoding: bytes, as: UTF8.self)
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

    private mutating func keepOneALine() {
        var line = -1
        cells.removeAll { cell in
            defer { line = cell.line }
            return cell.line == line
        }
    }

    /// Where the columns begin that have at least three keys and four fifths of the fullest one's.
    private func fullColumns(reach: Double) -> [Double] {
        var columns: [(centre: Double, start: Double, count: Int)] = []
        for cell in cells.sorted(by: { $0.centre < $1.centre }) {
            if let last = columns.indices.last, cell.centre - columns[last].centre <= reach {
                columns[last].count += 1
                columns[last].start = min(columns[last].start, cell.start)
            } else {
                columns.append((cell.centre, cell.start, 1))
            }
        }
        let most = columns.map(\.count).max() ?? 0
        return columns.filter { $0.count >= 3 && $0.count * 5 >= most * 4 }.map(\.start)
    }
}
