// Finds the usual number of cells in the rows of a table while it is read, because tables have a hundred thousand rows.

/// Counts rows by their cells.
package struct UsualWidth: Sendable {
    private var last = 0
    private var run = 0
    private var counts: [(width: Int, rows: Int)] = []

    /// Beyond so many different widths, new ones are not counted.
    private static let most = 64

    package init() {}

    /// Counts a row with so many cells.
    package mutating func note(_ width: Int) {
        if width == last {
            run += 1
            return
        }
        settle()
        (last, run) = (width, 1)
    }

    private mutating func settle() {
        if last == 0 { return }
        if let index = counts.firstIndex(where: { $0.width == last }) {
            counts[index].rows += run
        } else if counts.count < Self.most {
            counts.append((last, run))
        }
    }

    /// The number of cells that three quarters of the rows have. Nil if the rows differ more, or if the number is one.
    package var most: Int? {
        var all = self
        all.settle()
        var best: (width: Int, rows: Int)?
        for count in all.counts where count.width > 1 && count.rows > best?.rows ?? 0 { best = count }
        let count = all.counts.reduce(0) { $0 + $1.rows }
        return best.flatMap { $0.rows * 4 >= count * 3 ? $0.width : nil }
    }
}
