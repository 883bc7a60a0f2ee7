// The text of a document and its positions: the type that format readers (PDF today) pass to Rows.
// Values only: nothing here reads, decodes or decides.

/// A point of a page, in the document's own units (PDF: default user space, ISO 32000-1 8.3.2.3; y grows upwards).
package struct Point: Sendable, Equatable {
    package var x: Double
    package var y: Double

    // Inlinable, like the following: other modules make one for each run of a document.
    @inlinable package init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }
}

/// A piece of text that a document draws without a gap: one glyph, a word, or a whole cell.
///
/// A reader ends a run at any displacement larger than kerning, so a run never spans two cells.
/// `Rows` decides by the positions whether two adjacent runs are one word, two words or two cells.
package struct TextRun: Sendable, Equatable {
    /// The run's text, as a range of `TextPage.utf8`: in drawing order, also for right-to-left text (`VisualOrder`).
    package var text: Range<Int>
    /// The origin of the first glyph, on the baseline.
    package var start: Point
    /// The end of the last glyph, without the spacing after it. `end - start` is the direction of the text.
    package var end: Point
    /// The height of the em, in the page's units; positive.
    package var size: Double
    /// Its owner, if the document is tagged.
    package var owner: TextOwner

    @inlinable package init(text: Range<Int>, start: Point, end: Point, size: Double, owner: TextOwner = .unknown) {
        self.text = text
        self.start = start
        self.end = end
        self.size = size
        self.owner = owner
    }
}

/// One page: its runs in drawing order, their text in one buffer (so that 60 000 cells cost no 60 000 strings), and the
/// lines and rectangles around them.
package struct TextPage: Sendable, Equatable {
    /// 1 for the first page.
    package var number: Int
    /// The text of all runs, including invisible ones, in valid UTF-8.
    package var utf8: [UInt8] = []
    package var runs: [TextRun] = []
    /// Runs that are drawn but invisible: outside of the page's box or a clip path, in a layer that is off, or replaced
    /// by another text.
    package var unseenRuns: [TextRun] = []
    /// Places where a person cannot read the text of `runs`, or reads text that is not there.
    package var obscured: [ObscuredText] = []
    /// Drawn glyphs without a known character: each is U+FFFD in the text.
    package var undecodedGlyphs = 0
    /// The tables by the document's structure; nil for a document without a structure.
    package var tables: TaggedTables?
    /// The visible ruling lines, in drawing order; none if there are too many.
    package var rules: [Rule] = []
    /// The visible filled rectangles, in drawing order; none if there are too many.
    package var fills: [Fill] = []

    package init(number: Int) {
        self.number = number
    }

    /// The text of a run.
    package func text(of run: TextRun) -> String {
        String(decoding: utf8[run.text], as: UTF8.self)
    }
}
