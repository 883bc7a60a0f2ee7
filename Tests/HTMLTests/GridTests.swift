// Rows of elements beside each other, outside of tables.

import HTML
import Testing
import Text

private func grids(_ page: String) throws -> [[[String]]] {
    try htmlTables(of: Array(page.utf8)).grids.map(\.rows)
}

struct GridTests {
    private static let rows = [
        ["Number", "Status"], ["66357341", "Approved"], ["66357342", ""], ["66357343", "Refused"],
    ]

    /// A page whose rows and cells are these elements.
    private static func page(_ row: String, _ cell: String, group: String = "div", between: String = "") -> String {
        let lines = rows.map { cells in
            "<\(row) class=row>" + cells.map { "<\(cell)>\($0)</\(cell)>" }.joined(separator: " ") + "</\(row)>"
        }
        return "<html><body><h1>List</h1><p>Updated weekly, or later.</p><\(group)>"
            + lines.joined(separator: between) + "</\(group)><p>Contact us.</p></body></html>"
    }

    @Test(arguments: [
        page("div", "div"), page("li", "span", group: "ul"), page("div", "span", between: "<hr>\n"),
        page("section", "p"), page("div", "div", between: "<!-- x --><br>"),
        page("div", "div").replacing("<div class=row>", with: "<div><div class=row>")
            .replacing("</div></div>", with: "</div></div></div>"),
        page("div", "div").replacing("66357341", with: "<a href='x'>6635<b>7341</b></a>"),
        page("div", "div").replacing("Approved", with: "<img alt=''>Approved<input type=hidden>"),
    ])
    func `elements with the same number of parts below each other are rows`(page: String) throws {
        #expect(try grids(page).contains(Self.rows), "\(page)")
    }

    @Test func `headings in a group of their own head the rows`() throws {
        let page =
            "<div role=table><div role=rowgroup><div role=row><span>Number</span><span>Status</span></div></div>"
            + "<div role=rowgroup><div role=row><span>66357341</span><span>Approved</span></div>"
            + "<div role=row><span>66357342</span><span></span></div>"
            + "<div role=row><span>66357343</span><span>Refused</span></div></div></div>"
        #expect(try grids(page) == [Self.rows])
    }

    @Test func `text, single elements and tables make no rows`() throws {
        #expect(try grids("<p>One <b>two</b> three</p><p>Four <b>five</b> six</p>") == [])
        #expect(try grids("<ul><li><a>One</a></li><li><a>Two</a></li></ul><p>Three</p>") == [])
        #expect(try grids("<table><tr><td><div>a</div><div>b</div></td></tr><tr><td>c</td></tr></table>") == [])
        #expect(try grids("<div><span>a</span><span>b</span></div>") == [])
    }

    @Test func `a row has so many cells, and each so much text`() throws {
        let row = { (cells: Int) in "<div>" + String(repeating: "<i>x</i>", count: cells) + "</div>" }
        #expect(try grids("<div>\(row(64))\(row(64))</div>").map { $0.map(\.count) } == [[64, 64]])
        for cells in [65, 66, 70, 131] { #expect(try grids("<div>\(row(cells))\(row(cells))</div>") == []) }
        let long = { (bytes: Int) in "<div><i>a</i><i>\(String(repeating: "x", count: bytes))</i></div>" }
        #expect(try grids("<div>\(long(2048))\(long(2048))</div>").count == 1)
        #expect(try grids("<div>\(long(2049))\(long(2049))</div>") == [])
    }

    @Test func `a page of more cells has no rows`() throws {
        let row = "<p>" + String(repeating: "<i>x</i>", count: 50) + "</p>"
        #expect(try grids("<div>" + String(repeating: row, count: 10_000)).first?.count == 10_000)
        #expect(try grids("<div>" + String(repeating: row, count: 10_001)) == [])
    }

    @Test func `what stands deeper than is followed is text of what is around it`() throws {
        let row = "<p><i>a</i><i>b</i></p>"
        let page = { (depth: Int) in
            String(repeating: "<div>", count: depth) + row + row + String(repeating: "</div>", count: depth)
        }
        // Page and body count, too.
        #expect(try grids(page(60)) == [[["a", "b"], ["a", "b"]]])
        #expect(try grids(page(61)).contains([["a", "b"], ["a", "b"]]) == false)
    }
}
