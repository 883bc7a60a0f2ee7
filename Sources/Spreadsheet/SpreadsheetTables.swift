// The sheets of an OpenDocument or Office Open XML workbook: the one way into this module.

import Text

/// Reads all sheets of a workbook that can be seen, told apart by what is in the archive.
package func spreadsheetTables(
    of document: [UInt8], limits: TableLimits = TableLimits()
) throws(TableError) -> TableDocument {
    if document.starts(with: [0xD0, 0xCF, 0x11, 0xE0]) { throw compoundFileError(document) }
    var archive = try Archive(document, limits: limits)
    if archive.contains("mimetype") {
        try requireSpreadsheet(String(decoding: try archive.read("mimetype").prefix(100), as: UTF8.self))
    } else if archive.contains("[Content_Types].xml") {
        return try workbookTables(of: &archive, limits: limits)
    }
    guard archive.contains("content.xml") else {
        throw TableError(.unsupported, "the archive holds no spreadsheet: neither .ods nor .xlsx")
    }
    return try openDocumentTables(of: &archive, limits: limits)
}

extension TableBudget {
    /// What all sheets of a workbook may cost.
    init(ofSheets limits: TableLimits) {
        self.init(
            limits,
            Words(
                rows: "the sheets have more than % rows", columns: "a row has more than % cells",
                cells: "the sheets have more than % cells", cellBytes: "a cell has more than % bytes of text",
                textBytes: "the sheets have more than % bytes of text", tables: "there are more than % sheets"))
    }
}

private func requireSpreadsheet(_ type: String) throws(TableError) {
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

/// What is told of an OLE2 compound file ([MS-CFB] 2.2): an encrypted .xlsx has a stream "EncryptedPackage"
/// ([MS-OFFCRYPTO] 2.3.4.4), whose name stands in the file's directory as UTF-16.
private func compoundFileError(_ document: [UInt8]) -> TableError {
    let name: [UInt8] = Array("EncryptedPackage".utf8.map { [$0, 0] }.joined())
    if document.firstRange(of: name) != nil {
        return TableError(.encrypted, "the workbook is encrypted with a password: save it without one")
    }
    return TableError(
        .unsupported, "the document is an OLE2 compound file, such as an .xls workbook: save it as .xlsx or .ods")
}
