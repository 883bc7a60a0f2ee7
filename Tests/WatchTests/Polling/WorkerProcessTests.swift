// Workers that misbehave, as small scripts: each is one failure with its cause.

import Foundation
import Reading
import TestKit
import Testing
import WatchKit

@testable import Watch

@Suite struct WorkerProcessTests {
    let folder: Folder
    let reply = #"{"reply":{"_0":{"notModified":{"_0":{"isMismatched":false}}}}}"#

    init() throws {
        folder = try Folder()
    }

    func read(
        _ script: String, limit: Double = 10, progress: (Int, Int?) -> Void = { _, _ in },
        printed: (UnsafeRawBufferPointer) -> Void = { _ in }
    ) throws -> FetchReply {
        let path = try folder.reader(script + "\n")
        return try WorkerProcess(name: "the reader", path: path).ask(
            FetchRequest(url: "file:///x"), descriptors: [], limit: limit, stop: nil, progress: progress,
            printed: printed)
    }

    func cause(_ script: String, limit: Double = 10) throws -> String {
        do {
            _ = try read(script, limit: limit)
            return "no failure"
        } catch let failure as ReadingFailure {
            return "\(failure.kind): \(failure.cause)"
        }
    }

    @Test func `a reply is a reply`() throws {
        #expect(try read("cat >/dev/null; echo '\(reply)'") == .notModified(Freshness()))
    }

    @Test func `a reader that does not read its request may reply all the same`() throws {
        #expect(try read("echo '\(reply)'") == .notModified(Freshness()))
    }

    @Test func `a reply that comes in pieces is put together`() throws {
        let half = reply.index(reply.startIndex, offsetBy: 20)
        let script = "printf '%s' '\(reply[..<half])'; sleep 0.2; echo '\(reply[half...])'"
        #expect(try read(script) == .notModified(Freshness()))
    }

    @Test func `what follows the reply is passed on as it is`() throws {
        var rest: [UInt8] = []
        _ = try read(
            "printf '%s\\nrow 1\\nrow 2\\n' '\(reply)'; sleep 0.1; printf 'row 3'", printed: { rest += Array($0) })
        #expect(String(decoding: rest, as: UTF8.self) == "row 1\nrow 2\nrow 3")
    }

    @Test func `progress before the reply is passed on`() throws {
        var seen: [Int] = []
        let line = #"{"progress":{"received":5,"expected":9}}"#
        #expect(
            try read(
                "echo '\(line)'; echo '\(reply)'",
                progress: { received, expected in seen += [received, expected ?? 0] })
                == .notModified(Freshness()))
        #expect(seen == [5, 9])
    }

    @Test func `a reply without end is cut off`() throws {
        #expect(
            try cause("head -c \(WorkerProcess.longestLine + 1) /dev/zero", limit: 60).contains("its reply is too long")
        )
    }

    @Test(arguments: [
        ("exec cat /dev/zero", "was stopped, its reply is too long"),
        ("exec yes", "was stopped, its reply cannot be parsed: y"),
        ("echo '{}'; trap '' TERM; yes", "was stopped, its reply cannot be parsed"),
        ("exec yes >&2", "was stopped without a reply: y"),
    ])
    func `a reader that goes on without end is ended before its deadline`(script: String, cause: String) throws {
        let begun = Date()
        #expect(try self.cause(script, limit: 60).hasPrefix("reader: the reader \(cause.prefix { $0 != ":" })"))
        #expect(Date().timeIntervalSince(begun) < 30)
    }

    @Test func `it finds an empty environment, the root directory, and no descriptors but its own`() throws {
        // What a shell sets by itself: PWD, and in some shells its like.
        let script = "env | grep -vE '^(PWD|OLDPWD|SHLVL|_)=' >&2; pwd >&2; ls /proc/self/fd >&2; exit 3"
        let text = try cause("exec 2>'\(folder.path)/found'; \(script)")
        #expect(text.contains("exited with code 3"))
        // Descriptor 3 is that of ls on the directory: there was none.
        #expect(String(decoding: try folder.read("found"), as: UTF8.self) == "/\n0\n1\n2\n3\n")
    }

    @Test func `a crash is named with its first words`() throws {
        let cause = try cause("echo 'Fatal error: Index out of range' >&2; kill -ILL $$")
        #expect(cause.contains("signal 4 (ILL)") && cause.contains("Fatal error: Index out of range"))
    }

    @Test func `an exit code without a reply is named`() throws {
        #expect(try cause("exit 3") == "reader: the reader exited with code 3 without a reply")
    }

    @Test func `a reply of a reader that was killed behind it does not count: what it printed may be cut short`() throws
    {
        #expect(try cause("echo '\(reply)'; echo row; kill -KILL $$").contains("signal 9 (KILL)"))
    }

    @Test func `silence until the deadline is named`() throws {
        #expect(try cause("sleep 60", limit: 0.5).contains("did not end in time"))
    }

    @Test(arguments: [
        "echo nonsense", "echo '{}'", "echo", "printf '%s' '{\"reply\":'", "head -c 300000 /dev/zero; echo",
    ])
    func `nonsense is no reply`(script: String) throws {
        #expect(try cause(script).hasPrefix("reader: the reader exited with code 0"))
    }

    @Test func `a reader that is not there is named`() throws {
        let missing = WorkerProcess(name: "the reader", path: "/nonexistent/reader")
        let failure = #expect(throws: ReadingFailure.self) {
            let _: FetchReply = try missing.ask(
                FetchRequest(url: "file:///x"), descriptors: [], limit: 1, stop: nil)
        }
        #expect(failure?.cause.contains("/nonexistent/reader") == true)
    }
}
