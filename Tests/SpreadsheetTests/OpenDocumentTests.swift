// OpenDocument sheets, element by element.

import Spreadsheet
import Testing
import Text

private let type = "application/vnd.oasis.opendocument.spreadsheet"

/// A document whose sheets are these elements.
private func document(
    _ body: String, styles: String = "", type: String? = type, root: String = "spreadsheet",
    more: [(String, String)] = []
) -> [UInt8] {
    let content =
        "<office:document-content xmlns:office='o' xmlns:table='t' xmlns:text='x' xmlns:style='s' xmlns:calcext='c' xmlns:draw='d' xmlns:fo='f'>"
        + "<office:automatic-styles>\(styles)</office:automatic-styles><office:body><office:\(root)>\(body)</office:\(root)>"
        + "</office:body></office:document-content>"
    return ArchiveWriter((type.map { [("mimetype", $0)] } ?? []) + [("content.xml", content)] + more).bytes
}

private func rows(_ sheet: String, _ limits: TableLimits = TableLimits()) throws(TableError) -> [[String]] {
    let tables = try spreadsheetTables(of: document("<table:table>\(sheet)</table:table>"), limits: limits).tables
    return tables.first?.rows ?? []
}

private func cell(_ text: String, _ attributes: String = "") -> String {
    "<table:table-cell \(attributes)><text:p>\(text)</text:p></table:table-cell>"
}

private func row(_ cells: String, _ attributes: String = "") -> String {
    "<table:table-row \(attributes)>\(cells)</table:table-row>"
}

private let empty = "<table:table-cell/>"
private let covered = "<table:covered-table-cell/>"

private func limits(_ change: (inout TableLimits) -> Void) -> TableLimits {
    var limits = TableLimits()
    change(&limits)
    return limits
}

struct StruckOpenDocumentTests {
    private let styles =
        "<style:style style:name='ce1' style:family='table-cell'><style:text-properties style:text-line-through-style='solid'/></style:style>"
        + "<style:style style:name='ce2' style:family='table-cell'><style:text-properties style:text-line-through-style='none'/></style:style>"
        + "<style:style style:name='ce3' style:family='table-cell' style:parent-style-name='Old'/>"
        + "<style:style style:name='T1' style:family='text'><style:text-properties style:text-line-through-type='single'/></style:style>"
    private let named =
        "<o xmlns:style='s'><style:style style:name='Old' style:family='table-cell'>"
        + "<style:text-properties style:text-line-through-style='solid'/></style:style></o>"

    @Test func `cells and parts of texts whose style strikes out say so`() throws {
        let cells =
            cell("a", "table:style-name='ce1'") + cell("b", "table:style-name='ce2'")
            + cell("c", "table:style-name='ce3'")
            + cell("<text:span text:style-name='T1'>Pending</text:span> Refused")
            + cell("<text:span text:style-name='T1'>Pend<text:s/>ing</text:span>") + cell("d")
        let document = document(
            "<table:table>\(row(cells))</table:table>", styles: styles, more: [("styles.xml", named)])
        let struck = CellMark.struckOut
        #expect(
            try spreadsheetTables(of: document).tables.first?.rows == [
                [struck.on("a"), "b", struck.on("c"), "Refused", struck.on("Pending"), "d"]
            ])
    }

    @Test func `a number that is shown in another form tells its digits`() throws {
        let float = "office:value-type='float' office:value='20121456171'"
        #expect(
            try rows(row(cell("2,01E+10", float) + cell("20121456171", float))) == [
                [CellMark.otherForm.on("2,01E+10", digits: "20121456171"), "20121456171"]
            ])
    }
}

struct OpenDocumentTests {
    @Test(arguments: [
        ("<table:table-cell table:formula='of:=A1'/>", TextTable.uncalculated),
        ("<table:table-cell table:formula='of:=A1' office:value-type='string' office:string-value=''/>", ""),
        ("<table:table-cell table:formula='of:=A1' office:value-type='float' office:value='5'/>", "5"),
        ("<table:table-cell table:formula='of:=A1'><text:p>b</text:p></table:table-cell>", "b"), (empty, ""),
    ])
    func `a formula without a value is not an empty cell`(formula: String, text: String) throws {
        #expect(try rows(row(formula + cell("a"))) == [[text, "a"]])
    }

    @Test(arguments: [
        ("a<text:s/>b", "a b"), ("a<text:s text:c='9'/>b", "a b"), ("a<text:tab/>b", "a b"),
        ("a<text:line-break/>b", "a b"),
        ("<text:span>a</text:span>b", "ab"),
        ("<text:a>a</text:a> <text:span>b<text:span>c</text:span></text:span>", "a bc"),
        (" a \n b ", "a b"), ("a</text:p><text:p>b", "a b"), ("a</text:p><text:p/><text:p>b", "a b"),
        ("a\u{A0}\u{2003}b\u{3000}", "a b"), ("<![CDATA[<a>]]> &amp; b", "<a> & b"), ("caf\u{E9}", "caf\u{E9}"),
        ("a<office:annotation><text:p>note</text:p></office:annotation>b", "ab"),
        ("a</text:p><office:annotation><text:p>note</text:p></office:annotation><text:p>b", "a b"),
        ("a</text:p><draw:frame><draw:text-box><text:p>box</text:p></draw:text-box></draw:frame><text:p>", "a"),
    ])
    func `a cell has the text of its paragraphs and of nothing else`(content: String, text: String) throws {
        #expect(try rows(row(cell(content) + cell("|"))) == [[text, "|"]])
    }

    @Test(arguments: [
        ("office:value='20121456171'", "20121456171"), ("office:value='2.0121456171E10'", "20121456171"),
        ("office:value-type='date' office:date-value='2012-06-14'", "2012-06-14"),
        ("office:string-value='a  b'", "a b"),
        ("office:boolean-value='true'", "true"), ("office:time-value='PT1H'", "PT1H"), ("office:value='x'", "x"),
    ])
    func `a cell that does not say how it is shown has its value`(attributes: String, text: String) throws {
        #expect(try rows(row("<table:table-cell \(attributes)/>")) == [[text]])
        #expect(try rows(row(cell("shown", attributes))) == [["shown"]])
        #expect(try rows(row(cell("", attributes) + cell("|"))) == [[CellMark.hidden.on(text), "|"]])
    }

    @Test func `repeated cells and rows stand as often as they are repeated, and empty ones at the end not at all`()
        throws
    {
        let sheet =
            row(empty, "table:number-rows-repeated='7'")
            + row(cell("a", "table:number-columns-repeated='2'") + cell("b"))
            + row("<table:table-cell table:number-columns-repeated='16384'/>", "table:number-rows-repeated='1000'")
            + row("<table:table-cell table:number-columns-repeated='3'/>" + cell("c"), "table:number-rows-repeated='2'")
            + row(cell("d") + "<table:table-cell table:number-columns-repeated='99999999999999999999'/>")
            + row(empty, "table:number-rows-repeated='1048000'")
        #expect(try rows(sheet) == [["a", "a", "b"], [], ["", "", "", "c"], ["", "", "", "c"], ["d"]])
    }

    @Test func `a cell over rows stands in each, one over columns in the first`() throws {
        let sheet =
            row(cell("b", "table:number-rows-spanned='3' table:number-columns-spanned='2'") + covered + cell("1"))
            + row("<table:covered-table-cell table:number-columns-repeated='2'/>" + cell("2"))
            + row("<table:covered-table-cell><text:p>beneath</text:p></table:covered-table-cell>" + covered + cell("3"))
            + row(cell("c") + empty + cell("4"))
        #expect(try rows(sheet) == [["b", "", "1"], ["b", "", "2"], ["b", "", "3"], ["c", "", "4"]])
    }

    @Test func `a row with nothing but what reaches down to it is none`() throws {
        let tall = "table:number-rows-spanned='2'"
        let sheet =
            row(cell("a", tall) + cell("sent", tall)) + row(covered + covered)
            + row(cell("b", tall) + cell("issued", tall))
            + row(covered + covered)
        #expect(try rows(sheet) == [["a", "sent"], ["b", "issued"]])
        #expect(try rows(row(cell("a", "table:number-rows-spanned='1048576'"))) == [["a"]])
    }

    @Test func `rows in groups and headers are rows, and what is filtered or hidden says so`() throws {
        let sheet =
            "<table:table-column/><table:table-column-group><table:table-column table:visibility='collapse'"
            + " table:number-columns-repeated='2'/></table:table-column-group><table:table-header-rows>"
            + row(cell("head") + cell("b", "table:number-columns-repeated='3'")) + "</table:table-header-rows>"
            + "<table:table-row-group>" + row(cell("a"), "table:visibility='filter'") + "</table:table-row-group>"
            + row(cell("b"), "table:visibility='collapse'") + row(cell("c"), "table:visibility='visible'")
        let hidden = CellMark.hidden
        #expect(
            try rows(sheet) == [
                ["head", hidden.on("b"), hidden.on("b"), "b"], [hidden.on("a")], [hidden.on("b")], ["c"],
            ])
    }

    @Test func `rows and columns without a size, and cells in the colour of their ground, are hidden`() throws {
        func style(_ name: String, _ family: String, _ properties: String, _ more: String = "") -> String {
            "<style:style style:name='\(name)' style:family='\(family)' \(more)>\(properties)</style:style>"
        }
        func colour(_ text: String) -> String { "<style:text-properties fo:color='\(text)'/>" }
        func ground(_ colour: String) -> String { "<style:table-cell-properties fo:background-color='\(colour)'/>" }
        let styles =
            style("co1", "table-column", "<style:table-column-properties style:column-width='0in'/>")
            + style("ro1", "table-row", "<style:table-row-properties style:row-height='0.0cm'/>")
            + style("ro2", "table-row", "<style:table-row-properties style:row-height='0.5cm'/>")
            + style("white", "table-cell", colour("#ffffff"))
            + style("onBlue", "table-cell", ground("#0000FF"), "style:parent-style-name='white'")
            + style("blueOnBlue", "table-cell", colour("#0000ff"), "style:parent-style-name='onBlue'")
            + style("clear", "table-cell", ground("transparent"), "style:parent-style-name='onBlue'")
        let names = ["white", "onBlue", "blueOnBlue", "clear"]
        let sheet =
            "<table:table-column table:default-cell-style-name='white'/><table:table-column table:style-name='co1'/>"
            + row(cell("a") + cell("b"), "table:style-name='ro2'") + row(cell("c"), "table:style-name='ro1'")
            + row(names.map { cell($0, "table:style-name='\($0)'") }.joined())
        let document = document("<table:table>\(sheet)</table:table>", styles: styles)
        let hidden = CellMark.hidden
        #expect(
            try spreadsheetTables(of: document).tables.first?.rows == [
                [hidden.on("a"), hidden.on("b")], [hidden.on("c")],
                [hidden.on("white"), hidden.on("onBlue"), hidden.on("blueOnBlue"), hidden.on("clear")],
            ])
    }

    @Test func `what a condition strikes out says so where it holds, or may`() throws {
        let styles =
            "<style:style style:name='Old_5f_1' style:display-name='Old_1' style:family='table-cell'>"
            + "<style:text-properties style:text-line-through-style='solid'/></style:style>"
        func rows(_ condition: String) throws -> [[String]]? {
            let format =
                "<calcext:conditional-formats><calcext:conditional-format calcext:target-range-address='L.A1:L.A2'>"
                + "<calcext:condition calcext:apply-style-name='Old_1' calcext:value='\(condition)'/>"
                + "</calcext:conditional-format></calcext:conditional-formats>"
            let sheet = row(cell("Refused") + cell("x")) + row(cell("Issued") + cell("y"))
            return try spreadsheetTables(
                of: document("<table:table>\(sheet)\(format)</table:table>", styles: styles)
            ).tables.first?.rows
        }
        let struck = CellMark.struckOut
        for condition in [
            "formula-is([.$B1]=\"x\")", "=\"refused\"", "!=\"Issued\"", "begins-with(\"Ref\")",
            "contains-text(\"fus\")",
        ] {
            #expect(try rows(condition) == [[struck.on("Refused"), "x"], ["Issued", "y"]], "\(condition)")
        }
        #expect(try rows("formula-is([.C1]>NOW())") == [[struck.on("Refused"), "x"], [struck.on("Issued"), "y"]])
    }

    @Test func `hidden sheets, cells of other files, earlier cells and drawings are not read`() throws {
        let sheet = "<table:table table:name='%'>\(row(cell("%")))</table:table>"
        func named(_ name: String) -> String { sheet.replacing("%", with: name) }
        let body =
            "<table:tracked-changes>\(named("changed"))</table:tracked-changes>"
            + named("first").replacing(
                "<table:table-row", with: "<table:shapes>\(named("shape"))</table:shapes><table:table-row",
                maxReplacements: 1)
            + named("hidden").replacing("<table:table ", with: "<table:table table:style-name='ta2' ")
            + named("second") + named("&apos;file:///tmp/a.ods&apos;#$Sheet1")
            + "<table:dde-links>\(named("linked"))</table:dde-links>"
        let styles =
            "<style:style style:name='ta1' style:family='table'><style:table-properties table:display='true'/></style:style>"
            + "<style:style style:name='ta2' style:family='table'><style:table-properties table:display='false'/></style:style>"
        let tables = try spreadsheetTables(of: document(body, styles: styles)).tables
        #expect(tables == [TextTable(name: "first", rows: [["first"]]), TextTable(name: "second", rows: [["second"]])])
    }

    @Test func `a document of another kind, and an encrypted one, are told in words`() {
        func error(_ document: [UInt8]) -> TableError? {
            do throws(TableError) {
                _ = try spreadsheetTables(of: document)
                return nil
            } catch {
                return error
            }
        }
        let text = error(document("", type: "application/vnd.oasis.opendocument.text"))
        #expect(text?.kind == .unsupported && text?.description.contains("an OpenDocument text") == true)
        #expect(error(document("", type: nil, root: "text"))?.kind == .unsupported)
        #expect(error(document("", type: nil)) == nil)
        let manifest = (
            "META-INF/manifest.xml",
            "<m:manifest xmlns:m='m'><m:file-entry><m:encryption-data/></m:file-entry></m:manifest>"
        )
        #expect(error(document("", more: [manifest]))?.kind == .encrypted)
        #expect(error(ArchiveWriter([("mimetype", type)]).bytes)?.kind == .unsupported)
        #expect(error(ArchiveWriter([("mimetype", type), ("content.xml", "<a><b>")]).bytes)?.kind == .malformed)
        #expect(error(ArchiveWriter([("readme.txt", "")]).bytes)?.kind == .unsupported)
        #expect(error(Array("<html>".utf8))?.kind == .malformed)
        #expect(error([])?.kind == .malformed)
    }

    @Test func `a flat document has the sheets, hidden styles and shown texts of an archive`() throws {
        func flat(_ body: String, type: String? = type) -> [UInt8] {
            let names = ["office", "table", "text", "style"].map {
                "xmlns:\($0)='urn:oasis:names:tc:opendocument:xmlns:\($0):1.0'"
            }
            let hidden =
                "<style:style style:name='h' style:family='table'><style:table-properties table:display='false'/>"
            return Array(
                ("<?xml version='1.0'?><!-- x --><office:document \(names.joined(separator: " "))"
                    + "\(type.map { " office:mimetype='\($0)'" } ?? "")>"
                    + "<office:automatic-styles>\(hidden)</style:style></office:automatic-styles><office:master-styles>"
                    + "<style:header><text:p>page</text:p></style:header></office:master-styles><office:body>\(body)"
                    + "</office:body></office:document>").utf8)
        }
        let sheets =
            "<table:table table:name='Old' table:style-name='h'>\(row(cell("old")))</table:table>"
            + "<table:table table:name='List'>\(row(cell("14-Jun-12", "office:date-value='2012-06-14'") + cell("a")))"
            + row("<table:table-cell office:value='2.0121456171E10'/>") + "</table:table>"
        let body = "<office:spreadsheet>\(sheets)</office:spreadsheet>"
        let expected = [TextTable(name: "List", rows: [["14-Jun-12", "a"], ["20121456171"]])]
        for type in [type, type + "-template", nil] {
            #expect(try spreadsheetTables(of: flat(body, type: type)).tables == expected)
        }
        #expect(throws: TableError.self) {
            try spreadsheetTables(of: flat("<office:text/>", type: "application/vnd.oasis.opendocument.text"))
        }
        #expect(throws: TableError.self) { try spreadsheetTables(of: flat("<office:text/>", type: nil)) }
    }

    @Test func `each limit holds at its number and not one past it`() throws {
        let two =
            row(cell("a", "table:number-columns-repeated='3'"), "table:number-rows-repeated='2'")
            + row(empty, "table:number-rows-repeated='9'")
        let cases: [(WritableKeyPath<TableLimits, Int>, String, Int)] = [
            (\.rows, two, 2), (\.cells, two, 6), (\.columns, two, 3), (\.textBytes, two, 6),
            (\.cellBytes, row(cell("a  bcd")), 5),
            (\.nesting, row(cell("a")), 7), (\.tables, two, 1),
            (\.cells, row(cell("a", "table:number-rows-spanned='2'")) + row(covered + cell("b")), 3),
            (\.cells, row(cell("x") + cell("a", "table:number-rows-spanned='2'")) + row(cell("y")), 4),
            (\.textBytes, row(cell("a", "table:number-rows-spanned='2'")) + row(covered + cell("b")), 3),
            (\.columns, row(empty + cell("a", "table:number-rows-spanned='2'")) + row(cell("b")), 2),
        ]
        for (limit, sheet, number) in cases {
            _ = try rows(sheet, limits { $0[keyPath: limit] = number })
            let error = #expect(throws: TableError.self, "\(limit)") {
                try rows(sheet, limits { $0[keyPath: limit] = number - 1 })
            }
            #expect(error?.kind == .limit)
        }
    }

    @Test func `a million repeated rows and cells end with a limit, at once`() {
        let all = "table:number-rows-repeated='1048576'"
        for sheet in [
            row(cell("a"), all), row(cell("a", "table:number-columns-repeated='2147483647'")),
            row(cell("a", "table:number-columns-repeated='16384'"), "table:number-rows-repeated='200'"),
            row("<table:table-cell table:number-columns-repeated='16384'/>" + cell("a")),
        ] {
            let error = #expect(throws: TableError.self) { try rows(sheet) }
            #expect(error?.kind == .limit)
        }
    }
}
