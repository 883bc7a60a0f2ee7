// The words of a line, its cells, and their text.

import Bidi

/// Where a word, or several that stand together, lies along its line.
struct Word {
    var start: Double
    var end: Double
    var size: Double
    /// Whether it is the rest of a word that was drawn as several texts.
    var touchesBefore = false

    func overlaps(_ other: Word) -> Bool { start < other.end && other.start < end }
}

extension PageLines {
    /// Tells lines apart that differ in more than digits.
    func hashWithoutNumbers(_ line: Line) -> Int { hashWithoutNumbers(line.pieces) }

    /// Tells texts apart that differ in more than digits.
    func hashWithoutNumbers(_ pieces: some Sequence<Int>) -> Int {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for piece in pieces {
            for byte in utf8[self.pieces[piece].text] {
                hash = (hash ^ UInt64(byte.isDigit ? 0x23 : byte)) &* 0x100_0000_01B3
            }
        }
        return Int(truncatingIfNeeded: hash)
    }

    /// The end of the word that begins with a piece: the index after its last piece, within the line.
    @inline(__always)
    func endOfWord(from first: Int, in line: Line) -> Int {
        var next = first &+ 1
        while next < line.pieces.upperBound, pieces[next &- 1].touches(pieces[next]) { next &+= 1 }
        return next
    }

    /// The end of the text that begins with a piece and is set as one: words with no gap between them that could part
    /// columns. The index after its last piece, within the line.
    func endOfText(from first: Int, in line: Line) -> Int {
        var next = first + 1
        while next < line.pieces.upperBound {
            let (before, piece) = (pieces[next - 1], pieces[next])
            let gap = (piece.start - before.end) / min(piece.size, before.size)
            if abs(gap) > Self.gapInText || piece.owner != before.owner { break }
            next += 1
        }
        return next
    }

    /// In em: more than a wide blank, less than the gap between columns.
    private static let gapInText = 0.5

    /// Whether a piece that may begin with a hyphen stands apart from the one before it in its cell; false for any other.
    @inline(__always)
    func beginsApart(_ piece: Int, after last: Int?) -> Bool {
        guard let first = utf8[pieces[piece].text].first, first == 0x2D || first >= 0x80 else { return false }
        guard let last else { return true }
        return pieces[last].line != pieces[piece].line || !pieces[last].touches(pieces[piece])
    }

    /// Where a word's ink ends, a tenth of an em short of it so that slanted letters cross no border; where the next
    /// word begins before that, it ends there.
    @inline(__always)
    func endOfInk(from first: Int, to end: Int, in line: Line) -> Double {
        let last = pieces[end &- 1]
        let ink = max(last.end - 0.1 * last.size, pieces[first].start)
        if end < line.pieces.upperBound {
            return min(ink, max(pieces[end].start - 0.15 * last.size, pieces[first].start))
        }
        return ink
    }

    /// The width of a piece's text up to its first space, taking all its characters for equally wide.
    func widthOfFirstWord(of piece: Piece) -> Double {
        let length = utf8[piece.text].firstIndex(of: 0x20).map { $0 - piece.text.lowerBound } ?? piece.text.count
        return (piece.end - piece.start) * Double(length) / Double(piece.text.count)
    }

    /// Whether a piece has a digit right before or after it in its word: it is no number by itself.
    func isPartOfNumber(_ piece: Int, in word: Range<Int>) -> Bool {
        let before = piece > word.lowerBound ? utf8[pieces[piece - 1].text].last : nil
        let after = piece + 1 < word.upperBound ? utf8[pieces[piece + 1].text].first : nil
        return [before, after].contains { $0?.isDigit ?? false }
    }

    /// The cells of a line as gaps part them that are at least so wide, in em.
    func cells(of line: Line, gap: Double = BorderSearch.wideGap) -> [Word] {
        var cells: [Word] = []
        for index in line.pieces {
            let piece = pieces[index]
            if let last = cells.indices.last, piece.start - cells[last].end < gap * piece.size {
                cells[last].end = max(cells[last].end, piece.end)
            } else {
                cells.append(Word(start: piece.start, end: piece.end, size: piece.size))
            }
        }
        return cells
    }

    /// The text of a line between two places, its words parted by one space.
    func text(of line: Line, from start: Double = -.infinity, to end: Double = .infinity) -> String {
        var bytes: [UInt8] = []
        for index in line.pieces where pieces[index].start >= start && pieces[index].start <= end {
            if !bytes.isEmpty, index > line.pieces.lowerBound, !pieces[index - 1].touches(pieces[index]) {
                bytes.append(0x20)
            }
            CellText.append(utf8[pieces[index].text], folding: false, to: &bytes)
        }
        return VisualOrder.text(bytes)
    }

    /// The lines of a table's rows, and those above and below that follow each other as closely as lines of cells or rows
    /// do.
    func closeLines(around keys: [KeyCell]) -> Range<Int> {
        guard var first = keys.first?.line, var last = keys.last?.line, first <= last else { return 0..<0 }
        let pitch = zip(keys, keys.dropFirst()).map { lines[$1.line].baseline - lines[$0.line].baseline }.min() ?? 0
        let most = max(Self.largestPitch, 1.2 * pitch / lines[first].size)
        while first > 0, step(from: first - 1) < most { first -= 1 }
        while last + 1 < lines.count, step(from: last) < most { last += 1 }
        return first..<last + 1
    }

    /// The text of a piece.
    func text(of piece: Piece) -> String { String(decoding: utf8[piece.text], as: UTF8.self) }

    /// Whether a piece has a digit.
    func hasDigit(_ piece: Int) -> Bool { utf8[pieces[piece].text].contains(where: \.isDigit) }

    /// The text of pieces that follow each other on a line, its words parted by one space.
    func text(of pieces: Range<Int>) -> String {
        var bytes: [UInt8] = []
        for index in pieces {
            if index > pieces.lowerBound, !self.pieces[index - 1].touches(self.pieces[index]) { bytes.append(0x20) }
            CellText.append(utf8[self.pieces[index].text], folding: false, to: &bytes)
        }
        return VisualOrder.text(bytes)
    }

    /// How far it is from a line to the next, in em.
    func step(from line: Int) -> Double {
        let (upper, lower) = (lines[line], lines[line + 1])
        return (lower.baseline - upper.baseline) / max(upper.size, lower.size)
    }

    /// Lines of a cell are set at most so far apart, in em: one and a half lines of a face with a large body.
    static let largestPitch = 1.8

    /// Set text has its lines at most so far apart, in em; a wider step at the table's edge says nothing.
    static let setPitch = 1.4

    /// Cells of an even number of lines, centred beside a key of one, have their middle lines half a line above and
    /// below it, in em: a date broken at its hyphen. Lines of cells set at the top or the bottom are farther off.
    static let halfPitch = 0.8
}
