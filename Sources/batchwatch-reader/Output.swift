// What the reader says: messages as JSON lines on standard output, the reply last, and then the printed rows, behind it
// or where descriptor 3 leads.

import CPOSIX
import Fetch
import FoundationEssentials
import Glibc
import Reading
import Rows

/// Standard output, and descriptor 3.
struct Output {
    /// Carries the request out, and says how it went. `file` is the document where it is a local one.
    func answer(_ request: ReadingRequest, from file: Int32?, into result: ResultDescriptor) {
        do throws(ReadingFailure) {
            let progress: ProgressReport? = request.progress ? { send(.progress(received: $0, expected: $1)) } : nil
            var text: [UInt8] = []
            let answer = try reply(
                to: request, from: file, now: now(), into: result, progress: progress, text: &text)
            if request.printsText {
                send(.reply(answer))
                return print(text, to: result)
            }
            guard let format = request.print, case .document(let facts, var reading) = answer else {
                return send(.reply(answer))
            }
            let rows = reading.rows
            reading.rows = []
            send(.reply(.document(facts, reading)))
            RowPrinter.print(rows, as: format) { print($0, to: result) }
        } catch {
            send(.reply(.failure(error)))
        }
    }

    /// Writes one message. Where nobody listens any more there is nothing left to do: the process ends.
    func send(_ message: ReadingMessage) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let line = try? encoder.encode(message) else { exit(EX_SOFTWARE) }
        if !write([UInt8](line) + [0x0A], to: 1) { exit(EX_IOERR) }
    }

    /// Writes a part of the rows or of the text. Whoever has seen enough of them (`head`) ends this process in peace.
    private func print(_ bytes: [UInt8], to result: ResultDescriptor) {
        if write(bytes, to: result.printer) { return }
        let cause = errno
        if cause == EPIPE { exit(EX_OK) }
        _ = write(Array("cannot write: \(String(cString: strerror(cause)))\n".utf8), to: 2)
        exit(EX_IOERR)
    }

    /// Somebody else's pipe or terminal may be non-blocking: waits until it has room. False leaves the reason in
    /// `errno`.
    private func write(_ bytes: [UInt8], to file: Int32) -> Bool {
        cposix_write_all(file, bytes, bytes.count, -1) == 0
    }

    /// Seconds since 1970.
    private func now() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Double(time.tv_sec)
    }
}
