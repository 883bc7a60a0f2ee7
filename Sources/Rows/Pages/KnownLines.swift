// Lines that are surely no part of a row: headings that come again, and sums, which say how many rows there are.

/// Knows such lines on the pages of a list.
struct KnownLines {
    /// How many rows are above the table that is read.
    var rowsBefore = 0
    /// How many rows there were at each sum so far.
    private var rowsAtSums: [Int] = []
    /// What stood above the first row of the list, but for numbers.
    private var tops: Set<Int> = []

    private static let mostTops = 1000

    /// Takes in a line above the first row of the list.
    mutating func add(top hash: Int) {
        if tops.count < Self.mostTops { tops.insert(hash) }
    }

    /// Whether such a line comes again.
    func hasTop(_ hash: Int) -> Bool { tops.contains(hash) }

    /// Texts of more words that stand where cells do are sentences.
    private static let mostWords = 3

    /// Takes the sums at the ends of tables for what they are: lines below a row that no row follows.
    mutating func markSums(on page: PageLines, in roles: inout [LineRole]) {
        for number in roles.indices.dropFirst() {
            guard case .key(let row) = roles[number - 1], roles[number] == .cells else { continue }
            if number + 1 < roles.count, roles[number + 1] != .foreign { continue }
            if isSumInCell(page.text(of: page.lines[number]), below: row + 1) { roles[number] = .foreign }
        }
    }

    /// The same as `isSum` of a text that could as well be a status.
    mutating func isSumInCell(_ text: String, below rows: Int) -> Bool {
        text.split(separator: " ").count <= Self.mostWords && isSum(text, below: rows)
    }

    /// Takes in a text below so many rows of the table.
    ///
    /// - Returns: whether it is a sum: its only number says how many rows are above it. Sentences that were broken into lines go
    ///   on with a small letter.
    mutating func isSum(_ text: String, below rows: Int) -> Bool {
        let numbers = text.split { !$0.isNumber }
        guard numbers.count == 1, let number = Int(numbers[0]), text.first?.isLowercase == false else { return false }
        let count = rowsBefore + rows
        guard number > 1, number == count || number == count - (rowsAtSums.last { $0 < count } ?? 0) else {
            return false
        }
        if rowsAtSums.last ?? 0 < count { rowsAtSums.append(count) }
        return true
    }
}
