// Runs the operators of content streams (ISO 32000-1 9.4, 8.4.4, 8.10). Forms are put on a stack, not called. What is rare
// stands in the extensions: marked content, clip paths, annotations.

import Text

/// Reads pages, one at a time.
struct ContentReader {
    /// A content stream being read: the page's, or that of a form.
    struct Frame {
        var bytes: [UInt8]
        /// Where to go on after a form.
        var position = 0
        var resources: ResourceScope
        /// The form's object number; nil for the page.
        var object: Int?
        /// The state to go back to, and how many states were saved, when the form ends.
        var state: GraphicsState
        var savedCount: Int
        /// How much marked content was open when the form began.
        var markedCount = 0
    }
    let store: ObjectStore
    private let operators = ContentOperators()
    private var fonts: FontTable
    var placer: TextPlacer
    /// The index of the font that is with the placer.
    private var fontInUse = 0
    private(set) var scanner: ContentScanner
    /// For the paths that clip.
    var pathScanner: ContentScanner
    private(set) var frames: [Frame] = []
    var state = GraphicsState()
    /// Where the last operator known here ended: the operands and operators unknown since then begin there.
    private(set) var operandsStart = 0
    let optionalContent: OptionalContent
    /// Marked content that is open, the innermost last, and how many sequences within are not kept.
    var marked: [MarkedContent] = []
    var unmarked = 0
    private var saved: [GraphicsState] = []
    /// `q` beyond the states kept: each needs a `Q`.
    private var unsaved = 0
    private var textMatrix = Matrix.identity
    private var lineMatrix = Matrix.identity
    private var pageBytes: [UInt8] = []
    /// Whether an image was drawn, and whether a run was found, on any page.
    private(set) var hasImages = false
    private(set) var hasText = false

    /// States kept by `q`. ISO 32000-1 annex C asks for 28.
    private static let statesKept = 512
    /// What a form costs of the decoded bytes beside its length, so that tiny ones cannot be drawn for ever.
    private static let formCost = 256

    init(store: ObjectStore) throws(PDFError) {
        self.store = store
        fonts = try FontTable(store: store)
        scanner = ContentScanner(limits: store.limits)
        pathScanner = ContentScanner(limits: store.limits)
        placer = TextPlacer(limits: store.limits)
        optionalContent = try OptionalContent(store: store)
        swap(&placer.font, &fonts.fonts[0])
    }

    /// Decodes the content of a page.
    private mutating func load(_ page: Page) throws(PDFError) {
        var bytes: [UInt8] = []
        swap(&bytes, &pageBytes)
        bytes.removeAll(keepingCapacity: true)
        defer { swap(&bytes, &pageBytes) }
        try appendContents(of: page, to: &bytes)
    }

    /// Reads a page and shows it to `body`.
    mutating func read(_ page: Page, number: Int, _ body: (TextPage) -> Void) throws(PDFError) {
        try load(page)
        placer.begin(page: number, box: page.box)
        state = GraphicsState()
        saved.removeAll(keepingCapacity: true)
        unsaved = 0
        var bytes: [UInt8] = []
        swap(&bytes, &pageBytes)
        frames.append(Frame(bytes: bytes, resources: ResourceScope(page.resources), state: state, savedCount: 0))
        bytes = []
        try runFrames()
        try drawAnnotations(of: page)
        placer.end()
        if let excess = placer.excess { throw PDFError(.limit, excess, object: page.object) }
        if !placer.page.runs.isEmpty { hasText = true }
        placer.show(body)
    }

    /// The page's streams (ISO 32000-1 table 30).
    private mutating func appendContents(of page: Page, to bytes: inout [UInt8]) throws(PDFError) {
        let contents = page.dictionary["Contents"] ?? .null
        if contents == .null { return }
        let parts = try store.resolve(contents).array ?? [contents]
        var seams = ContentSeams(limits: store.limits)
        for part in parts {
            guard case .stream(let stream) = try store.resolve(part) else {
                store.note(
                    PDFError(.malformed, "a page's content cannot be found", object: part.reference ?? page.object))
                continue
            }
            let seam = bytes.count
            try store.decode(stream, to: &bytes)
            if seam > 0 { try store.charge(decoded: seams.join(&bytes, at: seam)) }
        }
    }

    // MARK: Streams

    /// Reads all streams on the stack, and what they draw.
    mutating func runFrames() throws(PDFError) {
        while let frame = frames.last {
            try run(frame.bytes, from: frame.position)
        }
    }

    /// Reads the topmost stream until it ends or a form begins.
    private mutating func run(_ bytes: [UInt8], from start: Int) throws(PDFError) {
        scanner.restart(at: start)
        operandsStart = start
        let depth = frames.count
        while let code = scanner.next(in: bytes.span) {
            if let known = operators[code] {
                try apply(known, bytes.span)
                operandsStart = scanner.position
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
        state = frame.state
        clip()
        saved.removeLast(max(saved.count - frame.savedCount, 0))
        unsaved = 0
        if frames.isEmpty, frame.object == nil { pageBytes = frame.bytes }
    }

    /// `Do`: begins a form (ISO 32000-1 8.10.1), notes an image.
    private mutating func draw(_ bytes: Span<UInt8>) throws(PDFError) {
        guard let name = scanner.last, name.kind == .name, let caller = frames.last,
            case .stream(let stream) = try caller.resources.value("XObject", bytes, name.range, store: store)
        else { return }
        let dictionary = stream.dictionary
        if try store.value("Subtype", of: dictionary) == .name("Image") {
            hasImages = true
            return
        }
        if try optionalContent.isHidden(dictionary["OC"], store: store) { return }
        try begin(stream, resources: caller.resources, matrix: state.matrix)
    }

    /// Puts a form on the stack. `matrix` leads from where it is drawn to the page.
    mutating func begin(_ stream: PDFStream, resources inherited: ResourceScope, matrix: Matrix) throws(PDFError) {
        let dictionary = stream.dictionary
        if frames.contains(where: { $0.object == stream.object }) { return }
        if frames.count > store.limits.nesting {
            throw PDFError(.limit, "forms are nested deeper than \(store.limits.nesting)", object: stream.object)
        }
        try store.charge(decoded: Self.formCost)
        var content: [UInt8] = []
        try store.decode(stream, to: &content)
        let resources = try store.value("Resources", of: dictionary).dictionary.map(ResourceScope.init)
        frames.append(
            Frame(
                bytes: content, resources: resources ?? inherited, object: stream.object, state: state,
                savedCount: saved.count, markedCount: marked.count))
        state.matrix = (Matrix(try store.value("Matrix", of: dictionary)) ?? .identity).then(matrix)
        if let box = PageBox(try store.value("BBox", of: dictionary)) { clip(to: box.transformed(state.matrix)) }
    }

    // MARK: Operators

    private mutating func apply(_ code: ContentOperator, _ bytes: Span<UInt8>) throws(PDFError) {
        switch code {
        case .beginText:
            textMatrix = .identity
            lineMatrix = .identity
            placer.beginObject()
        case .setFont: try setFont(bytes)
        case .moveText: moveLine(x: scanner.number(0), y: scanner.number(1))
        case .moveTextSetLeading:
            state.text.leading = -scanner.number(1)
            moveLine(x: scanner.number(0), y: scanner.number(1))
        case .setTextMatrix: if let matrix = matrixOperand { (textMatrix, lineMatrix) = (matrix, matrix) }
        case .nextLine: moveLine(x: 0, y: -state.text.leading)
        case .show: showLast(bytes)
        case .showArray: show(from: 0, bytes)
        case .showOnNextLine:
            moveLine(x: 0, y: -state.text.leading)
            showLast(bytes)
        case .showOnNextLineSpaced:
            state.text.wordSpacing = scanner.number(0)
            state.text.characterSpacing = scanner.number(1)
            moveLine(x: 0, y: -state.text.leading)
            showLast(bytes)
        case .setCharacterSpacing: state.text.characterSpacing = scanner.number(0)
        case .setWordSpacing: state.text.wordSpacing = scanner.number(0)
        case .setHorizontalScaling: state.text.horizontalScaling = scanner.number(0) / 100
        case .setLeading: state.text.leading = scanner.number(0)
        case .setRise: state.text.rise = scanner.number(0)
        case .save: save()
        case .restore: restore()
        case .concatenate: if let matrix = matrixOperand { state.matrix = matrix.then(state.matrix) }
        case .drawObject: try draw(bytes)
        case .setGraphicsState: try setGraphicsState(bytes)
        case .beginInlineImage: break
        case .inlineImageData:
            hasImages = true
            try scanner.skipInlineImage(in: bytes, dictionaryFrom: operandsStart, limits: store.limits)
        case .clip, .clipEvenOdd: if let box = clipPath(bytes) { clip(to: box) }
        case .beginMarkedContent: beginMarkedContent(MarkedContent(effect: .none))
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

    private mutating func moveLine(x: Double, y: Double) {
        lineMatrix = lineMatrix.translated(x: x, y: y)
        textMatrix = lineMatrix
    }

    private mutating func save() {
        if saved.count < Self.statesKept { saved.append(state) } else { unsaved += 1 }
    }

    private mutating func restore() {
        if unsaved > 0 {
            unsaved -= 1
        } else if !frames.isEmpty, saved.count > frames[frames.count - 1].savedCount, let before = saved.popLast() {
            state = before
            clip()
        }
    }

    private mutating func setFont(_ bytes: Span<UInt8>) throws(PDFError) {
        guard scanner.operandCount >= 2, !frames.isEmpty else { return }
        state.text.size = scanner.number(scanner.operandCount - 1)
        let name = scanner.operands[scanner.operandCount - 2]
        guard name.kind == .name else { return }
        state.text.font = try frames[frames.count - 1].resources.font(bytes, name.range, store: store, fonts: &fonts)
    }

    /// A graphics state dictionary may hold a font and its size (ISO 32000-1 table 58).
    private mutating func setGraphicsState(_ bytes: Span<UInt8>) throws(PDFError) {
        guard let name = scanner.last, name.kind == .name, let frame = frames.last,
            let values = try frame.resources.value("ExtGState", bytes, name.range, store: store).dictionary,
            let font = try store.value("Font", of: values).array, font.count == 2
        else { return }
        state.text.font = try fonts.index(of: font[0])
        state.text.size = try store.resolve(font[1]).number ?? 0
    }

    // MARK: Text

    private mutating func showLast(_ bytes: Span<UInt8>) {
        if scanner.operandCount > 0 { show(from: scanner.operandCount &- 1, bytes) }
    }

    /// Draws the strings among the operands from `first` on, and moves the pen by the numbers between them.
    @inline(__always) private mutating func show(from first: Int, _ bytes: Span<UInt8>) {
        useFont()
        placer.begin(textMatrix.then(state.matrix), state.text)
        if placer.isWide { placer.space(scanner.operands[first..<scanner.operandCount], state.text) }
        scanner.decodeStrings(from: first, in: bytes)
        scanner.draw(from: first, in: bytes, with: &placer)
        advance()
    }

    /// Hands the font of the text state to the placer, and takes back the one before.
    @inline(__always) private mutating func useFont() {
        let font = state.text.font ?? 0
        if font == fontInUse { return }
        swap(&placer.font, &fonts.fonts[fontInUse])
        swap(&placer.font, &fonts.fonts[font])
        fontInUse = font
    }

    /// The text matrix follows the pen (ISO 32000-1 9.4.4).
    @inline(__always) private mutating func advance() {
        let isVertical = placer.font.metrics.isVertical
        textMatrix = textMatrix.translated(x: isVertical ? 0 : placer.pen, y: isVertical ? -placer.pen : 0)
    }
}
