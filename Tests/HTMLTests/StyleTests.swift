// The effect of a page's style sheets on its text: added text, selectors of all kinds, effects that are certain only
// while nobody acts, and effects that are uncertain.

import HTML
import Testing
import Text

private func tables(_ page: String) throws -> [TextTable] {
    try htmlTables(of: Array("<!DOCTYPE html><html><head>\(page)".utf8)).tables
}

/// The status in a row whose cell of class "k" this is, with this style.
private func status(_ cell: String, _ style: String, in row: String = "<tr>") throws -> String? {
    let page = "<style>\(style)</style></head><body><table><tr><th>Number<th>Status</tr>"
    return try tables("\(page)\(row)<td>1<td class=k>\(cell)</tr><tr><td>2<td>a</table>").first?.rows[1].last
}

private func doubtful(_ text: String) -> String { CellMark.wordless.on(text) }

struct StyleTests {
    @Test(arguments: [
        (".k::after{content:'Approved'}", "", "Approved"), (".k::before{content:'not '}", "approved", "not approved"),
        ("i::after{content:attr(data-s) ' (final)'}", "<i data-s=Refused></i>", "Refused (final)"),
        (".k::before{content:'Re\\66 used'}", "", "Refused"),
        (".k{--t:'Refused'} .k::after{content:var(--t)}", "", "Refused"),
        ("i{font-size:0} i::after{font-size:1rem;content:'Refused'}", "<i>Pending</i>", "Refused"),
        ("i{visibility:hidden} i::after{visibility:visible;content:'Refused'}", "<i>Pending</i>", "Refused"),
        (".k::after{content:'old';display:none}", "Refused", "Refused"),
        ("s::after{content:'no'}", "<s>a</s>", "ano\u{FFFD}\u{336}"),
        (".k::before{content:'Status';display:block}", "Refused", "Status Refused"),
        ("a::after{content:' \\2192'}", "<a>Refused</a>", "Refused"), (".k::after{content:'';display:table}", "a", "a"),
        ("td::before{content:attr(data-label)}", "<i></i>Refused", "Refused"),
        (".k:hover::after{content:'more'}", "Refused", "Refused"), ("li::marker{content:'x'}", "Refused", "Refused"),
        ("@media print{.k::after{content:'x'}}", "Refused", "Refused"),
        (".k::before{content:counter(x)}", "Step", doubtful("Step")),
        (".k::before{content:var(--t)}", "approved", doubtful("approved")),
        ("i{content:url(no.png)}", "<i>approved</i>", doubtful("approved")),
    ])
    func `what a style adds to a text is read where that is certain`(style: String, cell: String, says: String) throws {
        #expect(try status(cell, style) == says)
    }

    @Test(arguments: [
        ":is(.v,.w){display:none}", "td :where(.v,.w){display:none}", ":where(td .v){display:none}",
        "b:not(p .v){display:none}", "u + .v{display:none}", "i ~ .v{display:none}", "i ~ u + .v{display:none}",
        "b:first-of-type{display:none}", "b:last-of-type{display:none}", "b:only-of-type{display:none}",
        "b:last-child{display:none}", "b:nth-last-child(1){display:none}", ".k{color:red;.v{display:none}}",
        ".k{ & .v{display:none} color:red }", ".k, .l { > span > .v { display:none } }",
        ".k{@media screen{.v{display:none}}}", "@layer a{.v{display:none}}", "[title] .v{display:none}",
        ".v:lang(fr){display:none}", "[lang='FR' i]{display:none}", "b:link, .v:enabled{display:none}",
        ":root{--d:none}.v{display:var(--d)}", ".v{--d:none;display:var(--d)}", ".v{display:var(--d, none)}",
        "@media (width >= 600px){.v{display:none}}", "@media (400px <= width <= 2000px){.v{display:none}}",
        "@media not print{.v{display:none}}", "[data-x='{;']{color:red} .v{display:none}",
        ".v:not(:target){display:none}", ".w{display:none} input:checked + i + u + .v{display:none}",
    ])
    func `selectors of all kinds find what they hide`(style: String) throws {
        let cell = "<input type=hidden checked><i></i><u></u><b class=v lang=fr>Old</b>"
        #expect(try status("<span title=x>\(cell)</span>Refused", style) == "Refused")
    }

    @Test(arguments: [
        ".v{transform:scale(0)}", ".v{transform:rotate(3deg) scaleX(0)}", ".v{scale:0}",
        ".v{transform:translateX(-9999px)}",
        ".v{opacity:0%}", ".v{opacity:.01}", ".v{filter:opacity(0)}", ".v{font:0/0 a}", ".v{content-visibility:hidden}",
        ".v{display:block;max-height:0;overflow-y:hidden}", ".v{position:absolute;inset:0 auto auto -9999px}",
        ".v{text-indent:100%;overflow:hidden}", ".v{clip-path:polygon(0 0,0 0,0 0)}", ".v{visibility:hidden}",
    ])
    func `what leaves nothing of a text hides it`(style: String) throws {
        #expect(try status("<b class=v>Old</b>Refused", style) == "Refused")
    }

    @Test(arguments: [
        ".v:has(i){display:none}", "@container (min-width:10px){.v{display:none}}", "@scope (.k){.v{display:none}}",
        ".v{display:var(--unknown)}", ".v{opacity:0;animation:show 1s forwards}", ".v{font-size:1px}",
        ".v{color:#fff;background:white}", ".v{color:rgb(255 0 0);background-color:#f00}", ".v{color:transparent}",
        ".v{color:rgba(0,0,0,0)}", ".v{-webkit-text-fill-color:transparent}", ".v{left:-100vw}",
        ".v{transform:rotateY(90deg)}", ".v{transform:scaleX(-1)}", ".v{direction:rtl;unicode-bidi:bidi-override}",
        ".k{display:flex;flex-direction:row-reverse}", ".v{order:-1}", ".v{-webkit-text-security:disc}",
        ".v{display:none} .v:has(i){display:inline}", ".v:unheard-of{display:none}", "td{font-size:0}",
        "@media (unheard-of: 1){.v{display:none}}",
    ])
    func `what may hide a text leaves its row in doubt`(style: String) throws {
        #expect(try status("<b class=v>Old</b>", style) == doubtful("Old"))
        #expect(
            try status("<b class=w>Old</b>", style.with(".w", inPlaceOf: ".v").with("td", inPlaceOf: ".k"))
                == doubtful("Old"))
    }

    @Test(arguments: [
        "<bdo dir=rtl>desufeR</bdo>", "<b style='color:#FFF;background:white'>Refused</b>",
        "<b style='color:white'>Refused</b>", "<font color=white>Refused</font>",
        "<b hidden style='display:block'>Refused</b>",
        "Refused<table><tr><td>no</table>", "Refused<svg><text>no</text></svg>",
    ])
    func `what attributes leave open is told`(cell: String) throws {
        #expect(try status(cell, "")?.hasSuffix(doubtful("")) == true)
    }

    @Test(arguments: [
        ("tr:nth-child(even){background:#eee}", true), (".a{background:none;background-size:1px}", true),
        (".a{background:#060}", false), (".a{background:var(--x)}", false), ("@import 'a.css';", false),
    ])
    func `white text is doubted unless the page may have a ground for it`(style: String, isDoubted: Bool) throws {
        let says = isDoubted ? doubtful("Old") : "Old"
        #expect(try status("<b style='color:#fff'>Old</b>", style) == says)
        #expect(try status("<b class=w>Old</b>", style + ".w{color:white}") == says)
        #expect(try status("<b class=w style='color:red'>Old</b>", style + ".w{color:white}") == "Old")
        #expect(try status("<i class=w><b class=v>Old</b></i>", style + ".w{color:white} .v{color:red}") == "Old")
    }

    @Test(arguments: [
        "a:visited,tr:hover td,td:focus-visible{display:block}", "*,*::before{box-sizing:border-box;content:''}",
        ".menu:has(a),nav > ul > li ~ li,.menu:target{display:none}", "tr:last-child td{border:0;color:blue}",
        ".k{color:#fff;background:#c00}", ".k{color:var(--unknown);font-size:var(--size);opacity:var(--o)}",
        ".k{transform:translate(-50%,-50%);opacity:1;order:0}", "@media (max-width:600px){td{display:block}}",
        "@supports not (display:grid){.k{display:none}}", "@keyframes a{from{opacity:0}}",
        ".k{color:transparent;background-clip:text}",
        "@media (width < 600px){.k{display:none}}", "td:empty{display:none}",
        "td:not(:is(.k,.l)):not(:first-child){display:none}",
        "@font-face{src:url(data:a;b,{)} .j{display:none}", "@media (prefers-color-scheme: dark){.k{display:none}}",
        "tbody tr:nth-last-child(7){display:none}", ".k{visibility:hidden} .k b{visibility:visible}",
        ".k b:not(.x):not(:hover){font-size:14px} .k{font-size:0}", ".k:not(:has(a):not(a)){color:red}",
    ])
    func `styles that hide nothing of a text leave no doubt`(style: String) throws {
        #expect(try status("<b>Refused</b>", style) == "Refused")
    }

    @Test(arguments: [
        "<col><col style='visibility:collapse'><col>", "<colgroup><col><col class=c><col></colgroup>",
        "<colgroup></colgroup><colgroup class=c></colgroup>",
        "<colgroup><col></colgroup><colgroup class=c><col></colgroup>",
        "<col><col id=x>",
    ])
    func `a column that collapses is taken out of its table`(columns: String) throws {
        let rows = "<tr><td>1<td>Old<td>Refused<tr><td>2<td>Old<td>a"
        let page = "<style>.c,#x{visibility:collapse}</style><table>\(columns)\(rows)</table>"
        #expect(try tables(page).map(\.rows) == [[["1", "Refused"], ["2", "a"]]])
        let kept = columns.with("d", inPlaceOf: "collapse").with("d", inPlaceOf: "class=c").with("", inPlaceOf: "id=x")
        #expect(try tables("<table>\(kept)\(rows)</table>").first?.rows.first == ["1", "Old", "Refused"])
    }

    @Test(arguments: [
        "td:nth-of-type(2)", "td:first-child + td", "td:nth-last-child(2)", "td:nth-last-of-type(2)",
        "td:not(:first-child):not(:last-child)",
    ])
    func `cells that selectors hide by their place are none`(selector: String) throws {
        let page =
            "<style>\(selector){display:none}</style><table><tr><td>1<td>Old<td>Refused<tr><td>2<td>Old<td>a</table>"
        #expect(try tables(page).map(\.rows) == [[["1", "Refused"], ["2", "a"]]])
    }

    @Test func `a row that a style may hide is in doubt, and others are not`() throws {
        let page = "<style>tr:has(b){display:none}</style><table><tr class=x><td>1<td>a<tr><td>2<td>b</table>"
        #expect(try tables(page).first?.rows.first == [doubtful("1"), doubtful("a")])
        let one = page.with("tr.x:has(b)", inPlaceOf: "tr:has(b)")
        #expect(try tables(one).first?.rows == [[doubtful("1"), doubtful("a")], ["2", "b"]])
    }

    @Test func `a style in the body counts for the elements around it`() throws {
        let page =
            "<body class=x><style>.x .v{display:none}</style><table><tr><td>1<td><b class=v>Old</b>a<tr><td>2<td>b</table>"
        #expect(try tables(page).first?.rows.first == ["1", "a"])
    }

    @Test func `what begins like a marked section is a comment`() throws {
        #expect(try status("Refused<![CDATA[ Approved ]]>", "") == "Refused")
        #expect(try status("<!-- <script> -->Refused<![endif]>", "") == "Refused")
        #expect(try status("<![if !IE]>Refused<![endif]><!--[if IE]>Old<![endif]-->", "") == "Refused")
        #expect(
            try status(
                "Refused!<script>//<![CDATA[ > '<td>' ]]></script>", "<![CDATA[ .x > .y{color:red} b{display:none}")
                == "Refused!")
    }

    @Test func `a cell with a script, a button or a picture behind it, and no text, is told`() throws {
        for cell in ["<script>write('Refused')</script>", "<input type=button value=Refused>", "<i class=x></i>"] {
            #expect(try status(cell, ".x{background:url(no.png)}") == doubtful(""))
        }
    }

    @Test func `lines have what styles add, and doubts`() throws {
        let page =
            "<style>b::before{content:'not '}i:has(a){display:none}</style><li>1: <b>approved</b></li><li>2: <i>a</i></li>"
        #expect(try pageBlocks(of: Array(page.utf8)).map(\.lines) == [["1: not approved"], ["2: a\u{FFFD}\u{FFFC}"]])
    }
}
