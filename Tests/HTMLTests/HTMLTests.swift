// The tables of web pages as offices publish them, and malformed ones.

import HTML
import Testing
import Text

func tables(_ page: String, _ limits: TableLimits = TableLimits()) throws(TableError) -> [TextTable] {
    try htmlTables(of: Array(page.utf8), limits: limits).tables
}

private func rows(_ table: String) throws -> [[String]] {
    try #require(try tables("<table>\(table)</table>").first).rows
}

struct HTMLTests {
    @Test func `A government's table has a caption, a head and row headers`() throws {
        let page = """
            <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Decisions \u{2013} GOV</title>
            <script>if (1 < 2) document.write("<table><tr><td>no</td></tr></table>")</script></head>
            <body><h1>Decisions</h1><p>Updated 3&nbsp;May 2026</p><p>Find your number.</p>
            <table class="govuk-table"><caption class="govuk-table__caption">May  2026</caption>
            <thead><tr><th scope="col">Number</th><th scope="col">Decision</th></tr></thead>
            <tbody><tr><th scope="row">66357342</th><td><strong>App</strong>roved</td></tr>
            <tr><th scope="row">66357343</th><td>Refused<br>see
            letter</td></tr></tbody></table></body></html>
            """
        let document = try htmlTables(of: Array(page.utf8))
        #expect(
            document.tables == [
                TextTable(
                    name: "May 2026",
                    rows: [["Number", "Decision"], ["66357342", "Approved"], ["66357343", "Refused see letter"]])
            ])
        #expect(document.titles == ["Decisions \u{2013} GOV", "Decisions", "Updated 3 May 2026", "Find your number."])
        #expect(document.damage == [])
    }

    @Test func `Tables that lay a page out disturb nothing, and keep the text of theirs alone`() throws {
        let page = """
            <body><table width="100%"><tr><td colspan="2"><img src="logo.gif" alt=""></td></tr><tr><td><table><tr><td> <td>&nbsp;</table><div id="content"><h2>List</h2>
            <div class="field-item"><p>As of 1 May</p><table class="views-table"><tr><td>1</td><td>open</td></tr><tr><td>2</td><td>done</td>
            </tr></table></div></div></td></tr></table>
            <table><tr><td>Menu <table><tr><td>a</td></tr></table> Home</td></tr></table></body>
            """
        let document = try htmlTables(of: Array(page.utf8))
        #expect(
            document.tables.map(\.rows) == [
                [["", ""], [CellMark.wordless.on("List As of 1 May")]], [["1", "open"], ["2", "done"]],
                [[CellMark.wordless.on("Menu Home")]], [["a"]],
            ])
        #expect(document.titles == ["List", "As of 1 May"])
        #expect(document.damage == [])
    }

    @Test func `links alone are a menu, and no title`() throws {
        let row = "<table><tr><td>66357342</td><td>issued</td></tr><tr><td>66357343</td><td>refused</td></tr></table>"
        func titles(_ before: String) throws -> [String] {
            try htmlTables(of: Array("<title>T</title>\(before)\(row)".utf8)).titles
        }
        #expect(
            try titles("<p>As of 1 May</p><ul><li><a href=/>Home</a><li><a href=/c>Contact</a></ul>") == [
                "T", "As of 1 May",
            ])
        #expect(
            try titles("<p><a href=/>Home</a> | <a href=/c>\u{BB} C</a> \u{203A} \u{B7} <button>Menu</button></p>") == [
                "T"
            ])
        #expect(try titles("<p>All of <a href=/c>May</a></p>") == ["T", "All of May"])
        #expect(try titles("<p><a href=/c>May</a> \u{440}</p>") == ["T", "May \u{440}"])
        #expect(try titles("<h2><a href=/>Decisions</a></h2>") == ["T", "Decisions"])
    }

    @Test(arguments: [
        "<td>1</td><td>a</td></tr><tr><td>2</td><td>b</td></tr>", "\n<tr><td>1<td>a<tr><td>2<td>b",
        "<!-- x --><tbody><tr><td>1</td><td>a</td></tr><tr><td>2</td><td>b</td></tr></tbody>",
        "<tr><td>1<td>a<tr><td>2<td>b</table><p>x",
    ])
    func `A page that is a part of a table is that table`(page: String) throws {
        let document = try htmlTables(of: Array(page.utf8))
        #expect(document.tables.map(\.rows) == [[["1", "a"], ["2", "b"]]])
        #expect(document.damage.isEmpty)
    }

    @Test func `A button is no part of the word beside it`() throws {
        #expect(
            try rows("<tr><td>66357342<button>Copy</button><td><button>More</button>Approved") == [
                ["66357342 Copy", "More Approved"]
            ])
    }

    @Test func `Ends that HTML lets out are found`() throws {
        #expect(
            try rows("<thead><tr><th>a<th>b<tbody><tr><td>1<td>2<tr><td>3<td>4") == [
                ["a", "b"], ["1", "2"], ["3", "4"],
            ])
        #expect(try rows("<tr><td>1<ul><li>x<li>y</ul><td>2<dl><dt>t<dd>d<td>3") == [["1 x y", "2 t d", "3"]])
        #expect(try rows("<td>1</td><td>2</td><tr><td>3") == [["1", "2"], ["3"]])
        #expect(try rows("<TR><TD>1</TD><TD NOWRAP>2</TR>") == [["1", "2"]])
    }

    @Test func `The foot stays where it stands, and empty cells stay, but no empty rows`() throws {
        #expect(
            try rows("<tfoot><tr><td>sum<td></tfoot><tbody><tr></tr><tr><td><td>1</tbody>") == [
                ["sum", ""], ["", "1"],
            ])
    }

    @Test(arguments: [
        ("<tr><td colspan=2>a<td>b<tr><td>1<td>2<td>3", [["a", "", "b"], ["1", "2", "3"]]),
        ("<tr><td rowspan=2>a<td>b<tr><td>c", [["a", "b"], ["a", "c"]]),
        ("<tr><td>a<td rowspan=3>b<tr><td>c<td>d<tr><td>e", [["a", "b"], ["c", "b", "d"], ["e", "b"]]),
        ("<tr><td rowspan=2 colspan=2>a<td>b<tr><td>c", [["a", "", "b"], ["a", "", "c"]]),
        ("<tr><td>a<td><td rowspan=2>b<tr><td>c", [["a", "", "b"], ["c", "", "b"]]),
        ("<tr><td rowspan=9>a<td>b<tr><td>c", [["a", "b"], ["a", "c"]]),
        (
            "<tbody><tr><td rowspan=0>a<td>b<tr><td>c<tr><td>d<tbody><tr><td>e",
            [["a", "b"], ["a", "c"], ["a", "d"], ["e"]]
        ),
        ("<tbody><tr><td rowspan=5>a<td>b<tbody><tr><td>c", [["a", "b"], ["c"]]),
        ("<tr><td rowspan=3>a<td>b<tr></tr><tr><td>c<tr><td>d", [["a", "b"], ["a", "c"], ["d"]]),
        ("<tr><td rowspan=2>a<td rowspan=2>b<tr><td>c<tr><td>d", [["a", "b"], ["a", "b", "c"], ["d"]]),
        ("<tr><td>a<td rowspan=2>b<tr><td colspan=2>c<td>d", [["a", "b"], ["c", "b", "d"]]),
        (
            "<tr><td colspan=-1>a<td colspan=x>b<td rowspan=' +2 rows'>c<td colspan=0>d<tr><td>e",
            [["a", "b", "c", "d"], ["e", "", "c"]]
        ),
    ]) func `Cells that span rows and columns stand where they reach`(table: String, expected: [[String]]) throws {
        #expect(try rows(table) == expected)
    }

    @Test func `Spans are clamped as HTML has it`() throws {
        #expect(try rows("<tr><td colspan=99999999999999999999>a<td>b").first?.count == 1001)
        let many = try rows(
            "<tr><td rowspan=99999999999999999999>a<td>1" + String(repeating: "<tr><td>x", count: 65_600))
        #expect(many.firstIndex { $0.count == 1 } == 65_534)
    }

    @Test func `White space is one space, and what nobody sees is not there`() throws {
        #expect(try rows("<tr><td>\u{A0} a\u{A0}\u{2003}\n b&nbsp;<td><p>c</p><p>d</p>") == [["a b", "c d"]])
        #expect(
            try rows("<tr><td>a<script>b</script><style>c</style><template>d</template><noscript>e</noscript>") == [
                ["a"]
            ])
        #expect(
            try rows("<tr><td>a<span hidden>b</span><input type=hidden value=c><img alt=' d '><i>e</i>") == [["a d e"]])
        #expect(
            try rows("<tr style='color:red; DISPLAY : none'><td>a<tr><td hidden>b<td style=display:block>c") == [["c"]])
        #expect(
            try rows(
                "<tr><td>a<span style='display:none!important'>b</span><b style='display:none;display:inline'>c</b>")
                == [["ac"]])
        #expect(try tables("<div hidden><table><tr><td>a</table></div>") == [])
    }

    @Test func `Characters are what they are called, and no markup where they are not`() throws {
        #expect(
            try rows("<tr><td>&lt;b&gt; &amp;amp; &eacute;&#233;&#x1F600; &nosuch; a & b<5") == [
                ["<b> &amp; \u{E9}\u{E9}\u{1F600} &nosuch; a & b<5"]
            ])
        #expect(try rows("<tr><td>a\0b<td>c<!-- <td>d -->") == [["a b", "c"]])
    }

    @Test func `A picture's text is a word, and digits above the line are no part of a number`() throws {
        #expect(try rows("<tr><td><img alt=PDF>66357342<td>a<img alt=''>b") == [["PDF 66357342", "ab"]])
        #expect(
            try rows("<tr><td>66357342<sup>1</sup><td>7<sup><a>[2]</a></sup><td>1<sup>st</sup><td>Note<sup>3</sup>")
                == [
                    ["66357342\u{B9}", "7[\u{B2}]", "1st", "Note"]
                ])
    }

    @Test(arguments: [
        ("Approved<sup>1</sup>", "Approved"), ("<b>Approved</b> <sup><a href=x>[12]</a></sup>", "Approved"),
        ("Approved (partly)<sup>1,2</sup> x", "Approved (partly) x"),
        ("\u{6279}\u{51C6}<sup>1)</sup>", "\u{6279}\u{51C6}"), ("12 m<sup>2</sup>", "12 m2"), ("CO<sup>2</sup>", "CO2"),
        ("\u{441}\u{43C}<sup>2</sup>", "\u{441}\u{43C}2"), ("Approved<sup>123</sup>", "Approved123"),
        ("Approved<sup>new</sup>", "Approvednew"), ("<sup>1</sup>Approved", "1Approved"),
        ("Approved<br><sup>1</sup>", "Approved 1"),
    ])
    func `The call of a footnote is no part of a word, and what is raised behind a unit is`(cell: String, says: String)
        throws
    {
        #expect(try rows("<tr><td>\(cell)") == [[says]])
    }

    @Test func `A definition list is one record`() throws {
        let page = """
            <h1>Case</h1><dl><dt>Number:</dt><dd>123</dd><dt>Status</dt><dd>Decision <b>made</b></dd><dd>posted</dd>
            <dt>Sent</dt><dt>Read</dt><dd>1 May</dd><dt>Status</dt><dd></dd></dl><dl><dt>nothing</dt></dl>
            """
        #expect(
            try tables(page) == [
                TextTable(
                    fields: ["Number:", "Status", "Sent", "Read"],
                    rows: [["123", "Decision made; posted", "1 May", "1 May"]])
            ])
    }

    @Test func `Titles are few and short`() throws {
        let table = "<table><tr><td>1<tr><td>2</table>"
        let page =
            "<title>\(String(repeating: "t", count: 300))</title>"
            + (1...9).map { "<h2>h\($0)</h2><p>a\($0)<p>b\($0)<p>c\($0)\(table)" }.joined()
        let titles = try htmlTables(of: Array(page.utf8)).titles
        #expect(titles == [String(repeating: "t", count: 200), "h1", "h2", "h3", "h4", "b1", "c1", "b2"])
        let single = "<p>a<p>b<table><tr><td>1</table>"
        #expect(try htmlTables(of: Array(single.utf8)).titles == [])
    }

    @Test func `XHTML with a declaration is read as HTML`() throws {
        let page = """
            <?xml version="1.0" encoding="iso-8859-1"?><!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "x.dtd">
            <html xmlns="http://www.w3.org/1999/xhtml"><head><title>T</title><script src="x"/></head><body><table>
            <tr><td>caf\u{E9}<br/>a</td><td/></tr></table></body></html>
            """
        let document = try htmlTables(of: Array(page.utf8))
        #expect(document.tables == [TextTable(rows: [["caf\u{E9} a", ""]])])
        #expect(document.titles == ["T"])
    }
}

struct BrokenPageTests {
    private static let page = """
        <html><head><title>x</title></head><body><p>p</p><table><caption>c</caption><tr><td class="k">\u{E9}1</td><td>a<!-- n --></td></tr>
        <tr><td>2</td><td><span>b</span><table><tr><td>in &amp; out</td></tr></table></td></tr><tr><td>3</td><td>c</td></tr></table\n>
        <div><p>that is all</p></div></body></html>
        """

    @Test func `A page that breaks off anywhere within a table says so, and elsewhere does not`() throws {
        let bytes = Array(Self.page.utf8)
        let first = try #require(bytes.firstRange(of: Array("<tr>".utf8))?.upperBound)
        let last = Array(Self.page.utf8.reversed())
        let end = try #require(last.firstRange(of: Array("elbat/<".utf8))).lowerBound
        let close = try #require(bytes[(bytes.count - end)...].firstIndex(of: UInt8(ascii: ">")))
        for cut in first...close {
            let damage = try htmlTables(of: Array(bytes[..<cut])).damage
            #expect(damage.count == 1 && damage[0].hasPrefix("the page is cut short inside table "), "cut at \(cut)")
        }
        for cut in (close + 1)...bytes.count {
            #expect(try htmlTables(of: Array(bytes[..<cut])).damage == [], "cut at \(cut)")
        }
    }

    @Test(arguments: [
        ("<table><tr><td>a</td></tr></body></html>", []),
        ("<table><tr><td>a</td></tr></body>\n</html>\n", []),
        ("<table><tr><td>a</td></tr></span>", ["the page is cut short inside table 1"]),
        ("<table><tr><td>a</td></tr></table>", []),
        ("<table><tr><td>a</td></tr></TABLE >", []),
        ("<table><tr><td>a<td>b</table>", []),
        ("<table><thead><tr><th>a<tbody><tr><td>b</table>", []),
        ("<table><tr><td>a</tr>", ["the page is cut short inside table 1"]),
        ("<table><tr><td>a<table><tr><td>b</table>", ["the page is cut short inside table 1"]),
        ("<table><tr><td>a</td></tr></table", ["the page is cut short inside table 1"]),
        ("<table><tr><td><table><tr><td>a</table>", ["the page is cut short inside table 1"]),
        ("<table><tr><td>a</table><table><tr><td>b", ["the page is cut short inside table 2"]),
        ("<dl><dt>a</dt><dd>b</dd>", ["the page is cut short inside table 1"]),
        ("<p>no table", []),
    ]) func `The end of a page is told from the end of a table`(page: String, damage: [String]) throws {
        #expect(try htmlTables(of: Array(page.utf8)).damage == damage)
    }
}
