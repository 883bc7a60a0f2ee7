// The order of things: recognise, parse, say. Each is done elsewhere.

import Links
import Reading
import Rows

/// What a document says.
///
/// `text` gets the text of the pages, where the request asks for that.
func reply(
    to request: ParseRequest, about document: [UInt8], text: inout [UInt8]
) throws(ReadingFailure) -> ParseReply {
    if request.inspects { return .inspected(try inspect(document, request: request)) }
    let opened = try OpenedDocument(document, request: request)
    if let wanted = request.links {
        let found = try LinkIndex(of: opened.bytes, base: request.base ?? "").found(
            wanted, isFurther: request.isFurtherPage)
        return .links(found.links, opened.end, next: found.next)
    }
    if request.printsText {
        let (reading, pages) = try batchwatch_reader.text(of: opened, request: request)
        text = pages
        return .document(reading, opened.end)
    }
    let reading = try parse(
        opened, layout: try layout(of: request), watched: try watchedKeys(of: request), request: request)
    return .document(reading, opened.end)
}

/// Whether JSON has objects on lines of their own: no other has a line end, and nothing else, between "}" and "{".
private func hasLines(_ document: [UInt8]) -> Bool {
    var isBehind = false
    for byte in document {
        switch byte {
        case 0x7D: isBehind = true
        case 0x7B: if isBehind { return true }
        case 0x20, 0x09, 0x0A, 0x0D: break
        default: isBehind = false
        }
    }
    return false
}

extension OpenedDocument {
    /// Whether it ends as its format has it.
    var end: DocumentEnd {
        if isPacked { return .shown }
        let tail = String(decoding: bytes.suffix(2048), as: UTF8.self).lowercased()
        let isShown =
            switch format {
            case .pdf: tail.contains("%%eof")
            case .html: tail.contains("</html") || tail.contains("</body")
            // One that is cut off cannot be read.
            case .xml, .spreadsheet: true
            case .json: !hasLines(bytes)
            // A table that is cut between two lines looks like a shorter one.
            case .csv: false
            }
        return isShown ? .shown : .notShown
    }
}
