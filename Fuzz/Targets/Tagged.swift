// Structure trees of any shape over a sound page of a table: what the document says of its cells is sound, text reads the
// same as without it, none of it is damage, and rows are rows.

import PDF
import Rows
import Text

extension Target {
    static let tagged = Target("tagged") { bytes in
        var tree = Tree(bytes)
        let objects = tree.objects()
        let tagged = Reading(file(objects, hasTree: true), PDFLimits())
        try promise(tagged.error == nil && tagged.damage.isEmpty, "a structure is damage")
        let plain = Reading(file(objects, hasTree: false), PDFLimits())
        try promise(tagged.pages.flatMap(texts) == plain.pages.flatMap(texts), "text depends on the structure")
        for page in tagged.pages { try check(page) }
        _ = try readRows(of: tagged.pages, .london, watched: nil)
    }
}

private func texts(of page: TextPage) -> [String] { page.runs.map { page.text(of: $0) } }

private func check(_ page: TextPage) throws {
    let tables = page.tables ?? TaggedTables()
    for run in page.runs {
        try promise(run.owner.cell.map { $0 < tables.cells.count } ?? true, "a text is in no cell of the document's")
    }
    for cell in tables.cells {
        try promise(tables.widths.indices.contains(cell.row), "a cell is in no row: \(cell)")
        try promise(cell.column >= 0 && cell.columns > 0 && cell.rows > 0, "a cell is nowhere: \(cell)")
        try promise(
            cell.column + cell.columns <= 1024 && tables.widths[cell.row] > 0, "a cell is too wide: \(cell)")
    }
}

// MARK: - The document

/// Objects that refer to each other as the bytes say.
private struct Tree {
    private var choices: Choices

    private static let first = 10
    private static let most = 60
    private static let types = ["Table", "TR", "TD", "TH", "P", "Mapped", "Loop", "Sect"]
    private static let spans = [1, 2, 3, 1023, 1024, 1025, Int.max, -1]

    init(_ bytes: [UInt8]) {
        choices = Choices(bytes)
    }

    mutating func objects() -> [String] {
        var objects: [String] = []
        while objects.isEmpty || !choices.isAtEnd && objects.count < Self.most { objects.append(object()) }
        return objects
    }

    private mutating func object() -> String {
        let kind = choices.number()
        let kids = (0..<kind / 16).map { _ in kid() }.joined(separator: " ")
        switch kind % 16 {
        case 0: return "[\(kids)]"
        case 1: return "<< /Type /MCR /Pg \(page()) 0 R /MCID \(choices.number() % 32) >>"
        case let type:
            let attributes = type < 8 ? "" : attributes()
            return "<< /S /\(Self.types[type % 8]) /Pg 3 0 R /ID (\(type)) /K [\(kids)] \(attributes) >>"
        }
    }

    /// An item of the page, or another object.
    private mutating func kid() -> String {
        let number = choices.number()
        return number < 64 ? String(number - 2) : "\(Self.first + number % (Self.most + 2)) 0 R"
    }

    private mutating func page() -> Int { choices.one(of: [3, 3, 3, 4, 99]) }

    private mutating func attributes() -> String {
        let (rows, columns) = (choices.one(of: Self.spans), choices.one(of: Self.spans))
        return "/A << /O /Table /RowSpan \(rows) /ColSpan \(columns) /Headers [(\(choices.number() % 16))] >>"
    }
}

/// A page of a table, each text of which is an item, and these objects; the first of them is the tree.
private func file(_ objects: [String], hasTree: Bool) -> [UInt8] {
    var content = "BT /F1 9 Tf 50 776 Td (Batch) Tj 100 0 Td (Status) Tj 280 0 Td (Date) Tj ET "
    let rows = [
        ["20121456171", "send", "14-Jun-12"], ["20121456172", "refused", "15-Jun-12"], ["20121456172", "no", ""],
        ["20121456173", "", ""], ["", "more of it", "16-Jun-12"], ["20121456174", "20121456171", "17-Jun-12"],
    ]
    for (row, texts) in rows.enumerated() {
        for (column, text) in texts.enumerated() where !text.isEmpty {
            let place = "\([50, 150, 430][column]) \(760 - row * 12) Td"
            content += "/P << /MCID \(row * 3 + column) >> BDC BT /F1 9 Tf \(place) (\(text)) Tj ET EMC "
        }
    }
    var bytes = Array("%PDF-1.7\n".utf8)
    var table = "xref\n"
    func add(_ number: Int, _ body: String) {
        let padding = String(repeating: "0", count: 10 - String(bytes.count).count)
        table += "\(number) 1\n\(padding)\(bytes.count) 00000 n \n"
        bytes += Array("\(number) 0 obj \(body) endobj\n".utf8)
    }
    let roles = "/RoleMap << /Mapped /TD /Loop /Loop2 /Loop2 /Loop >>"
    add(1, "<< /Pages 2 0 R \(hasTree ? "/StructTreeRoot << \(roles) /K 10 0 R >>" : "") >>")
    add(2, "<< /Type /Pages /Kids [3 0 R] /Count 1 >>")
    add(3, "<< /Type /Page /Contents 4 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 5 0 R >> >> >>")
    add(4, "<< /Length \(content.utf8.count) >> stream\n\(content)\nendstream")
    add(5, "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>")
    for (index, object) in objects.enumerated() { add(10 + index, object) }
    let end = bytes.count
    return bytes + Array("\(table)trailer << /Size 99 /Root 1 0 R >>\nstartxref\n\(end)\n%%EOF".utf8)
}
