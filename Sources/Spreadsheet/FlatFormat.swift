// Recognises spreadsheets that are one XML document and no archive, by their first element.

import Markup
import Text

/// A spreadsheet in one XML document.
enum FlatFormat {
    /// Flat OpenDocument, .fods: all parts of an .ods in one element (ODF 1.3 part 3, 3.1.2). Text documents and
    /// presentations have the same form; the reader recognises them.
    case openDocument
    /// XML Spreadsheet 2003.
    case xmlSpreadsheet

    /// - Parameter head: the head of the document (`textHead`).
    init?(head: String) {
        guard let root = rootTag(of: head) else { return nil }
        switch root.name {
        case "document" where root.tag.holds("urn:oasis:names:tc:opendocument:xmlns:office:"): self = .openDocument
        case "workbook" where root.tag.holds("urn:schemas-microsoft-com:office:spreadsheet"): self = .xmlSpreadsheet
        default: return nil
        }
    }
}

/// Whether markup is a spreadsheet and not another kind of XML.
///
/// - Parameter head: the head of a document that begins with "<" (`textHead`).
package func isSpreadsheetMarkup(_ head: String) -> Bool {
    FlatFormat(head: head) != nil
}
