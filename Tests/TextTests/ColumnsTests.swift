// The columns that text takes on a terminal.

import Testing
import Text

struct ColumnsTests {
    @Test(arguments: [("abc", 3), ("é", 1), ("e\u{301}", 1), ("宮", 2), ("ｱ", 1), ("Ａ", 2), ("한", 2), ("", 0), ("🙂", 2)])
    func `are what a terminal shows`(text: String, count: Int) {
        #expect(columnCount(text) == count)
    }

    @Test func `are never exceeded by wrapped text, and no word is lost`() {
        let text = "aa bb cccc 宮宮宮宮宮 dd " + String(repeating: "x", count: 25)
        for width in 2...30 {
            let lines = wrapped(text, to: width)
            #expect(lines.allSatisfy { columnCount($0) <= width }, "\(width)")
            #expect(lines.joined().filter { $0 != " " } == text.filter { $0 != " " })
        }
        #expect(wrapped("aa bb cc", to: 5) == ["aa bb", "cc"])
        #expect(wrapped("", to: 5) == [""])
    }
}
