// Fetcher and reader, one after the other, as small scripts: which are started, with what, and how many in parallel.

import Foundation
import Reading
import Synchronization
import TestKit
import Testing
import WatchKit

@testable import Watch

private let first = String(repeating: "1", count: 64)
private let other = String(repeating: "2", count: 64)

@Suite struct WorkersTests {
    let folder: Folder

    init() throws {
        folder = try Folder()
    }

    private func line<Reply>(_ reply: Reply) throws -> String where Reply: Codable & Hashable & Sendable {
        String(decoding: try JSONEncoder().encode(WorkerMessage.reply(reply)), as: UTF8.self)
    }

    /// Workers that reply as told; each writes its request into a file, and runs `script` before it replies.
    private func workers(
        _ fetched: FetchReply, _ parsed: ParseReply = .inspected(Inspection(format: "PDF")), fetching: String = "",
        reading: String = ""
    ) throws -> Workers {
        let begin = "cd '\(folder.path)'; cat >>"
        let fetcher = try folder.program("fetcher", "\(begin) fetched; \(fetching)\necho '\(try line(fetched))'\n")
        let reader = try folder.program("reader", "\(begin) parsed; \(reading)\necho '\(try line(parsed))'\n")
        return Workers(fetcher: fetcher, reader: reader)
    }

    private func facts(_ digest: String = first, isEndKnown: Bool = true) -> DocumentFacts {
        var facts = DocumentFacts(validators: nil, digest: digest, length: 3, freshness: Freshness())
        facts.isEndKnown = isEndKnown
        return facts
    }

    private let request = ReadingRequest(url: "https://office.example/list", key: "#", columns: ["batch"])
    private let reading = Reading(rows: [], rowCount: 0, pageCount: 1, damage: [])

    @Test func `where nothing changed no reader is started`() throws {
        let same = try workers(.document(facts()))
        var known = request
        known.knownDigest = first
        #expect(same.read(known) == .sameDocument(facts()))
        #expect(try workers(.notModified(Freshness())).read(request) == .notModified(Freshness()))
        let failure = ReadingFailure(.status, "HTTP 503")
        #expect(try workers(.failure(failure)).read(request) == .failure(failure))
        #expect(!folder.names.contains("parsed"))
        #expect(folder.names.contains("fetched"))
    }

    private func failure(fetching: String = "", reading script: String = "", times: Int = 1) throws -> ReadingFailure? {
        let workers = try workers(
            .document(facts()), .document(reading, .shown), fetching: fetching, reading: script)
        var last: ReadingFailure?
        for _ in 1...times {
            guard case .failure(let failure) = workers.read(request) else { return nil }
            last = failure
        }
        return last
    }

    @Test func `a worker that somebody kills is this machine's failure, however often`() throws {
        for times in [1, 4] {
            #expect(try failure(fetching: "kill -KILL $$", times: times)?.kind == .killed)
            let read = try #require(try failure(reading: "kill -KILL $$", times: times))
            #expect(read.kind == .killed)
            #expect(read.cause.hasPrefix("the reader was killed by signal 9"))
        }
    }

    @Test(arguments: ["SEGV", "BUS", "ILL", "TRAP", "ABRT", "FPE"])
    func `a reader that crashes three times on a document has failed because of it`(signal: String) throws {
        let script = "kill -\(signal) $$"
        #expect(try failure(reading: script, times: 2)?.kind == .killed)
        #expect(try failure(reading: script, times: 3)?.kind == .reader)
        #expect(try failure(fetching: script)?.kind == .reader)
    }

    @Test func `other signals and an overrun are no failures of this machine`() throws {
        #expect(try failure(reading: "kill -XCPU $$")?.kind == .reader)
        #expect(try failure(reading: "kill -SYS $$")?.kind == .reader)
        let path = try folder.program("slow", "trap '' TERM; sleep 20")
        let slow = #expect(throws: ReadingFailure.self) {
            let _: FetchReply = try WorkerProcess(name: "the fetcher", path: path).ask(
                FetchRequest(url: "file:///x"), descriptors: [], limit: 0.1, stop: nil)
        }
        #expect(slow?.kind == .reader)
    }

    @Test func `a reader that came to its end in between has not crashed again and again`() throws {
        let script =
            "n=$(cat '\(folder.path)/n' || echo 0); echo $((n + 1)) >'\(folder.path)/n'; [ $n = 2 ] || kill -SEGV $$"
        let workers = try workers(.document(facts()), .document(reading, .shown), reading: script)
        var kinds: [ReadingFailure.Kind?] = []
        for _ in 1...6 {
            if case .failure(let failure) = workers.read(request) {
                kinds.append(failure.kind)
            } else {
                kinds.append(nil)
            }
        }
        #expect(kinds == [.killed, .killed, nil, .killed, .killed, .reader])
    }

    @Test func `the reader learns neither where the document comes from nor who asks for it`() throws {
        var request = request
        request.credentials = Credentials(scheme: .bearer, user: "", secret: "s3cret")
        request.proxy = "http://proxy.example"
        let workers = try workers(.document(facts()), .document(reading, .shown))
        #expect(workers.read(request) == .document(facts(), reading))
        let asked = String(decoding: try folder.read("parsed"), as: UTF8.self)
        #expect(!asked.contains("example") && !asked.contains("s3cret"), "\(asked)")
        #expect(try JSONDecoder().decode(ParseRequest.self, from: Data(asked.utf8)) == request.parse)
    }

    @Test func `links are relative to where the page came from in the end`() throws {
        var request = request
        request.links = LinkRequest(glob: "*.pdf", pick: .newest)
        var moved = facts()
        let link = FoundLink(url: "https://other.example/a.pdf", text: "a")
        #expect(
            try workers(.document(moved), .links([link], .shown)).read(request) == .links(moved, [link]))
        moved.url = "https://other.example/"
        _ = try workers(.document(moved), .links([link], .shown)).read(request)
        let asked = String(decoding: try folder.read("parsed"), as: UTF8.self)
        #expect(asked.contains(#""base":"https://office.example/list""#), "\(asked)")
        #expect(asked.contains(#""base":"https://other.example/""#), "\(asked)")
    }

    @Test func `the reader gets the document that was fetched, and can change nothing of it`() throws {
        let workers = try workers(
            .document(facts()), .document(reading, .shown), fetching: "printf abc >&3",
            reading: "cat /proc/self/fd/3 >document; (printf x >/proc/self/fd/3) 2>refused; true")
        #expect(workers.read(request) == .document(facts(), reading))
        #expect(String(decoding: try folder.read("document"), as: UTF8.self) == "abc")
        #expect(try !folder.read("refused").isEmpty)
    }

    @Test(arguments: [
        (true, DocumentEnd.notShown, first, false), (false, .shown, first, false), (false, .notShown, first, false),
        (false, .notShown, other, true),
    ])
    func `a document whose end nobody knows is asked for again, and doubted where it is another one`(
        isEndKnown: Bool, end: DocumentEnd, second: String, isDoubted: Bool
    ) throws {
        let again = try line(FetchReply.document(facts(second, isEndKnown: isEndKnown)))
        let workers = try workers(
            .document(facts(isEndKnown: isEndKnown)), .document(reading, end),
            fetching: "if [ -e once ]; then echo '\(again)'; exit; fi; touch once")
        guard case .document(let facts, let read) = workers.read(request) else { throw CocoaError(.coderInvalidValue) }
        #expect(facts.digest == first)
        #expect(read.doubts.map(\.rule) == (isDoubted ? [.cutOff] : []))
        let asked = String(decoding: try folder.read("fetched"), as: UTF8.self)
        #expect(asked.components(separatedBy: "\"url\"").count == (isEndKnown || end == .shown ? 2 : 3))
    }

    @Test func `many fetch at once, and two read`() throws {
        // Each writes down how many there are beside it while it works.
        let count = "touch $0.$$; sleep 0.4; ls | grep -c '^K\\.' >>most.K; rm $0.$$"
        func counted(_ name: String) -> String {
            count.replacingOccurrences(of: "$0", with: name).replacingOccurrences(of: "K", with: name)
        }
        let workers = try workers(
            .document(facts()), .document(reading, .shown), fetching: counted("f"), reading: counted("r"))
        let threads = (0..<6).map { [request] _ in
            let done = DispatchSemaphore(value: 0)
            Thread.detachNewThread {
                _ = workers.read(request)
                done.signal()
            }
            return done
        }
        for done in threads { done.wait() }
        func most(_ name: String) throws -> Int {
            let text = String(decoding: try folder.read("most.\(name)"), as: UTF8.self)
            return text.split(separator: "\n").compactMap { Int($0) }.max() ?? 0
        }
        #expect(try most("r") == Workers.mostReaders)
        #expect(try most("f") > 2)
    }
}
