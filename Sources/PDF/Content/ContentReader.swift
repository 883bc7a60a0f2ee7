// Runs the operators of content streams (ISO 32000-1 9.4, 8.4.4, 8.10). Forms are put on a stack, not called.

import Text

/// Reads pages, one at a time.
struct ContentReader {
    /// A content stream being read: the page's, or that of a form.
    private struct Frame {
        var bytes: [UInt8]
        /// Where to go on after a form.
        var position = 0
        var resources: ResourceScope
        /// The form's object number; nil for the page.
        var object: Int?
        /// The state to go back to, and how many states were saved, when the form ends.
        var state: GraphicsState
        var savedCount: Int
    }
    private let store: ObjectStore
    private var fonts: FontTable
    private var placer: TextPlacer
    /// The index of the font that is with the placer.
    private var fontInUse = 0
    private var scanner: ContentScanner
    private var frames: [Frame] = []
    private var state = GraphicsState()
    private var saved: [GraphicsState] = []
    /// `q` beyond the states kept: each needs a `Q`.
    private var unsaved = 0
    private var textMatrix = Matrix.identity
    private var lineMatrix = Matrix.identity
    /// Strings with escapes, decoded.
    private var scratch: [UInt8] = []
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
        placer = TextPlacer(limits: store.limits)
        swap(&placer.font, &fonts.fonts[0])
    }

    /// Reads a page and shows it to `body`.
    mutating func read(_ page: Page, number: Int, _ body: (TextPage) -> Void) throws(PDFError) {
        placer.begin(page: number, box: page.box)
        state = GraphicsState()
        saved.removeAll(keepingCapacity: true)
        unsaved = 0
        var bytes: [UInt8] = []
        swap(&bytes, &pageBytes)
        bytes.removeAll(keepingCapacity: true)
        try appendContents(of: page, to: &bytes)
        frames.append(Frame(bytes: bytes, resources: ResourceScope(page.resources), state: state, savedCount: 0))
        bytes = []
        while let frame = frames.last {
            try run(frame.bytes, from: frame.position)
        }
        placer.end()
        if let excess = placer.excess { throw PDFError(.limit, excess, object: page.object) }
        if !placer.page.runs.isEmpty { hasText = true }
        placer.show(body)
    }

    /// The page's streams, parted by white space (ISO 32000-1 table 30).
    private mutating func appendContents(of page: Page, to bytes: inout [UInt8]) throws(PDFError) {
        let contents = page.dictionary["Contents"] ?? .null
        if contents == .null { return }
        for part in try store.resolve(contents).array ?? [contents] {
            guard case .stream(let stream) = try store.resolve(part) else {
                store.note(
                    PDFError(.malformed, "a page's content cannot be found", object: part.reference ?? page.object))
                continue
            }
            try store.decode(stream, to: &bytes)
            bytes.append(0x0A)
        }
    }

    // MARK: Streams

    /// Reads the topmost stream until it ends or a form begins.
    private mutating func run(_ bytes: [UInt8], from start: Int) throws(PDFError) {
        scanner.restart(at: start)
        let depth = frames.count
        while let code = scanner.next(in: bytes.span) {
            if let known = ContentOperator(rawValue: code) {
                try apply(known, bytes.span)
                if frames.count > depth {
                    frames[depth - 1].position = scanner.position
                    return
                }
            }
            scanner.clear()
        }
        endFrame()
    }

    private mutating func endFrame() {
        guard let frame = frames.popLast() else { return }
        if scanner.isBroken {
            store.note(
                PDFError(.malformed, "a content stream holds a string without an end", object: frame.object))
        }
        state = frame.state
        saved.removeLast(max(saved.count - frame.savedCount, 0))
        unsaved = 0
        if frames.isEmpty { pageBytes = frame.bytes }
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
                bytes: content, resources: resources ?? caller.resources, object: stream.object, state: state,
                savedCount: saved.count))
        if let matrix = Matrix(try store.value("Matrix", of: dictionary)) { state.matrix = matrix.then(state.matrix) }
    }

    // MARK: Operators

    private mutating func apply(_ code: ContentOperator, _ bytes: Span<UInt8>) throws(PDFError) {
        switch code {
        case .beginText:
            textMatrix = .identity
            lineMatrix = .identity
        case .setFont: try setFont(bytes)
        case .moveText: moveLine(x: scanner.number(0), y: scanner.number(1))
        case .moveTextSetLeading:
            state.text.leading = -scanner.number(1)
            moveLine(x: scanner.number(0), y: scanner.number(1))
        case .setTextMatrix: if let matrix = matrixOperand { (textMatrix, lineMatrix) = (matrix, matrix) }
        case .nextLine: moveLine(x: 0, y: -state.text.leading)
        case .show: show(bytes)
        case .showArray: showArray(bytes)
        case .showOnNextLine:
            moveLine(x: 0, y: -state.text.leading)
            show(bytes)
        case .showOnNextLineSpaced:
            state.text.wordSpacing = scanner.number(0)
            state.text.characterSpacing = scanner.number(1)
            moveLine(x: 0, y: -state.text.leading)
            show(bytes)
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
        case .inlineImageData:
            hasImages = true
            scanner.skipInlineImage(in: bytes)
        }
    }

    private var matrixOperand: Matrix? {
        guard scanner.operandCount >= 6 else { return nil }
        return Matrix((0..<6).map { scanner.number(scanner.operandCount - 6 + $0) })
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

    private mutating func show(_ bytes: Span<UInt8>) {
        guard let operand = scanner.last else { return }
        useFont()
        placer.begin(textMatrix.then(state.matrix), state.text)
        draw(operand, bytes)
        advance()
    }

    private mutating func showArray(_ bytes: Span<UInt8>) {
        useFont()
        placer.begin(textMatrix.then(state.matrix), state.text)
        for index in 0..<scanner.operandCount {
            let operand = scanner.operands[index]
            if operand.kind == .number {
                placer.displace(operand.value, state.text)
            } else {
                draw(operand, bytes)
            }
        }
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

    private mutating func draw(_ operand: Operand, _ bytes: Span<UInt8>) {
        switch operand.kind {
        case .plainString: placer.draw(bytes.extracting(operand.range))
        case .escapedString, .hexadecimalString:
            var decoded: [UInt8] = []
            swap(&decoded, &scratch)
            decoded.removeAll(keepingCapacity: true)
            if operand.kind == .escapedString {
                StringSyntax.appendLiteral(bytes, operand.range, to: &decoded)
            } else {
                StringSyntax.appendHexadecimal(bytes, operand.range, to: &decoded)
            }
            placer.draw(decoded.span)
            swap(&decoded, &scratch)
        case .number, .name, .arrayStart, .arrayEnd: break
        }
    }
}
