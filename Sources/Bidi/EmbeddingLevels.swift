// The embedding levels of text (UAX #9, 3.3), and the resulting order. The only file that calls libfribidi.

import CFriBidi

/// The embedding of a line's characters: an even level runs from left to right, an odd one from right to left.
struct EmbeddingLevels {
    /// By character.
    var values: [Int8]

    /// The levels of text in logical order, or in drawing order, in a paragraph.
    ///
    /// - Parameters:
    ///   - context: the text of the paragraph before, in logical order.
    ///   - isDrawn: whether the text is in drawing order.
    init(
        of text: [Unicode.Scalar], after context: [Unicode.Scalar], isDrawn: Bool, isRightToLeft: Bool
    ) {
        let all = context.map(\.value) + text.map(\.value)
        values = [Int8](repeating: isRightToLeft ? 1 : 0, count: all.count)
        guard let count = Int32(exactly: all.count), count > 0 else { return }
        let drawn = isDrawn ? Int32(text.count) : 0
        // Without memory, all levels stay those of the paragraph; the program is about to end.
        if cfribidi_levels(all, count, drawn, isRightToLeft ? 1 : 0, &values) == 0 { return }
        values.removeFirst(context.count)
    }

    /// The order by the levels (UAX #9, L2): for each position, the index of its character. It maps the logical order
    /// to the drawing order, and back.
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
