// What a document says and where: the currency between the format readers (PDF today) and Rows.
// Values only: nothing here reads, decodes or decides.

/// A point of a page, in the document's own units (PDF: default user space, ISO 32000-1 8.3.2.3; y grows upwards).
package struct Point: Sendable, Equatable {
    package var x: Double
    package var y: Double

    // Made for each run of a document, by other modules, as is what follows.
    @inlinable package init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }
}

/// A piece of text that a document draws without a gap: one glyph, a word, or a whole cell.
///
/// A reader ends a run wherever it sees a displacement larger than kerning, so a run never spans two cells.
/// Whether two neighbouring runs are one word, two words or two cells is for `Rows` to decide, from the positions.
package struct TextRun: Sendable, Equatable {
    /// The run's text, as a range of `TextPage.utf8`: in the order in which it is drawn, also where it is read from right
    /// to left (`VisualOrder`).
    package var text: Range<Int>
    /// Where the first glyph's origin lies, on the baseline.
    package var start: Point
    /// Where the last glyph ends, without the spacing after it. `end - start` is the direction of the text.
    package var end: Point
    /// The height of the em, in the page's units; positive.
    package var size: Double
    /// What it belongs to, where the document is tagged.
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
    /// The text of all the runs, and of those that are not seen, in valid UTF-8.
    package var utf8: [UInt8] = []
    package var runs: [TextRun] = []
    /// The runs that are drawn and cannot be seen: outside of the page's box or a clip path, in a layer that is off, in the
    /// place of which another text is read.
    package var unseenRuns: [TextRun] = []
    /// What a person cannot read on the page as it stands in `runs`, or reads and it is not there.
    package var obscured: [ObscuredText] = []
    /// Glyphs that were drawn but have no known character: they stand as U+FFFD in the text.
    package var undecodedGlyphs = 0
    /// The tables that the document's structure names; nil for a document without a structure.
    package var tables: TaggedTables?
    /// The ruling lines, in drawing order, as far as they can be seen; none where there are too many.
    package var rules: [Rule] = []
    /// The filled rectangles, likewise.
    package var fills: [Fill] = []

    package init(number: Int) {
        self.number = number
    }

    /// The text of a run.
    package func text(of run: TextRun) -> String {
        String(decoding: utf8[run.text], as: UTF8.self)
    }
}
