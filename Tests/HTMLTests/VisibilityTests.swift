// Which text of a page is visible, and which of it is valid: style sheets, classes, closed elements, struck-out text.

import HTML
import Testing
import Text

private func tables(_ page: String) throws -> [TextTable] {
    try htmlTables(of: Array("<!DOCTYPE html><html><head>\(page)".utf8)).tables
}

/// The rows of a table whose second row is this, in a page with this style.
private func cells(_ row: String, style: String = "") throws -> [String]? {
    let page = "<style>\(style)</style></head><body><table><tr><th>Number<th>Status</tr>\(row)</table>"
    return try tables(page).first?.rows.dropFirst().first
}

private let struck = CellMark.struckOut
private let wordless = CellMark.wordless.on("")

struct SightTests {
    @Test(arguments: [
        ".k{display:none}", ".k { color: red; DISPLAY : none !important }", "span.k{visibility:hidden}",
        "td .k{display:none}",
        "table > tbody > tr td > .k{display:none}", "td span{display:none}", ".k{position:absolute;left:-9999px}",
        ".k{clip:rect(0 0 0 0)}", ".k{clip: rect(1px, 1px, 1px, 1px)}", ".k{clip-path:inset(50%)}", ".k{opacity:0}",
        ".k{font-size:0}", ".k{text-indent:-9999px}", ".k{height:0;overflow:hidden}", "[data-k]{display:none}",
        "[data-k=sort]{display:none}", "#x .k, .y{display:none}.k{display:none}", "@media screen{.k{display:none}}",
        "@media (min-width: 40em) { .k{display:none} }", "/* a{} */ .k{display:none}", "<!-- .k{display:none} -->",
        "@import url(a.css); .k{display:none}", ".a{color:red}.k{display:none}",
        "td:nth-child(2) :first-child{display:none}",
        ":not(.shown).k{display:none}", ".k:not(.shown){display:none}", "@supports (display:grid){.k{display:none}}",
        "span.k{display:none} .k{display:inline}", ".k{display:none!important} span.k{display:inline}",
        ".md\\:k, .k{display:none}",
    ])
    func `what a style of the page hides is no text`(style: String) throws {
        let cells = try cells("<tr><td>1<td><span class='j k' data-k=sort>82</span>Refused</tr>", style: style)
        #expect(cells == ["1", "Refused"])
    }

    @Test(arguments: [
        "", ".k{color:red}", "b.k{display:none}", ".K{display:none}", "p .k{display:none}", "table > .k{display:none}",
        "@media print{.k{display:none}}", "@media (max-width: 600px){.k{display:none}}", ".k:hover{display:none}",
        ".k::before{display:none}", ".k{display:none}.j.k{display:inline}", ".k{display:none}.k{display:block}",
        ".k:not(.j){display:none}", "[data-k=other]{display:none}", "@keyframes a{.k{display:none}}",
        "body{display:none}",
        "td:nth-child(3) .k{display:none}", "a + .k{display:none}", ".sr-only{}", ".k{left:-10px}",
        ".k{opacity:.5}", ".k{height:0}", "@media not screen{.k{display:none}}",
    ])
    func `what no style hides is text`(style: String) throws {
        let cells = try cells("<tr><td>1<td><span class='j k' data-k=sort>82</span>Refused</tr>", style: style)
        #expect(cells == ["1", "82Refused"])
    }

    @Test func `what is seen while somebody points there is text, and told`() throws {
        let row = "<tr><td>1<td><a class=k>Refused<span> no visa</span></a></tr>"
        let told = try cells(row, style: ".k span{display:none} .k:hover span{display:block}")
        #expect(told == ["1", CellMark.wordless.on("Refused no visa")])
        #expect(try cells(row, style: ".k span{display:none} .k:hover span{color:red}") == ["1", "Refused"])
        #expect(try cells(row, style: ".k:hover span{display:block}") == ["1", "Refused no visa"])
    }

    @Test func `a cell that is not seen takes its room, and one that is not there does not`() throws {
        #expect(try cells("<tr><td>1<td style='visibility:hidden'>82<td>Refused</tr>") == ["1", "", "Refused"])
        #expect(try cells("<tr><td>1<td class=k>82<td>Refused</tr>", style: ".k{opacity:0}") == ["1", "", "Refused"])
        #expect(try cells("<tr><td>1<td style='display:none'>82<td>Refused</tr>") == ["1", "Refused"])
    }

    @Test(arguments: [
        (".k:after{content:\"\\2713\"}", true), (".k::before{content:url(ok.png)}", true),
        (".k:empty::before{content:url(no.png)}", true), (".k::after{content:'\\2014'}", false),
        (".k::before{content:attr(data-x)}", false),
        (".k::before{content:''}", false), (".k::before{content:'.'}", false),
        (".k::before{content:attr(data-label)}", false),
        (".j::before{content:'Refused'}", false), (".k{content:'Refused'}", false), (".k::before{display:none}", false),
    ])
    func `a cell without text to which a style adds one is told`(style: String, isTold: Bool) throws {
        #expect(try cells("<tr><td>1<td class=k></tr>", style: style) == ["1", isTold ? wordless : ""])
        #expect(try cells("<tr><td>1<td class=k>a</tr>", style: style) == ["1", "a"])
    }

    @Test func `a style behind the table hides as well, and one in a comment does not`() throws {
        let table = "<table><tr><td>1<td><span class=k>82</span>Refused<tr><td>2<td>Issued</table>"
        let late = try tables("<body>\(table)<style>.k{display:none}</style>")
        #expect(late.map(\.rows) == [[["1", "Refused"], ["2", "Issued"]]])
        #expect(
            try tables("<body>\(table)<!--<style>.k{display:none}</style>-->").first?.rows.first == ["1", "82Refused"])
        #expect(
            try tables("<style media=print>.k{display:none}</style>\(table)").first?.rows.first == ["1", "82Refused"])
        let blocks = try pageBlocks(of: Array("<li><i class=k>82</i>Refused</li><style>.k{display:none}</style>".utf8))
        #expect(blocks == [TextBlock(["Refused"])])
    }

    @Test(arguments: [
        ("sr-only", ""), ("visually-hidden", ""), ("govuk-visually-hidden", ""), ("d-none", ""), ("d-md-none", ""),
        ("d-none d-md-inline", "82"), ("d-inline d-md-none", ""), ("hidden md:inline", "82"), ("md:hidden", ""),
        ("visible-xs", ""), ("visible-sm visible-lg", "82"), ("hidden-xs", "82"), ("screen-reader-text", ""),
        ("x", "82"),
        ("d-flex", "82"), ("xl:hidden", ""), ("2xl:hidden", "82"), ("d-print-none", "82"), ("d-none d-print-block", ""),
    ])
    func `classes that style sheets share hide, unless the page says otherwise`(classes: String, shown: String) throws {
        let row = "<tr><td>1<td><span class='\(classes)'>82</span>Refused</tr>"
        #expect(try cells(row) == ["1", shown + "Refused"])
        #expect(try cells(row, style: ".\(classes.split(separator: " ")[0]){display:inline}.d-md-inline{}") != nil)
        #expect(try cells("<tr><td>1<td><i class=sr-only>82</i>a</tr>", style: ".sr-only{color:red}") == ["1", "82a"])
    }

    @Test(arguments: [
        "Refused<dialog>Details</dialog>", "Refused<div popover id=p>Tip</div>",
        "<details><summary>Refused</summary>Long <b>explanation</b><p>and more</details>",
        "<progress value=3 max=5>60%</progress> Refused", "<meter value=1>1</meter>Refused",
        "<ruby>Refused<rp>(</rp><rt>kana</rt><rp>)</rp></ruby>", "<span style='visibility:hidden'>x</span>Refused",
        "<del>Pending</del> Refused", "<s>Pending</s> <ins>Refused</ins>", "<strike>Pending</strike>Refused",
        "<span style='text-decoration: line-through'>Pending</span> Refused", "<b class=old>Pending</b> Refused",
    ])
    func `what is closed, spoken, measured or struck out beside a text is none`(cell: String) throws {
        #expect(
            try cells("<tr><td>1<td>\(cell)</tr>", style: ".old{text-decoration:line-through}") == ["1", "Refused"])
    }

    @Test func `what is open is read, and so is what a page folds away outside of tables`() throws {
        #expect(
            try cells("<tr><td>1<td><details open><summary>Refused</summary>Long</details></tr>") == [
                "1", "Refused Long",
            ])
        #expect(try cells("<tr><td>1<td><dialog open>Refused</dialog></tr>") == ["1", "Refused"])
        let page = "<details><summary>June</summary><table><tr><td>1<td>a<tr><td>2<td>b</table></details>"
        #expect(try tables(page).map(\.rows.count) == [2])
    }

    @Test(arguments: [
        "<tr><td>1<td><s>Refused</s></tr>", "<tr><td>1<td class=old>Refused</tr>",
        "<tr><td>1<td style='text-decoration:line-through'><b>Refused</b></tr>",
    ])
    func `a cell of which all is struck out says so`(row: String) throws {
        #expect(try cells(row, style: ".old{text-decoration:line-through}") == ["1", struck.on("Refused")])
    }

    @Test func `a row that is struck out says so in each cell, and so does a definition`() throws {
        #expect(
            try cells("<tr style='text-decoration:line-through'><td>1<td>Refused</tr>")
                == [struck.on("1"), struck.on("Refused")])
        let list = try tables("<dl><dt>Number<dd>1<dt>Status<dd><del>Refused</del></dl>")
        #expect(list.map(\.rows) == [[["1", struck.on("Refused")]]])
        let blocks = try pageBlocks(of: Array("<li>1: <del>Refused</del></li>".utf8))
        #expect(blocks == [TextBlock(["1: " + struck.on("Refused")])])
    }

    @Test(arguments: [
        "<input type=checkbox checked>", "<input type=radio>", "<img src=ok.png>", "<svg><path d='M0'/></svg>",
        "<meter value=1></meter>", "<progress value=1 max=4></progress>", "<i class='fa fa-check'></i>",
        "<table><tr><td>Refused</table>", "<canvas></canvas>",
    ])
    func `a cell that shows something and says nothing is told`(cell: String) throws {
        #expect(try cells("<tr><td>1<td>\(cell)</tr>") == ["1", wordless])
    }

    @Test(arguments: [
        ("<img src=ok.png alt=''>", ""), ("<img src=img/spacer.gif>", ""), ("<img src=a.png width=1 height=9>", ""),
        ("<img src=ok.png> Refused", "Refused"), ("<i class=fa title=Refused></i>", "Refused"),
        ("<span class=date></span>", ""),
        ("<input type=checkbox checked> Refused", "Refused"), ("<input type=hidden value=1>", ""),
        ("<svg><title>Refused</title></svg>", "Refused"), ("<table><tr><td></table>", ""),
        ("<input type=radio checked>Issued <input type=radio>Refused", CellMark.wordless.on("Issued Refused")),
    ])
    func `pictures that say nothing are nothing, and boxes beside texts leave these open`(cell: String, says: String)
        throws
    {
        #expect(try cells("<tr><td>1<td>\(cell)</tr>") == ["1", says])
    }

    @Test func `a block tells which element its text stands in`() throws {
        let page = "<ul><li>1: Refused<ul><li>2</ul></li><li><b>3</b></li></ul><p>4</p>"
        let blocks = try pageBlocks(of: Array(page.utf8))
        #expect(blocks.map(\.element) == ["li", "li", "li", "p"])
    }

    @Test func `a table tells how many cells most of its rows have`() throws {
        let rows = "<tr><td>1<td>a<td>b<tr><td colspan=3>May<tr><td>2<td>a<tr><td>3<td>a<td>b"
        #expect(try tables("<table>\(rows)</table>").first?.width == 3)
        #expect(try tables("<table><tr><td>1<tr><td>2</table>").first?.width == nil)
    }
}
