// One reading, done by batchwatch-reader: a process of its own, so that hostile bytes, TLS and parsing memory end with
// it. Whatever it does, there is a reply: a reader that crashes, overruns or talks nonsense is one failed poll.

import FoundationEssentials
import Glibc
import Processes
import Reading

/// Who reads documents for a poll: `ReaderProcess`, or in tests what stands in for office and reader together.
package protocol DocumentReader: Sendable {
    /// Fetches and reads one document.
    ///
    /// - Parameters:
    ///   - document: a descriptor that the document's bytes are written to; nil where they are not wanted.
    ///   - progress: called with the bytes received and expected, if the request asks for it.
    func answer(
        _ request: ReadingRequest, keepingIn document: Int32?, stop: StopSignal?, progress: (Int, Int?) -> Void
    ) -> ReadingReply
}

extension ReaderProcess: DocumentReader {
    package func answer(
        _ request: ReadingRequest, keepingIn document: Int32?, stop: StopSignal?, progress: (Int, Int?) -> Void
    ) -> ReadingReply {
        read(request, keepingIn: document, stop: stop, progress: progress)
    }
}

/// The program that reads documents, and how it is called.
package struct ReaderProcess: Sendable {
    /// What start-up and the parse may take beyond the transfer, in seconds. The largest list known takes 0.2 s.
    static let parseSeconds = 60.0
    /// The longest line of a reply; 100 000 watched batches take some 10 MB.
    static let longestLine = 64 << 20

    /// A reader that goes on for so long after it has been given up is ended, in bytes: nobody listens until its
    /// deadline.
    static let mostSurplus = 1 << 20

    package let path: String

    package init(path: String) {
        self.path = path
    }

    /// The reader that belongs to this program: beside it in a build tree, in libexec when installed.
    package static func installed() -> ReaderProcess {
        ReaderProcess(path: Installation.program("batchwatch-reader"))
    }

    /// Asks for one fetch and one parse, and waits for the reply.
    ///
    /// - Parameters:
    ///   - document: a descriptor that the document's bytes are written to.
    ///   - progress: called with the bytes received and expected, if the request asks for it.
    ///   - printer: a descriptor that the rows are printed to, if the request asks for them in a form.
    ///   - printed: gets them where there is no `printer`.
    package func read(
        _ request: ReadingRequest, keepingIn document: Int32? = nil, printingTo printer: Int32? = nil,
        stop: StopSignal? = nil,
        progress: (Int, Int?) -> Void = { _, _ in }, printed: (UnsafeRawBufferPointer) -> Void = { _ in }
    ) -> ReadingReply {
        guard let input = try? JSONEncoder().encode(request) else {
            return .failure(ReadingFailure(.reader, "the request cannot be written as JSON"))
        }
        let program = Program(path: path, standardInput: Array(input), descriptor3: document ?? printer)
        var answer = Answer()
        var complaint = Complaint()
        do {
            let ending = try program.run(
                limit: ReaderProcess.limit(of: request), grace: ReaderProcess.grace, stop: stop,
                isEnough: { answer.surplus + complaint.surplus > ReaderProcess.mostSurplus }
            ) { stream, bytes in
                switch stream {
                case .output: answer.take(bytes, progress: progress, printed: printed)
                case .error: complaint.take(bytes)
                }
            }
            // What follows a reply is only whole if the reader came to its own end.
            if let reply = answer.reply, case .exited(0) = ending.how { return reply }
            return .failure(
                ReadingFailure(.reader, complaint.cause(ending, answer.problem, hasReplied: answer.reply != nil)))
        } catch {
            return .failure(ReadingFailure(.reader, "\(error)"))
        }
    }
}

extension ReaderProcess {
    /// Who prints rows waits for whoever reads them, a person with a pager perhaps: a day.
    private static let printSeconds = 86_400.0

    private static let grace = 1.0

    private static func limit(of request: ReadingRequest) -> Double {
        request.limits.transferSeconds + (request.print == nil && !request.printsText ? parseSeconds : printSeconds)
    }

    /// How long one reading of a poll takes at most, in seconds, with a reader that has to be killed (`Program.run`).
    ///
    /// - Parameter transfer: the limit of its transfer, in seconds.
    package static func longest(transfer: Double) -> Double {
        transfer + parseSeconds + 2 * grace + 1
    }
}

/// What the reader says on its standard output: lines of JSON, the reply last, then the rows if they are printed.
private struct Answer {
    private(set) var reply: ReadingReply?
    private(set) var problem: String?
    /// What came after the problem, in bytes.
    private(set) var surplus = 0
    private var line: [UInt8] = []

    mutating func take(
        _ bytes: UnsafeRawBufferPointer, progress: (Int, Int?) -> Void, printed: (UnsafeRawBufferPointer) -> Void
    ) {
        var rest = bytes
        while reply == nil, problem == nil, let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
            line.append(contentsOf: rest[..<end])
            rest = UnsafeRawBufferPointer(rebasing: rest[(end + 1)...])
            read(progress)
        }
        if reply != nil { return rest.isEmpty ? () : printed(rest) }
        if line.count + rest.count > ReaderProcess.longestLine { problem = "its reply is too long" }
        if problem == nil { line.append(contentsOf: rest) } else { surplus += rest.count }
    }

    private mutating func read(_ progress: (Int, Int?) -> Void) {
        defer { line.removeAll() }
        switch try? JSONDecoder().decode(ReadingMessage.self, from: Data(line)) {
        case .progress(let received, let expected): progress(received, expected)
        case .reply(let reply): self.reply = reply
        case nil: problem = "its reply cannot be parsed"
        }
    }
}

/// What the reader wrote to its standard error before it ended without a reply: the first words of a crash.
private struct Complaint {
    private var bytes: [UInt8] = []
    /// What nobody will read, in bytes.
    private(set) var surplus = 0

    mutating func take(_ more: UnsafeRawBufferPointer) {
        let kept = more.prefix(max(0, 4096 - bytes.count))
        bytes.append(contentsOf: kept)
        surplus += more.count - kept.count
    }

    func cause(_ ending: Ending, _ problem: String?, hasReplied: Bool) -> String {
        let text = String(decoding: bytes, as: UTF8.self)
        let line =
            text.split(whereSeparator: \.isNewline).first { $0.contains("rror") }
            ?? text.split(whereSeparator: \.isNewline).first
        // Swift's words, and the C library's for C++.
        let isOutOfMemory = line.map { $0.contains("failed to allocate") || $0.contains("bad_alloc") } ?? false
        let end = isOutOfMemory ? "needs more memory than it may have, and \(ending)" : "\(ending)"
        return "the reader \(end)" + (problem.map { ", \($0)" } ?? (hasReplied ? "" : " without a reply"))
            + (line.map { ": \($0)" } ?? "")
    }
}
