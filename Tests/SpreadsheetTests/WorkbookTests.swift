// Office Open XML sheets, element by element.

import Markup
import Spreadsheet
import Testing
import Text

let main = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"

/// A package of one sheet, or of what `change` makes of it.
func package(
    _ data: String, after: String = "", strings: String = "", styles: String = "", workbook: String = "",
    type: String = main,
    change: (inout [(String, String)]) -> Void = { _ in }
) -> [UInt8] {
    let link =
        "<Relationship Id='%1' Type='http://schemas.openxmlformats.org/officeDocument/2006/relationships/%2' Target='%3'/>"
    func links(_ links: [(String, String, String)]) -> String {
        "<Relationships>"
            + links.map { link.replacing("%1", with: $0.0).replacing("%2", with: $0.1).replacing("%3", with: $0.2) }
            .joined()
            + "</Relationships>"
    }
    var parts = [
        ("[Content_Types].xml", "<Types><Override PartName='/xl/workbook.xml' ContentType='\(type)'/></Types>"),
        ("_rels/.rels", links([("r1", "officeDocument", "/xl/workbook.xml")])),
        (
            "xl/workbook.xml",
            "<workbook xmlns:r='r'>\(workbook)<sheets><sheet name='List' r:id='r1'/></sheets></workbook>"
        ),
        (
            "xl/_rels/workbook.xml.rels",
            links([
                ("r1", "worksheet", "worksheets/sheet1.xml"), ("r2", "sharedStrings", "../xl/./sharedStrings.xml"),
                ("r3", "styles", "styles.xml"), ("r4", "chartsheet", "chart.xml"),
            ])
        ),
        ("xl/worksheets/sheet1.xml", "<worksheet><sheetData>\(data)</sheetData>\(after)</worksheet>"),
        ("xl/sharedStrings.xml", "<sst>\(strings)</sst>"),
        ("xl/styles.xml", "<styleSheet>\(styles)</styleSheet>"),
    ]
    change(&parts)
    return ArchiveWriter(parts).bytes
}

private func rows(
    _ data: String, after: String = "", strings: String = "", styles: String = "", workbook: String = "",
    _ limits: TableLimits = TableLimits()
) throws(TableError) -> [[String]] {
    let document = package(data, after: after, strings: strings, styles: styles, workbook: workbook)
    return try spreadsheetTables(of: document, limits: limits).tables.first?.rows ?? []
}

struct StruckWorkbookTests {
    private let styles =
        "<fonts><font/><font><strike/></font><font><strike val='0'/></font></fonts>"
        + "<cellXfs><xf fontId='0'/><xf fontId='1'/><xf fontId='2'/><xf fontId='0' numFmtId='11'/></cellXfs>"
        + "<dxfs><dxf><font><strike/></font></dxf></dxfs>"

    @Test func `a cell whose font is struck out says so, and an empty one says nothing`() throws {
        let row =
            "<row><c t='str'><v>a</v></c><c s='1' t='str'><v>b</v></c><c s='2' t='str'><v>c</v></c><c s='1'/><c s='1'><v>5</v></c></row>"
        let struck = CellMark.struckOut
        #expect(try rows(row, styles: styles) == [["a", struck.on("b"), "c", "", struck.on("5")]])
    }

    @Test func `of a text in runs the struck ones are left out, unless there are no others`() throws {
        let struck = "<r><rPr><strike/></rPr><t>Pending </t></r>"
        let row =
            "<row><c t='inlineStr'><is>\(struck)<r><rPr><strike val='false'/></rPr><t>Refused</t></r></is></c>"
            + "<c t='s'><v>0</v></c><c t='s'><v>1</v></c></row>"
        let texts = "<si>\(struck)</si><si>\(struck)<r><t>Issued</t></r></si>"
        #expect(try rows(row, strings: texts) == [["Refused", CellMark.struckOut.on("Pending"), "Issued"]])
    }

    @Test func `a number that is shown in another form tells its digits`() throws {
        let row = "<row><c s='3'><v>20121456171</v></c><c s='3'><v>12345</v></c><c><v>20121456171</v></c></row>"
        #expect(
            try rows(row, styles: styles) == [
                [CellMark.otherForm.on("2.01E+10", digits: "20121456171"), "1.23E+04", "20121456171"]
            ])
    }
}

private func error(_ document: [UInt8]) -> TableError? {
    do throws(TableError) {
        _ = try spreadsheetTables(of: document)
        return nil
    } catch {
        return error
    }
}

private func merged(_ references: String...) -> String {
    "<mergeCells>" + references.map { "<mergeCell ref='\($0)'/>" }.joined() + "</mergeCells>"
}

struct WorkbookTests {
    @Test func `cells of each type have what they show`() throws {
        let data =
            "<row><c t='s'><v>0</v></c><c t='s'><v> 1 </v></c><c t='str'><f>A1&amp;\"x\"</f><v>a_x000D_\n b</v></c>"
            + "<c t='inlineStr'><is><r><t>in</t></r><r><rPr><b/></rPr><t>line</t></r><rPh sb='0' eb='1'><t>spoken</t></rPh></is></c>"
            + "<c t='b'><v>1</v></c><c t='b'><v>0</v></c><c t='e'><v>#N/A</v></c><c><f>1+1</f><v>2</v></c>"
            + "<c t='n'><v>2.0121456171E10</v></c>"
            + "<c t='d'><v>2012-06-14</v></c><c t='d' s='1'><v>2012-06-14T00:00:00Z</v></c><c/><c t='str'><v></v></c><c><v>9</v></c></row>"
        let strings =
            "<si><r><t xml:space='preserve'>one </t></r><r><t>text</t></r><rPh><t>spoken</t></rPh></si><si><t>_x005F_x0041_</t></si>"
        let styles = "<cellStyleXfs><xf numFmtId='14'/></cellStyleXfs><cellXfs><xf/><xf numFmtId='15'/></cellXfs>"
        #expect(
            try rows(data, strings: strings, styles: styles) == [
                [
                    "one text", "_x0041_", "a b", "inline", "TRUE", "FALSE", "#N/A", "2", "20121456171", "2012-06-14",
                    "14-Jun-12", "", "",
                    "9",
                ]
            ])
    }

    @Test func `cells stand where they say, or behind the one before`() throws {
        let data =
            "<row r='2'><c r='B2'><v>1</v></c><c><v>2</v></c><c r='F2'><v>3</v></c></row><row><c><v>4</v></c></row><row r='9'/>"
            + "<row r='1048576'><c r='AA1048576'><v>5</v></c></row>"
        #expect(
            try rows(data) == [["", "1", "2", "", "", "3"], ["4"], [], [String](repeating: "", count: 26) + ["5"]])
    }

    @Test(arguments: [
        "<row r='2'/><row r='2'/>", "<row r='0'/>", "<row r='x'/>", "<row r='1'><c r='B1'/><c r='A1'/></row>",
        "<row r='1'><c r='B2'/></row>", "<row r='1'><c r='1B'/></row>", "<row r='1'><c r=''/></row>",
        "<row><c><v>x</v></c></row>",
        "<row><c t='s'><v>0</v></c></row>", "<row><c t='s'><v>-1</v></c></row>", "<row><c><v>1<b/></v></c></row>",
        "<row r='99999999999999999999'/>", "<row><c r='AAAAAAAAAAAAAA1'/></row>", "<row>",
    ])
    func `cells that are nowhere, or hold what they cannot, are malformed`(data: String) {
        #expect(error(package(data))?.kind == .malformed)
    }

    @Test func `merged cells stand in each of their rows, in the first of their columns`() throws {
        let data =
            "<row r='1'><c r='A1'><v>7</v></c><c r='B1'><v>8</v></c><c r='C1'><v>1</v></c></row><row r='2'><c r='A2'><v>9</v></c>"
            + "<c r='C2'><v>2</v></c></row><row r='3'><c r='C3'><v>3</v></c></row><row r='4'><c r='A4'><v>4</v></c></row>"
        #expect(
            try rows(data, after: merged("A1:B3")) == [["7", "", "1"], ["7", "", "2"], ["7", "", "3"], ["4"]])
        #expect(try rows(data, after: merged("D4:F9", "C1")).count == 4)
        // What lies beneath merged cells is not seen, and makes no row.
        let beneath =
            "<row r='1'><c r='A1'><v>1</v></c><c r='B1'><v>2</v></c></row><row r='2'><c r='A2'><v>3</v></c><c r='B2'><v>4</v></c></row>"
        #expect(try rows(beneath, after: merged("A1:A2", "B1:B2")) == [["1", "2"]])
        #expect(try rows(beneath, after: merged("A1:B1")) == [["1"], ["3", "4"]])
        // A row of its own between others is no empty one where merged cells reach over it.
        let tall =
            "<row r='1'><c r='A1'><v>1</v></c></row><row r='3'><c r='A3'><v>2</v></c></row><row r='5'><c r='A5'><v>3</v></c></row>"
        #expect(try rows(tall, after: merged("A1:A2")) == [["1"], ["2"], [], ["3"]])
        #expect(try rows(tall) == [["1"], [], ["2"], [], ["3"]])
        #expect(try rows(tall, after: merged("B1:B1048576")) == [["1"], [], ["2"], [], ["3"]])
        for reference in ["A2:A1", "B1:A1", "A1:B1:C1", "A", "", ":"] {
            #expect(error(package(data, after: merged(reference)))?.kind == .malformed)
        }
    }

    @Test func `formats come from the styles of cells, dates from 1900 or 1904`() throws {
        let styles =
            "<numFmts><numFmt numFmtId='164' formatCode='00000000'/><numFmt numFmtId='165' formatCode='dd\\-mmm\\-yy'/></numFmts>"
            + "<cellXfs><xf numFmtId='164'/><xf numFmtId='165'/><xf numFmtId='14'/><xf numFmtId='999'/></cellXfs>"
            + "<dxfs><dxf><numFmt numFmtId='165' formatCode='0'/></dxf></dxfs>"
        let data =
            "<row><c s='0'><v>7</v></c><c s='1'><v>41074</v></c><c s='2'><v>41074</v></c><c s='3'><v>5</v></c><c s='99'><v>6</v></c></row>"
        #expect(try rows(data, styles: styles) == [["00000007", "14-Jun-12", "2012-06-14", "5", "6"]])
        #expect(
            try rows(
                data, styles: styles,
                workbook:
                    "<workbookPr date1904='1'/><extLst><ext><x14:workbookPr xmlns:x14='x'/><a><sheet/></a></ext></extLst>"
            ) == [
                ["00000007", "15-Jun-16", "2016-06-15", "5", "6"]
            ])
    }

    @Test func `sheets come in the workbook's order, hidden ones and charts not at all`() throws {
        let document = package("<row><c><v>1</v></c></row>") { parts in
            parts[2].1 =
                "<workbook xmlns:r='r'><sheets><sheet name='B' r:id='r1'/><sheet name='C' state='hidden' r:id='r9'/>"
                + "<sheet name='D' state='veryHidden' r:id='r9'/><sheet name='E' r:id='r4'/>"
                + "<sheet name='A' state='visible' r:id='r1'/></sheets></workbook>"
        }
        #expect(try spreadsheetTables(of: document).tables.map(\.name) == ["B", "A"])
        #expect(
            error(package("") { $0[2].1 = "<workbook><sheets><sheet name='B' id='r9'/></sheets></workbook>" })?.kind
                == .malformed)
        #expect(error(package("") { $0.remove(at: 4) })?.kind == .malformed)
        #expect(error(package("") { $0.remove(at: 1) })?.kind == .malformed)
    }

    @Test func `the strict format's names do as well`() throws {
        let document = package("<row><c><v>1</v></c></row>") { parts in
            for index in parts.indices {
                parts[index].1 = parts[index].1.replacing(
                    "http://schemas.openxmlformats.org/officeDocument/2006",
                    with: "http://purl.oclc.org/ooxml/officeDocument")
            }
        }
        #expect(try spreadsheetTables(of: document).tables.first?.rows == [["1"]])
    }

    @Test(arguments: [
        ("vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml", "a Word document"),
        ("vnd.openxmlformats-officedocument.presentationml.presentation.main+xml", "a PowerPoint presentation"),
        ("vnd.ms-excel.sheet.binary.macroEnabled.main", "an .xlsb workbook"),
        ("vnd.ms-visio.drawing.main+xml", "a Visio drawing"),
        ("xml", "a package of another kind"),
    ])
    func `packages of other kinds are told by their kind`(type: String, kind: String) {
        let error = error(package("", type: "application/" + type))
        #expect(error?.kind == .unsupported)
        #expect(error?.description.contains(kind) == true)
    }

    @Test func `each limit holds at its number and not one past it`() throws {
        let two = "<row><c><v>1</v></c><c><v>2</v></c></row><row r='9'><c r='A9'><v>3</v></c></row>"
        let cases: [(WritableKeyPath<TableLimits, Int>, String, String, String, Int)] = [
            (\.rows, two, "", "", 2), (\.cells, two, "", "", 3), (\.columns, two, "", "", 2),
            (\.textBytes, two, "", "", 3),
            (\.columns, "<row><c r='XFD1'><v>1</v></c></row>", "", "", 16_384), (\.tables, two, "", "", 1),
            (\.cellBytes, "<row><c t='str'><v>abcd</v></c></row>", "", "", 4),
            (\.cellBytes, "<row><c t='inlineStr'><is><t>abcd</t></is></c></row>", "", "", 4),
            (\.cellBytes, "<row><c><v>1234</v></c></row>", "", "", 4),
            (\.cellBytes, "", "", "<si><t>abcd</t></si>", 4),
            (\.textBytes, "", "", "<si><t>abcd</t></si><si><t>e</t></si>", 5),
            (\.cells, "", "", "<si/><si/><si/>", 3), (\.cells, "", merged("A1:A2", "B1:B2", "C1"), "", 3),
            (\.nesting, "<row><c><v>1</v></c></row>", "", "", 5),
        ]
        for (limit, data, after, strings, number) in cases {
            var limits = TableLimits()
            limits[keyPath: limit] = number
            _ = try rows(data, after: after, strings: strings, limits)
            limits[keyPath: limit] = number - 1
            let error = #expect(throws: TableError.self, "\(limit)") {
                try rows(data, after: after, strings: strings, limits)
            }
            #expect(error?.kind == .limit, "\(limit) \(String(describing: error))")
        }
    }

    @Test func `a part has as many relationships as an archive may have entries, and no more`() throws {
        var limits = TableLimits()
        limits.entries = 7
        for count in [3, 4] {
            let more = (0..<count).map { "<Relationship Id='x\($0)' Type='a/image' Target='b'/>" }.joined()
            let document = package("<row><c><v>1</v></c></row>") { parts in
                parts[3].1 = parts[3].1.replacing("</Relationships>", with: more + "</Relationships>")
            }
            let result = Result { () throws(TableError) in try spreadsheetTables(of: document, limits: limits) }
            if count == 3 {
                #expect(try result.get().tables.first?.rows == [["1"]])
            } else {
                #expect(throws: TableError(.limit, "a part has more than 7 relationships")) { try result.get() }
            }
        }
    }

    @Test func `a workbook has 4096 number formats of its own, and no more`() throws {
        func styles(_ count: Int) -> String {
            let codes = (1...count).map { "<numFmt numFmtId='\(200 + $0)' formatCode='\"\($0)\"'/>" }.joined()
            return codes + codes + "<cellXfs><xf numFmtId='\(200 + count)'/></cellXfs>"
        }
        #expect(try rows("<row><c><v>1</v></c></row>", styles: styles(4096)) == [["4096"]])
        #expect(throws: TableError(.limit, "the workbook has more than 4096 number formats")) {
            try rows("<row><c><v>1</v></c></row>", styles: styles(4097))
        }
    }

    @Test func `cells merged over and over cost no more than the limit`() {
        let data = (1...1000).map { "<row r='\($0)'><c r='A\($0)'><v>1</v></c></row>" }.joined()
        let after = "<mergeCells>" + String(repeating: "<mergeCell ref='A1:ZZ1000'/>", count: 9000) + "</mergeCells>"
        let error = error(package(data, after: after))
        #expect(error == TableError(.limit, "merged cells and conditional formats span more than 3000000 cells"))
    }
}

struct IncompleteWorkbookTests {
    private func tables(_ change: (inout [(String, String)]) -> Void, _ data: String) throws -> [TextTable] {
        try spreadsheetTables(of: package(data, change: change)).tables
    }

    private func without(_ name: String) -> (inout [(String, String)]) -> Void {
        { parts in parts.removeAll { $0.0 == name } }
    }

    @Test func `a workbook without the part of its texts is read as long as no cell needs it`() throws {
        let inline = "<row r='1'><c r='A1' t='inlineStr'><is><t>a</t></is></c><c r='B1'><v>1</v></c></row>"
        #expect(try tables(without("xl/sharedStrings.xml"), inline).map(\.rows) == [[["a", "1"]]])
        let shared = package("<row r='1'><c r='A1' t='s'><v>0</v></c></row>", change: without("xl/sharedStrings.xml"))
        #expect(error(shared)?.kind == .malformed)
    }

    @Test func `a sheet that nothing leads to is found by its name, or is an error that names it`() throws {
        let data = "<row r='1'><c r='A1'><v>7</v></c></row>"
        let unlinked = { (parts: inout [(String, String)]) in
            for index in parts.indices where parts[index].0 == "xl/_rels/workbook.xml.rels" {
                parts[index].1 = parts[index].1.replacing("'r1'", with: "'x'").replacing("sheet1", with: "other")
            }
        }
        #expect(try tables(without("xl/_rels/workbook.xml.rels"), data).map(\.rows) == [[["7"]]])
        #expect(try tables(unlinked, data).map(\.rows) == [[["7"]]])
        let lost = package(data) { parts in
            unlinked(&parts)
            parts.removeAll { $0.0 == "xl/worksheets/sheet1.xml" }
        }
        #expect(error(lost)?.description == "the workbook does not say where its sheet \"List\" is")
    }

    @Test(arguments: [
        ("<c r='A1'><f>B1</f></c>", TextTable.uncalculated), ("<c r='A1'><f>B1</f><v/></c>", TextTable.uncalculated),
        ("<c r='A1' t='str'><f>B1</f></c>", TextTable.uncalculated), ("<c r='A1'><f>B1</f><v>5</v></c>", "5"),
        ("<c r='A1' t='str'><f>B1</f><v></v></c>", ""), ("<c r='A1'/>", ""),
    ])
    func `a formula without a value is not an empty cell`(cell: String, text: String) throws {
        #expect(try rows("<row r='1'>\(cell)<c r='B1'><v>1</v></c></row>") == [[text, "1"]])
    }

    @Test func `digits above the line are the call of a footnote`() throws {
        let cell = """
            <row r='1'><c r='A1' t='inlineStr'><is><r><t>66357342</t></r><r><rPr><vertAlign val='superscript'/></rPr>
            <t>1</t></r><r><t>x</t></r></is></c></row>
            """
        #expect(try rows(cell) == [["66357342\u{B9}x"]])
        #expect(try rows(cell.replacing("66357342", with: "sent")) == [["sentx"]])
    }
}

/// All text that is collected beside the tables, and the cells of hidden sheets.
private func collected(_ document: [UInt8]) throws -> (text: String, unseen: [[[String]]]) {
    let text = MarkupText(.openDocument)
    let tables = try spreadsheetTables(of: document, collecting: text)
    let parts = text.take().map { String(decoding: $0.bytes, as: UTF8.self) }
    return (parts.joined(separator: "|"), tables.unseen.map(\.rows))
}

struct CollectedTextTests {
    @Test func `texts, headers, comments, drawings and hidden sheets are collected`() throws {
        let document = package(
            "<row r='1'><c t='s'><v>0</v></c><c><v>45000</v></c></row>",
            after: "<headerFooter><oddFooter>of case 471</oddFooter></headerFooter>",
            strings: "<si><r><t>20</t></r><r><t>12</t></r></si>"
        ) { parts in
            parts[2].1 =
                "<workbook xmlns:r='r'><sheets><sheet name='List' r:id='r1'/><sheet name='Old' r:id='r5' state='hidden'/>"
                + "</sheets></workbook>"
            let sheet = "<Relationship Id='r5' Type='x/worksheet' Target='worksheets/sheet2.xml'/></Relationships>"
            parts[3].1 = parts[3].1.replacing("</Relationships>", with: sheet)
            parts += [
                (
                    "xl/worksheets/sheet2.xml",
                    "<worksheet><sheetData><row><c><v>472</v></c></row></sheetData></worksheet>"
                ),
                ("xl/comments1.xml", "<comments><comment><text><t>473</t></text></comment></comments>"),
                ("xl/drawings/drawing1.xml", "<a><p><r><t>474</t></r></p></a>"),
            ]
        }
        let (text, unseen) = try collected(document)
        for word in ["20\u{1F}12", "of case 471", "473", "474", "Old"] {
            #expect(text.firstRange(of: word) != nil, "\(word) in \(text)")
        }
        // Numbers are those that people see.
        #expect(text.firstRange(of: "45000") == nil)
        #expect(unseen == [[["472"]]])
    }

    @Test func `a hidden sheet that cannot be read takes nothing from the list`() throws {
        let document = package("<row r='1'><c><v>1</v></c></row>") { parts in
            parts[2].1 =
                "<workbook xmlns:r='r'><sheets><sheet name='L' r:id='r1'/><sheet r:id='r2' state='hidden'/></sheets></workbook>"
        }
        #expect(try spreadsheetTables(of: document, collecting: MarkupText(.openDocument)).tables.count == 1)
    }
}
