// The order of things: recognise, parse, say. Each is done elsewhere.

import Links
import Reading
import Rows
import Text

/// What a document says.
///
/// - Parameters:
///   - tableBefore: the table of the edition before, of so many bytes at most.
///   - text: gets what is to be printed beside it: the text of the pages, or the edition's table.
func reply(
    to request: ParseRequest, about document: [UInt8], before tableBefore: (_ limit: Int) -> [UInt8],
    text: inout [UInt8]
) throws(ReadingFailure) -> ParseReply {
    if let wanted = request.edition { return .edition(try edition(wanted, of: document)) }
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
    var table: EditionTable?
    var reading = try parse(
        opened, layout: try layout(of: request), watched: try watchedKeys(of: request), request: request,
        table: &table)
    if let table {
        text = table.bytes
        reading.edition = edition(reading, table, after: request, tableBefore)
    }
    return .document(reading, opened.end)
}

/// What is said of the edition that was read; nil where it is the one before, or nothing is known of that.
private func edition(
    _ reading: Reading, _ table: EditionTable, after request: ParseRequest, _ tableBefore: (_ limit: Int) -> [UInt8]
) -> Edition? {
    guard let known = request.fingerprintBefore, known != reading.fingerprint?.text, reading.damage.isEmpty,
        let before = EditionTable.tables(in: tableBefore(EditionRequest.mostTableBytes)), before.count == 1
    else { return nil }
    return Edition(of: [table], before: before, absent: absent(from: reading.rows, request))
}

/// The batches watched by themselves that have no rows, in the order of the request; as many as are told.
private func absent(from rows: [Row], _ request: ParseRequest) -> [String] {
    let listed = Set(rows.map(\.batch))
    let isText = (try? mask(request.key))?.isAnyText == true
    var absent: [String] = []
    for text in request.watched ?? [] where !listed.contains(text) {
        guard let pattern = try? mask(text, isText: isText), pattern.isLiteral, !listed.contains(pattern.key) else {
            continue
        }
        absent.append(pattern.key)
        if absent.count == Edition.mostAbsent { break }
    }
    return absent
}

/// What is said of an edition whose tables the document is.
private func edition(_ wanted: EditionRequest, of document: [UInt8]) throws(ReadingFailure) -> Edition {
    guard let tables = EditionTable.tables(in: document), wanted.documents > 0, tables.count >= wanted.documents else {
        throw ReadingFailure(.reader, "descriptor 3 has no tables of editions")
    }
    let before = tables.dropFirst(wanted.documents)
    return Edition(
        of: Array(tables.prefix(wanted.documents)), before: before.isEmpty ? nil : Array(before),
        absent: wanted.absent)
}

/// Whether JSON has objects on lines of their own: it begins with one, and no other has a line end, and nothing else,
/// between "}" and "{".
private func hasLines(_ document: [UInt8]) -> Bool {
    document.withUnsafeBufferPointer { bytes in
        func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D }
        let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        guard bytes[start...].first(where: { !isSpace($0) }) == 0x7B else { return false }
        return bytes.indices.contains { index in
            bytes[index] == 0x7B && bytes[..<index].last { !isSpace($0) } == 0x7D
        }
    }
}

extension OpenedDocument {
    /// Whether it ends as its format has it.
    var end: DocumentEnd {
        if isPacked { return .shown }
        let tail = String(decoding: bytes.suffix(2048), as: UTF8.self).lowercased()
        let isShown =
            switch format {
            case .pdf: tail.holds("%%eof")
            case .html: tail.holds("</html") || tail.holds("</body")
            // One that is cut off cannot be read.
            case .xml, .spreadsheet: true
            case .json: !hasLines(bytes) && !bytes.prefix(64).contains(0x1E)
            // A table that is cut between two lines looks like a shorter one.
            case .csv: false
            }
        return isShown ? .shown : .notShown
    }
}
