// The pieces of a page: its runs in the page's frame, without blanks at their ends.

import Text

/// A run without the blanks at its ends.
struct Piece {
    /// Where its ink begins and ends along the line, in the page's units.
    var start: Double
    var end: Double
    /// Where its baseline lies, growing downwards.
    var baseline: Double
    /// The height of the em.
    var size: Double
    /// Its text without blanks at either end, as a range of the page's UTF-8. Never empty.
    var text: Range<Int>
    /// Whether it begins, ends or is centred where another one above it does.
    func stands(below other: Piece) -> Bool {
        let slack = 0.5 * other.size
        return abs(start - other.start) < slack || abs(end - other.end) < slack
            || abs(start + end - other.start - other.end) < 2 * slack
    }

    /// Text nearer than this below another, in em, is drawn over it.
    static let overdrawn = 0.8

    /// Whether it is drawn over another text of its column, a little higher or lower, as lines of a cell never are. A mark
    /// above a line lies over none.
    func lies(over other: Piece) -> Bool {
        let em = min(size, other.size)
        let step = abs(baseline - other.baseline)
        return step > 0.06 * em && step < Self.overdrawn * em
            && min(end, other.end) - max(start, other.start) > 0.5 * em
    }

    /// Whether a blank was drawn before it.
    var blankBefore: Bool
    /// Whether it is a letter of the word before it, set with space between.
    var isSpacedLetter = false
    /// What it belongs to, as the document says.
    var owner = TextOwner.unknown
    /// The index of its run on the page: runs stand in the order of drawing.
    var drawn: Int32 = 0
    /// The index of its line on the page.
    var line = 0
}

extension Piece {
    /// Below this gap, in em, two pieces are one word. The narrowest word space met is 0.22 em (condensed faces, TeX's
    /// shrunken glue), the widest kerning 0.12 em.
    static let wordGap = 0.14

    /// So near to a column's border, in em, its text begins: borders are drawn a tenth of an em before it.
    static let columnStart = 0.3

    /// Whether the next piece of the line continues this one's word. An overlap of more than a third of an em is no
    /// kerning but a cell that runs into the next one's place (spreadsheets, which clip it).
    @inline(__always)
    func touches(_ next: Piece) -> Bool {
        if next.isSpacedLetter { return true }
        if next.blankBefore || owner != next.owner { return false }
        let gap = next.start - end
        let em = min(size, next.size)
        return gap < Piece.wordGap * em && gap > -0.35 * em
    }

    /// Appends the piece of a run. Runs without ink or with coordinates beyond reason have none.
    @inline(__always)
    static func append(
        _ run: TextRun, of utf8: [UInt8], in frame: PageFrame, _ mayHaveFillers: Bool, to pieces: inout [Piece]
    ) {
        guard run.text.lowerBound >= 0, run.text.upperBound <= utf8.count else { return }
        let start = frame.along(run.start)
        let end = frame.along(run.end)
        let baseline = frame.across(run.start)
        // Also false for NaN. A page is at most 14 400 units wide (ISO 32000-1 annex C), here in hundredths, far off.
        guard abs(start) < 1e9, abs(end) < 1e9, abs(baseline) < 1e9, run.size > 0, run.size < 1e9 else { return }
        if isAcross(run, frame) { return }
        guard let ink = trimmed(run.text, of: utf8) else { return }
        if mayHaveFillers, Fillers.mayBe(in: utf8, ink) {
            for part in Fillers.parts(of: ink, in: utf8) {
                pieces.append(piece(part, of: run, from: start, to: end, baseline: baseline))
            }
        } else {
            pieces.append(piece(ink, of: run, from: start, to: end, baseline: baseline))
        }
    }

    /// Whether a run leans by a quarter or more, or runs backwards, in the frame (a watermark, a label in the margin):
    /// it is in no line.
    @inline(__always)
    static func isAcross(_ run: TextRun, _ frame: PageFrame) -> Bool {
        let along = frame.along(run.end) - frame.along(run.start)
        let across = frame.across(run.end) - frame.across(run.start)
        return abs(across) > 0.25 * abs(along) + 0.01 * run.size || along < -0.01 * run.size
    }

    /// The piece of a run that has this text. Characters are taken for equally wide, a single blank for at most the
    /// usual quarter em. A blank at a run's end is no more than its width: some documents step back over it, and then
    /// it separates nothing.
    @inline(__always)
    private static func piece(_ ink: Range<Int>, of run: TextRun, from start: Double, to end: Double, baseline: Double)
        -> Piece
    {
        let before = ink.lowerBound &- run.text.lowerBound
        let after = run.text.upperBound &- ink.upperBound
        var piece = Piece(
            start: start, end: end, baseline: baseline, size: run.size, text: ink, blankBefore: before > 0,
            owner: run.owner)
        if before &+ after > 0 {
            let perByte = (end - start) / Double(run.text.count)
            piece.start += Double(before) * (before == 1 ? min(perByte, 0.25 * run.size) : perByte)
            piece.end -= Double(after) * (after == 1 ? min(perByte, 0.25 * run.size) : perByte)
        }
        return piece
    }

    /// The range without blanks at its ends; nil if nothing is left.
    @inline(__always)
    private static func trimmed(_ range: Range<Int>, of utf8: [UInt8]) -> Range<Int>? {
        var first = range.lowerBound
        var end = range.upperBound
        while first < end {
            if utf8[first] <= 0x20 {
                first &+= 1
            } else if utf8[first] == 0xC2, first &+ 1 < end, utf8[first &+ 1] == 0xA0 {
                first &+= 2
            } else {
                break
            }
        }
        while first < end {
            if utf8[end &- 1] <= 0x20 {
                end &-= 1
            } else if utf8[end &- 1] == 0xA0, end &- 2 >= first, utf8[end &- 2] == 0xC2 {
                end &-= 2
            } else {
                break
            }
        }
        return first < end ? first..<end : nil
    }
}
