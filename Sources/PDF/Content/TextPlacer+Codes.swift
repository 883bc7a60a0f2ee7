// Strings to glyphs: the inner loops of a reading. Codes of one byte, of two, and of mixed lengths each have a loop of their own;
// characters of one byte of text that follow each other, which nearly all are, go the fast way.

import Text

extension TextPlacer {
    /// Draws the strings among some operands, with so many codes at most, and moves the pen by the numbers between them. Not for
    /// fonts of mixed code lengths.
    mutating func drawStrings(_ operands: Span<Operand>, _ bytes: Span<UInt8>, _ decoded: Span<UInt8>, _ codes: Int) {
        var place = Place()
        while place.operand < operands.count {
            // Tables and text are taken out, so that the loops need not share them with `self`; once for a whole array.
            var output = takeOutput(codes)
            var (table, blocks): ([Glyph], [Int32]) = ([], [])
            swap(&table, &font.glyphs)
            swap(&blocks, &font.blocks)
            var room = output.mutableSpan
            let missing = draw(operands, bytes, decoded, &place, table.span, blocks.span, &room)
            swap(&blocks, &font.blocks)
            swap(&table, &font.glyphs)
            swap(&utf8, &output)
            if let missing, !makeBlock(of: missing, length: 2) { return }
        }
    }

    /// Draws one string, not long, with a simple font: as most lists have them, and with less ado.
    mutating func drawString(_ codes: Span<UInt8>) {
        var output = takeOutput(codes.count)
        var table: [Glyph] = []
        swap(&table, &font.glyphs)
        var room = output.mutableSpan
        trailing = characterSpacing
        drawSingle(codes, table.span, &room)
        if !hasMoved { runEnd = pen }
        swap(&table, &font.glyphs)
        swap(&utf8, &output)
    }

    /// How far the operands are drawn: the operand, and the next byte of its string.
    private struct Place {
        var operand = 0
        var byte = 0
    }

    /// Returns a code whose block is still to be made, or whose text is still to be asked for; nil when all is drawn.
    private mutating func draw(
        _ operands: Span<Operand>, _ bytes: Span<UInt8>, _ decoded: Span<UInt8>, _ place: inout Place,
        _ glyphs: Span<Glyph>, _ blocks: Span<Int32>, _ room: inout MutableSpan<UInt8>
    ) -> UInt32? {
        while place.operand < operands.count {
            let operand = operands[place.operand]
            switch operand.kind {
            case .number: displace(operand.value)
            case .plainString, .decodedString:
                let codes = (operand.kind == .plainString ? bytes : decoded).extracting(operand.range)
                trailing = partsWords ? 0 : characterSpacing
                if font.coding == .single {
                    drawSingle(codes, glyphs, &room)
                } else if let missing = drawPairs(codes, &place.byte, glyphs, blocks, &room) {
                    return missing
                }
                if !hasMoved { runEnd = pen }
                place.byte = 0
            default: break
            }
            place.operand &+= 1
        }
        return nil
    }

    /// Draws the codes of a simple font. A function of its own, so that its loop has the registers for itself.
    @inline(never) private mutating func drawSingle(
        _ codes: Span<UInt8>, _ glyphs: Span<Glyph>, _ room: inout MutableSpan<UInt8>
    ) {
        var position = 0
        while position < codes.count {
            if !hasMoved { drawPlain(codes, &position, glyphs, &room) }
            guard position < codes.count else { break }
            let code = codes[position]
            place(glyphs[Int(code)], isCode32: code == 32, advance: nil, &room)
            position &+= 1
        }
    }

    /// The fast way through the characters of one byte that follow each other, which nearly all are.
    @inline(__always) private mutating func drawPlain(
        _ codes: Span<UInt8>, _ position: inout Int, _ glyphs: Span<Glyph>, _ room: inout MutableSpan<UInt8>
    ) {
        let first = position
        var (used, index) = (used, position)
        var width = 0
        while index < codes.count {
            let code = codes[index]
            let glyph = glyphs[Int(code)]
            if !glyph.isPlain || code == 32 {
                guard index &+ 1 < codes.count, isPlainBlank(glyph), glyphs[Int(codes[index &+ 1])].isPlain else {
                    break
                }
            }
            room[used] = UInt8(truncatingIfNeeded: glyph.text)
            used &+= 1
            index &+= 1
            width &+= Int(glyph.width)
        }
        pen += Double(width) * widthScale + Double(index - first) * characterSpacing
        (self.used, position) = (used, index)
    }

    /// Whether a blank parts words by its own width alone, and no more than words.
    @inline(__always) private func isPlainBlank(_ glyph: Glyph) -> Bool {
        guard glyph.kind == .space, wordSpacing == 0, characterSpacing == 0 else { return false }
        let gap = Double(glyph.width) * widthScale
        return gap > Self.kerning * em && gap <= Self.widestBlank * em
    }

    /// Draws the codes of a composite font where all have two bytes, from `position` on; an odd last byte is no code. Stops at a
    /// code whose block is still to be made, or whose text is still to be asked for, and returns it.
    @inline(never) private mutating func drawPairs(
        _ codes: Span<UInt8>, _ position: inout Int, _ glyphs: Span<Glyph>, _ blocks: Span<Int32>,
        _ room: inout MutableSpan<UInt8>
    ) -> UInt32? {
        let advance: Int32? = font.metrics.isVertical ? 65536 : nil
        while position &+ 1 < codes.count {
            if !hasMoved, advance == nil { drawPlainPairs(codes, &position, glyphs, blocks, &room) }
            guard position &+ 1 < codes.count else { break }
            let (high, low) = (codes[position], codes[position &+ 1])
            guard let glyph = Self.glyph(high, low, glyphs, blocks), glyph.kind != .unasked else {
                return UInt32(high) << 8 | UInt32(low)
            }
            place(glyph, isCode32: false, advance: advance, &room)
            position &+= 2
        }
        return nil
    }

    /// The glyph of a code of two bytes; nil where its block is still to be made.
    @inline(__always) private static func glyph(
        _ high: UInt8, _ low: UInt8, _ glyphs: Span<Glyph>, _ blocks: Span<Int32>
    ) -> Glyph? {
        let block = blocks[Int(high)]
        return block < 0 ? nil : glyphs[Int(block) &+ Int(low)]
    }

    /// The fast way, see `drawPlain`, for codes of two bytes.
    @inline(__always) private mutating func drawPlainPairs(
        _ codes: Span<UInt8>, _ position: inout Int, _ glyphs: Span<Glyph>, _ blocks: Span<Int32>,
        _ room: inout MutableSpan<UInt8>
    ) {
        let first = position
        var (used, index) = (used, position)
        var width = 0
        while index &+ 1 < codes.count {
            guard let glyph = Self.glyph(codes[index], codes[index &+ 1], glyphs, blocks) else { break }
            if !glyph.isPlain {
                guard index &+ 3 < codes.count, isPlainBlank(glyph),
                    let next = Self.glyph(codes[index &+ 2], codes[index &+ 3], glyphs, blocks), next.isPlain
                else { break }
            }
            room[used] = UInt8(truncatingIfNeeded: glyph.text)
            used &+= 1
            index &+= 2
            width &+= Int(glyph.width)
        }
        pen += Double(width) * widthScale + Double((index - first) / 2) * characterSpacing
        (self.used, position) = (used, index)
    }

    /// Draws the codes of a composite font, of mixed lengths, whose table grows where a code is new.
    mutating func drawMixed(_ codes: Span<UInt8>) {
        guard let lengths = font.composite?.codeLengths else { return }
        var position = 0
        let advance: Int32? = font.metrics.isVertical ? 65536 : nil
        var output = takeOutput(codes.count)
        while position < codes.count {
            let length = min(Int(lengths[Int(codes[position])]), codes.count - position)
            var code: UInt32 = 0
            for offset in 0..<length { code = code << 8 | UInt32(codes[position + offset]) }
            position += length
            if font.position(of: code, length: length).map({ font.glyphs[$0].kind == .unasked }) ?? true {
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

    /// Makes a block of the font's glyphs, as long as that is within the limit, and asks for the code's text where the block
    /// leaves it open.
    private mutating func makeBlock(of code: UInt32, length: Int) -> Bool {
        guard glyphsLeft >= 256 else {
            excess = "the fonts have more than \(limits.glyphs) glyphs"
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
}
