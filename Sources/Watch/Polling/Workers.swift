// One reading by two programs in turn: batchwatch-fetcher has the network and the credentials and reads no document;
// batchwatch-reader has the document and nothing else. In between, the document is in memory and sealed: the daemon
// judges and caches exactly what was fetched.

import CPOSIX
import Dispatch
import Glibc
import Processes
import Reading
import Rows
import Storage
import Synchronization

/// Reads documents for a poll: `Workers`, or in tests a replacement for office and workers together.
package protocol DocumentReader: Sendable {
    /// Fetches and reads one document.
    ///
    /// - Parameters:
    ///   - document: a file in memory for the document's bytes; nil if they are not wanted.
    ///   - table: another file, for the table to compare with the next edition, if requested.
    ///   - progress: called with the bytes received and expected, if the request asks for it.
    func answer(
        _ request: ReadingRequest, keepingIn document: Int32?, tableIn table: Int32?, stop: StopSignal?,
        progress: (Int, Int?) -> Void
    ) -> ReadingReply

    /// Counts an edition.
    ///
    /// - Parameter tables: a file with the tables of its documents, and of those of the previous edition.
    /// - Returns: nil if it cannot be counted.
    func edition(_ request: EditionRequest, of tables: Int32, stop: StopSignal?) -> Edition?
}

extension Workers: DocumentReader {
    package func answer(
        _ request: ReadingRequest, keepingIn document: Int32?, tableIn table: Int32?, stop: StopSignal?,
        progress: (Int, Int?) -> Void
    ) -> ReadingReply {
        read(request, keepingIn: document, printingTo: table, stop: stop, progress: progress)
    }

    package func edition(_ request: EditionRequest, of tables: Int32, stop: StopSignal?) -> Edition? {
        var parse = ParseRequest(key: "", columns: [])
        parse.edition = request
        parse.documentBytes = EditionRequest.mostTableBytes
        let reply = try? reply(to: parse, about: [tables], stop: stop, printed: { _ in })
        guard case .edition(let edition)? = reply else { return nil }
        return edition
    }
}

/// The fetcher and the reader.
package struct Workers: Sendable {
    private let fetcher: WorkerProcess
    private let reader: WorkerProcess
    /// The number of readers at once: each may take half a gigabyte.
    private let readers = DispatchSemaphore(value: Workers.mostReaders)

    static let mostReaders = 2

    /// The documents on which a reader crashed.
    private let crashes = Crashes()

    /// - Parameter environment: the variables that the fetcher inherits.
    package init(fetcher: String, reader: String, environment: [String] = []) {
        self.fetcher = WorkerProcess(name: "the fetcher", path: fetcher, environment: environment)
        self.reader = WorkerProcess(name: "the reader", path: reader)
    }

    /// The workers of this program: beside it in a build tree, in libexec when installed.
    package static func installed() -> Workers {
        Workers(
            fetcher: Installation.program("batchwatch-fetcher"), reader: Installation.program("batchwatch-reader"),
            // Names trusted certificates, for all programs with OpenSSL (openssl-env(7)).
            environment: ["SSL_CERT_FILE", "SSL_CERT_DIR"].compactMap { (name: String) -> String? in
                guard let value = getenv(name) else { return nil }
                return name + "=" + String(cString: value)
            })
    }

    /// Requests one fetch and, if the document is new, one parse, and waits for the reply.
    ///
    /// - Parameters:
    ///   - document: a file in memory for the document's bytes, which nothing can change afterwards; nil if they are
    ///     not wanted.
    ///   - printer: a descriptor for the rows, if the request wants them printed, or for the edition's table.
    ///   - progress: called with the bytes received and expected, if the request asks for it.
    ///   - printed: gets the rows if there is no `printer`.
    package func read(
        _ request: ReadingRequest, keepingIn document: Int32? = nil, printingTo printer: Int32? = nil,
        stop: StopSignal? = nil,
        progress: (Int, Int?) -> Void = { _, _ in }, printed: (UnsafeRawBufferPointer) -> Void = { _ in }
    ) -> ReadingReply {
        do throws(ReadingFailure) {
            var steps = Steps(lasting: request.limits.transferSeconds)
            var reply: ReadingReply
            if let document {
                reply = try read(request, document, printer, stop, progress, printed, &steps)
            } else {
                let document = try IncomingDocument.forReading()
                reply = try read(request, document.descriptor, printer, stop, progress, printed, &steps)
            }
            // Cookies end with the poll.
            reply.facts?.cookies = nil
            return reply
        } catch {
            return .failure(error)
        }
    }

    /// Fetches and reads a document, and, if it is a page that leads on, what it leads to.
    func read(
        _ request: ReadingRequest, _ document: Int32, _ printer: Int32?, _ stop: StopSignal?,
        _ progress: (Int, Int?) -> Void, _ printed: (UnsafeRawBufferPointer) -> Void, _ steps: inout Steps
    ) throws(ReadingFailure) -> ReadingReply {
        var fetch = request.fetch
        // Printed documents are not cached, so there is no comparison.
        fetch.wantsDigest = !request.isForPeople
        if request.input != nil { fetch.url = Workers.inputURL }
        var facts: DocumentFacts
        switch try reply(
            to: fetch, into: [document] + [request.input].compactMap { $0 }, stop: stop, progress: progress)
        {
        case .notModified(let freshness): return .notModified(freshness)
        case .failure(let failure): throw request.parse.form == nil ? failure : failure.ofFormPage
        case .document(let found): facts = found
        }
        steps.left -= facts.redirections ?? 0
        // The program that wrote it has ended.
        if request.input != nil { (facts.validators, facts.isEndKnown) = (nil, true) }
        if facts.digest == request.knownDigest { return .sameDocument(facts) }
        var parse = request.parse
        parse.documentBytes = request.limits.documentBytes
        // A cached document has no header.
        if let charset = facts.charset { parse.charset = charset }
        if parse.links != nil || parse.inspects { parse.base = facts.url ?? request.url }
        // After the printer, which such a request has.
        let before = printer == nil ? nil : request.tableBefore
        if before == nil { parse.fingerprintBefore = nil }
        let own = [document, printer, before].compactMap { $0 }
        let found = try reply(to: parse, about: own, digest: facts.digest, stop: stop, printed: printed)
        if let targets = found.targets, let page = facts.url {
            let next = try follow(targets, of: page, facts, request, insteadOf: found, document, &steps) {
                (next, file, steps) throws(ReadingFailure) in
                try read(next, file, printer, stop, progress, printed, &steps)
            }
            if let next { return next }
        }
        return try answer(found, facts, request, stop)
    }

    /// The reply of both workers together.
    private func answer(
        _ found: ParseReply, _ facts: DocumentFacts, _ request: ReadingRequest, _ stop: StopSignal?
    ) throws(ReadingFailure) -> ReadingReply {
        switch found {
        case .document(var reading, let end):
            if let sign = signOfCut(facts, end, request, stop) { reading.doubtEnd(sign) }
            return .document(facts, reading)
        case .links(let links, let end, let next):
            if let sign = signOfCut(facts, end, request, stop) {
                throw ReadingFailure(.unreadable, "the page may end too soon: \(sign.words)")
            }
            return .links(facts, links, next: next)
        case .inspected(let inspection): return .inspected(facts, inspection)
        case .onward(let onward): throw onward.failure
        case .edition, .form: throw ReadingFailure(.reader, "the reader sent a reply that does not fit the request")
        case .failure(let failure): throw failure
        }
    }

    /// What the fetcher calls the file that it has in descriptor 4.
    private static let inputURL = "file:///proc/self/fd/4"

    /// - Parameter files: the file that gets the document; then, for a `command`, the file that the program has filled.
    private func reply(
        to request: FetchRequest, into files: [Int32], stop: StopSignal?,
        progress: (Int, Int?) -> Void = { _, _ in }
    ) throws(ReadingFailure) -> FetchReply {
        let reply: FetchReply = try fetcher.ask(
            request, descriptors: files, limit: request.limits.transferSeconds + Workers.startSeconds,
            bounds: ReplyBounds(documentBytes: request.limits.documentBytes), stop: stop, progress: progress)
        if case .document = reply, let file = files.first, cposix_seal(file) != 0 {
            throw ReadingFailure(.reader, "the document cannot be sealed: \(String(cString: strerror(errno)))")
        }
        return reply
    }

    private func reply(
        to request: ParseRequest, about files: [Int32], digest: String = "", stop: StopSignal?,
        printed: (UnsafeRawBufferPointer) -> Void
    ) throws(ReadingFailure) -> ParseReply {
        guard readers.wait(timeout: .now() + Workers.queueSeconds) == .success else {
            throw ReadingFailure(.reader, "other documents take too long to read")
        }
        defer { readers.signal() }
        let reply: ParseReply = try reader.ask(
            request, descriptors: files,
            limit: request.prints ? Workers.printSeconds : Workers.parseSeconds,
            bounds: ReplyBounds(documentBytes: request.documentBytes), stop: stop,
            isForgiven: { !digest.isEmpty && crashes.add(digest) < Crashes.most }, printed: printed)
        crashes.forget(digest)
        return reply
    }
}

/// How often a reader has crashed on a document since its last success: one or two crashes may be a problem of this
/// machine's memory, and a retry follows soon; after that it is the document.
private final class Crashes: Sendable {
    /// The number of crashes that make a failure of the document.
    static let most = 3
    /// The number of documents with remembered crashes.
    private static let mostDocuments = 100

    private let counts = Mutex<[String: Int]>([:])

    /// Counts one more crash.
    ///
    /// - Returns: the number of crashes.
    func add(_ digest: String) -> Int {
        counts.withLock { counts in
            if counts[digest] == nil, counts.count >= Self.mostDocuments { counts = [:] }
            let count = min(counts[digest, default: 0] + 1, Self.most)
            counts[digest] = count
            return count
        }
    }

    func forget(_ digest: String) { counts.withLock { $0[digest] = nil } }
}

extension IncomingDocument {
    /// Creates one for a request, which fails if there is none.
    static func forReading() throws(ReadingFailure) -> IncomingDocument {
        do throws(StateError) {
            return try IncomingDocument()
        } catch {
            throw ReadingFailure(.reader, "\(error)")
        }
    }
}

// MARK: The end of a document

extension Workers {
    /// The seconds after its last change when a file no longer counts as being written.
    private static let timeToWrite = 2.0

    /// The sign that a document may end too soon: its length is unknown (RFC 9112 6.3), its format shows no end, and a
    /// second request returns other bytes, or none. Nil without a sign.
    private func signOfCut(
        _ facts: DocumentFacts, _ end: DocumentEnd, _ request: ReadingRequest, _ stop: StopSignal?
    ) -> Doubt.CutSign? {
        let isFile = scheme(of: request.url) == "file"
        // A person who prints a file knows whether it is being written, and need not wait.
        if facts.isEndKnown || end == .shown || request.isKept || isFile && request.isForPeople { return nil }
        // A poll sends a form once.
        if request.fetch.content != nil { return nil }
        if isFile { wait(Workers.timeToWrite, unless: stop) }
        var again = request.fetch
        again.validators = nil
        again.progress = false
        guard let document = try? IncomingDocument.forReading(),
            case .document(let second)? = try? reply(to: again, into: [document.descriptor], stop: stop)
        else { return .secondFailed }
        return second.digest == facts.digest ? nil : .secondDiffers
    }
}

extension Reading {
    /// Doubts the end of the document: rows may be missing, and those at its end may be cut.
    mutating func doubtEnd(_ sign: Doubt.CutSign) {
        // A sign in the transfer comes before a sign in the text.
        doubts.removeAll { $0.rule == .cutOff }
        doubts.insert(Doubt(cutOff: sign, page: pageCount, batches: lastBatches), at: 0)
    }
}

// MARK: How long it takes

extension Workers {
    /// The time of a fetcher beyond its transfer, in seconds.
    static let startSeconds = 10.0
    /// The time of a parse, in seconds. The largest known list takes 0.2 s.
    static let parseSeconds = 60.0
    /// Printing waits for the reader of the output, perhaps a person with a pager: a day.
    private static let printSeconds = 86_400.0
    /// The time that a document waits for other readers.
    private static let queueSeconds = 120.0

    /// The longest time of one reading of a poll, in seconds, including workers that must be killed (`Program.run`) and
    /// a second fetch.
    ///
    /// - Parameter transfer: the limit of its transfer, in seconds.
    package static func longest(transfer: Double) -> Double {
        let end = 2 * WorkerProcess.grace + 1
        return 2 * (transfer + startSeconds + end) + timeToWrite + queueSeconds + parseSeconds + end
    }
}
