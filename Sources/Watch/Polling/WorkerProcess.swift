// One question to a program that answers once and ends: a process of its own, so that hostile bytes, TLS and parsing
// memory end with it. Whatever it does, there is a reply or a failure that says what it did: one that crashes, overruns
// or talks nonsense is one failed poll.

import Coding
import Processes
import Reading
import Text

/// The fetcher or the reader, and how it is called.
struct WorkerProcess: Sendable {
    /// The longest line of a reply; 100 000 watched batches take some 10 MB.
    static let longestLine = 64 << 20
    /// A worker that goes on for so long after it has been given up is ended, in bytes: nobody listens until its
    /// deadline.
    static let mostSurplus = 1 << 20
    /// Seconds between TERM and KILL.
    static let grace = 1.0

    /// What people call it: "the reader".
    let name: String
    let path: String
    /// What it gets of ours, beside an empty environment.
    var environment: [String] = []

    /// Asks it, and waits for the reply.
    ///
    /// - Parameters:
    ///   - descriptors: what it gets as its descriptors from 3 on.
    ///   - limit: how long it may take, in seconds.
    ///   - bounds: what may be in the reply.
    ///   - isForgiven: asked when it has crashed: whether that counts as this machine's failure.
    ///   - progress: called with the bytes received and expected, if the request asks for it.
    ///   - printed: gets what follows the reply.
    /// - Throws: what it did in place of an answer.
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
        // What follows a reply is only whole if the worker came to its own end.
        if let reply = answer.reply, case .exited(0) = ending.how { return reply }
        let cause = complaint.cause(ending, answer.problem, hasReplied: answer.reply != nil)
        // Who is killed, for want of memory perhaps, has not said anything of the document.
        let isOurs = ending.isKilled || ending.hasCrashed && isForgiven()
        throw ReadingFailure(isOurs ? .offline : .reader, "\(name) \(cause)")
    }
}

/// What a worker says on its standard output: lines of JSON, the reply last, then what is printed.
struct Answer<Reply: Codable & Hashable & Sendable & SoundReply> {
    private let bounds: ReplyBounds
    private(set) var reply: Reply?
    private(set) var problem: String?
    /// What came after the problem, in bytes.
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

/// What a worker wrote to its standard error before it ended without a reply: the first words of a crash.
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
            text.split(whereSeparator: \.isNewline).first { $0.holds("rror") }
            ?? text.split(whereSeparator: \.isNewline).first
        // Swift's words, and the C library's for C++.
        let isOutOfMemory = line.map { $0.holds("failed to allocate") || $0.holds("bad_alloc") } ?? false
        let end = isOutOfMemory ? "needs more memory than it may have, and \(ending)" : "\(ending)"
        return end + (problem.map { ", \($0)" } ?? (hasReplied ? "" : " without a reply"))
            + (line.map { ": \($0)" } ?? "")
    }
}
