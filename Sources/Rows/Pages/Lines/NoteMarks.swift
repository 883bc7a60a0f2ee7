// The calls of footnotes: small figures that are raised behind a text. They are no part of it, and beside a key they
// would make another number of it.

/// Finds the raised figures among the pieces of a page.
struct NoteMarks {
    /// A figure is smaller than the text before it by this factor or more, and no longer.
    private static let smallest = 0.92
    private static let longest = 2
    /// So many texts of a page are compared with figures; more have been made to cost time.
    private static let mostLooks = 2_000_000
    /// How far it is raised, and how near it stands, in em of the text.
    private static let rise = 0.15...0.7
    private static let gap = -0.1...0.25

    /// Removes the raised figures from pieces that are sorted by their baselines.
    static func remove(from pieces: inout [Piece], _ utf8: [UInt8]) {
        guard let largest = pieces.lazy.map(\.size).max() else { return }
        let small = pieces.indices.filter { pieces[$0].size <= smallest * largest && isFigure(pieces[$0], utf8) }
        if small.isEmpty { return }
        var looks = 0
        let marks = Set(small.filter { looks < mostLooks && isRaised($0, pieces, &looks) })
        if marks.isEmpty { return }
        var index = -1
        pieces.removeAll { _ in
            index += 1
            return marks.contains(index)
        }
    }

    private static func isFigure(_ piece: Piece, _ utf8: [UInt8]) -> Bool {
        piece.text.count <= longest && utf8[piece.text].allSatisfy(\.isDigit)
    }

    /// Whether a text ends where the figure begins, below it.
    private static func isRaised(_ index: Int, _ pieces: [Piece], _ looks: inout Int) -> Bool {
        let mark = pieces[index]
        var next = index + 1
        while next < pieces.count, pieces[next].baseline - mark.baseline < 2 * mark.size {
            let text = pieces[next]
            next += 1
            looks += 1
            let em = text.size
            guard mark.size <= smallest * em, rise.contains((text.baseline - mark.baseline) / em),
                gap.contains((mark.start - text.end) / em)
            else { continue }
            return true
        }
        return false
    }
}
