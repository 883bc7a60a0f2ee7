// Whether a document is there to its end. Where neither a length nor chunks say so (RFC 9112 6.3), and for a file that was
// written just now, the format may show it; else the document is asked for a second time.

import CSV
import Fetch
import Glibc
import Reading
import Rows
import Text

/// So long after its last change a file is no longer being written, in seconds.
private let timeToWrite = 2

/// Whether a document may end too soon: nobody knows its end, its format does not show one, and a second request brings
/// other bytes, or none.
func mayEndTooSoon(_ document: Document, of request: ReadingRequest, file: Int32?, now: Double) -> Bool {
    if document.isEndKnown { return false }
    // A table that is being written may well have been written line by line.
    if showsEnd(document.bytes), file == nil || Format(of: document.bytes) != .csv { return false }
    if file != nil { sleep(UInt32(timeToWrite)) }
    var again = request
    again.validators = nil
    guard let second = try? fetch(again, file: file, now: now, progress: nil),
        case .document(let other) = second
    else { return true }
    return other.bytes != document.bytes
}

/// Whether a document ends as its format has it.
private func showsEnd(_ document: [UInt8]) -> Bool {
    let tail = String(decoding: document.suffix(2048), as: UTF8.self).lowercased()
    return switch Format(of: document) {
    case .pdf: tail.contains("%%eof")
    case .html: tail.contains("</html") || tail.contains("</body")
    // One that is cut off cannot be read.
    case .xml, .json, .spreadsheet: true
    case .csv: showsEnd(ofTable: document)
    }
}

/// Whether a table's last line has an end, and as many cells as the widest.
private func showsEnd(ofTable document: [UInt8]) -> Bool {
    guard let last = document.last(where: { $0 != 0 }), last == 0x0A || last == 0x0D,
        let table = try? csvTable(of: document), table.damage.isEmpty, let rows = table.tables.last?.rows
    else { return false }
    return rows.last?.count == rows.map(\.count).max()
}

extension Reading {
    /// The doubt about a document that may end too soon: rows may be missing, and the last one may be cut.
    mutating func doubtEnd() {
        doubts.insert(Doubt(page: pageCount, word: "", rule: .cutOff), at: 0)
    }
}
