// The run that is being drawn: where it began, where its last glyph ended, and what has been drawn since.

import Text

/// A run until it is closed. Positions of the pen are those on the line of the last string.
struct OpenRun {
    /// Whether it has a glyph.
    private(set) var isOpen = false
    /// Where its first glyph is drawn, and where its text begins in the page's.
    private(set) var start = Point(x: 0, y: 0)
    private(set) var textStart = 0
    /// Where its last glyph that is no blank ended, as a position of the pen.
    private(set) var end = 0.0
    /// How much of that is character spacing.
    var trailing = 0.0
    /// Blanks drawn since then.
    private(set) var blanks = 0
    /// Whether the pen may not be where the last glyph ended.
    private(set) var hasMoved = true
    /// Whether a text object has begun since the last string.
    private var isInNewObject = false

    /// What comes next is in another text object.
    mutating func beginObject() { isInNewObject = true }

    /// Begins a string on the same line, `shift` along it, if the run can go on there; false where it cannot.
    @inline(__always) mutating func goOn(after shift: Double, em: Double) -> Bool {
        if isInNewObject, blanks > 0 || abs(end - shift) > Gap.adjoining * em { return false }
        end -= shift
        return true
    }

    /// Begins a string: nothing is known of where the pen is.
    @inline(__always) mutating func beginString() {
        hasMoved = true
        isInNewObject = false
    }

    /// Moves the pen from where it is by something other than a glyph.
    @inline(__always) mutating func leave(_ pen: Double) {
        if !hasMoved { end = pen }
        hasMoved = true
    }

    /// Notes where the pen is, if it has not moved since the last glyph.
    @inline(__always) mutating func endString(at pen: Double) {
        if !hasMoved { end = pen }
    }

    /// Draws a blank.
    @inline(__always) mutating func addBlank(at pen: Double) {
        leave(pen)
        blanks &+= 1
    }

    /// The pen was moved to no matter where.
    @inline(__always) mutating func displace() { hasMoved = true }

    /// How the next glyph, at the pen, stands to the run.
    enum Joint {
        case adjoins, isParted, isApart
    }

    /// - Parameter canLose: whether a blank may be none where spacing has taken it back.
    @inline(__always) func joint(at pen: Double, em: Double, canLoseBlank: Bool) -> Joint {
        guard isOpen else { return .isApart }
        let gap = pen - end
        let isTakenBack = canLoseBlank && abs(gap) <= Gap.noBlank * em
        if abs(gap) <= Gap.kerning * em, blanks == 0 || isTakenBack { return .adjoins }
        let isWord = blanks == 1 && gap >= -Gap.kerning * em && gap <= Gap.widestBlank * em
        return isWord ? .isParted : .isApart
    }

    /// Draws a glyph that goes on with it.
    @inline(__always) mutating func addGlyph() {
        hasMoved = false
        blanks = 0
    }

    /// Opens it with a glyph.
    mutating func open(at point: Point, text: Int) {
        (isOpen, start, textStart) = (true, point, text)
    }

    /// Closes it; false where it has no glyph.
    @inline(__always) mutating func close() -> Bool {
        blanks = 0
        defer { isOpen = false }
        return isOpen
    }
}
