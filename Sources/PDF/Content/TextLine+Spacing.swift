// Character spacing as wide as a word gap (ISO 32000-1 9.3.2). Ghostscript's pdfwrite draws "new travel" as "ne", "wt"
// with a character spacing of a blank, "ravel": fixture spacing_parts_words.

extension TextLine {
    /// Whether the character spacing is as wide as a word gap, and may be one.
    @inline(__always) var isWide: Bool { characterSpacing > Gap.kerning * em }

    /// Whether the spacing, which is wide, separates words. More than two glyphs at even distances are a word with
    /// tracking, as in headings and in the boxes of forms. So the spacing separates words of two glyphs, words of an
    /// array that takes it back somewhere, and words that are too far apart.
    func spacingPartsWords(of operands: ArraySlice<Operand>, _ state: TextState, isComposite: Bool) -> Bool {
        let codes = operands.reduce(0) { sum, operand in
            switch operand.kind {
            case .plainString, .escapedString: sum + operand.range.count
            case .hexadecimalString: sum + operand.range.count / 2
            default: sum
            }
        }
        let back = operands.reduce(0) { $1.kind == .number ? max($0, $1.value) : $0 }
        let gap = characterSpacing - back / 1000 * state.size * state.horizontalScaling
        return codes <= (isComposite ? 4 : 2) || gap <= Gap.kerning * em || characterSpacing > Gap.widestTracking * em
    }
}
