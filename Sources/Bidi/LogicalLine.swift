// Converts a drawn line to logical order: the reverse of the algorithm of UAX #9.

/// A line in logical order.
struct LogicalLine {
    var scalars: [Unicode.Scalar]
    /// The embedding level of each character.
    let levels: [Int8]

    /// Reads a line. A valid reading would be drawn as the line is; the algorithm, applied to the drawn text as if it
    /// were the logical one, finds it nearly always. It fails for a hyphen between numbers: such numbers run from right
    /// to left only in Arabic, and drawn digits do not show the Arabic letter before them. So the levels of an invalid
    /// reading lead to the next one.
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

    /// Two are enough for all but one in some hundred random lines of letters, digits and signs. A line that four do
    /// not read is never drawn.
    private static let mostReadings = 4
}
