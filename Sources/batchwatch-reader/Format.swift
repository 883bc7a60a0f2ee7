// Which format a document has: its content tells, whatever it is called and its server says. And its tables, for all
// formats that have cells.

import CSV
import HTML
import JSON
import Markup
import Spreadsheet
import Text
import XML

/// The formats that are read.
enum Format: String {
    /// Also what is none of the others: its reader says so.
    case pdf = "PDF"
    case html = "web page (HTML)"
    case xml = "XML"
    case spreadsheet
    case json = "JSON"
    /// Any other text.
    case csv = "text (CSV)"

    /// What a document is called in a sentence.
    var phrase: String {
        switch self {
        case .xml, .json, .csv: rawValue
        case .pdf, .html, .spreadsheet: "a \(rawValue)"
        }
    }

    /// Recognises a document by its beginning.
    init(of document: [UInt8]) {
        let signatures: [([UInt8], Format)] = [
            ([0x50, 0x4B, 0x03, 0x04], .spreadsheet), ([0x50, 0x4B, 0x05, 0x06], .spreadsheet),
            // What Excel wrote until 2003, and what it writes where a workbook is encrypted.
            ([0xD0, 0xCF, 0x11, 0xE0], .spreadsheet), (Array("%PDF-".utf8), .pdf),
        ]
        if let known = signatures.first(where: { document.starts(with: $0.0) }) {
            self = known.1
            return
        }
        let head = textHead(of: document)
        switch head.first {
        case nil: self = .pdf
        // A program that fails before it sends its PDF says so in HTML.
        case "<": self = Format.holdsPDF(document) ? .pdf : isWebPage(head) ? .html : .xml
        case "{", "[": self = .json
        // Some servers put a few lines before a PDF, and some writers a line end.
        default: self = Format.isPDF(document) || !Format.isText(document) ? .pdf : .csv
        }
    }

    /// Whether a PDF's header stands some lines further down, or its end at the end (ISO 32000-1 H.3, notes 13 and 18).
    private static func isPDF(_ document: [UInt8]) -> Bool {
        String(decoding: document.prefix(8192), as: UTF8.self).contains("%PDF-")
            || String(decoding: document.suffix(2048), as: UTF8.self).contains("startxref")
    }

    /// Whether a whole PDF stands behind some lines of something else.
    private static func holdsPDF(_ document: [UInt8]) -> Bool {
        String(decoding: document.prefix(8192), as: UTF8.self).contains("\n%PDF-")
            && String(decoding: document.suffix(2048), as: UTF8.self).contains("startxref")
    }

    /// Whether the document can be text: no control characters but white space, or UTF-16 by its mark.
    private static func isText(_ document: [UInt8]) -> Bool {
        if document.starts(with: [0xFF, 0xFE]) || document.starts(with: [0xFE, 0xFF]) { return true }
        return document.prefix(65_536).allSatisfy { $0 >= 0x20 || (0x09...0x0D).contains($0) || $0 == 0x1B }
    }

    /// The document's tables.
    ///
    /// - Parameters:
    ///   - record: which elements or objects are rows; nil where the format says so itself.
    ///   - isOfCase: whether the document is about one case.
    ///   - fits: whether a table has what is looked for, where there are several to choose from.
    func tables(
        of document: [UInt8], record: String?, isOfCase: Bool = false, fits: (TextTable) -> Bool = { _ in false }
    ) throws(TableError) -> TableDocument {
        switch self {
        case .html: try htmlTables(of: document)
        case .xml: try xmlRecords(of: document, record: record)
        case .spreadsheet: try spreadsheetTables(of: document)
        case .json: try jsonRecords(of: document, record: record, isOfCase: isOfCase, fits: fits)
        case .csv: try csvTable(of: document)
        case .pdf: throw TableError(.unsupported, "a PDF has pages, and no tables")
        }
    }
}
