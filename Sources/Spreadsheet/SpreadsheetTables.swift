// Reads the sheets of a workbook, from an archive or one XML document: the only entry to this module.

import Markup
import Text

/// Reads all visible sheets of a workbook. The first element or the content of the archive decides about the format.
///
/// - Parameters:
///   - document: XML in UTF-8, or an archive.
///   - text: collects all text outside of the cells of these sheets, and for OpenDocument and XML Spreadsheet 2003 all
///     text; hidden sheets are then among the tables' `unseen`.
package func spreadsheetTables(
    of document: [UInt8], limits: TableLimits = TableLimits(), collecting text: MarkupText? = nil
) throws(TableError) -> TableDocument {
    if isOldOffice(document) { throw oldOfficeError(document) }
    switch FlatFormat(head: textHead(of: document)) {
    case .openDocument:
        return try openDocumentTables(ofContent: behindBlanks(document), isUTF8: true, limits: limits, collecting: text)
    case .xmlSpreadsheet: return try xmlSpreadsheetTables(of: behindBlanks(document), limits: limits, collecting: text)
    case nil: break
    }
    var archive = try Archive(document, limits: limits)
    if archive.contains("mimetype") {
        try requireSpreadsheet(String(decoding: try archive.read("mimetype").prefix(100), as: UTF8.self))
    } else if archive.contains("[Content_Types].xml") {
        return try workbookTables(of: &archive, limits: limits, collecting: text)
    }
    // Later versions of LibreOffice encrypt all parts as one.
    guard archive.contains("content.xml") || archive.contains("encrypted-package") else {
        throw TableError(.unsupported, "the archive holds no spreadsheet: neither .ods nor .xlsx")
    }
    return try openDocumentTables(of: &archive, limits: limits, collecting: text)
}

extension TableBudget {
    /// The limits for all sheets of a workbook.
    init(ofSheets limits: TableLimits) {
        self.init(
            limits,
            Words(
                rows: "the sheets have more than % rows", columns: "a row has more than % cells",
                cells: "the sheets have more than % cells", cellBytes: "a cell has more than % bytes of text",
                textBytes: "the sheets have more than % bytes of text", tables: "there are more than % sheets"))
    }
}

/// The document from its first element on: scripts write empty lines before it, and two byte order marks, which XML
/// does not allow.
private func behindBlanks(_ document: [UInt8]) -> [UInt8] {
    if document.first == UInt8(ascii: "<") { return document }
    return Array(document.drop { [0x09, 0x0A, 0x0D, 0x20, 0xEF, 0xBB, 0xBF].contains($0) })
}

/// Throws an error that names the kind of an OpenDocument document by its media type, unless it is a spreadsheet.
func requireSpreadsheet(_ type: String) throws(TableError) {
    if type.hasPrefix("application/vnd.oasis.opendocument.spreadsheet") { return }
    let kind =
        switch type {
        case _ where type.hasPrefix("application/vnd.oasis.opendocument.text"): "an OpenDocument text"
        case _ where type.hasPrefix("application/vnd.oasis.opendocument.presentation"): "an OpenDocument presentation"
        case _ where type.hasPrefix("application/vnd.oasis.opendocument.graphics"): "an OpenDocument drawing"
        case _ where type.hasPrefix("application/epub+zip"): "an e-book"
        default: "of a type of its own"
        }
    throw TableError(.unsupported, "the document is \(kind) and no spreadsheet: save it as .ods, .xlsx or .pdf")
}
