// The embedding levels of text (UAX #9, 3.3), and the order that follows from them. The only file that calls libfribidi.

import CFriBidi

/// How the characters of a line are embedded: an even level runs from left to right, an odd one from right to left.
struct EmbeddingLevels {
    /// By character.
    var values: [Int8]

    /// The levels of text in logical order, or in the order of drawing, in a paragraph.
    ///
    /// - Parameters:
    ///   - context: what the paragraph has before the text, in logical order.
    ///   - isDrawn: whether the text is in the order of drawing.
    init(
        of text: [Unicode.Scalar], after context: [Unicode.Scalar], isDrawn: Bool, isRightToLeft: Bool
    ) {
        let all = context.map(\.value) + text.map(\.value)
        values = [Int8](repeating: isRightToLeft ? 1 : 0, count: all.count)
        guard let count = Int32(exactly: all.count), count > 0 else { return }
        let drawn = isDrawn ? Int32(text.count) : 0
        // Without memory the levels stay those of the paragraph; the program is about to end.
        if cfribidi_levels(all, count, drawn, isRightToLeft ? 1 : 0, &values) == 0 { return }
        values.removeFirst(context.count)
    }

    /// The order that the levels ask for (UAX #9, L2): of each place, which character stands there. It leads from the
    /// logical order to that of drawing, and back.
    var order: [Int] {
        var order = Array(values.indices)
        var levels = values
        for level in stride(from: levels.max() ?? 0, to: 0, by: -1) {
            var index = 0
            while index < levels.count {
                let start = index
                while index < levels.count, levels[index] >= level { index += 1 }
                order[start..<index].reverse()
                levels[start..<index].reverse()
                if index == start { index += 1 }
            }
        }
        return order
    }
}
