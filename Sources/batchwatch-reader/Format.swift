// Which format a document has: its content tells, whatever it is called and its server says. And its tables, for all formats that have cells.

import CSV
import HTML
import JSON
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
        let head = Format.head(of: document)
        switch head.first {
        case nil: self = .pdf
        case "<": self = Format.isWebPage(head) ? .html : .xml
        case "{", "[": self = .json
        // Some servers put a few lines before a PDF, and some writers a line end.
        default: self = Format.isPDF(document) || !Format.isText(document) ? .pdf : .csv
        }
    }

    /// The first characters after white space and a byte order mark, in lower case; those of UTF-16 as well.
    private static func head(of document: [UInt8]) -> String {
        let bytes = document.prefix(4096).filter { $0 != 0 && $0 != 0xFE && $0 != 0xFF }
        return String(decoding: bytes.prefix(2048), as: UTF8.self).lowercased()
            .drop { $0.isWhitespace || $0 == "\u{FEFF}" || $0 == "\u{FFFD}" }.description
    }

    /// Whether markup is a web page's: its first element, or what its document type says, is HTML's.
    private static func isWebPage(_ head: String) -> Bool {
        var rest = Substring(head)
        while rest.hasPrefix("<?") || rest.hasPrefix("<!--") {
            guard let end = rest.firstRange(of: rest.hasPrefix("<?") ? ">" : "-->") else { return true }
            rest = rest[end.upperBound...].drop { $0.isWhitespace }
        }
        if rest.hasPrefix("<!doctype") { return rest.dropFirst(9).drop { $0.isWhitespace }.hasPrefix("html") }
        let name = rest.dropFirst().prefix { $0.isLetter || $0.isNumber || $0 == ":" || $0 == "-" || $0 == "_" }
        return webPageElements.contains(String(name))
    }

    private static let webPageElements: Set<String> = [
        "html", "head", "body", "title", "meta", "link", "script", "style", "base", "table", "thead", "tbody", "tr",
        "div", "p",
        "h1", "h2", "h3", "span", "a", "center", "font", "form", "ul", "ol", "dl", "br", "hr", "img", "b", "strong",
        "main",
        "section", "article", "header", "nav", "noscript", "iframe",
    ]

    /// Whether a PDF's header stands some lines further down, or its end at the end (ISO 32000-1 H.3, notes 13 and 18).
    private static func isPDF(_ document: [UInt8]) -> Bool {
        String(decoding: document.prefix(8192), as: UTF8.self).contains("%PDF-")
            || String(decoding: document.suffix(2048), as: UTF8.self).contains("startxref")
    }

    /// Whether the document can be text: no control characters but white space, or UTF-16 by its mark.
    private static func isText(_ document: [UInt8]) -> Bool {
        if document.starts(with: [0xFF, 0xFE]) || document.starts(with: [0xFE, 0xFF]) { return true }
        return document.prefix(65_536).allSatisfy { $0 >= 0x20 || (0x09...0x0D).contains($0) || $0 == 0x1B }
    }

    /// The document's tables.
    ///
    /// - Parameter record: which elements or objects are rows; nil where the format says so itself.
    func tables(of document: [UInt8], record: String?) throws(TableError) -> TableDocument {
        switch self {
        case .html: try htmlTables(of: document)
        case .xml: try xmlRecords(of: document, record: record)
        case .spreadsheet: try spreadsheetTables(of: document)
        case .json: try jsonRecords(of: document, record: record)
        case .csv: try csvTable(of: document)
        case .pdf: throw TableError(.unsupported, "a PDF has pages, and no tables")
        }
    }
}
