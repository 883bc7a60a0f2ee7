// Reads a document's bytes to pages: the only entry to this module. Pure: no clock, no log, no files.

import Text

/// Reads the pages of a PDF, in the order of its page tree.
///
/// - Parameters:
///   - document: The whole document.
///   - limits: The limits of the reading; passing one ends it.
///   - body: Called with each page. The next page reuses the buffers.
/// - Returns: The damage found: pages and content streams that could not be read completely, so that rows may be
///   missing. Empty for a sound document, and for one that only has wrong offsets or lengths.
/// - Throws: Why the document cannot be read at all.
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

/// The position of `%PDF-`.
///
/// - Throws: the kind of document that it is instead.
private func headerOffset(of document: [UInt8]) throws(PDFError) -> Int {
    if let header = document.firstPosition(of: "%PDF-", from: 0, to: headerSearchBytes) { return header }
    if looksLikeHTML(document) { throw PDFError(.notPDF, "the document is a web page (HTML), not a PDF") }
    // All readers open a document without its header (fixture header_missing): its end identifies it.
    if document.lastPosition(of: "startxref") != nil { return 0 }
    throw PDFError(.notPDF, "the document is not a PDF")
}

/// The last position of a document's header; readers have always accepted some bytes before it.
private let headerSearchBytes = 8192

/// Whether a document begins like a web page, after white space and a byte order mark.
private func looksLikeHTML(_ document: [UInt8]) -> Bool {
    let start = document.prefix(1024).drop { $0.isWhiteSpace || $0 > 0x7F }
    let text = String(decoding: start, as: UTF8.self).lowercased()
    return ["<!doctype html", "<html", "<head", "<body", "<!--", "<script", "<title", "<meta"].contains {
        text.hasPrefix($0)
    }
        || text.hasPrefix("<?xml") && text.holds("<html")
}
