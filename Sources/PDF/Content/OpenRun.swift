// The run that is being drawn: its start, the end of its last glyph, and blanks drawn since.

import Text

/// A run until it is closed. Pen positions are those on the line of the last string.
struct OpenRun {
    /// Whether it has a glyph.
    private(set) var isOpen = false
    /// The position of its first glyph, and the start of its text in the page's.
    private(set) var start = Point(x: 0, y: 0)
    private(set) var textStart = 0
    /// The pen position at the end of its last glyph that is no blank.
    private(set) var end = 0.0
    /// The part of that which is character spacing.
    var trailing = 0.0
    /// Blanks drawn since that glyph.
    private(set) var blanks = 0
    /// Whether the pen may have left the end of the last glyph.
    private(set) var hasMoved = true
    /// Whether a text object has begun since the last string.
    private var isInNewObject = false

    /// Notes that the next text is in another text object.
    mutating func beginObject() { isInNewObject = true }

    /// Begins a string on the same line, `shift` along it; returns false if the run cannot continue there.
    @inline(__always) mutating func goOn(after shift: Double, em: Double) -> Bool {
        if isInNewObject, blanks > 0 || abs(end - shift) > Gap.adjoining * em { return false }
        end -= shift
        return true
    }

    /// Begins a string: the pen position is unknown.
    @inline(__always) mutating func beginString() {
        hasMoved = true
        isInNewObject = false
    }

    /// Moves the pen away by something other than a glyph.
    @inline(__always) mutating func leave(_ pen: Double) {
        if !hasMoved { end = pen }
        hasMoved = true
    }

    /// Notes the pen position if it has not moved since the last glyph.
    @inline(__always) mutating func endString(at pen: Double) {
        if !hasMoved { end = pen }
    }

    /// Draws a blank.
    @inline(__always) mutating func addBlank(at pen: Double) {
        leave(pen)
        blanks &+= 1
    }

    /// Notes that the pen moved anywhere.
    @inline(__always) mutating func displace() { hasMoved = true }

    /// How the next glyph, at the pen, relates to the run.
    enum Joint {
        case adjoins, isParted, isApart
    }

    /// - Parameter canLose: whether a blank may vanish if spacing has taken it back.
    @inline(__always) func joint(at pen: Double, em: Double, canLoseBlank: Bool) -> Joint {
        guard isOpen else { return .isApart }
        let gap = pen - end
        let isTakenBack = canLoseBlank && abs(gap) <= Gap.noBlank * em
        if abs(gap) <= Gap.kerning * em, blanks == 0 || isTakenBack { return .adjoins }
        let isWord = blanks == 1 && gap >= -Gap.kerning * em && gap <= Gap.widestBlank * em
        return isWord ? .isParted : .isApart
    }

    /// Adds a glyph that continues the run.
    @inline(__always) mutating func addGlyph() {
        hasMoved = false
        blanks = 0
    }

    /// Opens it with a glyph.
    mutating func open(at point: Point, text: Int) {
        (isOpen, start, textStart) = (true, point, text)
    }

    /// Closes it; returns false if it has no glyph.
    @inline(__always) mutating func close() -> Bool {
        blanks = 0
        defer { isOpen = false }
        return isOpen
    }
}
