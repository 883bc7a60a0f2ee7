import Delivery
import Events
import Glibc
import Processes
import TestKit
import Testing
import WatchKit

/// The hook contract, v1, with real programs.
@Suite struct HookTests {
    private func deliver(_ hook: Hook, _ sent: Event = event(), attempt: Int = 1, stop: StopSignal? = nil) -> (
        DeliveryOutcome, [String]
    ) {
        var lines: [String] = []
        let result = hook.deliver(sent, attempt: attempt, stop: stop) { lines.append($0) }
        return (result, lines)
    }

    @Test(
        arguments: [
            ("exit 0", .delivered), ("exit 65", .refused), ("exit 75", .later(cause: "exited with code 75")),
            ("exit 1", .failed(cause: "exited with code 1")), ("exit 127", .failed(cause: "exited with code 127")),
            ("kill -9 $$", .failed(cause: "was killed by signal 9 (KILL)")),
            ("exec >&- 2>&- <&-", .delivered), ("sleep 30 & exit 0", .delivered),
            ("head -c 10000000 /dev/zero | tr '\\0' '\\n'", .delivered),
        ] as [(String, DeliveryOutcome)])
    func `the exit code decides`(script: String, delivery: DeliveryOutcome) throws {
        let box = try HookFolder()
        #expect(deliver(box.hook(script)).0 == delivery)
    }

    @Test func `a hook that hangs is killed`() throws {
        let box = try HookFolder()
        let result = deliver(box.hook("echo begun; sleep 60", timeout: 0.5))
        #expect(result.0 == .failed(cause: "did not end within 0.5 s and was killed"))
        #expect(result.1 == ["begun"])
    }

    @Test func `a stop interrupts it, and one given before does not start it`() throws {
        let box = try HookFolder()
        let stop = try StopSignal()
        let hook = box.hook("touch \(box.path)/ran; exit 0")
        stop.raise()
        #expect(deliver(hook, stop: stop).0 == .interrupted)
        #expect(access(box.path + "/ran", F_OK) != 0)
    }

    @Test func `a stop while it runs interrupts it`() throws {
        let box = try HookFolder()
        let stop = try StopSignal()
        let hook = box.hook("trap 'exit 0' TERM; echo begun; sleep 30 & wait")
        let result = hook.deliver(event(), attempt: 1, stop: stop) { _ in stop.raise() }
        #expect(result == .interrupted)
    }

    @Test(
        arguments: [
            (
                .cannotStart(path: "/h", code: EAGAIN),
                .later(cause: "cannot start /h: Resource temporarily unavailable")
            ),
            (.cannotStart(path: "/h", code: ENOMEM), .later(cause: "cannot start /h: Cannot allocate memory")),
            (.system(call: "pipe2", code: EMFILE), .later(cause: "pipe2: Too many open files")),
            (.system(call: "wait4", code: ECHILD), .failed(cause: "wait4: No child processes")),
            (
                .cannotStart(path: "/h", code: EACCES),
                .unusable(HookRefusal("/h", .cannotStart("cannot start /h: Permission denied")))
            ),
        ] as [(ProcessError, DeliveryOutcome)])
    func `a shortage of the machine uses no attempt`(error: ProcessError, delivery: DeliveryOutcome) {
        #expect(Hook.delivery(for: error, path: "/h") == delivery)
    }

    @Test func `a missing or unsafe hook is not run`() throws {
        let box = try HookFolder()
        let hook = box.hook("touch \(box.path)/ran")
        let path = box.path + "/hook"
        chmod(path, 0o777)
        #expect(deliver(hook).0 == .unusable(HookRefusal(path, .writable)))
        unlink(path)
        #expect(deliver(hook).0 == .unusable(HookRefusal(path, .missing)))
        #expect(access(box.path + "/ran", F_OK) != 0)
        #expect(deliver(box.hook("exit 0")).0 == .delivered)
    }

    @Test(
        arguments: [
            ("#!/nonexistent/sh\n", .interpreterMissing("/nonexistent/sh")), ("echo hello\n", .noInterpreter),
        ] as [(String, HookRefusal.Reason)])
    func `a file that nothing can run uses no attempt`(script: String, reason: HookRefusal.Reason) throws {
        let box = try HookFolder()
        let path = box.write(script, to: "hook")
        let expected = DeliveryOutcome.unusable(HookRefusal(path, reason))
        #expect(deliver(Hook(command: [path])).0 == expected)
    }

    @Test func `arguments, environment and input are as the contract says`() throws {
        let box = try HookFolder()
        var hook = box.hook("cd \(box.path); printf '%s|' \"$@\" > args; cat > input")
        hook.command += ["--flag", "two words"]
        #expect(deliver(hook).0 == .delivered)
        #expect(box.read("args") == "--flag|two words|changed|")
        #expect(box.read("input") == String(decoding: try CloudEvent(event()).line(), as: UTF8.self))

        var dump = Hook(
            command: ["/bin/sh", "-c", "exec env -0 > \(box.path)/env"], home: "/var/lib/batchwatch",
            timeZone: "Europe/London")
        dump.credentials = "/run/credentials/batchwatch.service"
        #expect(deliver(dump, attempt: 3).0 == .delivered)
        let expected = [
            "BATCHWATCH_ATTEMPT=3", "BATCHWATCH_BATCH=20121456171", "BATCHWATCH_DATE=15-Jun-12",
            "BATCHWATCH_EVENT_ID=4fd0b2a6-7a5e-4b1e-9d52-7e0a4e5f1c11-7", "BATCHWATCH_KIND=changed",
            "BATCHWATCH_LABEL=Mine", "BATCHWATCH_PREVIOUS_DATE=01-Jun-12", "BATCHWATCH_PREVIOUS_STATUS=pending",
            "BATCHWATCH_SOURCE=london", "BATCHWATCH_STATUS=visa issued",
            "CREDENTIALS_DIRECTORY=/run/credentials/batchwatch.service", "HOME=/var/lib/batchwatch",
            "LANG=C.UTF-8", "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "TZ=Europe/London",
        ]
        // dash adds PWD by itself, and nothing else.
        let found = box.read("env").split(separator: "\0").map(String.init).filter { !$0.hasPrefix("PWD=") }
        #expect(found.sorted() == expected)
    }

    @Test func `a hostile status is sanitized in the environment`() throws {
        let box = try HookFolder()
        let hook = box.hook("printf '%s' \"$BATCHWATCH_STATUS\" > \(box.path)/status; echo \"$BATCHWATCH_LABEL\"")
        let result = deliver(hook, event(label: hostile, rows: [(hostile, "")]))
        #expect(result.0 == .delivered)
        #expect(box.read("status") == hostileInert)
    }

    @Test func `an enormous event is delivered`() throws {
        let box = try HookFolder()
        let long = String(repeating: "x", count: 1 << 16)
        let rows = Array(repeating: (long, long), count: 20)
        let result = deliver(box.hook("wc -c"), event(label: long, rows: rows, previous: rows))
        #expect(result.0 == .delivered)
        #expect(result.1.count == 1 && (Int(result.1[0]) ?? 0) > 4 << 20)
    }

    @Test func `what it prints is told in sanitized lines, and no more than 64`() throws {
        let box = try HookFolder()
        let result = deliver(box.hook("printf 'one\\n\\ntwo\\033[31m\\nthree'; exec sh -c 'sleep 0.2; seq 100 >&2'"))
        // The empty line counts as one of the 64, and "three" was never finished.
        #expect(result.1 == ["one", "two\u{fffd}[31m"] + (1...61).map(String.init) + ["… 123 bytes more"])
    }

    @Test(arguments: [(8192, 1), (8193, 2)]) func `what it prints has 8 KiB at most`(size: Int, lines: Int) throws {
        let box = try HookFolder()
        let result = deliver(box.hook("head -c \(size) /dev/zero | tr '\\0' z"))
        #expect(result.1.count == lines)
        #expect(result.1.first == String(repeating: "z", count: 8192))
        #expect(lines == 1 || result.1.last == "… 1 bytes more")
    }
}
