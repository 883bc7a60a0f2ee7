// One reading, done by two programs, one after the other: batchwatch-fetcher has the network and the credentials and
// looks at no document; batchwatch-reader has the document and nothing else. Between them the document lies in memory,
// sealed: what is judged, kept and known by its digest is what was fetched.

import CPOSIX
import Dispatch
import Glibc
import Processes
import Reading
import Rows
import Storage
import Synchronization

/// Who reads documents for a poll: `Workers`, or in tests what stands in for office and workers together.
package protocol DocumentReader: Sendable {
    /// Fetches and reads one document.
    ///
    /// - Parameters:
    ///   - document: a file in memory that the document's bytes are written to; nil where they are not wanted.
    ///   - table: another one, which gets what the next edition is compared with, where the request asks for that.
    ///   - progress: called with the bytes received and expected, if the request asks for it.
    func answer(
        _ request: ReadingRequest, keepingIn document: Int32?, tableIn table: Int32?, stop: StopSignal?,
        progress: (Int, Int?) -> Void
    ) -> ReadingReply

    /// Counts an edition.
    ///
    /// - Parameter tables: a file with the tables of its documents, and of those of the edition before.
    /// - Returns: nil where it cannot be done.
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

/// The two programs.
package struct Workers: Sendable {
    private let fetcher: WorkerProcess
    private let reader: WorkerProcess
    /// Readers at a time, in all: each may take half a gigabyte.
    private let readers = DispatchSemaphore(value: Workers.mostReaders)

    static let mostReaders = 2

    /// On which documents a reader crashed.
    private let crashes = Crashes()

    /// - Parameter environment: what the fetcher gets of ours.
    package init(fetcher: String, reader: String, environment: [String] = []) {
        self.fetcher = WorkerProcess(name: "the fetcher", path: fetcher, environment: environment)
        self.reader = WorkerProcess(name: "the reader", path: reader)
    }

    /// Those that belong to this program: beside it in a build tree, in libexec when installed.
    package static func installed() -> Workers {
        Workers(
            fetcher: Installation.program("batchwatch-fetcher"), reader: Installation.program("batchwatch-reader"),
            // Where trusted certificates are, for all programs with OpenSSL (openssl-env(7)).
            environment: ["SSL_CERT_FILE", "SSL_CERT_DIR"].compactMap { (name: String) -> String? in
                guard let value = getenv(name) else { return nil }
                return name + "=" + String(cString: value)
            })
    }

    /// Asks for one fetch and, where the document is new, one parse, and waits for the reply.
    ///
    /// - Parameters:
    ///   - document: a file in memory that the document's bytes are written to, and that nothing can change any more;
    ///     nil where they are not wanted.
    ///   - printer: a descriptor that the rows are printed to, if the request asks for them in a form; or the edition's
    ///     table.
    ///   - progress: called with the bytes received and expected, if the request asks for it.
    ///   - printed: gets the rows where there is no `printer`.
    package func read(
        _ request: ReadingRequest, keepingIn document: Int32? = nil, printingTo printer: Int32? = nil,
        stop: StopSignal? = nil,
        progress: (Int, Int?) -> Void = { _, _ in }, printed: (UnsafeRawBufferPointer) -> Void = { _ in }
    ) -> ReadingReply {
        do throws(ReadingFailure) {
            if let document {
                return try answer(request, document, printer, stop, progress, printed)
            }
            let document = try NewDocument.forReading()
            return try answer(request, document.descriptor, printer, stop, progress, printed)
        } catch {
            return .failure(error)
        }
    }

    private func answer(
        _ request: ReadingRequest, _ document: Int32, _ printer: Int32?, _ stop: StopSignal?,
        _ progress: (Int, Int?) -> Void, _ printed: (UnsafeRawBufferPointer) -> Void
    ) throws(ReadingFailure) -> ReadingReply {
        var fetch = request.fetch
        // What is printed is not kept, so nobody asks whether it is the same.
        fetch.wantsDigest = !request.isForPeople
        let facts: DocumentFacts
        switch try reply(to: fetch, into: document, stop: stop, progress: progress) {
        case .notModified(let freshness): return .notModified(freshness)
        case .failure(let failure): throw failure
        case .document(let found): facts = found
        }
        if facts.digest == request.knownDigest { return .sameDocument(facts) }
        var parse = request.parse
        parse.documentBytes = request.limits.documentBytes
        // A kept document comes without a header.
        if let charset = facts.charset { parse.charset = charset }
        if parse.links != nil || parse.inspects { parse.base = facts.url ?? request.url }
        // Behind the printer, which such a request has.
        let before = printer == nil ? nil : request.tableBefore
        if before == nil { parse.fingerprintBefore = nil }
        let own = [document, printer, before].compactMap { $0 }
        switch try reply(to: parse, about: own, digest: facts.digest, stop: stop, printed: printed) {
        case .document(var reading, let end):
            if let sign = signOfCut(facts, end, request, stop) { reading.doubtEnd(sign) }
            return .document(facts, reading)
        case .links(let links, let end, let next):
            if let sign = signOfCut(facts, end, request, stop) {
                throw ReadingFailure(.unreadable, "the page may end too soon: \(sign.words)")
            }
            return .links(facts, links, next: next)
        case .inspected(let inspection): return .inspected(facts, inspection)
        case .edition: throw ReadingFailure(.reader, "the reader sent a reply that does not fit the request")
        case .failure(let failure): throw failure
        }
    }

    private func reply(
        to request: FetchRequest, into file: Int32, stop: StopSignal?, progress: (Int, Int?) -> Void = { _, _ in }
    ) throws(ReadingFailure) -> FetchReply {
        let reply: FetchReply = try fetcher.ask(
            request, descriptors: [file], limit: request.limits.transferSeconds + Workers.startSeconds,
            bounds: ReplyBounds(documentBytes: request.limits.documentBytes), stop: stop, progress: progress)
        if case .document = reply, cposix_seal(file) != 0 {
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

/// How often a reader has crashed on a document since it last came to its end: once or twice may be a fault of this
/// machine's memory, and is tried again soon; after that it is the document.
private final class Crashes: Sendable {
    /// So many crashes on one document are the document's failure.
    static let most = 3
    /// Of so many documents it is remembered.
    private static let mostDocuments = 100

    private let counts = Mutex<[String: Int]>([:])

    /// Counts one more.
    ///
    /// - Returns: how many there were.
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

extension NewDocument {
    /// One for a request, which fails where there is none.
    static func forReading() throws(ReadingFailure) -> NewDocument {
        do throws(StateError) {
            return try NewDocument()
        } catch {
            throw ReadingFailure(.reader, "\(error)")
        }
    }
}

// MARK: The end of a document

extension Workers {
    /// So long after its last change a file is no longer being written, in seconds.
    private static let timeToWrite = 2.0

    /// The sign that a document may end too soon: nobody knows its end (RFC 9112 6.3), its format does not show one, and
    /// a second request brings other bytes, or none. Nil for no sign.
    private func signOfCut(
        _ facts: DocumentFacts, _ end: DocumentEnd, _ request: ReadingRequest, _ stop: StopSignal?
    ) -> Doubt.CutSign? {
        let isFile = scheme(of: request.url) == "file"
        // Who prints a file knows whether it is being written, and need not wait.
        if facts.isEndKnown || end == .shown || request.isKept || isFile && request.isForPeople { return nil }
        if isFile { wait(Workers.timeToWrite, unless: stop) }
        var again = request.fetch
        again.validators = nil
        again.progress = false
        guard let document = try? NewDocument.forReading(),
            case .document(let second)? = try? reply(to: again, into: document.descriptor, stop: stop)
        else { return .secondFailed }
        return second.digest == facts.digest ? nil : .secondDiffers
    }
}

extension Reading {
    /// Doubts the end of the document: rows may be missing, and those at its end may be cut.
    mutating func doubtEnd(_ sign: Doubt.CutSign) {
        // What the transfer shows comes before what the text does.
        doubts.removeAll { $0.rule == .cutOff }
        doubts.insert(Doubt(cutOff: sign, page: pageCount, batches: lastBatches), at: 0)
    }
}

// MARK: How long it takes

extension Workers {
    /// What a fetcher may take beyond its transfer, in seconds.
    static let startSeconds = 10.0
    /// What a parse may take, in seconds. The largest list known takes 0.2 s.
    static let parseSeconds = 60.0
    /// Who prints rows waits for whoever reads them, a person with a pager perhaps: a day.
    private static let printSeconds = 86_400.0
    /// How long a document waits for other readers to end.
    private static let queueSeconds = 120.0

    /// How long one reading of a poll takes at most, in seconds, with workers that have to be killed (`Program.run`),
    /// and a document that is fetched twice.
    ///
    /// - Parameter transfer: the limit of its transfer, in seconds.
    package static func longest(transfer: Double) -> Double {
        let end = 2 * WorkerProcess.grace + 1
        return 2 * (transfer + startSeconds + end) + timeToWrite + queueSeconds + parseSeconds + end
    }
}
