// Workers that fail, each in its own way, under the real daemon: one failed poll with its cause, the old state stays,
// no change is reported, and the next working reader continues from there.

import Foundation
import TestKit
import Testing

@Suite(.serialized)
struct WorkerFaultTests {
    let shop: Workshop

    init() throws {
        shop = try Workshop()
        try shop.hook()
        try shop.useOwnPrograms()
        try publish("pending", "01-Jun-12")
        try shop.configure("file://" + shop.listPath)
    }

    /// `length` makes the document that long, with zeros behind its end.
    private func publish(_ status: String, _ date: String, length: off_t = 0) throws {
        try shop.publish(status, date)
        if length > 0 { truncate(shop.listPath, length) }
    }

    /// A poll by this worker fails with these words, and the next by the real one reads.
    private func expectFailure(
        _ worker: Workshop.Worker, _ script: String, _ causes: [String], length: off_t = 0
    ) async throws {
        let causes = causes + [worker.rawValue]
        let daemon = try shop.start()
        #expect(await eventually { shop.told.count == 1 && shop.isCleared })
        try publish("visa issued", "15-Jun-12", length: length)
        try shop.set(worker, script)
        let failed = try shop.poll()
        #expect(failed.code == 69, "\(failed.said)")
        for cause in causes { #expect(failed.said.contains(cause), "\(failed.said)") }
        #expect(failed.said.components(separatedBy: "\n").count <= 3, "\(failed.said)")
        #expect(!shop.text("state/london.json").contains("visa issued"))
        #expect(shop.text("state/london.json").contains("pending"))
        #expect(daemon.isRunning)
        for cause in causes { #expect(await eventually { daemon.said.contains(cause) }, "\(daemon.said)") }

        try shop.set(worker, worker.real)
        #expect(try shop.poll().code == 0)
        #expect(await eventually { shop.told.map(\.kind) == ["observed", "changed"] && shop.isCleared })
        #expect(daemon.stop() == 0)
        #expect(shop.told.count == 2)
    }

    static let faults = [
        (
            "traps", "echo 'Fatal error: Index out of range' >&2; kill -ILL $$",
            ["signal 4 (ILL)", "Index out of range"]
        ),
        ("is killed for want of memory", "kill -KILL $$", ["signal 9 (KILL)"]),
        ("exceeds its processor time", "ulimit -St 1; while :; do :; done", ["took more than 1 s of processor time"]),
        ("writes garbage", "head -c 100000 /dev/urandom; echo", ["cannot be parsed"]),
        ("writes half a reply", #"printf '%s' '{"reply":{"_0":{"document":{"_0":{"digest":"'"#, ["without a reply"]),
        ("ends without a word", "exit 0", ["exited with code 0 without a reply"]),
        ("replies without end", "exec cat /dev/zero", ["reply is too long"]),
        (
            "replies and is killed behind it",
            #"echo '{"reply":{"_0":{"notModified":{"_0":{"isMismatched":false}}}}}'; kill -KILL $$"#,
            ["signal 9 (KILL)"]
        ),
    ]

    @Test(arguments: Workshop.Worker.allCases, faults)
    func `a worker that fails is one failed poll with its cause`(
        _ worker: Workshop.Worker, _ fault: (how: String, script: String, causes: [String])
    ) async throws {
        try await expectFailure(worker, "#!/bin/bash\ncat >/dev/null\n\(fault.script)\n", fault.causes)
    }

    @Test(arguments: [
        ("neither a program nor a script", "neither a program nor a script"),
        ("#!/nonexistent/interpreter\n", "does not exist"),
    ])
    func `a reader that does not start is one failed poll with its cause`(reader: String, cause: String) async throws {
        try await expectFailure(.reader, reader, [cause])
    }

    @Test func `the real reader without the memory for a document is one failed poll`() async throws {
        let text = shop.text("watched-batches.toml")
        try shop.write(
            "watched-batches.toml", text.replacingOccurrences(of: "every =", with: "max-size = \"250MiB\"\nevery ="))
        let limited = "#!/bin/sh\nulimit -v 150000\nexec '\(Workshop.programs)/batchwatch-reader'\n"
        let causes = ["the reader needs more memory than it may have", "killed by signal", "failed to allocate"]
        try await expectFailure(.reader, limited, causes, length: 200 << 20)
    }

    @Test(arguments: [(SIGKILL, "signal 9 (KILL)"), (SIGXCPU, "signal 24 (XCPU)")])
    func `the real fetcher that is ended in the middle of a transfer is one failed poll`(signal: Int32, cause: String)
        async throws
    {
        let server = LoopbackPort(listens: true)
        try shop.configure(server.url)
        let daemon = try shop.start()
        #expect(await eventually { !children(of: daemon.pid).isEmpty })
        for fetcher in children(of: daemon.pid) { kill(fetcher, signal) }
        #expect(await eventually { daemon.said.contains("the fetcher was killed by \(cause)") }, "\(daemon.said)")
        #expect(daemon.stop() == 0)
    }

    @Test(arguments: Workshop.Worker.allCases)
    func `a worker that is at work, and does not listen, holds up no stop`(_ worker: Workshop.Worker) async throws {
        let begins = "#!/bin/bash\ntrap '' TERM\ntouch '\(shop.path)/begun'\n"
        try shop.set(worker, begins + "sleep 1000 & wait; sleep 1000\n")
        let daemon = try shop.start()
        #expect(await eventually { access(shop.path + "/begun", F_OK) == 0 })
        let begun = Date()
        #expect(daemon.stop() == 0)
        #expect(Date().timeIntervalSince(begun) < 10)
        #expect(!shop.text("state/london.json").contains("failures"))
        try shop.set(worker, worker.real)
        let next = try shop.start()
        #expect(await eventually { next.said.contains("watching") })
        #expect(try shop.poll().code == 0)
        #expect(await eventually { shop.told.count == 1 })
        #expect(next.stop() == 0)
    }
}

/// Takes a minute, and sleeps through it: beside the others, and not behind them.
@Suite struct SilentWorkerTests {
    @Test(arguments: Workshop.Worker.allCases)
    func `a worker that never answers is ended at its deadline, and its group with it`(_ worker: Workshop.Worker)
        async throws
    {
        let shop = try Workshop()
        try shop.useOwnPrograms()
        try shop.publish("pending", "01-Jun-12")
        try shop.configure("file://" + shop.listPath, more: #"timeout = "1s""#)
        try shop.set(
            worker, "#!/bin/bash\ntrap '' TERM\nsleep 1000 & echo $! >'\(shop.path)/child'\nwait; sleep 1000\n")
        let daemon = try shop.start()
        // The transfer's second and ten more, or the minute of the parse; and the second between TERM and KILL.
        #expect(await eventually(90) { daemon.said.contains("did not end in time") }, "\(daemon.said)")
        let child = try #require(Int32(shop.text("child").trimmingCharacters(in: .whitespacesAndNewlines)))
        #expect(await eventually { kill(child, 0) != 0 })
        #expect(daemon.stop() == 0)
    }
}

/// The processes that a process has started and that still run.
func children(of pid: Int32) -> [Int32] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(pid)/task")) ?? []
    return names.flatMap { task in
        ((try? String(contentsOfFile: "/proc/\(pid)/task/\(task)/children", encoding: .utf8)) ?? "")
            .split(separator: " ").compactMap { Int32($0) }
    }
}
