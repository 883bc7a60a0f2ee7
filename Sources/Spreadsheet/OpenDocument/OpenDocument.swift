// Reads the sheets of an OpenDocument spreadsheet (ODF 1.3): the visible cells of its content.xml.

import Markup
import Text

/// Reads the sheets of an archive that is an OpenDocument spreadsheet.
func openDocumentTables(
    of archive: inout Archive, limits: TableLimits, collecting text: MarkupText? = nil
) throws(TableError) -> TableDocument {
    if archive.contains("META-INF/manifest.xml") {
        var manifest = OpenDocumentManifest()
        try readMarkup(
            try archive.read("META-INF/manifest.xml"), as: .xml, nesting: limits.nesting, for: &manifest)
    }
    var styles = OpenDocumentStyles()
    if archive.contains("styles.xml") {
        // styles.xml also has headers and footers. If it is unreadable, it has no text.
        try? readMarkup(
            try archive.read("styles.xml"), as: .xml, nesting: limits.nesting, collecting: text, for: &styles)
        text?.begin(page: 0)
    }
    return try openDocumentTables(
        ofContent: try archive.read("content.xml"), limits: limits, styles: styles, collecting: text)
}

/// Reads the sheets of a content.xml, or of a flat document, which has the same elements and those of other parts.
///
/// - Parameters:
///   - isUTF8: whether it is UTF-8, whatever it declares.
///   - styles: the styles of other parts.
func openDocumentTables(
    ofContent content: [UInt8], isUTF8: Bool = false, limits: TableLimits,
    styles: OpenDocumentStyles = OpenDocumentStyles(),
    collecting text: MarkupText? = nil
) throws(TableError) -> TableDocument {
    var receiver = OpenDocumentContent(limits: limits, styles: styles)
    try readMarkup(content, as: .xml, isUTF8: isUTF8, nesting: limits.nesting, collecting: text, for: &receiver)
    guard receiver.isSpreadsheet else {
        throw TableError(
            .unsupported, "the document is an OpenDocument text, drawing or presentation and no spreadsheet")
    }
    return TableDocument(tables: receiver.tables)
}

/// The manifest says for each part whether it is encrypted (ODF 1.3 part 2, 4.4).
private struct OpenDocumentManifest: MarkupReceiver {
    mutating func start(_ name: ElementName, _ attributes: Attributes) throws(TableError) {
        guard name == "encryption-data" else { return }
        throw TableError(.encrypted, "the spreadsheet is encrypted with a password: save it without one")
    }

    mutating func end(_ name: ElementName) {}
    mutating func text(_ bytes: UnsafeBufferPointer<UInt8>) {}
}

/// For parts of which only the text is needed.
struct NoReceiver: MarkupReceiver {
    mutating func start(_ name: ElementName, _ attributes: Attributes) {}
    mutating func end(_ name: ElementName) {}
    mutating func text(_ bytes: UnsafeBufferPointer<UInt8>) {}
}
