// Whether a document is there to its end. Where neither a length nor chunks say so (RFC 9112 6.3), and for a file that was
// written just now, the format may show it; else the document is asked for a second time.

import Fetch
import Glibc
import Reading
import Rows

/// So long after its last change a file is no longer being written, in seconds.
private let timeToWrite = 2

/// Whether a document may end too soon: nobody knows its end, its format does not show one, and a second request brings
/// other bytes, or none.
func mayEndTooSoon(_ document: Document, of request: ReadingRequest, file: Int32?, now: Double) -> Bool {
    if document.isEndKnown || showsEnd(document.bytes) { return false }
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
    // A table that is cut between two lines looks like a shorter one.
    case .csv: false
    }
}

extension Reading {
    /// The doubt about a document that may end too soon: rows may be missing, and the last one may be cut.
    mutating func doubtEnd() {
        doubts.insert(Doubt(page: pageCount, word: "", rule: .cutOff), at: 0)
    }
}
