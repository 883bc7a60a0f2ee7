// The owners of text by the structure of a document (ISO 32000-2 14.7, 14.8): small documents of one page, which is
// object 3; elements that are not written in place are objects from 10 on.

import Testing
import Text

@testable import PDF

/// A text in a sequence of marked content.
private func item(_ text: String, _ identifier: Int, _ entries: String = "") -> String {
    marked(text, "/P << /MCID \(identifier) \(entries) >> BDC")
}

private func marked(_ text: String, _ begin: String) -> String { "\(begin) (\(text)) Tj EMC 60 0 Td " }

/// A table of one row on the page, with these elements in it.
private func row(_ cells: String, _ entries: String = "") -> String {
    "<< /S /Table /Pg 3 0 R \(entries) /K << /S /TR /K [\(cells)] >> >>"
}

private func cell(_ kids: String, _ entries: String = "") -> String { "<< /S /TD \(entries) /K \(kids) >>" }

/// What is read of a document with this structure.
private func read(
    _ content: String, kids: String, root: String = "", objects: [String] = [], resources: String = "",
    limits: PDFLimits = PDFLimits(), extra: (inout PDFWriter) -> Void = { _ in }
) throws -> PageReading {
    let document = PDFWriter.document("BT /F1 10 Tf 50 700 Td \(content) ET", resources: resources) { writer in
        writer.add(1, "<< /Type /Catalog /Pages 2 0 R /StructTreeRoot << /K \(kids) \(root) >> >>")
        for (index, object) in objects.enumerated() { writer.add(10 + index, object) }
        extra(&writer)
    }
    return try PageReading(document, limits: limits)
}

extension PageReading {
    /// The text of each run and its owner: the index of the cell, `p` for another element, `-` for an artifact, `?`
    /// where the document does not say.
    fileprivate var owned: [String] {
        pages.flatMap { page in
            page.runs.map { run in
                let owner =
                    switch run.owner {
                    case .otherElement: "p"
                    case .artifact: "-"
                    case .unknown: "?"
                    default: run.owner.cell.map { String($0) } ?? "no owner"
                    }
                return page.text(of: run) + " " + owner
            }
        }
    }

    fileprivate var cells: [TaggedCell] { pages.first?.tables?.cells ?? [] }
}

@Suite struct TaggedTests {
    private let two = row(cell("0") + cell("1"))

    @Test(arguments: [
        (item("a", 0) + item("b", 1), ["a 0", "b 1"]),
        (marked("a", "/P /One BDC") + marked("b", "/P /Two BDC"), ["a 0", "b 1"]),
        (marked("a", "/P << /X [1 2] /MCID 1 >> BDC"), ["a 1"]),
        // Touching texts of two cells are two runs.
        ("/P << /MCID 0 >> BDC (a) Tj EMC /P << /MCID 1 >> BDC (b) Tj EMC", ["a 0", "b 1"]),
        ("/P << /MCID 0 >> BDC (a) Tj /Span BMC (b) Tj EMC (c) Tj EMC 60 0 Td (d) Tj", ["abc 0", "d ?"]),
        ("/P << /MCID 0 >> BDC /P << /MCID 1 >> BDC (a) Tj EMC 60 0 Td (b) Tj EMC", ["a 1", "b 0"]),
        ("/P << /MCID 0 >> BDC /Span << /Lang (en) >> BDC (a) Tj EMC EMC", ["a 0"]),
        ("/P << /MCID 0 >> BDC /Span << /ActualText (whole) >> BDC (a) Tj EMC EMC", ["whole 0"]),
        (item("a", 0, "/ActualText (whole)"), ["whole 0"]),
        ("/Artifact BMC (a) Tj EMC 60 0 Td " + item("b", 0), ["a -", "b 0"]),
        ("/Artifact << /Type /Pagination >> BDC (a) Tj EMC 60 0 Td " + item("b", 0), ["a -", "b 0"]),
        ("/P << /MCID 0 >> BDC /Artifact BMC (a) Tj EMC 60 0 Td (b) Tj EMC", ["a -", "b 0"]),
        ("/Artifacts BMC (a) Tj EMC", ["a ?"]),
        ("(a) Tj", ["a ?"]),
    ])
    func `text belongs to the cell whose marked content it is`(content: String, expected: [String]) throws {
        let reading = try read(
            content, kids: two, objects: ["<< /MCID 1 >>"],
            resources: "/Properties << /One << /MCID 0 >> /Two 10 0 R >>")
        #expect(reading.owned == expected)
        #expect(reading.damage == [])
    }

    @Test(arguments: ["-1", "7", "4294967296", "4294967295", "9223372036854775808", "(0)", "/MCID", "null"])
    func `identifiers that the structure does not have are nobody's`(identifier: String) throws {
        let content = marked("a", "/P << /MCID \(identifier) >> BDC") + marked("b", "/P /One BDC") + item("c", 0)
        let reading = try read(content, kids: two, resources: "/Properties << /One << /MCID \(identifier) >> >>")
        #expect(reading.owned == ["a ?", "b ?", "c 0"])
        // The structure may lie as well.
        let lying = row(cell("[\(identifier) << /MCID \(identifier) >> << /Pg 99 0 R /MCID 0 >>]") + cell("1"))
        #expect(try read(item("a", 0) + item("b", 1), kids: lying).owned == ["a ?", "b 1"])
    }

    @Test(arguments: [
        "<< /S /TD /Pg 99 0 R /K 0 >>", "<< /S /TD /Pg 2147483647 0 R /K 0 >>", "<< /S /TD /Pg 4 0 R /K 0 >>",
        "<< /S /TD /K << /Type /MCR /Pg 99 0 R /MCID 0 >> >>", "<< /S /TD /K << /Stm 4 0 R /MCID 0 >> >>",
        "<< /S /TD /K << /Type /OBJR /Obj 3 0 R >> >>",
    ])
    func `content of a page that does not exist is nobody's`(lying: String) throws {
        #expect(try read(item("a", 0) + item("b", 1), kids: row(lying + cell("1"))).owned == ["a ?", "b 1"])
    }

    @Test(arguments: [
        // A paragraph claims the item too; then the same cell twice.
        ("[\(row(cell("0") + cell("1"))) << /S /P /Pg 3 0 R /K 0 >>]", ["a ?", "b 1"]),
        (row(cell("0") + cell("[0 1]")), ["a ?", "b 1"]),
        (row(cell("[0 0]") + cell("1")), ["a 0", "b 1"]),
        ("[<< /S /P /Pg 3 0 R /K 0 >> \(row(cell("1")))]", ["a p", "b 0"]),
        ("<< /S /Document /K [<< /S /H1 /Pg 3 0 R /K [0] >> \(row(cell("<< /S /P /K 1 >>")))] >>", ["a p", "b 0"]),
        // Cells that are in no row, and rows that are in no table.
        ("[\(row(cell("0"))) << /S /TR /Pg 3 0 R /K << /S /TD /K 1 >> >>]", ["a 0", "b p"]),
        ("<< /S /Table /Pg 3 0 R /K [<< /S /TD /K 0 >> << /S /TR /K << /S /TD /K 1 >> >>] >>", ["a p", "b 0"]),
        // A caption of the table.
        ("<< /S /Table /Pg 3 0 R /K [<< /S /Caption /K 0 >> << /S /TR /K << /S /TH /K 1 >> >>] >>", ["a p", "b 0"]),
    ])
    func `other elements own what is in no cell, and nobody what two claim`(kids: String, expected: [String]) throws {
        #expect(try read(item("a", 0) + item("b", 1), kids: kids).owned == expected)
    }

    @Test func `the inner cell of a nested table owns its text`() throws {
        let inner =
            "<< /S /Table /K [<< /S /Caption /K 5 >> << /S /TR /K [<< /S /TD /K 1 >> << /S /TD /K 2 >>] >>] >>"
        let reading = try read(
            item("a", 0) + item("b", 1) + item("c", 2) + item("d", 3) + item("e", 4) + item("f", 5),
            kids: row(cell("[0 \(inner) 3]") + cell("4")))
        #expect(reading.owned == ["a 0", "b 1", "c 2", "d 0", "e 3", "f p"])
        #expect(
            reading.cells == [
                TaggedCell(table: 0, row: 0, column: 0), TaggedCell(table: 1, row: 1, column: 0),
                TaggedCell(table: 1, row: 1, column: 1), TaggedCell(table: 0, row: 0, column: 1),
            ])
    }

    @Test(arguments: [
        // The first item has all of the text, the second none.
        (row(cell("0", "/ActualText (whole)") + cell("1")), ["whole 0", "b 1", "c ?"]),
        (row(cell("[0 1]", "/ActualText (whole)") + cell("2")), ["whole 0", "c 1"]),
        (row(cell("<< /S /P /ActualText (whole) /K [0 1] >>") + cell("2")), ["whole 0", "c 1"]),
        (row(cell("[<< /S /P /ActualText (inner) /K 0 >> 1]", "/ActualText (outer)") + cell("2")), ["outer 0", "c 1"]),
        (
            row(cell("[<< /S /P /ActualText (x) /K 0 >> << /S /P /ActualText (y) /K 1 >>]") + cell("2")),
            ["x 0", "y 0", "c 1"]
        ),
        (row(cell("[0 1]", "/ActualText 7") + cell("2")), ["a 0", "b 0", "c 1"]),
        (row(cell("0", "/ActualText <FEFF20AC>") + cell("[1 2]")), ["\u{20AC} 0", "b 1", "c 1"]),
    ])
    func `the text of an element stands for all of its content`(kids: String, expected: [String]) throws {
        #expect(try read(item("a", 0) + item("b", 1) + item("c", 2), kids: kids).owned == expected)
    }

    @Test func `what the content itself says counts before what its element says`() throws {
        let kids = row(cell("0", "/ActualText (element)"))
        #expect(try read(item("a", 0, "/ActualText (content)"), kids: kids).owned == ["content 0"])
    }

    @Test func `references name the page, or the form whose content it is`() throws {
        let cells =
            cell("<< /Type /MCR /Pg 3 0 R /MCID 0 >>") + cell("<< /Type /MCR /Pg 3 0 R /Stm 10 0 R /MCID 0 >>")
            + cell("11 0 R", "/Pg 3 0 R") + cell("<< /S /Span /Pg 3 0 R /K 2 >>")
        let reading = try read(
            item("a", 0) + item("c", 1) + item("d", 2) + "ET /Fm Do BT 0 0 Td ",
            kids: "<< /S /Table /K << /S /TR /K [\(cells)] >> >>", resources: "/XObject << /Fm 10 0 R >>",
            extra: { writer in
                let form = "BT /F1 10 Tf 50 600 Td " + item("b", 0) + item("x", 1) + "ET"
                writer.addStream(10, form, "/Type /XObject /Subtype /Form /BBox [0 0 600 800]")
                writer.add(11, "<< /Type /MCR /MCID 1 >>")
            })
        // The page's own item 1 is not the form's.
        #expect(reading.owned == ["a 0", "c 2", "d 3", "b 1", "x ?"])
    }

    @Test func `a row goes over two pages`() throws {
        let cells = cell("0") + cell("[1 << /Type /MCR /Pg 11 0 R /MCID 0 >>]")
        let reading = try read(item("a", 0) + item("b", 1), kids: row(cells)) { writer in
            writer.add(2, "<< /Type /Pages /Kids [3 0 R 11 0 R] /Count 2 /MediaBox [0 0 600 800] >>")
            writer.add(
                11, "<< /Type /Page /Parent 2 0 R /Contents 12 0 R /Resources << /Font << /F1 5 0 R >> >> >>")
            writer.addStream(12, "BT /F1 10 Tf 50 700 Td " + item("c", 0) + item("d", 1) + "ET")
        }
        #expect(reading.owned == ["a 0", "b 1", "c 1", "d ?"])
        #expect(reading.pages.map { $0.tables?.cells.count } == [2, 2])
    }

    // MARK: - Roles

    @Test(arguments: [
        ("/Tabelle /Table /Zeile /TR /Zelle /TD", true),
        ("/Tabelle /Table /Zeile /TR /Zelle /Zelle2 /Zelle2 /Zelle3 /Zelle3 /TD", true),
        // Eight steps are followed, not nine.
        ("/Tabelle /Table /Zeile /TR /Zelle /1 /1 /2 /2 /3 /3 /4 /4 /5 /5 /6 /6 /7 /7 /8 /8 /TD", false),
        ("/Tabelle /Table /Zeile /TR /Zelle /1 /1 /2 /2 /3 /3 /4 /4 /5 /5 /6 /6 /7 /7 /TD", true),
        ("/Tabelle /Table /Zeile /TR /Zelle /TD /TD /P /Table /Table /TR /Span", true),
        ("/Tabelle /Table /Zeile /TR /Zelle /Zelle", false),
        ("/Tabelle /Table /Zeile /TR /Zelle /Zelle2 /Zelle2 /Zelle", false),
        ("/Tabelle /Table /Zeile /TR /Zelle (TD)", false),
    ])
    func `types are what the role map says`(map: String, isCell: Bool) throws {
        let kids = "<< /S /Tabelle /Pg 3 0 R /K << /S /Zeile /K [<< /S /TD /K 1 >> << /S /Zelle /K 0 >>] >> >>"
        let reading = try read(item("a", 0) + item("b", 1), kids: kids, root: "/RoleMap << \(map) >>")
        #expect(reading.owned == [isCell ? "a 1" : "a p", "b 0"])
    }

    // MARK: - Attributes

    @Test(arguments: [
        ("/A << /O /Table /ColSpan 2 >>", 2, 1), ("/A << /O /Table /RowSpan 3 /ColSpan 2 >>", 2, 3),
        ("/A [<< /O /Table /RowSpan 3 >> << /O /Layout /ColSpan 7 >> << /O /Table /ColSpan 2 >>]", 2, 3),
        // Revision numbers stand between them (14.7.6.3).
        ("/A [10 0 R 0 << /O /Layout >> 1]", 4, 5), ("/A 10 0 R", 4, 5),
        ("/A << /ColSpan 2 >>", 1, 1), ("/A << /O /Table /ColSpan 0 /RowSpan -4 >>", 1, 1),
        ("/A << /O /Table /ColSpan (2) /RowSpan /3 >>", 1, 1), ("/A 7", 1, 1), ("/A 99 0 R", 1, 1), ("", 1, 1),
    ])
    func `cells reach over columns and rows`(attributes: String, columns: Int, rows: Int) throws {
        let reading = try read(
            item("a", 0), kids: row(cell("0", attributes) + "<< /S /TH /K 1 >>"),
            objects: ["<< /O /Table /ColSpan 4 /RowSpan 5 >>"])
        #expect(
            reading.cells == [
                TaggedCell(table: 0, row: 0, column: 0, columns: columns, rows: rows),
                TaggedCell(table: 0, row: 0, column: columns, isHeader: true),
            ])
        #expect(reading.pages.first?.tables?.widths == [columns + 1])
        #expect(reading.damage == [])
    }

    @Test(arguments: [1023, 1024, 1 << 20, 999_999_999_999_999_999, Int.max - 1023]) func `spans that lie are no cells`(
        span: Int
    ) throws {
        // Any other cell stands to the left of it.
        let wide = cell("0", "/A << /O /Table /ColSpan \(span) /RowSpan \(span) >>")
        let reading = try read(item("a", 0) + item("b", 1), kids: row(cell("1") + wide))
        let isCell = span < 1024
        #expect(reading.owned == [isCell ? "a 1" : "a p", "b 0"])
        #expect(reading.cells.map(\.columns) == (isCell ? [1, span] : [1]))
    }

    @Test func `a cell reaches down to any row, by a number that can be counted with`() throws {
        let tall = cell("0", "/A << /O /Table /RowSpan \(Int.max - 1023) >>")
        let reading = try read(item("a", 0), kids: row(tall))
        #expect(reading.cells.map(\.rows) == [1 << 20])
    }

    @Test(arguments: [
        ("[(b)]", 1), ("[(b) (b)]", 1), ("[(a) (b)]", nil), ("[(x)]", nil), ("[(b) (x)]", 1), ("[]", nil),
        ("(b)", nil), ("[/b]", nil), ("[(other)]", nil), ("[10 0 R]", nil),
    ])
    func `a cell names the headers of its column`(names: String, column: Int?) throws {
        let header = "<< /S /TR /K [<< /S /TH /ID (a) /K 0 >> << /S /TH /ID (b) /K 1 >>] >>"
        let body = "<< /S /TR /K \(cell("2", "/A << /O /Table /Headers \(names) >>")) >>"
        let reading = try read(
            item("a", 0),
            kids: "[<< /S /Table /Pg 3 0 R /K [\(header) \(body)] >> \(row("<< /S /TH /ID (other) /K 9 >>"))]",
            objects: ["(b)"])
        #expect(reading.cells.map(\.headedColumn) == [nil, nil, column, nil])
        #expect(reading.pages.first?.tables?.widths == [2, 1, 1])
    }

    // MARK: - Broken and hostile trees

    @Test(arguments: [
        "null", "99 0 R", "7", "(x)", "[]", "<< >>", "<< /S /Document /K << /S /P /Pg 3 0 R /K 0 >> >>",
        "<< /S /Table /Pg 3 0 R /K << /S /TR /K << /S /P /K 0 >> >> >>",
    ])
    func `a tree without a table says nothing`(kids: String) throws {
        let reading = try read("/Artifact BMC (x) Tj EMC 60 0 Td " + item("a", 0), kids: kids)
        #expect(reading.owned == ["x ?", "a ?"])
        #expect(reading.pages.map { $0.tables == nil } == [true])
        #expect(reading.damage == [])
    }

    @Test(arguments: ["", "/StructTreeRoot null", "/StructTreeRoot 99 0 R", "/StructTreeRoot (x)"])
    func `a document without a tree says nothing`(entry: String) throws {
        let content = "BT /F1 10 Tf 50 700 Td \(item("a", 0)) ET"
        let reading = try PageReading(
            PDFWriter.document(content) { $0.add(1, "<< /Type /Catalog /Pages 2 0 R \(entry) >>") })
        #expect(reading.owned == ["a ?"])
        #expect(reading.pages.map { $0.tables == nil } == [true])
        #expect(reading.damage == [])
    }

    @Test func `a tree that bites its tail ends`() throws {
        let reading = try read(
            item("a", 0) + item("b", 1), kids: "10 0 R",
            objects: [
                "<< /S /Table /Pg 3 0 R /K [10 0 R 11 0 R 11 0 R] >>", "<< /S /TR /K [12 0 R 13 0 R 10 0 R] >>",
                "<< /S /TD /K [0 11 0 R 12 0 R] >>", "[13 0 R << /S /TD /K 1 >> 14 0 R]", "14 0 R",
            ])
        #expect(reading.owned == ["a 0", "b 1"])
        #expect(reading.cells.map(\.row) == [0, 0])
    }

    @Test func `a deep tree is read without recursion`() throws {
        let depth = 20_000
        let links = (0..<depth).map { "<< /S /Div /K \(11 + $0) 0 R >>" }
        let reading = try read(item("a", 0), kids: "10 0 R", objects: links + [row(cell("0"))])
        #expect(reading.owned == ["a 0"])
    }

    @Test(.timeLimit(.minutes(1))) func `very many kids end with a limit`() throws {
        var limits = PDFLimits()
        limits.decodedBytes = 64_000
        let many = { (count: Int) in row(cell("[" + repeatElement("0", count: count).joined(separator: " ") + "]")) }
        #expect(try read(item("a", 0), kids: many(1900), limits: limits).owned == ["a 0"])
        let error = #expect(throws: PDFError.self) { try read(item("a", 0), kids: many(2100), limits: limits) }
        #expect(error?.kind == .limit)
        #expect(error?.reason.contains("decoded") == true)
        let million = #expect(throws: PDFError.self) { try read(item("a", 0), kids: many(1_000_001)) }
        #expect(million?.kind == .limit)
    }

    // MARK: - What is damage

    /// 10 is broken.
    private func broken(_ kids: String, _ content: String = "", resources: String = "") throws -> PageReading {
        try read(content + item("a", 0), kids: kids, resources: resources) { writer in
            writer.addRaw(10, "10 0 obj << /O /Table /ColSpan 2> 0 >> endobj\n")
        }
    }

    @Test func `what is broken in the tree is no damage`() throws {
        for kids in [row(cell("0", "/A 10 0 R")), "[10 0 R \(row(cell("0")))]", row("10 0 R " + cell("0"))] {
            let reading = try broken(kids)
            #expect(reading.owned == ["a 0"])
            #expect(reading.damage == [])
        }
    }

    @Test func `what a page needs of it is damage still`() throws {
        let kids = row(cell("0", "/A 10 0 R"))
        let reading = try broken(
            kids, marked("x", "/P /One BDC"), resources: "/Properties << /One 10 0 R >>")
        #expect(reading.owned == ["x ?", "a 0"])
        #expect(reading.damage.map(\.object) == [10])
        #expect(reading.damage.map(\.reason) == ["an object is broken"])
    }
}

/// Columns are counted with those that cells above reach down into.
@Suite struct TableColumnsTests {
    @Test func `cells take the columns that are free`() {
        var columns = TableColumns()
        columns.beginRow()
        #expect(columns.place(columns: 1, rows: 3) == 0)
        #expect(columns.place(columns: 2, rows: 1) == 1)
        #expect(columns.place(columns: 1, rows: 2) == 3)
        #expect(columns.taken == 4)
        columns.beginRow()
        #expect(columns.taken == 2)
        #expect(columns.place(columns: 1, rows: 1) == 1)
        #expect(columns.place(columns: 1, rows: 1) == 2)
        #expect(columns.place(columns: 1, rows: 1) == 4)
        #expect(columns.taken == 5)
        columns.beginRow()
        #expect(columns.taken == 1)
        #expect(columns.place(columns: 1, rows: 1) == 1)
        columns.beginRow()
        #expect(columns.taken == 0)
        #expect(columns.place(columns: 1, rows: 1) == 0)
    }

    @Test func `a table has at most 1024 columns`() {
        var columns = TableColumns()
        columns.beginRow()
        #expect(columns.place(columns: 1025, rows: 1) == nil)
        #expect(columns.place(columns: 1024, rows: 1) == 0)
        #expect(columns.taken == 1024)
        #expect(columns.place(columns: 1, rows: 1) == nil)
        columns.beginRow()
        #expect(columns.place(columns: 1023, rows: 1) == 0)
        #expect(columns.place(columns: 1, rows: 1) == 1023)
        #expect(columns.place(columns: 1, rows: 1) == nil)
        #expect(columns.place(columns: 0, rows: 1) == nil)
    }

    @Test func `a number that lies overflows nothing`() {
        var columns = TableColumns()
        columns.beginRow()
        #expect(columns.place(columns: 1, rows: 1) == 0)
        #expect(columns.place(columns: .max, rows: 1) == nil)
        #expect(columns.place(columns: .min, rows: .min) == nil)
        #expect(columns.taken == 1)
    }
}
