// Which format a document has, and its tables, for all formats that have cells.

import CSV
import HTML
import JSON
import Markup
import Reading
import Spreadsheet
import Text
import XML

/// The formats that are read.
enum Format: String {
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

    /// Recognises a document that begins as no text does; nil for others.
    init?(ofBytes document: [UInt8]) {
        let signatures: [([UInt8], Format)] = [
            ([0x50, 0x4B, 0x03, 0x04], .spreadsheet), ([0x50, 0x4B, 0x05, 0x06], .spreadsheet),
            (Array("%PDF-".utf8), .pdf),
        ]
        if let known = signatures.first(where: { document.starts(with: $0.0) }) {
            self = known.1
            return
        }
        if ForeignKind(of: document) != nil { return nil }
        // What Excel wrote until 2003, and what it writes where a workbook is encrypted; Word and others write it, too.
        if isOldOffice(document) {
            self = .spreadsheet
        } else if holdsPDF(document) {
            self = .pdf
        } else {
            return nil
        }
    }

    /// Recognises a text.
    ///
    /// - Parameter text: UTF-8.
    /// - Throws: that it is none.
    init(ofText text: [UInt8]) throws(ReadingFailure) {
        let head = textHead(of: text)
        switch head.first {
        case nil: throw ReadingFailure(.unreadable, "the document is empty")
        case "<" where isMarkup(head): self = isWebPage(head) ? .html : isSpreadsheetMarkup(head) ? .spreadsheet : .xml
        case "{", "[", "\u{1E}": self = .json
        case _ where holdsWebPage(text): self = .html
        case _ where isText(text): self = .csv
        default:
            throw ReadingFailure(
                .unreadable, "the document is of an unknown kind: it is no text, and it begins as no known format does")
        }
    }

    /// The document's tables.
    ///
    /// - Parameters:
    ///   - document: text in UTF-8.
    ///   - record: which elements or objects are rows; nil where the format says so itself.
    ///   - isOfCase: whether the document is about one case.
    ///   - showsHidden: whether what a web page hides counts, too.
    ///   - text: collects the text of elements, of formats that have such.
    ///   - fits: whether a table has what is looked for, where there are several to choose from.
    func tables(
        of document: [UInt8], record: String?, isOfCase: Bool = false, showsHidden: Bool = false,
        collecting text: MarkupText? = nil, fits: (TextTable) -> Bool = { _ in false }
    ) throws(TableError) -> TableDocument {
        switch self {
        case .html: try htmlTables(of: document, showsHidden: showsHidden, collecting: text)
        case .xml: try xmlRecords(of: document, record: record, collecting: text)
        case .spreadsheet: try spreadsheetTables(of: document, collecting: text)
        case .json: try jsonRecords(of: document, record: record, isOfCase: isOfCase, fits: fits)
        case .csv: try csvTable(of: document)
        case .pdf: throw TableError(.unsupported, "a PDF has pages, and no tables")
        }
    }
}

extension Format {
    /// The text of a document in lines; none where it is no text that people read.
    func blocks(of document: [UInt8], showsHidden: Bool = false) throws(TableError) -> [TextBlock] {
        switch self {
        case .html: try pageBlocks(of: document, showsHidden: showsHidden)
        case .csv: try textBlocks(of: document)
        case .pdf, .xml, .spreadsheet, .json: []
        }
    }
}

/// Whether what begins with "<" is markup, and not the first cell of a table ("<5 days", "<id>;<name>").
private func isMarkup(_ head: String) -> Bool {
    guard let next = head.dropFirst().first, next.isLetter || "_!?:".contains(next) else { return false }
    guard let end = head.firstIndex(of: ">") else { return true }
    let after = head[head.index(after: end)...].first
    return after.map { !",;|\t".contains($0) } ?? true
}

/// Whether it is text and not bytes of another kind: of the first 64 KiB next to nothing is a control character.
private func isText(_ text: [UInt8]) -> Bool {
    let head = text.prefix(65_536)
    let controls = head.count { $0 < 0x20 && !(0x09...0x0D).contains($0) || $0 == 0x7F }
    return controls * 200 <= head.count || controls == 1 && head.count > 8
}

/// Whether a PDF stands behind what else is sent. Some servers put a few lines before it, and some writers a line end; a
/// program that fails before it sends its PDF says so in HTML, where the end has to be there as well: pages show PDFs.
private func holdsPDF(_ document: [UInt8]) -> Bool {
    // ISO 32000-1 H.3, notes 13 and 18.
    let head = document.prefix(8_192)
    let place = place(of: Array("%PDF-".utf8), in: head)
    let isAtLine = place.map { $0 > 0 && (head[$0 - 1] == 0x0A || head[$0 - 1] == 0x0D) } ?? false
    let hasEnd = Text.place(of: Array("startxref".utf8), in: document.suffix(2_048)) != nil
    let text = document.starts(with: [0xEF, 0xBB, 0xBF]) ? document.dropFirst(3) : document[...]
    switch text.first(where: { $0 > 0x20 }) {
    case UInt8(ascii: "<"): return place != nil && hasEnd
    case UInt8(ascii: "{"), UInt8(ascii: "["): return false
    default: return isAtLine || hasEnd
    }
}
