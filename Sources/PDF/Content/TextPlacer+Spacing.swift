// Character spacing as wide as a word gap (ISO 32000-1 9.3.2). Ghostscript's pdfwrite draws "new travel" as "ne", "wt" with
// a character spacing of a blank, "ravel": fixture spacing_parts_words.

extension TextPlacer {
    /// The widest tracking, in ems: the boxes of forms are no further apart. Beyond it each glyph has a cell of its own: some
    /// writers draw a row of small numbers as one string (fixture spacing_parts_cells).
    private static let widestTracking = 1.0

    /// Decides, where the spacing is wide, whether it parts words. More than two glyphs at even distances are a word with
    /// tracking, as in headings and in the boxes of forms. So it parts those of two glyphs, those of an array that takes it back
    /// somewhere, and those that are too far apart.
    mutating func space(_ operands: ArraySlice<Operand>, _ state: TextState) {
        let codes = operands.reduce(0) { sum, operand in
            switch operand.kind {
            case .plainString, .escapedString: sum + operand.range.count
            case .hexadecimalString: sum + operand.range.count / 2
            default: sum
            }
        }
        let back = operands.reduce(0) { $1.kind == .number ? max($0, $1.value) : $0 }
        let gap = characterSpacing - back / 1000 * state.size * state.horizontalScaling
        partsWords =
            codes <= (font.composite == nil ? 2 : 4) || gap <= Self.kerning * em
            || characterSpacing > Self.widestTracking * em
    }

    /// Draws a string glyph by glyph: the spacing after each is a gap.
    mutating func drawParted(_ codes: Span<UInt8>) {
        let length = font.composite == nil ? 1 : 2
        var start = 0
        while start < codes.count {
            let end = min(start + length, codes.count)
            drawWhole(codes.extracting(start..<end))
            if !hasMoved {
                runEnd = pen - characterSpacing
                hasMoved = true
            }
            start = end
        }
    }
}
