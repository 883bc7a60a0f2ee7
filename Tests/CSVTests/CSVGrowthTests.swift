// Text files made to be expensive: four times the file takes no more than about four times the time, even with quotes
// that never close.

@testable import CSV
import TestKit
import Testing

struct CSVGrowthTests {
    @Test(arguments: [
        Costly("quotes", "\""), Costly("quotes that open", "a,\"b\n"), Costly("pairs of quotes", "\"\",\"\"\"\""),
        Costly("formulas that never end", "=\"1,"), Costly("blanks", " \t"), Costly("blanks before quotes", "  \"a\" "),
        Costly("empty cells", ",;\t|"), Costly("cells of one row", "a,"), Costly("returns", "\r"),
        Costly("halves of characters", "\u{301}"), Costly("marks of byte order", "\u{FEFF}"),
    ])
    func `a file of one thing is read or refused in linear time`(thing: Costly) {
        let grown = growth(to: 80_000) { _ = try? csvTable(of: Array(repeated(thing.text, $0).utf8)) }
        #expect(grown < linearGrowth, "\(grown) times for four times the file")
    }

    @Test(arguments: [
        Costly("columns", "1  "), Costly("columns that cross", "1   22  3 "), Costly("lines", "1  a\n"),
        Costly("lines of words", "a b\n1  a\n"),
    ])
    func `so is one whose columns blanks part`(thing: Costly) {
        let grown = growth(to: 80_000) { size in
            let lines = repeated(thing.text, size / 4)
            _ = fixedWidthTable(of: Array([lines, lines, lines, lines].joined(separator: "\n").utf8))
        }
        #expect(grown < linearGrowth, "\(grown) times for four times the file")
    }
}
