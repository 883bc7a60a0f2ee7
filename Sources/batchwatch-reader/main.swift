// One document, one answer, and the end: the sandbox first, before a byte from outside is read. Where the document comes
// from is not known here, and nothing else can be reached.

import Reading
import Rows
import Worker

let descriptors = Descriptors()

/// Says what the document says, and prints what is to be printed.
func answer(_ request: ParseRequest, about document: [UInt8]) {
    do throws(ReadingFailure) {
        var text: [UInt8] = []
        let answer = try reply(
            to: request, about: document, before: descriptors.tableBefore, text: &text, close: refuseCode)
        guard let format = request.print, case .document(var reading, let end) = answer else {
            send(.reply(answer))
            return descriptors.print(text)
        }
        let rows = reading.rows
        reading.rows = []
        reading.printedRows = rows.count
        send(.reply(ParseReply.document(reading, end)))
        // Whoever asked may want to ask otherwise before anything is printed.
        if !rows.isEmpty { RowPrinter.print(rows, as: format) { descriptors.print($0) } }
    } catch {
        send(.reply(ParseReply.failure(error)))
    }
}

do throws(ReadingFailure) {
    try limitResources()
    let request: ParseRequest = try readRequest()
    // Printed rows: the 200 000 rows that a list may have, at a kilobyte each.
    try lowerLimits(documentBytes: request.documentBytes, fileBytes: 200 << 20 + descriptors.printerSize)
    try allowNoThreads()
    try enterSandbox(connects: false)
    answer(request, about: try descriptors.documentBytes(limit: request.documentBytes))
} catch {
    send(.reply(ParseReply.failure(error)))
}
end()
