// From a document's bytes to its pages: the one way into this module. Pure: no clock, no log, no files.

import Text

/// Reads the pages of a PDF, in the order of its page tree, one at a time.
///
/// - Parameters:
///   - document: The whole document.
///   - limits: What the document may cost; passing one ends the reading.
///   - body: Called with each page. The page's buffers are used again for the next one.
/// - Returns: The damage met on the way: pages and content streams that could not be read whole, so that rows may be
///   missing. Empty for a sound document, also where its offsets and lengths are wrong.
/// - Throws: Why there is no reading at all.
@discardableResult
package func readPages(
    of document: [UInt8], limits: PDFLimits = PDFLimits(), _ body: (TextPage) -> Void
) throws(PDFError) -> [PDFError] {
    if document.isEmpty { throw PDFError(.notPDF, "the document is empty") }
    if document.count > limits.documentBytes {
        throw PDFError(.limit, "the document is longer than \(limits.documentBytes) bytes")
    }
    let header = try headerOffset(of: document)
    let store = try ObjectStore(document, headerOffset: header, limits: limits)
    guard let catalog = try store.catalog() else { throw PDFError(.malformed, "the document has no page tree") }
    var tree = PageTree(store: store, catalog: catalog)
    var reader = try ContentReader(store: store, structure: StructureReader.structure(of: store))
    var count = 0
    while let page = try tree.next() {
        count += 1
        try reader.read(page, number: count, body)
    }
    if count == 0 { throw store.damage.first ?? PDFError(.malformed, "the document has no pages") }
    if !reader.hasText, reader.hasImages, store.damage.isEmpty {
        throw PDFError(.imageOnly, "the pages are images without text, like a scan")
    }
    return store.damage
}

/// Where `%PDF-` stands.
///
/// - Throws: what the document is instead.
private func headerOffset(of document: [UInt8]) throws(PDFError) -> Int {
    if let header = document.firstPosition(of: "%PDF-", from: 0, to: headerSearchBytes) { return header }
    if looksLikeHTML(document) { throw PDFError(.notPDF, "the document is a web page (HTML), not a PDF") }
    // All readers open one whose header is lost (fixture header_missing): its end says as much.
    if document.lastPosition(of: "startxref") != nil { return 0 }
    throw PDFError(.notPDF, "the document is not a PDF")
}

/// How far from its beginning a document's header may stand; readers have always accepted some bytes before it.
private let headerSearchBytes = 8192

/// Whether a document begins as web pages do, after white space and a byte order mark.
private func looksLikeHTML(_ document: [UInt8]) -> Bool {
    let start = document.prefix(1024).drop { $0.isWhiteSpace || $0 > 0x7F }
    let text = String(decoding: start, as: UTF8.self).lowercased()
    return ["<!doctype html", "<html", "<head", "<body", "<!--", "<script", "<title", "<meta"].contains {
        text.hasPrefix($0)
    }
        || text.hasPrefix("<?xml") && text.holds("<html")
}
