// Pages made to be expensive: four times the page takes no more than about four times the time, even with elements that
// never end; and something that stands for many costs as much as many.

import HTML
import TestKit
import Testing
import Text

struct HTMLGrowthTests {
    @Test(arguments: [
        Costly("numbers of characters that never end", "&#x"), Costly("long numbers of characters", "&#99999999999;"),
        Costly("beginnings of CDATA", "<![CDATA["), Costly("document types", "<!DOCTYPE "),
        Costly("instructions that never end", "<?a "), Costly("values that never end", "<td title=\"<td "),
        Costly("formatting that crosses", "<b><i></b></i>"), Costly("paragraphs between cells", "<table><p>a</table>"),
        Costly("cells that end twice", "<td>a</td></td>"), Costly("scripts in scripts", "<script><script></script>"),
        Costly("halves of characters", "a\u{301}"), Costly("groups and captions", "<table><tbody><caption>a</table>"),
    ])
    func `a page of one thing is read or refused in linear time`(thing: Costly) {
        let grown = growth(to: 16_000) { count in
            _ = try? htmlTables(of: Array(("<table><tr><td>x</table>" + repeated(thing.text, count)).utf8))
        }
        #expect(grown < linearGrowth, "\(grown) times for four times the page")
    }

    @Test func `a definition of many terms counts for each of them, and ends the reading at once`() {
        var limits = TableLimits()
        limits.textBytes = 10_000
        let terms = (0..<100).map { "<dt>\($0)</dt>" }.joined()
        // Behind it stands what another limit would end.
        let page = "<dl>" + terms + repeated("<dd>ten bytes.</dd>", 20) + repeated("<div>", 300)
        #expect(throws: TableError(.limit, "the text of the page's tables is longer than 10000 bytes")) {
            try htmlTables(of: Array(page.utf8), limits: limits)
        }
    }

    @Test func `a definition of many terms is as many cells`() throws {
        var limits = TableLimits()
        limits.cells = 600
        func page(_ definitions: Int) -> [UInt8] {
            let terms = (0..<100).map { "<dt>\($0)</dt>" }.joined()
            return Array(("<dl>" + terms + repeated("<dd>x</dd>", definitions) + "</dl>").utf8)
        }
        #expect(try htmlTables(of: page(6), limits: limits).tables.first?.fields?.count == 100)
        #expect(throws: TableError(.limit, "the page's tables have more than 600 cells")) {
            try htmlTables(of: page(7), limits: limits)
        }
    }
}
