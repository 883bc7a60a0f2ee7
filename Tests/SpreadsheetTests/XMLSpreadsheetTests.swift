// Workbooks of Excel 2002 and 2003 in XML, element by element.

import Spreadsheet
import Testing
import Text

/// A workbook of these elements.
private func workbook(_ sheets: String, styles: String = "", before: String = "") -> [UInt8] {
    let text =
        "<?xml version='1.0'?><?mso-application progid='Excel.Sheet'?>"
        + "<Workbook xmlns='urn:schemas-microsoft-com:office:spreadsheet'"
        + " xmlns:ss='urn:schemas-microsoft-com:office:spreadsheet' xmlns:x='urn:schemas-microsoft-com:office:excel'>"
        + "\(before)<Styles>\(styles)</Styles>\(sheets)</Workbook>"
    return Array(text.utf8)
}

private func rows(
    _ table: String, styles: String = "", before: String = "", attributes: String = "",
    _ limits: TableLimits = TableLimits()
) throws(TableError) -> [[String]] {
    let sheet = "<Worksheet ss:Name='List'><Table \(attributes)>\(table)</Table></Worksheet>"
    let document = try spreadsheetTables(of: workbook(sheet, styles: styles, before: before), limits: limits)
    return document.tables.first?.rows ?? []
}

private func row(_ cells: String, _ attributes: String = "") -> String { "<Row \(attributes)>\(cells)</Row>" }

private func cell(_ text: String, _ attributes: String = "", type: String = "String") -> String {
    "<Cell \(attributes)><Data ss:Type='\(type)'>\(text)</Data></Cell>"
}

private func style(_ id: String, _ format: String?, _ attributes: String = "") -> String {
    "<Style ss:ID='\(id)' \(attributes)>" + (format.map { "<NumberFormat ss:Format='\($0)'/>" } ?? "") + "</Style>"
}

private func error(_ table: String) -> TableError? {
    do throws(TableError) {
        _ = try rows(table)
        return nil
    } catch {
        return error
    }
}

struct StruckXMLSpreadsheetTests {
    @Test func `cells and parts of texts that are struck out say so`() throws {
        let styles =
            "<Style ss:ID='s1'><Font ss:StrikeThrough='1'/><NumberFormat ss:Format='0'/></Style><Style ss:ID='s2'><Font/></Style>"
        let rich = "<Cell><ss:Data ss:Type='String' xmlns='h'><S>Pending</S> Refused</ss:Data></Cell>"
        let all = "<Cell><ss:Data ss:Type='String' xmlns='h'><B><S>Pending</S></B></ss:Data></Cell>"
        let cells = cell("a", "ss:StyleID='s1'") + cell("b", "ss:StyleID='s2'") + rich + all + cell("d")
        let struck = CellMark.struckOut
        #expect(
            try rows(row(cells), styles: styles) == [[struck.on("a"), "b", "Refused", struck.on("Pending"), "d"]])
    }
}

struct XMLSpreadsheetTests {
    @Test(arguments: [
        ("String", " a \n b&#10;c ", "a b c"),
        ("String", "<B>bo</B><Font ss:Color='x'>l<I>d</I></Font> text", "bold text"),
        ("String", "66357342<Sup>1</Sup>", "66357342\u{B9}"), ("String", "1<B><Sup>2</Sup></B>3", "1\u{B2}3"),
        ("String", "x<Sup>2</Sup> a<Sub>1</Sub>", "x2 a1"), ("String", "1<Sup>st</Sup>", "1st"),
        ("String", "sent<Sup>1</Sup>", "sent"),
        ("String", "_x0041_", "_x0041_"), ("String", "", ""), ("Number", "2.0121456171E10", "20121456171"),
        ("Number", "112.5", "112.5"), ("Number", "", ""), ("Boolean", "1", "TRUE"), ("Boolean", "0", "FALSE"),
        ("Error", "#N/A", "#N/A"), ("DateTime", "2012-06-14T00:00:00.000", "2012-06-14"),
        ("DateTime", "2012-06-14T08:30:05.000", "2012-06-14 08:30:05"), ("DateTime", "soon", "soon"),
    ])
    func `cells of each type have what they show`(type: String, data: String, text: String) throws {
        #expect(try rows(row(cell(data, type: type) + cell("|"))) == [[text, "|"]])
    }

    @Test(arguments: [
        ("<Cell ss:Formula='=RC[1]'/>", TextTable.uncalculated),
        ("<Cell ss:Formula='=RC[1]'><Data ss:Type='Number'/></Cell>", TextTable.uncalculated),
        ("<Cell ss:Formula='=RC[1]'><Data ss:Type='String'></Data></Cell>", ""),
        ("<Cell ss:Formula='=RC[1]'><Data ss:Type='Number'>5</Data></Cell>", "5"),
        ("<Cell><Data ss:Type='Number'/></Cell>", ""),
    ])
    func `a formula without its value is told`(cells: String, text: String) throws {
        #expect(try rows(row(cells + cell("|"))) == [[text, "|"]])
    }

    @Test func `comments and spoken texts are no text of a cell, and one without a type is text`() throws {
        let content =
            "<Cell><Data>a</Data><Comment ss:Author='x'><ss:Data ss:Type='Number'><B>note</B></ss:Data></Comment>"
            + "<x:PhoneticText>spoken</x:PhoneticText><NamedCell ss:Name='n'/></Cell><Cell/>"
        #expect(try rows(row(content + cell("b"))) == [["a", "", "b"]])
    }

    @Test func `rows and cells stand where they say, or behind the one before and what that spans`() throws {
        let table =
            row(cell("a", "ss:Index='2'") + cell("b") + cell("c", "ss:Index='6'"), "ss:Index='3'") + row(cell("d"))
            + row("", "ss:Span='3'") + row(cell("e", "ss:MergeAcross='2'") + cell("f"))
            + row(cell("g"), "ss:Index='1048576'")
        #expect(
            try rows(table) == [["", "a", "b", "", "", "c"], ["d"], [], ["e", "", "", "f"], [], ["g"]])
        #expect(try rows(row(cell("a"), "ss:Span='1'") + row(cell("b"))) == [["a"], [], ["b"]])
        #expect(try rows(row(cell("a")), attributes: "ss:TopCell='9' ss:LeftCell='3'") == [["", "", "a"]])
    }

    @Test func `merged cells stand in each of their rows`() throws {
        let table =
            row(cell("7", "ss:MergeAcross='1' ss:MergeDown='2'") + cell("1")) + row(cell("2", "ss:Index='3'"))
            + row(cell("3", "ss:Index='3'")) + row(cell("4"))
        #expect(try rows(table) == [["7", "", "1"], ["7", "", "2"], ["7", "", "3"], ["4"]])
        let tall = row(cell("a", "ss:MergeDown='1'") + cell("sent", "ss:MergeDown='1'")) + row("")
        #expect(try rows(tall + row(cell("b"))) == [["a", "sent"], ["b"]])
    }

    @Test(arguments: [
        row("", "ss:Index='2'") + row("", "ss:Index='2'"), row("", "ss:Index='0'"), row("", "ss:Index='x'"),
        row("", "ss:Index='99999999999999999999'"), row("", "ss:Index='1073741825'"),
        row("<Cell ss:Index='2'/><Cell ss:Index='1'/>"), row("<Cell ss:MergeAcross='2'/><Cell ss:Index='3'/>"),
        "<Column ss:Span='3'/><Column ss:Index='2'/>", row(cell("x", type: "Number")), "<Row>",
    ])
    func `cells that are nowhere, or hold what they cannot, are malformed`(table: String) {
        #expect(error(table)?.kind == .malformed)
    }

    @Test func `a cell of a type that does not exist is told`() {
        #expect(error(row(cell("x", type: "Picture")))?.kind == .unsupported)
    }

    @Test func `a format is that of the cell, else of its row, its column, the table or the style for all`() throws {
        let styles =
            style("Default", "0") + style("one", "0.0") + style("two", "0.00") + style("three", "0.000")
            + style("four", "0.0000") + style("plain", nil) + style("general", "General")
        let columns =
            "<Column/><Column ss:Index='3' ss:StyleID='three' ss:Span='1'/><Column ss:Index='9' ss:StyleID='one'/>"
        func seven(_ attributes: String = "") -> String { cell("7", attributes, type: "Number") }
        let table =
            columns + row(seven() + seven("ss:StyleID='one'") + seven() + seven() + seven() + seven("ss:Index='9'"))
            + row(seven() + seven("ss:StyleID='one'") + seven(), "ss:StyleID='two'")
        #expect(
            try rows(table, styles: styles, attributes: "ss:StyleID='four'") == [
                ["7.0000", "7.0", "7.000", "7.000", "7.0000", "", "", "", "7.0"], ["7.00", "7.0", "7.00"],
            ])
        let half = cell("7.5", "ss:StyleID='plain'", type: "Number") + cell("7.5", "ss:StyleID='none'", type: "Number")
        #expect(
            try rows(row(half + cell("7.5", "ss:StyleID='general'", type: "Number")), styles: styles)
                == [["8", "8", "7.5"]])
    }

    @Test func `a style without a format has its parent's, wherever that stands`() throws {
        let styles =
            style("c", nil, "ss:Parent='b'") + style("b", nil, "ss:Parent='a'") + style("a", "0.00")
            + style("x", nil, "ss:Parent='y'") + style("y", nil, "ss:Parent='x'")
        let cells = ["a", "b", "c", "x", "y"].map { cell("7", "ss:StyleID='\($0)'", type: "Number") }.joined()
        #expect(try rows(row(cells), styles: styles) == [["7.00", "7.00", "7.00", "7", "7"]])
    }

    @Test(arguments: [
        ("General Number", "1234.5", "1234.5"), ("General Date", "41074.75", "2012-06-14 18:00"),
        ("Short Date", "41074", "2012-06-14"), ("Medium Date", "41074", "14-Jun-12"),
        ("Long Date", "41074", "2012-06-14"), ("Long Time", "0.75", "6:00:00 PM"), ("Medium Time", "0.75", "6:00 PM"),
        ("Short Time", "0.25", "6:00"), ("Currency", "1234.5", "1,234.50"), ("Euro Currency", "-5", "-€ 5.00"),
        ("Fixed", "1234.5", "1234.50"), ("Standard", "1234.5", "1,234.50"), ("Percent", "0.5", "50.00%"),
        ("Scientific", "12345", "1.23E+04"), ("Yes/No", "1", "Yes"), ("Yes/No", "0", "No"),
        ("True/False", "-1", "True"),
        ("On/Off", "0", "Off"), ("00000000", "7", "00000007"), ("dd\\-mmm\\-yy;@", "41074", "14-Jun-12"),
    ])
    func `formats have names of their own, or codes`(format: String, value: String, text: String) throws {
        let cells = cell(value, "ss:StyleID='s1'", type: "Number")
        #expect(try rows(row(cells), styles: style("s1", format)) == [[text]])
    }

    @Test(arguments: [
        ("Short Date", "2012-06-14T00:00:00.000", "2012-06-14"),
        ("dd\\-mmm\\-yy", "2012-06-14T00:00:00.000", "14-Jun-12"),
        ("0.00", "2012-06-14T00:00:00.000", "2012-06-14"), ("h:mm", "1899-12-31T13:45:00.000", "13:45"),
        ("h:mm", "1899-12-30T13:45:00.000", "1899-12-30T13:45:00.000"),
    ])
    func `dates are shown by their formats, and as in ISO 8601 by those of numbers`(
        format: String, value: String, text: String
    ) throws {
        let cells = cell(value, "ss:StyleID='s1'", type: "DateTime")
        #expect(try rows(row(cells), styles: style("s1", format)) == [[text]])
    }

    @Test func `days that are numbers count from 1900, or from 1904 where the workbook says so`() throws {
        let cells = row(cell("41074", "ss:StyleID='s1'", type: "Number"))
        let from1904 = "<x:ExcelWorkbook><x:Date1904/></x:ExcelWorkbook>"
        #expect(try rows(cells, styles: style("s1", "Short Date")) == [["2012-06-14"]])
        #expect(try rows(cells, styles: style("s1", "Short Date"), before: from1904) == [["2016-06-15"]])
    }

    @Test func `empty lines and byte order marks may stand before it`() throws {
        let document = workbook("<Worksheet><Table>\(row(cell("caf\u{E9}")))</Table></Worksheet>")
        let expected = [TextTable(rows: [["caf\u{E9}"]])]
        for before in ["", "\r\n \t", "\u{FEFF}", "\u{FEFF}\u{FEFF}\n"] {
            #expect(try spreadsheetTables(of: Array(before.utf8) + document).tables == expected)
        }
    }

    @Test func `hidden sheets are not read, hidden rows, columns and texts are and say so`() throws {
        func sheet(_ name: String, _ visible: String?) -> String {
            let options = visible.map { "<x:WorksheetOptions><x:Visible>\($0)</x:Visible></x:WorksheetOptions>" } ?? ""
            let table =
                "<Column/><Column ss:Hidden='1' ss:Span='1'/><Column ss:Width='0'/><Column ss:Width='9'/>"
                + row([1, 2, 3, 4, 5].map { cell(name, $0 == 5 ? "ss:StyleID='white'" : "") }.joined())
                + row(cell(name), "ss:Hidden='1'") + row(cell(name), "ss:Height='0'")
                + row(cell(name, "ss:StyleID='white'") + cell(name, "ss:Index='6' ss:StyleID='seen'"))
            return "<Worksheet ss:Name='\(name)'><Names/><Table>\(table)</Table>\(options)</Worksheet>"
        }
        let sheets =
            sheet("A", nil) + sheet("B", "SheetHidden") + sheet("C", "SheetVeryHidden") + sheet("D", "SheetVisible")
        let white = "<Font ss:Color='#FFFFFF'/>"
        let styles =
            "<Style ss:ID='white'>\(white)</Style><Style ss:ID='seen'>\(white)<Interior ss:Color='#0000FF'/></Style>"
        let tables = try spreadsheetTables(of: workbook(sheets, styles: styles)).tables
        #expect(tables.map(\.name) == ["A", "D"])
        let hidden = CellMark.hidden.on("A")
        #expect(
            tables.first?.rows == [
                ["A", hidden, hidden, hidden, hidden], [hidden], [hidden], [hidden, "", "", "", "", "A"],
            ])
    }

    @Test func `each limit holds at its number and not one past it`() throws {
        let two = row(cell("1") + cell("2")) + row(cell("3"), "ss:Index='9'")
        let cases: [(WritableKeyPath<TableLimits, Int>, String, Int)] = [
            (\.rows, two, 2), (\.cells, two, 3), (\.columns, two, 2), (\.textBytes, two, 3), (\.tables, two, 1),
            (\.columns, row(cell("1", "ss:Index='16384'")), 16_384), (\.cellBytes, row(cell("a  bcd")), 5),
            (\.nesting, row(cell("1")), 6),
        ]
        for (limit, table, number) in cases {
            var limits = TableLimits()
            limits[keyPath: limit] = number
            _ = try rows(table, limits)
            limits[keyPath: limit] = number - 1
            let error = #expect(throws: TableError.self, "\(limit)") { try rows(table, limits) }
            #expect(error?.kind == .limit, "\(limit) \(String(describing: error))")
        }
    }

    @Test func `cells merged over and over in many sheets cost no more than in one`() throws {
        let table = String(repeating: row(cell("a", "ss:MergeDown='11'")), count: 12)
        let sheet = "<Worksheet><Table>\(table)</Table></Worksheet>"
        var limits = TableLimits()
        limits.cells = 100
        #expect(try spreadsheetTables(of: workbook(sheet), limits: limits).tables.count == 1)
        #expect(throws: TableError(.limit, "merged cells and conditional formats span more than 100 cells")) {
            try spreadsheetTables(of: workbook(sheet + sheet), limits: limits)
        }
    }

    @Test func `a workbook has 4096 number formats and 65536 styles, and no more`() throws {
        func formats(_ count: Int) throws -> [[String]] {
            let styles = (1...count).map { style("s\($0)", "&quot;\($0)&quot;") }.joined()
            let cells = (1...count).map { row(cell("7", "ss:StyleID='s\($0)'", type: "Number")) }.joined()
            return try rows(cells, styles: styles)
        }
        #expect(try formats(4096).last == ["4096"])
        #expect(throws: TableError(.limit, "the workbook has more than 4096 number formats")) { try formats(4097) }
        func styles(_ count: Int) -> String { (1...count).map { "<Style ss:ID='s\($0)'/>" }.joined() }
        #expect(try rows(row(cell("a")), styles: styles(65_536)) == [["a"]])
        #expect(throws: TableError(.limit, "the workbook has more than 65536 styles of cells")) {
            try rows(row(cell("a")), styles: styles(65_537))
        }
    }
}
