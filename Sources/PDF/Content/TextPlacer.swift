// Glyphs to runs: where each is drawn (ISO 32000-1 9.4.4), and where one run ends and the next begins.
// A run never spans two cells: it ends at a gap larger than kerning, at two blanks, at one wide blank.

import Text

/// Collects the runs of one page.
struct TextPlacer {
    var page = TextPage(number: 0)
    /// The limit that was hit, as what must not be more; nothing is drawn from then on.
    var excess: String?
    let limits: PDFLimits
    /// Glyphs that the tables of composite fonts may still grow by.
    var glyphsLeft: Int
    /// The font that is drawn with. It lives here and not in `FontTable` while it is used: passing it would copy it.
    var font = Font(glyphs: [], longTexts: [])
    private var box: PageBox?
    /// What the clip path leaves of the page; nil without one.
    var clip: PageBox?
    /// The text of the page; only the first `used` bytes count.
    var utf8: [UInt8] = []
    var used = 0

    /// Where the pen starts from, and the direction in which it moves: a point of the line is origin + pen · direction.
    private var origin = Point(x: 0, y: 0)
    private var direction = Point(x: 0, y: 0)
    /// The height of the em, in the page's units.
    private var size = 0.0
    /// The length of the em along the line, in text space.
    var em = 0.0
    /// How far the pen has moved since the string began, in text space.
    var pen = 0.0
    /// The vector from a baseline to the top of the em; nil in vertical writing.
    private var rise: Point?
    /// The font size and the horizontal scaling, for numbers in arrays.
    private var fontSize = 0.0
    private var scaling = 1.0
    /// Glyph widths to text space, and what is added for each glyph and each blank.
    var widthScale = 0.0
    var characterSpacing = 0.0
    var wordSpacing = 0.0

    /// The open run.
    private var isOpen = false
    private var runStart = Point(x: 0, y: 0)
    private var runTextStart = 0
    /// Where its last glyph that is no blank ended, as a position of the pen.
    var runEnd = 0.0
    /// How much of that is character spacing.
    var trailing = 0.0
    /// Whether the character spacing is as wide as a word gap, and whether it is one: see `TextPlacer+Spacing.swift`.
    private(set) var isWide = false
    var partsWords = false
    /// Blanks drawn since then.
    private var blanks = 0
    /// Whether the pen may not be where the last glyph ended.
    var hasMoved = true

    /// Whether a text object has begun since the last string.
    private var isNewObject = false

    /// Codes drawn at a time, so that room for the longest text of each is soon found. No code goes over its end but in
    /// strings of mixed code lengths longer than any known.
    private static let chunk = 4096
    /// The largest gap that is kerning, in ems: word spaces of justified text begin above it.
    static let kerning = 0.14
    /// A blank that spacing has taken back to this, in ems, is none: pdfwrite draws "awaiting" as "aw a", "iting", with a word
    /// spacing below zero (fixture spacing_takes_blank).
    private static let noBlank = 0.05
    /// The widest blank that parts words and not cells, in ems.
    static let widestBlank = 0.75
    /// The gap of text drawn on without a gap, in ems: what rounded widths and coordinates leave.
    private static let adjoining = 0.03
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
        clip = nil
        used = 0
        isOpen = false
    }

    /// Ends the last run.
    mutating func end() {
        closeRun()
        composeAccents()
    }

    /// Shows the page as long as `body` runs.
    mutating func show(_ body: (TextPage) -> Void) {
        utf8.removeLast(utf8.count - used)
        swap(&page.utf8, &utf8)
        body(page)
        swap(&page.utf8, &utf8)
    }

    // MARK: Strings

    /// Begins a text object (ISO 32000-1 9.4.1). Cells are in general objects of their own: a run goes on in the next only
    /// where that begins right at its end.
    mutating func beginObject() { isNewObject = true }

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
            let isOnlyNear = isNewObject && (blanks > 0 || abs(runEnd - shift) > Self.adjoining * em)
            if isOnlyNear { closeRun() } else { runEnd -= shift }
        } else {
            closeRun()
        }
        (self.origin, self.direction, self.size, self.em) = (origin, direction, size, em)
        pen = 0
        hasMoved = true
        isNewObject = false
        widthScale = (metrics.isVertical ? state.size : metrics.unit * state.size * scaling) / 65536
        (fontSize, self.scaling) = (state.size, state.horizontalScaling)
        characterSpacing = (metrics.isVertical ? -1 : scaling) * state.characterSpacing
        wordSpacing = (metrics.isVertical ? -1 : scaling) * state.wordSpacing
        let height = state.size * metrics.em
        rise = metrics.isVertical ? nil : Point(x: matrix.c * height, y: matrix.d * height)
        isWide = characterSpacing > Self.kerning * em
        partsWords = false
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
    @inline(__always) mutating func displace(_ thousandths: Double) {
        pen += font.metrics.isVertical ? thousandths / 1000 * fontSize : -thousandths / 1000 * fontSize * scaling
        hasMoved = true
    }

    /// Draws the strings among some operands with the font, and moves the pen by the numbers. Strings stand in `bytes`, or in
    /// `decoded`.
    @inline(__always) mutating func draw(_ operands: Span<Operand>, _ bytes: Span<UInt8>, _ decoded: Span<UInt8>) {
        var codes = 0
        for index in operands.indices { codes &+= operands[index].stringLength }
        if !partsWords, codes <= Self.chunk, font.coding != .mixed {
            drawTogether(operands, bytes, decoded, codes)
            return
        }
        drawApart(operands, bytes, decoded)
    }

    /// The same, one by one.
    private mutating func drawApart(_ operands: Span<Operand>, _ bytes: Span<UInt8>, _ decoded: Span<UInt8>) {
        for index in operands.indices {
            let operand = operands[index]
            switch operand.kind {
            case .number: displace(operand.value)
            case .plainString: draw(bytes.extracting(operand.range))
            case .decodedString: draw(decoded.extracting(operand.range))
            default: break
            }
        }
    }

    private mutating func draw(_ codes: Span<UInt8>) {
        if partsWords { drawParted(codes) } else { drawWhole(codes) }
    }

    /// Draws a string by parts of which none is long.
    mutating func drawWhole(_ codes: Span<UInt8>) {
        var start = 0
        trailing = partsWords ? 0 : characterSpacing
        while start < codes.count, excess == nil {
            let end = min(start + Self.chunk, codes.count)
            let part = codes.extracting(start..<end)
            if font.coding == .mixed {
                drawMixed(part)
                noteExcess()
            } else {
                drawTogether([Operand(kind: .plainString, start: 0, end: part.count)].span, part, part, part.count)
            }
            start = end
        }
    }

    /// Draws strings that are not long together, and moves the pen by the numbers between them.
    @inline(__always) private mutating func drawTogether(
        _ operands: Span<Operand>, _ bytes: Span<UInt8>, _ decoded: Span<UInt8>, _ codes: Int
    ) {
        guard excess == nil else { return }
        if operands.count == 1, operands[0].kind == .plainString, font.coding == .single, !partsWords {
            drawString(bytes.extracting(operands[0].range))
        } else {
            drawStrings(operands, bytes, decoded, codes)
        }
        noteExcess()
    }

    @inline(__always) private mutating func noteExcess() {
        if used > limits.textBytes { excess = "a page holds more than \(limits.textBytes) bytes of text" }
    }

    @inline(__always) mutating func place(
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
        if isCode32 { addWordSpacing() }
    }

    /// Subset fonts may draw a letter with code 32; the word spacing after it is a gap all the same (ISO 32000-1 9.3.3).
    private mutating func addWordSpacing() {
        if !hasMoved, wordSpacing != 0 {
            (runEnd, hasMoved) = (pen, true)
        }
        pen += wordSpacing
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
            if abs(gap) <= Self.kerning * em, blanks == 0 || isTakenBack(gap, room.span) { return }
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

    /// Whether spacing left nothing of a blank. After a digit a blank is one: numbers are not joined.
    private func isTakenBack(_ gap: Double, _ text: Span<UInt8>) -> Bool {
        abs(gap) <= Self.noBlank * em && used > 0 && !text[used - 1].isDigit
    }

    @inline(__always) private func point(at pen: Double) -> Point {
        Point(x: origin.x + pen * direction.x, y: origin.y + pen * direction.y)
    }

    /// Keeps the open run, unless it lies off the page, outside of the clip path or nowhere. It ends with its last glyph: the
    /// character spacing after that (ISO 32000-1 9.3.2) is part of the gap.
    mutating func closeRun() {
        blanks = 0
        guard isOpen else { return }
        isOpen = false
        let run = TextRun(text: runTextStart..<used, start: runStart, end: point(at: runEnd - trailing), size: size)
        let sum = run.start.x + run.start.y + run.end.x + run.end.y + run.size
        guard sum.isFinite, run.size > 0, box?.excludes(run) != true, clip?.hides(run, rise) != true else {
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
