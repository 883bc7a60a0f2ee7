// The cost of web pages: each limit at the limit and one past it, and pages made to be expensive.

import HTML
import TestKit
import Testing
import Text

struct HTMLLimitTests {
    @Test func `a page has as many names as its parser can keep apart, and hardly more`() throws {
        func named(_ count: Int, _ name: (Int) -> String) -> [UInt8] {
            Array(("<table><tr><td>x</table>" + (0..<count).map(name).joined()).utf8)
        }
        let limit = TableError(.limit, "the document has more than 32768 names of elements and attributes")
        for name in [{ "<a\($0)></a\($0)>" }, { "<p a\($0)=''></p>" }] as [(Int) -> String] {
            #expect(try htmlTables(of: named(32_000, name)).tables.first?.rows == [["x"]])
            #expect(throws: limit) { try htmlTables(of: named(34_000, name)) }
        }
    }

    @Test(arguments: [
        (
            "<table><tr><td>a<tr><td>b</table><dl><dt>c<dd>d</dl>", \TableLimits.rows, 3,
            "the page's tables have more than 2 rows"
        ),
        (
            "<table><tr><td rowspan=2>a<td>b<tr><td colspan=3>c</table>", \.cells, 6,
            "the page's tables have more than 5 cells"
        ),
        ("<table><tr><td>a<td colspan=2>b</table>", \.pageCells, 3, "the page's tables have more than 2 cells"),
        ("<table><tr><td colspan=3>a<td>b</table>", \.columns, 4, "a row has more than 3 cells"),
        ("<dl><dt>a<dd>b<dt>c<dd>d</dl>", \.columns, 2, "a row has more than 1 cells"),
        ("<table><tr><td>\u{E9} x</table>", \.cellBytes, 4, "the text of a cell is longer than 3 bytes"),
        (
            "<table><caption>long</caption><tr><td>x</table>", \.cellBytes, 4,
            "the text of a cell is longer than 3 bytes"
        ),
        ("<dl><dt>x<dd>a<dd>b</dl>", \.cellBytes, 4, "the text of a cell is longer than 3 bytes"),
        (
            "<table><tr><td rowspan=2>ab<td>c<tr></table><dl><dt>d<dd>e</dl>", \.textBytes, 5,
            "the text of the page's tables is longer than 4 bytes"
        ),
        (
            "<table><tr><td rowspan=2>ab<td>c<tr><td>d</table>", \.textBytes, 6,
            "the text of the page's tables is longer than 5 bytes"
        ),
        ("<table><tr><td><table></table></table><dl></dl>", \.tables, 3, "the page has more than 2 tables"),
        ("<p><i><b>x</b></i></p>", \.nesting, 5, "elements are nested deeper than 4"),
    ])
    func `Each limit holds, and one past it is an error`(
        text: String, limit: WritableKeyPath<TableLimits, Int> & Sendable, most: Int, words: String
    ) throws {
        var limits = TableLimits()
        limits[keyPath: limit] = most
        _ = try tables(text, limits)
        limits[keyPath: limit] = most - 1
        #expect(throws: TableError(.limit, words)) {
            try tables(text, limits)
        }
    }

    @Test(arguments: [
        Costly("depth", repeated("<div>", 300_000)), Costly("tables in tables", repeated("<table><tr><td>", 100_000)),
        Costly("rows by columns", "<table>" + repeated("<tr><td colspan=1000 rowspan=65534>x", 30_000)),
        Costly("columns", "<table><tr>" + repeated("<td colspan=1000>x", 100_000)),
        Costly("rows of rows", "<table><tr>" + repeated("<td rowspan=65534>x", 10_000) + repeated("<tr><td>", 100_000)),
        Costly("one text", "<table><tr><td>" + repeated("0123456789abcdef", 1 << 20)),
        Costly("lists in lists", repeated("<dl><dd>", 100) + repeated("x", 1 << 20)),
        Costly("one list", "<dl>" + repeated("<dt>x<dd>y", 200_000)),
    ]) func `A page that was made to cost ends with a limit`(page: Costly) {
        let error = #expect(throws: TableError.self) { try tables(page.text) }
        #expect(error?.kind == .limit)
    }

    @Test func `A tag that stays open costs little`() throws {
        let page = "<a " + repeated("a", 1 << 20)
        guard libxml2Version < 21400 else {
            // Its name may be as long as the page.
            #expect(try tables(page).isEmpty)
            return
        }
        let error = #expect(throws: TableError.self) { try tables(page) }
        #expect(error?.kind == .limit)
    }

    @Test(arguments: [
        Costly("comments", repeated("<!--", 1 << 18)),
        Costly("open tags", repeated("<a ", 1 << 7)), Costly("references", "<p>" + repeated("&amp;", 1 << 18)),
        Costly("ends", repeated("</table>", 1 << 17)), Costly("empty tables", repeated("<tr><td>", 1 << 17)),
    ]) func `A page of rubbish has no tables`(page: Costly) throws {
        #expect(try tables(page.text).isEmpty)
    }

    @Test func `Rows without cells cost the same below wide cells that reach down`() throws {
        let wide = "<table><tr>" + repeated("<td colspan=1000 rowspan=0>x", 16)
        var counts: [Int] = []
        let time = try processorTime {
            counts = try tables(wide + repeated("<tr></tr>", 1 << 17)).map(\.rows.count)
        }
        #expect(counts == [1])
        #expect(time < .seconds(20))
    }
}
