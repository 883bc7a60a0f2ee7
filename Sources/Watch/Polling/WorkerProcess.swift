// One request to a program that answers once and ends: a process of its own, so that hostile bytes, TLS and parsing
// memory end with it. There is always a reply or a failure that describes what the process did; a crash, a timeout or
// nonsense is one failed poll.

import Coding
import Processes
import Reading
import Text

/// The fetcher or the reader, and how to start it.
struct WorkerProcess: Sendable {
    /// The longest line of a reply; 100 000 watched batches take some 10 MB.
    static let longestLine = 64 << 20
    /// The number of bytes after which a worker is killed that continues to write although its request has failed:
    /// nobody reads them until its deadline.
    static let mostSurplus = 1 << 20
    /// Seconds between TERM and KILL.
    static let grace = 1.0

    /// Its name in messages: "the reader".
    let name: String
    let path: String
    /// The variables that it inherits; otherwise its environment is empty.
    var environment: [String] = []

    /// Sends a request, and waits for the reply.
    ///
    /// - Parameters:
    ///   - descriptors: its descriptors from 3 on.
    ///   - limit: the time limit in seconds.
    ///   - bounds: the bounds of the reply.
    ///   - isForgiven: called after a crash: whether that counts as this machine's failure.
    ///   - progress: called with the bytes received and expected, if the request asks for it.
    ///   - printed: gets the bytes after the reply.
    /// - Throws: what it did instead of answering.
    func ask<Reply>(
        _ request: some Encodable, descriptors: [Int32], limit: Double, bounds: ReplyBounds = ReplyBounds(),
        stop: StopSignal?, isForgiven: () -> Bool = { false },
        progress: (Int, Int?) -> Void = { _, _ in }, printed: (UnsafeRawBufferPointer) -> Void = { _ in }
    ) throws(ReadingFailure) -> Reply where Reply: Codable & Hashable & Sendable & SoundReply {
        guard let input = try? jsonBytes(of: request) else {
            throw ReadingFailure(.reader, "the request cannot be written as JSON")
        }
        let program = Program(
            path: path, environment: environment, standardInput: input, descriptors: descriptors)
        var answer = Answer<Reply>(bounds: bounds)
        var complaint = Complaint()
        let ending: Ending
        do {
            ending = try program.run(
                limit: limit, grace: WorkerProcess.grace, stop: stop,
                isEnough: { answer.surplus + complaint.surplus > WorkerProcess.mostSurplus }
            ) { stream, bytes in
                switch stream {
                case .output: answer.take(bytes, progress: progress, printed: printed)
                case .error: complaint.take(bytes)
                }
            }
        } catch {
            throw ReadingFailure(.reader, "\(error)")
        }
        // The bytes after a reply are complete only if the worker ended by itself.
        if let reply = answer.reply, case .exited(0) = ending.how { return reply }
        let cause = complaint.cause(ending, answer.problem, hasReplied: answer.reply != nil)
        // A worker that was killed, perhaps for lack of memory, says nothing about the document.
        let isOurs = ending.isKilled || ending.hasCrashed && isForgiven()
        throw ReadingFailure(isOurs ? .killed : .reader, "\(name) \(cause)")
    }
}

/// The standard output of a worker: lines of JSON with the reply last, then printed rows.
struct Answer<Reply: Codable & Hashable & Sendable & SoundReply> {
    private let bounds: ReplyBounds
    private(set) var reply: Reply?
    private(set) var problem: String?
    /// The bytes after the fault.
    private(set) var surplus = 0
    private var line: [UInt8] = []

    init(bounds: ReplyBounds) {
        self.bounds = bounds
    }

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
        if line.count + rest.count > WorkerProcess.longestLine { problem = "its reply is too long" }
        if problem == nil { line.append(contentsOf: rest) } else { surplus += rest.count }
    }

    private mutating func read(_ progress: (Int, Int?) -> Void) {
        defer { line.removeAll() }
        guard let message = try? decoded(WorkerMessage<Reply>.self, fromJSON: line) else {
            problem = "its reply cannot be parsed"
            return
        }
        do throws(UnsoundReply) {
            try message.check(bounds)
        } catch {
            problem = "its reply cannot be true: \(error)"
            return
        }
        switch message {
        case .progress(let received, let expected): progress(received, expected)
        case .reply(let reply): self.reply = reply
        }
    }
}

/// The standard error of a worker that ended without a reply: the first words of a crash.
private struct Complaint {
    private var bytes: [UInt8] = []
    /// The number of bytes that are discarded.
    private(set) var surplus = 0

    mutating func take(_ more: UnsafeRawBufferPointer) {
        let kept = more.prefix(max(0, 4096 - bytes.count))
        bytes.append(contentsOf: kept)
        surplus += more.count - kept.count
    }

    func cause(_ ending: Ending, _ problem: String?, hasReplied: Bool) -> String {
        let text = String(decoding: bytes, as: UTF8.self)
        let line =
            text.split(whereSeparator: \.isNewline).first { $0.holds("rror") }
            ?? text.split(whereSeparator: \.isNewline).first
        // Swift's message, and the C library's for C++.
        let isOutOfMemory = line.map { $0.holds("failed to allocate") || $0.holds("bad_alloc") } ?? false
        let end = isOutOfMemory ? "needs more memory than it may have, and \(ending)" : "\(ending)"
        return end + (problem.map { ", \($0)" } ?? (hasReplied ? "" : " without a reply"))
            + (line.map { ": \($0)" } ?? "")
    }
}
