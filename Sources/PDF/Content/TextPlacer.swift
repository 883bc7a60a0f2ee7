// Glyphs to runs: where each is drawn (ISO 32000-1 9.4.4), and where one run ends and the next begins.
// A run never spans two cells: it ends at a gap larger than kerning, at two blanks, at one wide blank.

import Text

/// Collects the runs of one page.
struct TextPlacer {
    private(set) var page = TextPage(number: 0)
    /// The limit that was hit, as what must not be more; nothing is drawn from then on.
    private(set) var excess: String?
    private let limits: PDFLimits
    /// Glyphs that the tables of composite fonts may still grow by.
    private var glyphsLeft: Int
    /// The font that is drawn with. It lives here and not in `FontTable` while it is used: passing it would copy it.
    var font = Font(glyphs: [], longTexts: [])
    private var box: PageBox?
    /// The text of the page; only the first `used` bytes count.
    private var utf8: [UInt8] = []
    private var used = 0

    /// Where the pen starts from, and the direction in which it moves: a point of the line is origin + pen · direction.
    private var origin = Point(x: 0, y: 0)
    private var direction = Point(x: 0, y: 0)
    /// The height of the em, in the page's units.
    private var size = 0.0
    /// The length of the em along the line, in text space.
    private var em = 0.0
    /// How far the pen has moved since the string began, in text space.
    private(set) var pen = 0.0
    /// Glyph widths to text space, and what is added for each glyph and each blank.
    private var widthScale = 0.0
    private var characterSpacing = 0.0
    private var wordSpacing = 0.0

    /// The open run.
    private var isOpen = false
    private var runStart = Point(x: 0, y: 0)
    private var runTextStart = 0
    /// Where its last glyph that is no blank ended, as a position of the pen.
    private var runEnd = 0.0
    /// Blanks drawn since then.
    private var blanks = 0
    /// Whether the pen may not be where the last glyph ended.
    private var hasMoved = true

    /// Codes drawn at a time, so that room for the longest text of each is soon found. No code goes over its end but in
    /// strings of mixed code lengths longer than any known.
    private static let chunk = 4096
    /// The largest gap that is kerning, in ems: word spaces of justified text begin above it.
    private static let kerning = 0.15
    /// The widest blank that parts words and not cells, in ems.
    private static let widestBlank = 0.75
    /// How far two strings of one line may lie off each other, in ems.
    private static let baselineTolerance = 0.05

    init(limits: PDFLimits) {
        self.limits = limits
        glyphsLeft = limits.glyphs
    }

    // MARK: Pages

    /// Begins a page; the buffers of the one before are used again.
    mutating func begin(page number: Int, box: PageBox?) {
        page.number = number
        page.runs.removeAll(keepingCapacity: true)
        page.undecodedGlyphs = 0
        self.box = box
        used = 0
        isOpen = false
    }

    /// Ends the last run.
    mutating func end() { closeRun() }

    /// Shows the page as long as `body` runs.
    mutating func show(_ body: (TextPage) -> Void) {
        utf8.removeLast(utf8.count - used)
        swap(&page.utf8, &utf8)
        body(page)
        swap(&page.utf8, &utf8)
    }

    // MARK: Strings

    /// Begins a string or an array of strings. `matrix` leads from text space to the page.
    mutating func begin(_ matrix: Matrix, _ state: TextState) {
        let metrics = font.metrics
        let start = matrix.translated(x: 0, y: state.rise)
        let scaling = metrics.isVertical ? 1 : state.horizontalScaling
        let direction =
            metrics.isVertical ? Point(x: -matrix.c, y: -matrix.d) : Point(x: matrix.a, y: matrix.b)
        let em = abs(state.size * scaling * metrics.em)
        let up = matrix.c == 0 ? abs(matrix.d) : (matrix.c * matrix.c + matrix.d * matrix.d).squareRoot()
        let size = abs(state.size * metrics.em) * up
        let origin = Point(x: start.e, y: start.f)
        if isOpen, direction == self.direction, size == self.size, em == self.em, let shift = shift(to: origin) {
            runEnd -= shift
        } else {
            closeRun()
        }
        (self.origin, self.direction, self.size, self.em) = (origin, direction, size, em)
        pen = 0
        hasMoved = true
        widthScale = (metrics.isVertical ? state.size : metrics.unit * state.size * scaling) / 65536
        characterSpacing = (metrics.isVertical ? -1 : scaling) * state.characterSpacing
        wordSpacing = (metrics.isVertical ? -1 : scaling) * state.wordSpacing
    }

    /// How far along the line `point` is from the origin; nil where it is not on the line.
    @inline(__always) private func shift(to point: Point) -> Double? {
        let (x, y) = (point.x - origin.x, point.y - origin.y)
        let square = direction.x * direction.x + direction.y * direction.y
        let across = x * direction.y - y * direction.x
        let tolerance = Self.baselineTolerance * size
        guard square > 0, across * across <= tolerance * tolerance * square else { return nil }
        return (x * direction.x + y * direction.y) / square
    }

    /// Moves the pen by a number of a `TJ` array (ISO 32000-1 9.4.3), in thousandths of the font size.
    @inline(__always) mutating func displace(_ thousandths: Double, _ state: TextState) {
        pen +=
            font.metrics.isVertical
            ? thousandths / 1000 * state.size : -thousandths / 1000 * state.size * state.horizontalScaling
        hasMoved = true
    }

    /// Draws a string with the font.
    mutating func draw(_ codes: Span<UInt8>) {
        var start = 0
        while start < codes.count, excess == nil {
            let end = min(start + Self.chunk, codes.count)
            let part = codes.extracting(start..<end)
            switch font.composite?.hasPairsOnly {
            case nil: drawSimple(part)
            case true: drawPairs(part)
            case false: drawComposite(part)
            }
            start = end
            if used > limits.textBytes { excess = "a page holds more than \(limits.textBytes) bytes of text" }
        }
    }

    /// Draws the codes of a simple font. Table and text are taken out, so that the loop need not share them with `self`.
    private mutating func drawSimple(_ codes: Span<UInt8>) {
        var output = takeOutput(codes.count)
        var table: [Glyph] = []
        swap(&table, &font.glyphs)
        var room = output.mutableSpan
        draw(codes, table.span, &room)
        swap(&table, &font.glyphs)
        swap(&utf8, &output)
    }

    private mutating func draw(_ codes: Span<UInt8>, _ glyphs: Span<Glyph>, _ room: inout MutableSpan<UInt8>) {
        var position = 0
        while position < codes.count {
            if !hasMoved { drawPlain(codes, &position, glyphs, &room) }
            guard position < codes.count else { break }
            let code = codes[position]
            place(glyphs[Int(code)], isCode32: code == 32, advance: nil, &room)
            position &+= 1
        }
        if !hasMoved { runEnd = pen }
    }

    /// The fast way through the characters of one byte that follow each other, which nearly all are.
    @inline(__always) private mutating func drawPlain(
        _ codes: Span<UInt8>, _ position: inout Int, _ glyphs: Span<Glyph>, _ room: inout MutableSpan<UInt8>
    ) {
        let first = position
        var (used, index) = (used, position)
        var width = 0
        while index < codes.count, codes[index] != 32 {
            let glyph = glyphs[Int(codes[index])]
            guard glyph.isPlain else { break }
            room[used] = UInt8(truncatingIfNeeded: glyph.text)
            used &+= 1
            index &+= 1
            width &+= Int(glyph.width)
        }
        pen += Double(width) * widthScale + Double(index - first) * characterSpacing
        (self.used, position) = (used, index)
    }

    /// Draws the codes of a composite font where all have two bytes; an odd last byte is no code.
    private mutating func drawPairs(_ codes: Span<UInt8>) {
        var position = 0
        while position + 1 < codes.count {
            var output = takeOutput((codes.count - position) / 2)
            var table: [Glyph] = []
            swap(&table, &font.glyphs)
            var room = output.mutableSpan
            drawPairs(codes, &position, table.span, &room)
            swap(&table, &font.glyphs)
            swap(&utf8, &output)
            if position + 1 < codes.count {
                guard makeBlock(of: UInt32(codes[position]) << 8 | UInt32(codes[position + 1]), length: 2) else {
                    return
                }
            }
        }
        if !hasMoved { runEnd = pen }
    }

    /// Stops before a code whose block is still to be made.
    private mutating func drawPairs(
        _ codes: Span<UInt8>, _ position: inout Int, _ glyphs: Span<Glyph>, _ room: inout MutableSpan<UInt8>
    ) {
        let advance: Int32? = font.metrics.isVertical ? 65536 : nil
        while position + 1 < codes.count {
            let code = UInt32(codes[position]) << 8 | UInt32(codes[position + 1])
            guard let entry = font.position(of: code, length: 2) else { return }
            place(glyphs[entry], isCode32: false, advance: advance, &room)
            position &+= 2
        }
    }

    /// Draws the codes of a composite font, whose table grows where a code is new.
    private mutating func drawComposite(_ codes: Span<UInt8>) {
        guard let lengths = font.composite?.codeLengths else { return }
        var position = 0
        let advance: Int32? = font.metrics.isVertical ? 65536 : nil
        var output = takeOutput(codes.count)
        while position < codes.count {
            let length = min(Int(lengths[Int(codes[position])]), codes.count - position)
            var code: UInt32 = 0
            for offset in 0..<length { code = code << 8 | UInt32(codes[position + offset]) }
            position += length
            if font.position(of: code, length: length) == nil {
                guard makeBlock(of: code, length: length) else { break }
                swap(&utf8, &output)
                output = takeOutput(codes.count)
            }
            guard let entry = font.position(of: code, length: length) else { continue }
            var room = output.mutableSpan
            place(font.glyphs[entry], isCode32: code == 32 && length == 1, advance: advance, &room)
        }
        if !hasMoved { runEnd = pen }
        swap(&utf8, &output)
    }

    /// Makes a block of the font's glyphs, as long as that is within the limit.
    private mutating func makeBlock(of code: UInt32, length: Int) -> Bool {
        guard glyphsLeft >= 256 else {
            excess = "the fonts have more than \(limits.glyphs) glyphs"
            return false
        }
        glyphsLeft -= 256
        font.makeBlock(of: code, length: length)
        return true
    }

    /// Takes the text buffer out, with room for so many glyphs and a blank before each.
    private mutating func takeOutput(_ glyphs: Int) -> [UInt8] {
        let needed = used + (font.longestText + 1) * glyphs
        if utf8.count < needed {
            utf8.append(contentsOf: repeatElement(0, count: max(needed - utf8.count, 4096)))
        }
        var output: [UInt8] = []
        swap(&utf8, &output)
        return output
    }

    @inline(__always) private mutating func place(
        _ glyph: Glyph, isCode32: Bool, advance: Int32?, _ room: inout MutableSpan<UInt8>
    ) {
        if glyph.kind == .space {
            if !hasMoved { runEnd = pen }
            blanks &+= 1
            hasMoved = true
        } else {
            if hasMoved { beginGlyph(&room) }
            write(glyph, &room)
        }
        pen += Double(advance ?? glyph.width) * widthScale + characterSpacing
        if isCode32 { pen += wordSpacing }
    }

    @inline(__always) private mutating func write(_ glyph: Glyph, _ room: inout MutableSpan<UInt8>) {
        if glyph.kind == .long {
            for byte in font.longTexts[Int(glyph.text)] {
                room[used] = byte
                used &+= 1
            }
            return
        }
        var text = glyph.text
        for _ in 0..<glyph.length {
            room[used] = UInt8(truncatingIfNeeded: text)
            text >>= 8
            used &+= 1
        }
        if glyph.kind == .unknown { page.undecodedGlyphs &+= 1 }
    }

    /// Decides whether a glyph at the pen continues the run.
    private mutating func beginGlyph(_ room: inout MutableSpan<UInt8>) {
        hasMoved = false
        defer { blanks = 0 }
        if isOpen {
            let gap = pen - runEnd
            if blanks == 0, abs(gap) <= Self.kerning * em { return }
            if blanks == 1, gap >= -Self.kerning * em, gap <= Self.widestBlank * em {
                room[used] = 0x20
                used &+= 1
                return
            }
            closeRun()
        }
        isOpen = true
        runStart = point(at: pen)
        runTextStart = used
    }

    @inline(__always) private func point(at pen: Double) -> Point {
        Point(x: origin.x + pen * direction.x, y: origin.y + pen * direction.y)
    }

    /// Keeps the open run, unless it lies off the page or nowhere.
    private mutating func closeRun() {
        blanks = 0
        guard isOpen else { return }
        isOpen = false
        let run = TextRun(text: runTextStart..<used, start: runStart, end: point(at: runEnd), size: size)
        let sum = run.start.x + run.start.y + run.end.x + run.end.y + run.size
        guard sum.isFinite, run.size > 0, box?.excludes(run) != true else {
            used = runTextStart
            return
        }
        if page.runs.count < limits.runs {
            page.runs.append(run)
        } else {
            excess = "a page holds more than \(limits.runs) runs of text"
        }
    }
}
