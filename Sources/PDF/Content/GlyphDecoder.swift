// Decodes strings to glyphs: selects the font, and splits strings into pieces. The loops over their codes are in
// `GlyphDecoder+Codes.swift`; `TextPlacer` decides where a glyph is drawn.

/// Decodes strings with the fonts of the document, one of which is in use.
struct GlyphDecoder {
    /// All fonts.
    var fonts: FontTable
    /// The font in use. It is not in the table meanwhile: passing it would copy it.
    var font = Font(glyphs: [], longTexts: [])
    private var indexInUse = 0
    /// How many glyphs the tables of composite fonts may still add.
    private var glyphsLeft: Int
    private let glyphLimit: Int

    /// Codes per step, so that room for the longest text of each is quickly found. Only in strings of mixed code
    /// lengths longer than any known does a code cross a step's end.
    private static let chunk = 4096

    init(fonts: FontTable, limits: PDFLimits) {
        self.fonts = fonts
        (glyphsLeft, glyphLimit) = (limits.glyphs, limits.glyphs)
        swap(&font, &self.fonts.fonts[0])
    }

    /// Draws with the font of this index from now on.
    @inline(__always) mutating func use(_ index: Int) {
        if index == indexInUse { return }
        swap(&font, &fonts.fonts[indexInUse])
        swap(&font, &fonts.fonts[index])
        indexInUse = index
    }

    /// Draws the strings among some operands, and moves the pen by the numbers. Strings lie in `bytes`, or in
    /// `decoded`.
    @inline(__always) mutating func draw(
        _ operands: Span<Operand>, _ bytes: Span<UInt8>, _ decoded: Span<UInt8>, on placer: inout TextPlacer
    ) {
        var codes = 0
        for index in operands.indices { codes &+= operands[index].stringLength }
        if !placer.partsWords, codes <= Self.chunk, font.coding != .mixed {
            drawTogether(operands, bytes, decoded, codes, on: &placer)
        } else {
            drawApart(operands, bytes, decoded, on: &placer)
        }
    }

    /// Draws strings of small total length, and moves the pen by the numbers between them.
    @inline(__always) private mutating func drawTogether(
        _ operands: Span<Operand>, _ bytes: Span<UInt8>, _ decoded: Span<UInt8>, _ codes: Int,
        on placer: inout TextPlacer
    ) {
        guard placer.page.excess == nil else { return }
        if operands.count == 1, operands[0].kind == .plainString, font.coding == .single, !placer.partsWords {
            drawString(bytes.extracting(operands[0].range), on: &placer)
        } else {
            drawStrings(operands, bytes, decoded, codes, on: &placer)
        }
        placer.page.checkText()
    }

    /// The same, one by one.
    private mutating func drawApart(
        _ operands: Span<Operand>, _ bytes: Span<UInt8>, _ decoded: Span<UInt8>, on placer: inout TextPlacer
    ) {
        for index in operands.indices {
            let operand = operands[index]
            switch operand.kind {
            case .number: placer.displace(operand.value)
            case .plainString: drawAny(bytes.extracting(operand.range), on: &placer)
            case .decodedString: drawAny(decoded.extracting(operand.range), on: &placer)
            default: break
            }
        }
    }

    /// Draws a string; glyph by glyph if the spacing after each is a gap.
    private mutating func drawAny(_ codes: Span<UInt8>, on placer: inout TextPlacer) {
        guard placer.partsWords else { return drawWhole(codes, on: &placer) }
        let length = font.composite == nil ? 1 : 2
        var start = 0
        while start < codes.count {
            let end = min(start + length, codes.count)
            drawWhole(codes.extracting(start..<end), on: &placer)
            placer.endPart()
            start = end
        }
    }

    /// Draws a string in short parts.
    private mutating func drawWhole(_ codes: Span<UInt8>, on placer: inout TextPlacer) {
        var start = 0
        placer.beginString()
        while start < codes.count, placer.page.excess == nil {
            let end = min(start + Self.chunk, codes.count)
            let part = codes.extracting(start..<end)
            if font.coding == .mixed {
                drawMixed(part, on: &placer)
                placer.page.checkText()
            } else {
                let whole = [Operand(kind: .plainString, start: 0, end: part.count)]
                drawTogether(whole.span, part, part, part.count, on: &placer)
            }
            start = end
        }
    }

    /// Takes the page's text buffer, with room for so many codes and a blank before each.
    @inline(__always) mutating func takeRoom(_ codes: Int, on placer: inout TextPlacer) -> [UInt8] {
        placer.page.text.takeRoom(for: (font.longestText + 1) * codes)
    }

    /// Makes a block of the font's glyphs, within the limit, and looks up the code's text if the block leaves it open.
    mutating func makeBlock(of code: UInt32, length: Int, on placer: inout TextPlacer) -> Bool {
        guard glyphsLeft >= 256 else {
            placer.page.stop("the fonts have more than \(glyphLimit) glyphs")
            return false
        }
        glyphsLeft += font.cost
        if font.position(of: code, length: length) == nil { font.makeBlock(of: code, length: length) }
        if let position = font.position(of: code, length: length), font.glyphs[position].kind == .unasked {
            font.answer(blockOf: code, at: position)
        }
        glyphsLeft -= font.cost
        return true
    }
}
