// Lines that are surely no part of a row: headings that come again, and sums, which say how many rows there are.

/// Knows such lines on the pages of a list.
struct KnownLines {
    /// How many rows are above the table that is read.
    var rowsBefore = 0
    /// How many rows there were at the last sum.
    private var rowsAtSum = 0
    /// What stood above the first row of the list, but for numbers.
    private var tops: Set<Int> = []

    private static let mostTops = 1000

    /// Takes in a line above the first row of the list.
    mutating func add(top hash: Int) {
        if tops.count < Self.mostTops { tops.insert(hash) }
    }

    /// Whether such a line comes again.
    func hasTop(_ hash: Int) -> Bool { tops.contains(hash) }

    /// Takes in a text below so many rows of the table.
    ///
    /// - Returns: whether it is a sum: its only number says how many rows are above it. Sentences that were broken into lines go
    ///   on with a small letter.
    mutating func isSum(_ text: String, below rows: Int) -> Bool {
        let numbers = text.split { !$0.isNumber }
        guard numbers.count == 1, let number = Int(numbers[0]), text.first?.isLowercase == false else { return false }
        let count = rowsBefore + rows
        guard number > 1, number == count || number == count - rowsAtSum else { return false }
        rowsAtSum = count
        return true
    }
}
