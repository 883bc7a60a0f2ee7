// The page being filled: its runs and their text, and the lines around them (`DrawnShapes`). Content off the page or
// outside of the clip path is not kept.

import Text

/// Collects the runs of page after page.
struct PageBuilder {
    /// The text of the page; its last bytes belong to the open run.
    var text = TextBuffer()
    /// The extent of the clip path; nil without one.
    var clip: PageBox?
    /// The rectangles of a clip path that has several.
    var clipParts: [PageBox] = []
    /// The rules and filled rectangles of the page.
    var shapes: DrawnShapes
    /// The limit that was passed, as the name of the excess; drawing stops then.
    private(set) var excess: String?
    /// The owner of the drawn text.
    var owner = TextOwner.unknown
    var page = TextPage(number: 0)
    /// The ink of the open run.
    var ink = Ink.black
    /// The ink of the runs from each number on.
    private(set) var inks: [(run: Int, ink: Ink)] = []
    /// Points in a unit of the page (ISO 32000-1 table 30, UserUnit).
    var unit = 1.0
    /// Whether a run may be too small to be seen.
    private(set) var hasSmallText = false
    /// The smallest text that a person can read, in points: smaller letters are lower than the thinnest lines of type
    /// are thick.
    static let smallest = 1.5
    private var box: PageBox?
    private let limits: PDFLimits

    init(limits: PDFLimits, tables: TaggedTables?) {
        self.limits = limits
        page.tables = tables
        shapes = DrawnShapes(most: limits.rules)
    }

    /// Begins a page; reuses the buffers of the page before.
    mutating func begin(_ number: Int, box: PageBox?) {
        page.number = number
        page.runs.removeAll(keepingCapacity: true)
        page.unseenRuns.removeAll(keepingCapacity: true)
        page.undecodedGlyphs = 0
        self.box = box
        (clip, clipParts) = (nil, [])
        page.obscured.removeAll(keepingCapacity: true)
        owner = .unknown
        ink = .black
        inks.removeAll(keepingCapacity: true)
        hasSmallText = false
        shapes.begin(box)
        text.cut(to: 0)
    }

    /// The most entries of any kind on a page.
    var most: Int { limits.runs }

    /// How many runs were kept.
    var runCount: Int { page.runs.count }

    /// Whether a run was kept.
    var hasText: Bool { !page.runs.isEmpty }

    /// Lends the page to `body`.
    mutating func show(_ body: (TextPage) -> Void) {
        shapes.swap(&page)
        text.lend { utf8 in
            swap(&page.utf8, &utf8)
            body(page)
            swap(&page.utf8, &utf8)
        }
        shapes.swap(&page)
    }

    // MARK: Runs

    /// Keeps a run with the last text, unless it lies off the page, outside of the clip path or has no finite position.
    ///
    /// - Parameter rise: the vector from its baseline to the top of the em; nil if unknown.
    mutating func append(_ run: TextRun, rise: Point?) {
        let sum = run.start.x + run.start.y + run.end.x + run.end.y + run.size
        guard sum.isFinite, run.size > 0, box?.excludes(run) != true, clip?.hides(run, rise) != true,
            clipParts.isEmpty || !isBetweenParts(run, rise)
        else {
            return keepUnseen(run)
        }
        if page.runs.count < limits.runs {
            noteInk()
            if run.size < Self.smallest { hasSmallText = true }
            page.runs.append(run)
        } else {
            stop("a page holds more than \(limits.runs) runs of text")
        }
    }

    /// Notes the ink of the next run.
    @inline(__always) private mutating func noteInk() {
        if inks.isEmpty || inks[inks.count - 1].ink != ink { inks.append((page.runs.count, ink)) }
    }

    /// Whether a run lies in no rectangle of a clip path that has several. Not inlined: such paths are rare.
    @inline(never) private func isBetweenParts(_ run: TextRun, _ rise: Point?) -> Bool {
        clipParts.allSatisfy { $0.hides(run, rise) }
    }

    /// Counts a glyph without a character.
    @inline(__always) mutating func addUndecoded() { page.undecodedGlyphs &+= 1 }

    /// Stops drawing: a limit was passed.
    mutating func stop(_ excess: String) { self.excess = excess }

    /// Stops if there is too much text.
    @inline(__always) mutating func checkText() {
        if !hasRoom(for: 0) { stop(tooMuchText) }
    }

    private func hasRoom(for more: Int) -> Bool { text.count + more <= limits.textBytes }

    private var tooMuchText: String { "a page holds more than \(limits.textBytes) bytes of text" }

    /// Keeps an invisible run: the list has no row there, but a number may stand there. The limit is that of visible
    /// runs.
    mutating func keepUnseen(_ run: TextRun) {
        if page.unseenRuns.count < limits.runs { page.unseenRuns.append(run) }
    }

    /// Keeps a text of the page that is drawn nowhere.
    mutating func keepUnseen(_ words: String) {
        if !hasRoom(for: words.utf8.count) { return stop(tooMuchText) }
        let range = text.append(words.utf8)
        keepUnseen(TextRun(text: range, start: Point(x: 0, y: 0), end: Point(x: 0, y: 0), size: 1))
    }

    /// Keeps a text that some programs show in this rectangle, although the document does not draw it.
    mutating func keepUndrawn(_ words: String, in box: PageBox) {
        guard page.obscured.count < limits.runs else { return }
        let size = min(max(box.top - box.bottom, 1), 10)
        let y = (box.top + box.bottom) / 2 - 0.35 * size
        page.obscured.append(
            ObscuredText(
                .undrawn, text: words, start: Point(x: box.left, y: y), end: Point(x: box.right, y: y), size: size))
    }

    // MARK: Marked content

    /// How far the page is filled.
    var mark: PageMark {
        PageMark(
            runs: page.runs.count, undecodedGlyphs: page.undecodedGlyphs, shapes: shapes.mark)
    }

    /// Removes the text drawn since the mark.
    mutating func hide(since mark: PageMark) {
        hideText(since: mark)
        shapes.hide(since: mark.shapes)
    }

    private mutating func hideText(since mark: PageMark) {
        for run in page.runs.dropFirst(mark.runs) { keepUnseen(run) }
        page.runs.removeLast(max(page.runs.count - mark.runs, 0))
        while let last = inks.last, last.run >= page.runs.count { inks.removeLast() }
        shapes.limit(runs: page.runs.count)
        page.undecodedGlyphs = mark.undecodedGlyphs
    }

    /// Replaces the text drawn since the mark.
    mutating func replace(since mark: PageMark, by words: String) {
        let runs = Array(page.runs[min(mark.runs, page.runs.count)...])
        let drawn = runs.map { String(decoding: text[$0.text], as: UTF8.self) }
        let isDecoded = page.undecodedGlyphs == mark.undecodedGlyphs
        guard let texts = Replacement(words).texts(for: runs, drawn, isDecoded: isDecoded) else { return }
        hideText(since: mark)
        for (words, place) in texts where !words.isEmpty {
            guard hasRoom(for: words.utf8.count) else { return stop(tooMuchText) }
            var run = place
            run.text = text.append(words.utf8)
            noteInk()
            page.runs.append(run)
        }
    }

    // MARK: Accents

    /// Composes the letters of the page with the accents over them.
    mutating func composeAccents() {
        AccentComposer.compose(&page.runs, &text, most: limits.textBytes)
    }
}

/// How far a page was filled when marked content began.
struct PageMark {
    let runs: Int
    let undecodedGlyphs: Int
    let shapes: DrawnShapes.Mark
}
