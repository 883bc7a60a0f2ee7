// The program that brings a document: what it prints, and each way in which it can fail.

import Glibc
import Processes
import Testing

@testable import Delivery

@Suite(.serialized) struct DocumentProgramTests {
    private let box: HookFolder

    init() throws { box = try HookFolder() }

    private struct Run {
        var outcome: DocumentProgram.Outcome
        var printed = ""
        var said: [String] = []
    }

    private func run(
        _ lines: String, _ words: [String] = [], timeout: Double = 10, limit: Int = 1000, stop: StopSignal? = nil
    ) -> Run {
        let path = box.write("#!/bin/sh\n" + lines + "\n", to: "program")
        return run(command: [path] + words, timeout: timeout, limit: limit, stop: stop)
    }

    private func run(
        command: [String], timeout: Double = 10, limit: Int = 1000, stop: StopSignal? = nil
    ) -> Run {
        var (bytes, said): ([UInt8], [String]) = ([], [])
        let outcome = DocumentProgram(command, timeout: timeout).run(limit: limit, stop: stop) {
            bytes += $0
        } tell: {
            said.append($0)
        }
        return Run(outcome: outcome, printed: String(decoding: bytes, as: UTF8.self), said: said)
    }

    @Test func `standard output is the document, and standard error goes to the journal`() {
        let found = run("echo \"$1,$2\"; echo warning >&2", ["a b", "c"])
        #expect(found.outcome == .printed)
        #expect(found.printed == "a b,c\n")
        #expect(found.said == ["warning"])
    }

    @Test func `it has a clean environment, no arguments of the hook and nothing on its standard input`() {
        let found = run("[ $# = 0 ] && cat && env | cut -d= -f1 | sort | tr '\\n' ' '")
        #expect(found.outcome == .printed)
        let names = Set(found.printed.split(separator: " ").map(String.init))
        #expect(names.isSubset(of: ["HOME", "LANG", "PATH", "PWD", "TZ", "CREDENTIALS_DIRECTORY", "_"]), "\(names)")
    }

    @Test(arguments: [
        ("exit 0", DocumentProgram.Outcome.failed("printed nothing")),
        ("echo no page >&2", .failed("printed nothing: no page")),
        ("echo half; exit 1", .failed("exited with code 1")),
        ("echo no such page >&2; exit 3", .failed("exited with code 3: no such page")),
        ("echo half; kill -SEGV $$", .failed("was killed by signal 11 (SEGV)")),
        ("exit 75", .notNow(nil)), ("echo offline >&2; exit 75", .notNow("offline")),
        ("echo half; exec sleep 100", .failed("did not end within 1 s and was killed")),
        ("trap '' TERM; echo half; while :; do sleep 1; done", .failed("did not end within 1 s and was killed")),
        ("while :; do echo 0123456789; done", .tooLarge),
        (
            "echo half; sleep 100 & exit 0",
            .failed("ended before all that it started: what it printed may be half of a document")
        ),
        ("echo 'echo b' >> \"$0\"; echo half", .failed("was replaced while it ran")),
        ("cp \"$0\" \"$0.new\"; mv \"$0.new\" \"$0\"; echo half", .failed("was replaced while it ran")),
        ("rm \"$0\"; echo half", .failed("was replaced while it ran")),
    ])
    func `each failure has a clear cause`(lines: String, outcome: DocumentProgram.Outcome) {
        #expect(run(lines, timeout: 1).outcome == outcome)
    }

    @Test func `it may print as much as the limit, and no byte more`() {
        #expect(run("head -c 1000 /dev/zero").outcome == .printed)
        let found = run("head -c 1001 /dev/zero")
        #expect(found.outcome == .tooLarge)
        #expect(found.printed.utf8.count <= 1000)
    }

    @Test func `the descendants in its group end with it`() async throws {
        let found = run("sleep 1000 >/dev/null 2>&1 & echo $!")
        #expect(found.outcome == .printed)
        let number = try #require(pid_t(found.printed.dropLast()))
        for _ in 0..<200 where kill(number, 0) == 0 { try await Task.sleep(for: .milliseconds(10)) }
        // In a container without a process that reaps orphans it stays as a zombie.
        let state = (try? String(contentsOf: number)) ?? ""
        #expect(kill(number, 0) != 0 || state.contains("Z (zombie)"), "\(state)")
    }

    @Test func `the rules of the hook hold: a program that others can write is refused`() {
        let path = box.write("#!/bin/sh\necho a\n", to: "open", mode: 0o777)
        #expect(
            run(command: [path]).outcome
                == .failed(
                    "cannot be run: users other than its owner can write to \(path); to fix: chmod go-w \(path), or copy "
                        + "the program to /etc/batchwatch, as root"))
        #expect(run(command: [box.path + "/none"]).outcome == .failed("cannot be run: \(box.path)/none does not exist"))
        let script = box.write("echo a\n", to: "script", mode: 0o666)
        guard case .failed(let cause) = run(command: ["/bin/sh", script]).outcome else {
            Issue.record("a script that all may write was run")
            return
        }
        #expect(cause.hasPrefix("cannot be run: users other than its owner can write to \(script)"))
    }

    @Test func `check asks a program whether it can work, if the program declares --check`() {
        let path = box.write(
            "#!/bin/sh\n# batchwatch: --check\n[ \"$1\" = --check ] && { echo no browser >&2; exit 78; }\necho a\n",
            to: "program")
        let problem = DocumentProgram([path, "x"], timeout: 1).problem(asking: geteuid())
        #expect(problem.map { "\($0)" } == "\(path) cannot work: no browser")
        #expect(run(command: [path, "x"]).outcome == .printed)
    }

    @Test func `it ends with the daemon`() throws {
        let stop = try StopSignal()
        stop.raise()
        #expect(run("exec sleep 100", stop: stop).outcome == .interrupted)
    }
}

extension String {
    /// The state of a process, as proc_pid_status(5) has it.
    fileprivate init(contentsOf process: pid_t) throws {
        guard let file = fopen("/proc/\(process)/status", "r") else { throw POSIXError.gone }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = fread(&bytes, 1, bytes.count, file)
        self = String(decoding: bytes.prefix(count), as: UTF8.self)
    }
}

private enum POSIXError: Error { case gone }
