// Structure trees of any shape over a sound page of a table: what the document says of its cells is sound, text reads the
// same as without it, none of it is damage, and rows are rows.

import PDF
import Rows
import Text

extension Target {
    static let tagged = Target("tagged") { bytes in
        let objects = structureObjects(of: bytes)
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
    try check(tables)
}

// MARK: - The document

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
    let tree = hasTree ? "/StructTreeRoot << \(rolesOfTags) /K 10 0 R >>" : ""
    let own = [
        "<< /Pages 2 0 R \(tree) >>", "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        "<< /Type /Page /Contents 4 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 5 0 R >> >> >>",
        "<< /Length \(content.utf8.count) >> stream\n\(content)\nendstream",
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
    ]
    return file(of: numbered(own, from: 1) + numbered(objects, from: 10))
}

/// Two roles that lead to each other among them.
let rolesOfTags = "/RoleMap << /Mapped /TD /Loop /Loop2 /Loop2 /Loop >>"

/// Objects with their numbers.
func numbered(_ objects: [String], from first: Int) -> [(number: Int, body: String)] {
    objects.enumerated().map { (first + $0.offset, $0.element) }
}

/// A PDF of these objects, of which 1 is the catalog.
func file(of objects: [(number: Int, body: String)]) -> [UInt8] {
    var bytes = Array("%PDF-1.7\n".utf8)
    var table = "xref\n0 1\n0000000000 65535 f \n"
    for (number, body) in objects {
        let padding = String(repeating: "0", count: 10 - String(bytes.count).count)
        table += "\(number) 1\n\(padding)\(bytes.count) 00000 n \n"
        bytes += Array("\(number) 0 obj \(body) endobj\n".utf8)
    }
    let end = bytes.count
    return bytes + Array("\(table)trailer << /Size 99 /Root 1 0 R >>\nstartxref\n\(end)\n%%EOF".utf8)
}
