// What pages repeat at the same place: running headers, footers, column titles.

/// The lines outside the table on the last two pages, by place and text.
struct Furniture {
    private struct Fixture: Equatable {
        var baseline: Double
        var hash: UInt64
    }

    private var before: [Fixture] = []
    private var now: [Fixture] = []
    /// A page has few such lines; a page of prose is cut off here so that it costs nothing.
    private static let most = 64

    /// Turns the page.
    mutating func nextPage() {
        swap(&before, &now)
        now.removeAll(keepingCapacity: true)
    }

    /// Notes a line of this page that is outside the table.
    mutating func note(_ line: Line, _ page: PageLines, _ utf8: [UInt8]) {
        if now.count < Furniture.most, let fixture = Furniture.fixture(line, page, utf8) { now.append(fixture) }
    }

    /// Whether the page before had the same text at the same height.
    func isRepeated(_ line: Line, _ page: PageLines, _ utf8: [UInt8]) -> Bool {
        guard let fixture = Furniture.fixture(line, page, utf8) else { return false }
        return before.contains { $0.hash == fixture.hash && abs($0.baseline - fixture.baseline) < 0.5 * line.size }
    }

    /// A line with fewer letters may well be the end of a wrapped date, of which many look alike: months are cut to four.
    private static let fewestLetters = 5

    /// FNV-1a over the line's text with all its digits taken as one: page numbers and times differ, the line is the same.
    /// Nil for a line that says too little.
    private static func fixture(_ line: Line, _ page: PageLines, _ utf8: [UInt8]) -> Fixture? {
        var letters = 0
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for index in line.pieces {
            for position in page.pieces[index].text {
                let byte = utf8[position]
                let isDigit = byte &- 0x30 < 10
                if byte >= 0x41 { letters &+= 1 }
                hash = (hash ^ UInt64(isDigit ? 0x30 : byte)) &* 0x100_0000_01b3
            }
        }
        return letters < fewestLetters ? nil : Fixture(baseline: line.baseline, hash: hash)
    }
}
