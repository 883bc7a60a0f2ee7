// Runs the operators of content streams (ISO 32000-1 9.4, 8.4.4), and passes their effects to the graphics states, the
// text object and the decoder of strings. Streams are put on a stack, not called: `ContentReader+Forms.swift`; paths
// are read when they are used: `ContentReader+Paths.swift`.

import Text

/// Reads page after page.
struct ContentReader {
    let store: ObjectStore
    let optionalContent: OptionalContent
    /// The owners of marked content; nil if the document has no structure.
    let structure: Structure?
    private let operators = ContentOperators()
    /// The streams being read, the innermost last.
    var frames: [ContentFrame] = []
    private(set) var scanner: ContentScanner
    /// The end of the last known operator: the next operands, and operators unknown here, begin there.
    private(set) var operandsStart = 0
    var states = GraphicsStates()
    private var textObject = TextObject()
    var paths: PathReader
    /// The path of the last `W`, up to its end.
    var clipped = 0..<0
    var marked = MarkedContentStack()
    private var decoder: GlyphDecoder
    var placer: TextPlacer
    /// The decoded content of a page; the array is used again.
    private var pageBytes: [UInt8] = []
    /// The number of the page's object; nil for a direct object.
    private(set) var pageObject: Int?
    /// Whether any page drew an image, and whether any had a run.
    var hasImages = false
    private(set) var hasText = false

    init(store: ObjectStore, structure: Structure?) throws(PDFError) {
        self.store = store
        self.structure = structure
        scanner = ContentScanner(limits: store.limits)
        paths = PathReader(limits: store.limits)
        decoder = GlyphDecoder(fonts: try FontTable(store: store), limits: store.limits)
        placer = TextPlacer(page: PageBuilder(limits: store.limits, tables: structure?.tables))
        optionalContent = try OptionalContent(store: store)
    }

    /// Reads a page and passes it to `body`.
    mutating func read(_ page: Page, number: Int, _ body: (TextPage) -> Void) throws(PDFError) {
        var bytes: [UInt8] = []
        swap(&bytes, &pageBytes)
        bytes.removeAll(keepingCapacity: true)
        try page.appendContent(to: &bytes, store: store)
        placer.begin(page: number, box: page.box)
        placer.page.unit = try store.value("UserUnit", of: page.dictionary).number ?? 1
        states.reset()
        pageObject = page.object
        frames.append(ContentFrame(bytes: bytes, resources: ResourceScope(page.resources), state: states.current))
        bytes = []
        try runFrames()
        try drawAnnotations(of: page)
        placer.end()
        if let excess = placer.page.excess { throw PDFError(.limit, excess, object: page.object) }
        if placer.page.hasText { hasText = true }
        placer.page.show(body)
    }

    // MARK: Streams

    /// Reads all streams on the stack, and the forms that they draw.
    mutating func runFrames() throws(PDFError) {
        while let frame = frames.last {
            try run(frame.bytes, from: frame.position)
        }
    }

    /// Reads the topmost stream until it ends or a form begins.
    private mutating func run(_ bytes: [UInt8], from start: Int) throws(PDFError) {
        scanner.restart(at: start)
        operandsStart = start
        clipped = start..<start
        let depth = frames.count
        while let code = scanner.next(in: bytes.span) {
            if let known = operators[code] {
                try apply(known, bytes.span)
                if !known.setsColour { operandsStart = scanner.position }
                if frames.count > depth {
                    frames[depth - 1].position = scanner.position
                    noteBroken()
                    return
                }
            }
            scanner.clear()
        }
        endFrame()
    }

    private func noteBroken(object: Int? = nil) {
        guard scanner.isBroken else { return }
        store.note(PDFError(.malformed, "a content stream holds a string or an image without an end", object: object))
    }

    private mutating func endFrame() {
        guard let frame = frames.last else { return }
        endMarkedContent(downTo: frame.markedCount)
        frames.removeLast()
        noteBroken(object: frame.object)
        states.endStream(restoring: frame.state, to: frame.savedCount)
        clipText()
        if frames.isEmpty, frame.object == nil { pageBytes = frame.bytes }
    }

    // MARK: Operators

    private mutating func apply(_ code: ContentOperator, _ bytes: Span<UInt8>) throws(PDFError) {
        switch code {
        case .beginText: beginText()
        case .setFont: try setFont(bytes)
        case .moveText: textObject.moveLine(x: scanner.number(0), y: scanner.number(1))
        case .moveTextSetLeading: moveTextSetLeading()
        case .setTextMatrix: if let matrix = matrixOperand { textObject.set(matrix) }
        case .nextLine: nextLine()
        case .show: showLast(bytes)
        case .showArray: show(from: 0, bytes)
        case .showOnNextLine: showOnNextLine(bytes)
        case .showOnNextLineSpaced: showOnNextLineSpaced(bytes)
        case .setCharacterSpacing: states.current.text.characterSpacing = scanner.number(0)
        case .setWordSpacing: states.current.text.wordSpacing = scanner.number(0)
        case .setHorizontalScaling: states.current.text.horizontalScaling = scanner.number(0) / 100
        case .setLeading: states.current.text.leading = scanner.number(0)
        case .setRise: states.current.text.rise = scanner.number(0)
        case .save: states.save()
        case .restore: restore()
        case .concatenate: concatenate()
        case .drawObject: try draw(bytes)
        case .setGraphicsState: try setGraphicsState(bytes)
        case .beginInlineImage: break
        case .inlineImageData: try passInlineImage(bytes)
        case .clip, .clipEvenOdd: clipToPath(bytes)
        case .beginMarkedContent: beginMarkedContent(bytes)
        case .setLineWidth: states.current.lineWidth = scanner.number(0)
        case .stroke: paint(.stroke, bytes)
        case .closeStroke: paint(.closeStroke, bytes)
        case .fill, .fillObsolete, .fillEvenOdd: paint(.fill, bytes)
        case .fillStroke, .fillStrokeEvenOdd: paint(.fillStroke, bytes)
        case .closeFillStroke, .closeFillStrokeEvenOdd: paint(.closeFillStroke, bytes)
        case .setRenderingMode: states.current.paints.set(mode: scanner.number(0))
        case .setGrey, .setStrokeGrey, .setRGB, .setStrokeRGB, .setCMYK, .setStrokeCMYK, .setColourSpace,
            .setStrokeColourSpace, .setColour, .setStrokeColour, .setColourNamed, .setStrokeColourNamed:
            try applyColour(code, bytes)
        case .paintShading: paintShading()
        case .beginMarkedContentWithProperties: try beginMarkedContentWithProperties(bytes)
        case .endMarkedContent: try endMarkedContent()
        }
    }

    private var matrixOperand: Matrix? {
        let first = scanner.operandCount - 6
        guard first >= 0 else { return nil }
        var matrix = Matrix(a: scanner.number(first), d: scanner.number(first + 3))
        (matrix.b, matrix.c) = (scanner.number(first + 1), scanner.number(first + 2))
        (matrix.e, matrix.f) = (scanner.number(first + 4), scanner.number(first + 5))
        return matrix
    }

    // MARK: Graphics state

    private mutating func concatenate() {
        if let matrix = matrixOperand { states.current.matrix = matrix.then(states.current.matrix) }
    }

    private mutating func restore() {
        guard !frames.isEmpty, states.restore(above: frames[frames.count - 1].savedCount) else { return }
        clipText()
    }

    /// A graphics state dictionary may hold a font and its size (ISO 32000-1 table 58).
    private mutating func setGraphicsState(_ bytes: Span<UInt8>) throws(PDFError) {
        guard let name = scanner.last, name.kind == .name, let frame = frames.last,
            let values = try frame.resources.value("ExtGState", bytes, name.range, store: store).dictionary
        else { return }
        try setTransparency(values)
        guard let font = try store.value("Font", of: values).array, font.count == 2 else { return }
        states.current.text.font = try decoder.fonts.index(of: font[0])
        states.current.text.size = try store.resolve(font[1]).number ?? 0
    }

    /// Notes whether paint covers the content below from here on (ISO 32000-1 11.3.5, 11.6.4).
    private mutating func setTransparency(_ values: PDFDictionary) throws(PDFError) {
        if let alpha = try store.value("ca", of: values).number {
            states.current.isSeeThrough = alpha < 0.9
            states.current.paints.set(alpha: alpha, strokes: false)
        }
        if let alpha = try store.value("CA", of: values).number {
            states.current.paints.set(alpha: alpha, strokes: true)
        }
        var mode = try store.value("BM", of: values)
        if let first = mode.array?.first { mode = try store.resolve(first) }
        if let name = mode.name, name != "Normal", name != "Compatible" { states.current.isSeeThrough = true }
        if try store.value("SMask", of: values).dictionary != nil { states.current.isSeeThrough = true }
    }

    private mutating func passInlineImage(_ bytes: Span<UInt8>) throws(PDFError) {
        hasImages = true
        addPicture()
        try scanner.skipInlineImage(in: bytes, dictionaryFrom: operandsStart, limits: store.limits)
    }

    // MARK: Text

    private mutating func beginText() {
        textObject.set(.identity)
        placer.beginObject()
    }

    @inline(__always) private mutating func setFont(_ bytes: Span<UInt8>) throws(PDFError) {
        guard scanner.operandCount >= 2, !frames.isEmpty else { return }
        states.current.text.size = scanner.number(scanner.operandCount - 1)
        let name = scanner.operands[scanner.operandCount - 2]
        guard name.kind == .name else { return }
        states.current.text.font = try frames[frames.count - 1].resources.font(
            bytes, name.range, store: store, fonts: &decoder.fonts)
    }

    private mutating func nextLine() { textObject.moveLine(x: 0, y: -states.current.text.leading) }

    private mutating func moveTextSetLeading() {
        states.current.text.leading = -scanner.number(1)
        textObject.moveLine(x: scanner.number(0), y: scanner.number(1))
    }

    private mutating func showOnNextLine(_ bytes: Span<UInt8>) {
        nextLine()
        showLast(bytes)
    }

    private mutating func showOnNextLineSpaced(_ bytes: Span<UInt8>) {
        states.current.text.wordSpacing = scanner.number(0)
        states.current.text.characterSpacing = scanner.number(1)
        showOnNextLine(bytes)
    }

    /// Whether wide character spacing separates the words of the strings among the operands from `first` on.
    private func spacingPartsWords(on line: TextLine, from first: Int) -> Bool {
        line.spacingPartsWords(
            of: scanner.operands[first..<scanner.operandCount], states.current.text,
            isComposite: decoder.font.composite != nil)
    }

    private mutating func showLast(_ bytes: Span<UInt8>) {
        if scanner.operandCount > 0 { show(from: scanner.operandCount &- 1, bytes) }
    }

    /// Draws the strings among the operands from `first` on, and moves the pen by the numbers between them.
    @inline(__always) private mutating func show(from first: Int, _ bytes: Span<UInt8>) {
        let text = states.current.text
        decoder.use(text.font ?? 0)
        let ink = decoder.font.metrics.hasColours ? .unknown : states.current.paints.text
        if ink != placer.ink { placer.paint(with: ink) }
        let line = TextLine(textObject.matrix.then(states.current.matrix), text, decoder.font.metrics)
        placer.begin(line, partsWords: line.isWide && spacingPartsWords(on: line, from: first))
        scanner.decodeStrings(from: first, in: bytes)
        scanner.draw(from: first, in: bytes, with: &decoder, on: &placer)
        textObject.advance(placer.pen, isVertical: decoder.font.metrics.isVertical)
    }
}
