// What the reader says on standard output: messages as JSON lines, the reply last, and printed rows behind it.

import Fetch
import FoundationEssentials
import Glibc
import Reading
import Rows

/// Standard output.
struct Output {
    /// Carries the request out, and says how it went.
    func answer(_ request: ReadingRequest, keeping kept: KeptDocument) {
        do throws(ReadingFailure) {
            let progress: ProgressReport? = request.progress ? { send(.progress(received: $0, expected: $1)) } : nil
            var text: [UInt8] = []
            let answer = try reply(to: request, now: now(), keeping: kept, progress: progress, text: &text)
            if request.printsText {
                send(.reply(answer))
                return write(text)
            }
            guard let format = request.print, case .document(let facts, var reading) = answer else {
                return send(.reply(answer))
            }
            let rows = reading.rows
            reading.rows = []
            send(.reply(.document(facts, reading)))
            RowPrinter.print(rows, as: format, to: write)
        } catch {
            send(.reply(.failure(error)))
        }
    }

    /// Writes one message. Where nobody listens any more there is nothing left to do: the process ends.
    func send(_ message: ReadingMessage) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let line = try? encoder.encode(message) else { exit(EX_SOFTWARE) }
        write(line + [0x0A])
    }

    private func write(_ bytes: some Sequence<UInt8>) {
        guard writeAll(bytes, to: 1) else { exit(EX_IOERR) }
    }

    /// Seconds since 1970.
    private func now() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Double(time.tv_sec)
    }
}
