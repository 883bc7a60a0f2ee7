// The lines of a page, from positions alone: the order of drawing means nothing. The arrays are used again page after
// page.

import Text

/// A line of text: pieces on one baseline, from left to right.
struct Line {
    var pieces: Range<Int>
    var baseline: Double
    /// The largest em among its pieces.
    var size: Double
}

/// A text that is put in the place of pieces.
struct PieceText {
    var pieces: Range<Int>
    var text: String
    var start: Double
    var end: Double
    var baseline: Double
}

/// The pieces of a page in lines from top to bottom.
struct PageLines {
    /// 1 for the document's first page.
    private(set) var number = 0
    /// The text of the pieces, as the page has it.
    private(set) var utf8: [UInt8] = []
    private(set) var frame = PageFrame.upright
    var pieces: [Piece] = []
    private(set) var lines: [Line] = []
    /// The other keys of cells that several share, by where the text of the first one begins.
    private(set) var companions: [Int: [String]] = [:]

    /// Baselines this near, in em, are one line: more than a superscript's or another font's shift, less than half the
    /// pitch of set text (0.5 em), which is where a centred cell has its key.
    private static let baselineTolerance = 0.35

    mutating func read(_ page: TextPage) {
        number = page.number
        companions = [:]
        utf8 = page.utf8
        frame = PageFrame(of: page.runs)
        pieces.removeAll(keepingCapacity: true)
        let mayHaveFillers = Fillers.mayBe(in: utf8)
        for (number, run) in page.runs.enumerated() {
            let first = pieces.count
            Piece.append(run, of: utf8, in: frame, mayHaveFillers, to: &pieces)
            for index in first..<pieces.count { pieces[index].drawn = Int32(truncatingIfNeeded: number) }
        }
        sortByBaseline()
        NoteMarks.remove(from: &pieces, utf8)
        numberLines()
        dropDoubles()
        gatherLines()
        dropSingleDots()
        joinSpacedLetters()
        widenMarks()
    }

    /// Lets go of the page's text, so that the next page's can be written where it stood.
    mutating func releaseText() {
        utf8 = []
    }

    /// Keeps only some of the pieces.
    mutating func keep(_ isKept: (Piece) -> Bool) {
        pieces.removeAll { !isKept($0) }
        sortByBaseline()
        numberLines()
        gatherLines()
    }

    /// Puts one piece in the place of some that follow each other on a line, with another text.
    ///
    /// - Parameter others: the other keys of that cell, which are a row each.
    mutating func replace(
        _ range: Range<Int>, by text: String, from start: Double, to end: Double, others: [String] = []
    ) {
        if !others.isEmpty { companions[utf8.count] = others }
        var piece = pieces[range.lowerBound]
        (piece.start, piece.end) = (start, end)
        piece.text = utf8.count..<utf8.count + text.utf8.count
        utf8 += text.utf8
        pieces.replaceSubrange(range, with: [piece])
    }

    /// Puts one piece each in the place of some that follow each other on a line, with another text, and drops others.
    ///
    /// - Parameters:
    ///   - texts: in the order of their pieces; each with the baseline that it is put on.
    ///   - dropped: the pieces to drop.
    /// - Returns: where the bytes of the new texts begin.
    mutating func replace(_ texts: [PieceText], dropping dropped: Set<Int>) -> Int {
        let first = utf8.count
        var kept: [Piece] = []
        kept.reserveCapacity(pieces.count)
        var (index, next) = (0, 0)
        while index < pieces.count {
            if next < texts.count, texts[next].pieces.lowerBound == index {
                let text = texts[next]
                var piece = pieces[index]
                (piece.start, piece.end, piece.baseline) = (text.start, text.end, text.baseline)
                piece.text = utf8.count..<utf8.count + text.text.utf8.count
                utf8 += text.text.utf8
                kept.append(piece)
                (index, next) = (text.pieces.upperBound, next + 1)
            } else {
                if !dropped.contains(index) { kept.append(pieces[index]) }
                index += 1
            }
        }
        pieces = kept
        keep { _ in true }
        return first
    }

    /// Adds a text that pieces can have.
    mutating func append(_ text: String) -> Range<Int> {
        let first = utf8.count
        utf8 += text.utf8
        return first..<utf8.count
    }

    private mutating func sortByBaseline() {
        var last = -Double.infinity
        for piece in pieces {
            if piece.baseline < last {
                pieces.sort { $0.baseline < $1.baseline }
                return
            }
            last = piece.baseline
        }
    }

    /// Numbers the lines, and sorts each from left to right if it is not.
    mutating func numberLines() {
        var isSorted = true
        var number = -1
        var baseline = -Double.infinity
        var size = 0.0
        var x = -Double.infinity
        for index in pieces.indices {
            let piece = pieces[index]
            if piece.baseline - baseline > PageLines.baselineTolerance * min(piece.size, size) {
                number &+= 1
                (baseline, size, x) = (piece.baseline, piece.size, -.infinity)
            }
            pieces[index].line = number
            if piece.start < x { isSorted = false }
            x = piece.start
        }
        if !isSorted { pieces.sort { ($0.line, $0.start) < ($1.line, $1.start) } }
    }

    /// Removes text that is drawn again within a fraction of an em: fake bold, shadows, an invisible copy over a scan.
    private mutating func dropDoubles() {
        var kept = 0
        for index in pieces.indices {
            let piece = pieces[index]
            if isDouble(piece, before: kept) { continue }
            if kept != index { pieces[kept] = piece }
            kept &+= 1
        }
        pieces.removeLast(pieces.count &- kept)
    }

    /// Whether one of the pieces kept just before says the same at the same place. Six, because so many glyphs of other
    /// copies may lie between.
    @inline(__always)
    private func isDouble(_ piece: Piece, before kept: Int) -> Bool {
        var index = kept &- 1
        while index >= 0, index >= kept &- 6 {
            let other = pieces[index]
            if other.line != piece.line || piece.start - other.start > 0.15 * piece.size { return false }
            if other.text.count == piece.text.count, utf8[other.text] == utf8[piece.text] { return true }
            index &-= 1
        }
        return false
    }

    mutating func gatherLines() {
        lines.removeAll(keepingCapacity: true)
        var index = 0
        while index < pieces.count {
            let first = pieces[index]
            let start = index
            var size = first.size
            while index < pieces.count, pieces[index].line == first.line {
                size = max(size, pieces[index].size)
                index &+= 1
            }
            lines.append(Line(pieces: start..<index, baseline: first.baseline, size: size))
        }
    }

    /// Makes a piece the beginning of a word: what stands before it may touch it, but is another cell.
    mutating func part(before piece: Int) {
        if piece < pieces.count { pieces[piece].blankBefore = true }
    }
}
