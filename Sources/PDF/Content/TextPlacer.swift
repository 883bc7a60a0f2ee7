// Where glyphs are drawn (ISO 32000-1 9.4.4), and where one run ends and the next begins.
// A run never spans two cells: it ends at a gap larger than kerning, at two blanks, at one wide blank.

import Text

/// Moves the pen from glyph to glyph, and cuts what is drawn into the runs of a page.
struct TextPlacer {
    /// The page being filled.
    var page: PageBuilder
    /// The line of the last string, and how far along it the pen is, in text space.
    private(set) var line = TextLine(.identity, TextState(), FontMetrics())
    private(set) var pen = 0.0
    /// Whether the character spacing parts the words of the last string, see `TextLine+Spacing.swift`.
    private(set) var partsWords = false
    private var run = OpenRun()
    /// With what the next run is painted.
    private(set) var ink = Ink.black

    init(page: PageBuilder) {
        self.page = page
    }

    // MARK: Pages

    mutating func begin(page number: Int, box: PageBox?) {
        page.begin(number, box: box)
        run = OpenRun()
        ink = .black
    }

    /// Ends the page.
    mutating func end() {
        closeRun()
        page.hideObscured()
        page.composeAccents()
    }

    /// Narrows or widens what is to be seen. A run does not go on under another clip path.
    @inline(__always) mutating func clip(to box: PageBox?, _ parts: [PageBox]) {
        if page.clip == box, page.clipParts == parts { return }
        closeRun()
        (page.clip, page.clipParts) = (box, parts)
    }

    /// Sets what text is painted with. A run does not go on where one part of it can be seen and the other may not.
    mutating func paint(with next: Ink) {
        if ink.isPlain != next.isPlain { closeRun() }
        ink = next
        if !run.isOpen { page.ink = next }
    }

    /// How many runs were drawn.
    var runCount: Int { page.runCount + (run.isOpen ? 1 : 0) }

    // MARK: Strings

    /// Begins a text object (ISO 32000-1 9.4.1). Cells are in general objects of their own: a run goes on in the next
    /// only where that begins right at its end.
    mutating func beginObject() { run.beginObject() }

    /// Begins a string or an array of strings on its line. `partsWords`: whether the character spacing parts words.
    @inline(__always) mutating func begin(_ next: TextLine, partsWords: Bool) {
        let shift = run.isOpen ? line.shift(to: next) : nil
        if shift.map({ run.goOn(after: $0, em: next.em) }) != true { closeRun() }
        line = next
        self.partsWords = partsWords
        pen = 0
        run.beginString()
    }

    /// Begins one of the strings of an array.
    @inline(__always) mutating func beginString() { run.trailing = partsWords ? 0 : line.characterSpacing }

    /// Ends one of the strings of an array.
    @inline(__always) mutating func endString() { run.endString(at: pen) }

    /// Ends one where the spacing after its last glyph is a gap.
    mutating func endPart() {
        if !run.hasMoved { run.leave(pen - line.characterSpacing) }
    }

    /// Moves the pen by a number of a `TJ` array.
    @inline(__always) mutating func displace(_ thousandths: Double) {
        pen += line.displacement(thousandths)
        run.displace()
    }

    // MARK: Glyphs

    /// Whether the next glyph adjoins the last one, so that nothing is to be decided before it.
    @inline(__always) var adjoins: Bool { !run.hasMoved }

    /// Moves the pen over glyphs whose widths come to this.
    @inline(__always) mutating func advance(_ width: Int, glyphs: Int) {
        pen += Double(width) * line.widthScale + Double(glyphs) * line.characterSpacing
    }

    /// Moves the pen over one glyph.
    @inline(__always) mutating func advance(_ width: Int32) {
        pen += Double(width) * line.widthScale + line.characterSpacing
    }

    /// The word spacing after code 32. Subset fonts may draw a letter with it: a gap all the same (ISO 32000-1 9.3.3).
    @inline(__always) mutating func addWordSpacing() {
        if line.wordSpacing != 0 { run.leave(pen) }
        pen += line.wordSpacing
    }

    /// Draws a blank.
    @inline(__always) mutating func addBlank() { run.addBlank(at: pen) }

    /// Decides whether the glyph at the pen continues the run. Text is written to `room`.
    mutating func beginGlyph(_ room: inout MutableSpan<UInt8>) {
        let used = page.text.count
        // After a digit a blank is one: numbers are not joined.
        let canLoseBlank = used > 0 && !room[used - 1].isDigit
        switch run.joint(at: pen, em: line.em, canLoseBlank: canLoseBlank) {
        case .adjoins: break
        case .isParted: page.text.write(0x20, to: &room)
        case .isApart:
            closeRun()
            run.open(at: line.point(at: pen), text: page.text.count)
        }
        run.addGlyph()
    }

    /// Closes the open run. It ends with its last glyph: the character spacing after that (ISO 32000-1 9.3.2) is part
    /// of the gap.
    mutating func closeRun() {
        guard run.close() else { return }
        let text = run.textStart..<page.text.count
        let end = line.point(at: run.end - run.trailing)
        page.append(
            TextRun(text: text, start: run.start, end: end, size: line.size, owner: page.owner), rise: line.rise)
        page.ink = ink
    }

    // MARK: Marked content

    /// Says whose what follows is. A run has one owner.
    mutating func own(_ owner: TextOwner) {
        if page.owner == owner { return }
        closeRun()
        page.owner = owner
    }

    /// Ends the open run, so that what follows is apart from it.
    mutating func mark() -> PageMark {
        closeRun()
        return page.mark
    }

    /// Takes back what was drawn since.
    mutating func hide(since mark: PageMark) {
        closeRun()
        page.hide(since: mark)
    }

    /// Gives what was drawn since another text (ISO 32000-1 14.9.4), in the place of its glyphs.
    mutating func replace(since mark: PageMark, by text: String) {
        closeRun()
        page.replace(since: mark, by: text)
    }
}
