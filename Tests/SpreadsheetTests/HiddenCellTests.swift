// Cells of Office Open XML sheets that are invisible, or whose text a condition strikes out.

import Spreadsheet
import Testing
import Text

private let hidden = CellMark.hidden
private let struck = CellMark.struckOut

private func rows(
    _ data: String, before: String = "", after: String = "", strings: String = "", styles: String = ""
) throws -> [[String]] {
    let document = package(data, after: after, strings: strings, styles: styles) { parts in
        parts[4].1 = parts[4].1.replacing("<sheetData>", with: before + "<sheetData>")
    }
    return try spreadsheetTables(of: document).tables.first?.rows ?? []
}

private func text(_ text: String, style: Int = 0) -> String { "<c t='str' s='\(style)'><v>\(text)</v></c>" }

struct HiddenCellTests {
    @Test func `cells of hidden rows and columns, and of those without a size, say so`() throws {
        let columns =
            "<cols><col min='2' max='3' width='9' hidden='1'/><col min='5' max='5' width='0'/><col min='6' max='6' width='9'/></cols>"
        let data =
            "<row>\("abcdef".map { text(String($0)) }.joined())</row><row hidden='true'>\(text("g"))</row>"
            + "<row ht='0' customHeight='1'>\(text("h"))</row><row ht='15' hidden='0'>\(text("i"))</row>"
        #expect(
            try rows(data, before: columns) == [
                ["a", hidden.on("b"), hidden.on("c"), "d", hidden.on("e"), "f"], [hidden.on("g")], [hidden.on("h")],
                ["i"],
            ])
    }

    @Test(arguments: [
        ("<color rgb='FFFFFFFF'/>", "", true), ("<color theme='0'/>", "", true), ("<color indexed='9'/>", "", true),
        ("<color theme='0' tint='-0.5'/>", "", false), ("<color theme='1'/>", "", false), ("", "", false),
        ("<color rgb='FFFFFFFF'/>", "<patternFill patternType='solid'><fgColor rgb='FF0000FF'/></patternFill>", false),
        ("<color rgb='FF0000FF'/>", "<patternFill patternType='solid'><fgColor rgb='000000ff'/></patternFill>", true),
        ("<color theme='4'/>", "<patternFill patternType='solid'><fgColor theme='4'/></patternFill>", true),
        ("<color theme='4'/>", "<patternFill patternType='none'><fgColor theme='4'/></patternFill>", false),
        ("<color rgb='FFFFFFFF'/>", "<patternFill patternType='gray125'/>", false),
        ("<color rgb='FFFFFFFF'/>", "<gradientFill><stop><color rgb='FFFFFFFF'/></stop></gradientFill>", false),
    ])
    func `a text in the colour of its ground is hidden`(font: String, fill: String, isHidden: Bool) throws {
        let styles =
            "<fonts><font>\(font)</font></fonts><fills><fill>\(fill)</fill></fills><cellXfs><xf fontId='0' fillId='0'/></cellXfs>"
        #expect(try rows("<row>\(text("a"))</row>", styles: styles) == [[isHidden ? hidden.on("a") : "a"]])
    }

    @Test func `what a format shows nothing of is hidden, but for zeros`() throws {
        let styles =
            "<numFmts><numFmt numFmtId='200' formatCode=';;;'/><numFmt numFmtId='201' formatCode='0;-0;;@'/></numFmts>"
            + "<cellXfs><xf/><xf numFmtId='200'/><xf numFmtId='201'/></cellXfs>"
        let data =
            "<row><c s='1'><v>2.0121456171E10</v></c>\(text("a", style: 1))<c s='1' t='s'><v>0</v></c><c s='1'><v>0</v></c>"
            + "<c s='2'><v>0</v></c><c s='2'><v>7</v></c>\(text("b", style: 2))</row>"
        #expect(
            try rows(data, strings: "<si><t>c</t></si>", styles: styles) == [
                [hidden.on("20121456171"), hidden.on("a"), hidden.on("c"), "", "", "7", "b"]
            ])
    }
}

struct ConditionalFormatTests {
    private let styles =
        "<dxfs><dxf><font><b/></font></dxf><dxf><font><strike/></font></dxf><dxf><font><color rgb='FFFFFFFF'/></font></dxf>"
        + "<dxf><numFmt numFmtId='200' formatCode=';;;'/></dxf><dxf><font><color rgb='FFFFFFFF'/></font><fill><patternFill>"
        + "<bgColor rgb='FFFF0000'/></patternFill></fill></dxf></dxfs>"

    /// What becomes of the first column of two rows.
    private func column(_ rule: String, cells: String = "A1:A2") throws -> [String] {
        let data = "<row>\(text("Refused"))\(text("x"))</row><row>\(text("Issued"))<c><v>5</v></c></row>"
        let after = "<conditionalFormatting sqref='\(cells)'>\(rule)</conditionalFormatting>"
        return try rows(data, after: after, styles: styles).map { $0[0] }
    }

    @Test(arguments: [
        "type='cellIs' operator='equal'><formula>\"refused\"</formula>",
        "type='cellIs' operator='notEqual'><formula>\"Issued\"</formula>",
        "type='expression'><formula>$B1=\"x\"</formula>", "type='expression'><formula>B1&lt;&gt;5</formula>",
        "type='containsText' text='FUS'><formula>y</formula>", "type='notContainsText' text='Iss'><formula>y</formula>",
        "type='beginsWith' text='Ref'><formula>y</formula>", "type='endsWith' text='fused'><formula>y</formula>",
    ])
    func `a cell is struck out where a condition holds`(rule: String) throws {
        #expect(try column("<cfRule dxfId='1' \(rule)</cfRule>") == [struck.on("Refused"), "Issued"])
        #expect(try column("<cfRule dxfId='0' \(rule)</cfRule>") == ["Refused", "Issued"])
    }

    @Test(arguments: [
        "type='cellIs' operator='greaterThan'><formula>5</formula>", "type='duplicateValues'>",
        "type='expression'><formula>$C$1=\"x\"</formula>",
        "type='expression'><formula>AND(A1=\"a\",B1=\"x\")</formula>",
        "type='expression'><formula>B7=\"x\"</formula>", "type='cellIs' operator='equal'><formula>$D$1</formula>",
    ])
    func `a cell may be struck out where it is not known whether a condition holds`(rule: String) throws {
        #expect(try column("<cfRule dxfId='1' \(rule)</cfRule>") == [struck.on("Refused"), struck.on("Issued")])
    }

    @Test func `a condition hides by a colour or a format, in its own cells alone`() throws {
        let rule = "type='duplicateValues'/>"
        for id in [2, 3] {
            #expect(
                try column("<cfRule dxfId='\(id)' \(rule)", cells: "B1:B9 A2") == ["Refused", hidden.on("Issued")])
        }
        #expect(try column("<cfRule dxfId='4' \(rule)") == ["Refused", "Issued"])
        #expect(try column("<cfRule dxfId='9' \(rule)") == ["Refused", "Issued"])
    }
}
