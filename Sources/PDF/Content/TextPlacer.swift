// Decides where glyphs are drawn (ISO 32000-1 9.4.4), and where a run ends and the next begins.
// A run never spans two cells: it ends at a gap larger than kerning, at two blanks, at one wide blank.

import Text

/// Moves the pen from glyph to glyph, and cuts the drawn text into the runs of a page.
struct TextPlacer {
    /// The page being filled.
    var page: PageBuilder
    /// The line of the last string, and the pen's distance along it, in text space.
    private(set) var line = TextLine(.identity, TextState(), FontMetrics())
    private(set) var pen = 0.0
    /// Whether the character spacing separates the words of the last string, see `TextLine+Spacing.swift`.
    private(set) var partsWords = false
    private var run = OpenRun()
    /// The ink of the next run.
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

    /// Sets the clip path. A run does not continue under another clip path.
    @inline(__always) mutating func clip(to box: PageBox?, _ parts: [PageBox]) {
        if page.clip == box, page.clipParts == parts { return }
        closeRun()
        (page.clip, page.clipParts) = (box, parts)
    }

    /// Sets the ink of text. A run ends if only one of two parts may be visible.
    mutating func paint(with next: Ink) {
        if ink.isPlain != next.isPlain { closeRun() }
        ink = next
        if !run.isOpen { page.ink = next }
    }

    /// How many runs were drawn.
    var runCount: Int { page.runCount + (run.isOpen ? 1 : 0) }

    // MARK: Strings

    /// Begins a text object (ISO 32000-1 9.4.1). Cells usually are separate objects: a run continues in the next only
    /// if that begins exactly at the run's end.
    mutating func beginObject() { run.beginObject() }

    /// Begins a string or an array of strings on its line. `partsWords`: whether the character spacing separates words.
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

    /// Ends a string if the spacing after its last glyph is as wide as a gap.
    mutating func endPart() {
        if !run.hasMoved { run.leave(pen - line.characterSpacing) }
    }

    /// Moves the pen by a number of a `TJ` array.
    @inline(__always) mutating func displace(_ thousandths: Double) {
        pen += line.displacement(thousandths)
        run.displace()
    }

    // MARK: Glyphs

    /// Whether the next glyph adjoins the last one, so that no decision is needed.
    @inline(__always) var adjoins: Bool { !run.hasMoved }

    /// Moves the pen over glyphs of this total width.
    @inline(__always) mutating func advance(_ width: Int, glyphs: Int) {
        pen += Double(width) * line.widthScale + Double(glyphs) * line.characterSpacing
    }

    /// Moves the pen over one glyph.
    @inline(__always) mutating func advance(_ width: Int32) {
        pen += Double(width) * line.widthScale + line.characterSpacing
    }

    /// Adds the word spacing after code 32. Subset fonts may draw a letter with that code: it still adds a gap (ISO
    /// 32000-1 9.3.3).
    @inline(__always) mutating func addWordSpacing() {
        if line.wordSpacing != 0 { run.leave(pen) }
        pen += line.wordSpacing
    }

    /// Draws a blank.
    @inline(__always) mutating func addBlank() { run.addBlank(at: pen) }

    /// Decides whether the glyph at the pen continues the run. Writes text to `room`.
    mutating func beginGlyph(_ room: inout MutableSpan<UInt8>) {
        let used = page.text.count
        // A blank after a digit always counts: numbers are never joined.
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

    /// Sets the owner of the text that follows. A run has one owner.
    mutating func own(_ owner: TextOwner) {
        if page.owner == owner { return }
        closeRun()
        page.owner = owner
    }

    /// Ends the open run, to keep it apart from the text that follows.
    mutating func mark() -> PageMark {
        closeRun()
        return page.mark
    }

    /// Removes the text drawn since the mark.
    mutating func hide(since mark: PageMark) {
        closeRun()
        page.hide(since: mark)
    }

    /// Replaces the text drawn since the mark (ISO 32000-1 14.9.4), at the place of its glyphs.
    mutating func replace(since mark: PageMark, by text: String) {
        closeRun()
        page.replace(since: mark, by: text)
    }
}
