// From a line as it is drawn to one that is read: the reverse of what the algorithm of UAX #9 does.

/// A line in logical order.
struct LogicalLine {
    var scalars: [Unicode.Scalar]
    /// The embedding level of each.
    let levels: [Int8]

    /// Reads a line. A sound reading is one that would be drawn as the line is; the algorithm, applied to what is drawn
    /// as if that were written, finds it nearly always. A hyphen between numbers is what it goes wrong about: such
    /// numbers follow each other from right to left in Arabic alone, and drawn digits do not show the Arabic letter
    /// that is before them. So the levels of a reading that is not sound lead to the next one.
    init(drawn: [Unicode.Scalar], after context: [Unicode.Scalar], isRightToLeft: Bool) {
        var levels = EmbeddingLevels(of: drawn, after: context, isDrawn: true, isRightToLeft: isRightToLeft)
        var order = levels.order
        let first = (order: order, levels: levels.values)
        for _ in 0..<Self.mostReadings {
            let text = order.map { drawn[$0] }
            let own = EmbeddingLevels(of: text, after: context, isDrawn: false, isRightToLeft: isRightToLeft)
            if zip(own.order, drawn).allSatisfy({ text[$0] == $1 }) {
                (scalars, self.levels) = (text, own.values)
                return
            }
            for (place, index) in order.enumerated() { levels.values[index] = own.values[place] }
            order = levels.order
        }
        scalars = first.order.map { drawn[$0] }
        self.levels = first.order.map { first.levels[$0] }
    }

    /// Two are enough for all but one in some hundred random lines of letters, digits and signs, and what is not read by
    /// four is not read at all: nothing draws such lines.
    private static let mostReadings = 4
}
