// Reads the sheets of an Office Open XML workbook (ECMA-376 part 1, 18.2 and 18.3), in their visible order.

import Markup
import Text

/// Reads the sheets of an archive that is a workbook.
func workbookTables(
    of archive: inout Archive, limits: TableLimits, collecting text: MarkupText? = nil
) throws(TableError) -> TableDocument {
    text?.language = .package
    var types = PackageContentTypes()
    try readMarkup(try archive.read("[Content_Types].xml"), as: .xml, nesting: limits.nesting, for: &types)
    try types.requireWorkbook()
    let package = try PackageRelationships(of: "", in: &archive, limits: limits)
    guard let path = package.path(ofType: "officeDocument") else {
        throw TableError(.malformed, "the package does not say where its workbook is")
    }
    var workbook = WorkbookPart()
    try readMarkup(try archive.read(path), as: .xml, nesting: limits.nesting, for: &workbook)
    let parts = try PackageRelationships(of: path, in: &archive, limits: limits)

    var texts = SharedStrings(limits: limits)
    // A workbook without texts of its own may lack the part that it names; a workbook that needs the part is then
    // unreadable.
    if let path = parts.path(ofType: "sharedStrings"), archive.contains(path) {
        try readMarkup(try archive.read(path), as: .xml, nesting: limits.nesting, collecting: text, for: &texts)
    }
    var styles = CellStyles()
    if let path = parts.path(ofType: "styles"), archive.contains(path) {
        try readMarkup(try archive.read(path), as: .xml, nesting: limits.nesting, for: &styles)
    }
    let values = CellValues(
        texts: texts.texts, styles: styles.formats, marks: styles.marks,
        conditionalMarks: styles.conditionalMarks, isFrom1904: workbook.isFrom1904)
    var budget = TableBudget(ofSheets: limits)
    var tables: [TextTable] = []
    lazy var named = Set(parts.byID.values.map { $0.target.split(separator: "/").last ?? "" })
    for (index, sheet) in workbook.sheets.enumerated() where !sheet.isHidden {
        let path: String
        if let part = parts.byID[sheet.id], !part.isExternal {
            // Other types are charts, dialogs and macros.
            guard part.type == "worksheet" else { continue }
            path = parts.path(of: part)
        } else {
            // All programs name their parts so, and number the sheets' parts.
            let name = "sheet\(index + 1).xml"
            path = "xl/worksheets/\(name)"
            guard archive.contains(path), !named.contains(name[...]) else {
                throw TableError(
                    .malformed, "the workbook does not say where its sheet \"\(sanitized(sheet.name, limit: 60))\" is")
            }
        }
        try budget.spendTable()
        text?.begin(page: tables.count + 1)
        text?.take(sheet.name)
        var receiver = Worksheet(values: values, budget: budget)
        try readMarkup(
            try archive.read(path), as: .xml, nesting: limits.nesting, collecting: text, for: &receiver)
        tables.append(TextTable(name: sheet.name, rows: try receiver.finished()))
        budget = receiver.budget
    }
    var document = TableDocument(tables: tables)
    if let text {
        for sheet in workbook.sheets where sheet.isHidden {
            // The list does not need it: an unreadable hidden sheet is no reason to refuse the rest.
            guard let part = parts.byID[sheet.id], !part.isExternal, part.type == "worksheet" else { continue }
            var receiver = Worksheet(values: values, budget: budget)
            text.begin(page: 0)
            text.take(sheet.name)
            try? readMarkup(
                try archive.read(parts.path(of: part)), as: .xml, nesting: limits.nesting, collecting: text,
                for: &receiver)
            document.unseen.append(TextTable(name: sheet.name, rows: (try? receiver.finished()) ?? []))
        }
        collectRest(of: &archive, limits, text)
    }
    return document
}

/// Collects the text of comments and drawings, in any order. An unreadable part has no text: no table lacks it.
private func collectRest(of archive: inout Archive, _ limits: TableLimits, _ text: MarkupText) {
    text.begin(page: 0)
    let folders = ["xl/comments", "xl/threadedcomments/", "xl/drawings/drawing", "xl/charts/chart"]
    let parts = archive.entries.keys.map { String(decoding: $0, as: UTF8.self) }
    for part in parts.sorted() where part.hasSuffix(".xml") && folders.contains(where: part.hasPrefix) {
        var nothing = NoReceiver()
        try? readMarkup(
            try archive.read(part), as: .xml, nesting: limits.nesting, collecting: text, for: &nothing)
        text.begin(page: 0)
    }
}

/// The content of the workbook's own part.
private struct WorkbookPart: MarkupReceiver {
    var sheets: [(name: String, id: String, isHidden: Bool)] = []
    /// Whether days count from 1904 and not from 1900 (18.17.4.1).
    var isFrom1904 = false
    /// The depth, because Excel's extensions have elements of the same names further down.
    private var depth = 0

    mutating func start(_ name: ElementName, _ attributes: Attributes) {
        depth += 1
        switch name {
        case "workbookPr" where depth == 2:
            isFrom1904 = ["1", "true", "on"].contains(attributes["date1904"] ?? "")
        case "sheet" where depth == 3:
            let state = attributes["state"]
            sheets.append(
                (
                    attributes["name"] ?? "", attributes["id"] ?? "",
                    state == "hidden" || state == "veryHidden"
                ))
        default: break
        }
    }

    mutating func end(_ name: ElementName) { depth -= 1 }
    mutating func text(_ bytes: UnsafeBufferPointer<UInt8>) {}
}
