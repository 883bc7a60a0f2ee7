// The inner loops of a reading. Codes of one byte, of two, and of mixed lengths each have their own loop. Consecutive
// characters of one byte of text, which nearly all are, take the fast way.

extension GlyphDecoder {
    /// Progress through the operands: the operand, and the next byte of its string.
    private struct Place {
        var operand = 0
        var byte = 0
    }

    /// Draws the strings among some operands, with at most so many codes, and moves the pen by the numbers between
    /// them. Not for fonts of mixed code lengths.
    mutating func drawStrings(
        _ operands: Span<Operand>, _ bytes: Span<UInt8>, _ decoded: Span<UInt8>, _ codes: Int,
        on placer: inout TextPlacer
    ) {
        var place = Place()
        while place.operand < operands.count {
            // The loops own the tables and text meanwhile, once for a whole array, so that they need not share them
            // with `self`.
            var output = takeRoom(codes, on: &placer)
            var (table, blocks): ([Glyph], [Int32]) = ([], [])
            swap(&table, &font.glyphs)
            swap(&blocks, &font.blocks)
            var room = output.mutableSpan
            let missing = draw(operands, bytes, decoded, &place, table.span, blocks.span, on: &placer, &room)
            swap(&blocks, &font.blocks)
            swap(&table, &font.glyphs)
            placer.page.text.putBack(&output)
            if let missing, !makeBlock(of: missing, length: 2, on: &placer) { return }
        }
    }

    /// Draws one short string with a simple font: the usual case in lists, with less overhead.
    mutating func drawString(_ codes: Span<UInt8>, on placer: inout TextPlacer) {
        var output = takeRoom(codes.count, on: &placer)
        var table: [Glyph] = []
        swap(&table, &font.glyphs)
        var room = output.mutableSpan
        placer.beginString()
        drawSingle(codes, table.span, on: &placer, &room)
        placer.endString()
        swap(&table, &font.glyphs)
        placer.page.text.putBack(&output)
    }

    /// Returns a code that needs its block or its text first; nil when all is drawn.
    private mutating func draw(
        _ operands: Span<Operand>, _ bytes: Span<UInt8>, _ decoded: Span<UInt8>, _ place: inout Place,
        _ glyphs: Span<Glyph>, _ blocks: Span<Int32>, on placer: inout TextPlacer, _ room: inout MutableSpan<UInt8>
    ) -> UInt32? {
        while place.operand < operands.count {
            let operand = operands[place.operand]
            switch operand.kind {
            case .number: placer.displace(operand.value)
            case .plainString, .decodedString:
                let codes = (operand.kind == .plainString ? bytes : decoded).extracting(operand.range)
                placer.beginString()
                if font.coding == .single {
                    drawSingle(codes, glyphs, on: &placer, &room)
                } else if let missing = drawPairs(codes, &place.byte, glyphs, blocks, on: &placer, &room) {
                    return missing
                }
                placer.endString()
                place.byte = 0
            default: break
            }
            place.operand &+= 1
        }
        return nil
    }

    // MARK: Codes of one byte

    /// Draws the codes of a simple font. A function of its own, so that its loop has all registers.
    @inline(never) private mutating func drawSingle(
        _ codes: Span<UInt8>, _ glyphs: Span<Glyph>, on placer: inout TextPlacer, _ room: inout MutableSpan<UInt8>
    ) {
        var position = 0
        while position < codes.count {
            if placer.adjoins { Self.drawPlain(codes, &position, glyphs, on: &placer, &room) }
            guard position < codes.count else { break }
            let code = codes[position]
            let glyph = glyphs[Int(code)]
            draw(glyph, advance: glyph.width, isCode32: code == 32, on: &placer, &room)
            position &+= 1
        }
    }

    /// The fast way through consecutive characters of one byte, which nearly all are.
    @inline(__always) private static func drawPlain(
        _ codes: Span<UInt8>, _ position: inout Int, _ glyphs: Span<Glyph>, on placer: inout TextPlacer,
        _ room: inout MutableSpan<UInt8>
    ) {
        let first = position
        var (used, index) = (placer.page.text.count, position)
        var width = 0
        while index < codes.count {
            let code = codes[index]
            let glyph = glyphs[Int(code)]
            if glyph.kind != .plain || code == 32 {
                guard index &+ 1 < codes.count, glyph.kind == .space, placer.line.isPlainBlank(width: glyph.width),
                    glyphs[Int(codes[index &+ 1])].kind == .plain
                else { break }
            }
            room[used] = UInt8(truncatingIfNeeded: glyph.text)
            used &+= 1
            index &+= 1
            width &+= Int(glyph.width)
        }
        placer.advance(width, glyphs: index - first)
        placer.page.text.grow(to: used)
        position = index
    }

    // MARK: Codes of two bytes

    /// Draws two-byte codes of a composite font from `position` on; an odd last byte is no code. Stops at a code that
    /// needs its block or its text first, and returns it.
    @inline(never) private mutating func drawPairs(
        _ codes: Span<UInt8>, _ position: inout Int, _ glyphs: Span<Glyph>, _ blocks: Span<Int32>,
        on placer: inout TextPlacer, _ room: inout MutableSpan<UInt8>
    ) -> UInt32? {
        let isVertical = font.metrics.isVertical
        while position &+ 1 < codes.count {
            if placer.adjoins, !isVertical {
                Self.drawPlainPairs(codes, &position, glyphs, blocks, on: &placer, &room)
            }
            guard position &+ 1 < codes.count else { break }
            let (high, low) = (codes[position], codes[position &+ 1])
            guard let glyph = Self.glyph(high, low, glyphs, blocks), glyph.kind != .unasked else {
                return UInt32(high) << 8 | UInt32(low)
            }
            draw(glyph, advance: isVertical ? Self.em : glyph.width, isCode32: false, on: &placer, &room)
            position &+= 2
        }
        return nil
    }

    /// The fast way, see `drawPlain`, for codes of two bytes.
    @inline(__always) private static func drawPlainPairs(
        _ codes: Span<UInt8>, _ position: inout Int, _ glyphs: Span<Glyph>, _ blocks: Span<Int32>,
        on placer: inout TextPlacer, _ room: inout MutableSpan<UInt8>
    ) {
        let first = position
        var (used, index) = (placer.page.text.count, position)
        var width = 0
        while index &+ 1 < codes.count {
            guard let glyph = glyph(codes[index], codes[index &+ 1], glyphs, blocks) else { break }
            if glyph.kind != .plain {
                guard index &+ 3 < codes.count, glyph.kind == .space, placer.line.isPlainBlank(width: glyph.width),
                    let next = Self.glyph(codes[index &+ 2], codes[index &+ 3], glyphs, blocks), next.kind == .plain
                else { break }
            }
            room[used] = UInt8(truncatingIfNeeded: glyph.text)
            used &+= 1
            index &+= 2
            width &+= Int(glyph.width)
        }
        placer.advance(width, glyphs: (index - first) / 2)
        placer.page.text.grow(to: used)
        position = index
    }

    /// The glyph of a code of two bytes; nil if its block does not exist yet.
    @inline(__always) private static func glyph(
        _ high: UInt8, _ low: UInt8, _ glyphs: Span<Glyph>, _ blocks: Span<Int32>
    ) -> Glyph? {
        let block = blocks[Int(high)]
        return block < 0 ? nil : glyphs[Int(block) &+ Int(low)]
    }

    // MARK: Codes of mixed lengths

    /// Draws the codes of a composite font, of mixed lengths; a new code extends its table.
    mutating func drawMixed(_ codes: Span<UInt8>, on placer: inout TextPlacer) {
        guard let lengths = font.composite?.codeLengths else { return }
        var position = 0
        var output = takeRoom(codes.count, on: &placer)
        while position < codes.count {
            let length = min(Int(lengths[Int(codes[position])]), codes.count - position)
            var code: UInt32 = 0
            for offset in 0..<length { code = code << 8 | UInt32(codes[position + offset]) }
            position += length
            if font.position(of: code, length: length).map({ font.glyphs[$0].kind == .unasked }) ?? true {
                guard makeBlock(of: code, length: length, on: &placer) else { break }
                placer.page.text.putBack(&output)
                output = takeRoom(codes.count, on: &placer)
            }
            guard let entry = font.position(of: code, length: length) else { continue }
            let glyph = font.glyphs[entry]
            let advance = font.metrics.isVertical ? Self.em : glyph.width
            var room = output.mutableSpan
            draw(glyph, advance: advance, isCode32: code == 32 && length == 1, on: &placer, &room)
        }
        placer.endString()
        placer.page.text.putBack(&output)
    }

    // MARK: Glyphs

    /// How far a glyph moves the pen in vertical writing.
    private static let em: Int32 = 65536

    /// Draws one glyph, and moves the pen over it.
    @inline(__always) private func draw(
        _ glyph: Glyph, advance: Int32, isCode32: Bool, on placer: inout TextPlacer, _ room: inout MutableSpan<UInt8>
    ) {
        if glyph.kind == .space {
            placer.addBlank()
        } else {
            if !placer.adjoins { placer.beginGlyph(&room) }
            write(glyph, to: &placer.page, &room)
        }
        placer.advance(advance)
        if isCode32 { placer.addWordSpacing() }
    }

    /// Writes the text of a glyph.
    @inline(__always) private func write(
        _ glyph: Glyph, to page: inout PageBuilder, _ room: inout MutableSpan<UInt8>
    ) {
        if glyph.kind == .long {
            for byte in font.longTexts[Int(glyph.text)] { page.text.write(byte, to: &room) }
            return
        }
        var text = glyph.text
        for _ in 0..<glyph.length {
            page.text.write(UInt8(truncatingIfNeeded: text), to: &room)
            text >>= 8
        }
        if glyph.kind == .unknown { page.addUndecoded() }
    }
}
