import CPOSIX
import Glibc
import Processes
import Testing

/// How programs end, and how they are ended. Times are generous: the machine may be busy.
@Suite(.serialized) struct RunTests {
    @Test(arguments: [0, 1, 65, 75, 126, 255]) func `an exit code is told`(code: Int32) throws {
        #expect(try shell("exit \(code)").ending.how == .exited(code))
    }

    @Test(arguments: [(SIGKILL, "KILL"), (SIGSEGV, "SEGV"), (SIGTERM, "TERM")])
    func `a signal is told with its name`(number: Int32, name: String) throws {
        let ending = try shell("kill -\(number) $$").ending
        #expect(ending.how == .signalled(number))
        #expect(ending.description == "was killed by signal \(number) (\(name))")
    }

    @Test func `a limit of processor time is told, and who sends its signal is not`() throws {
        #expect(
            try shell("ulimit -St 1; while :; do :; done").ending.description == "took more than 1 s of processor time")
        #expect(try shell("kill -XCPU $$").ending.description == "was killed by signal 24 (XCPU)")
    }

    @Test func `both streams are told apart`() throws {
        let outcome = try shell("echo one; echo two >&2; echo three")
        #expect(outcome.output == "one\nthree\n")
        #expect(outcome.errors == "two\n")
    }

    @Test func `output before a crash is not lost`() throws {
        let outcome = try shell("printf 'last words'; kill -9 $$")
        #expect(outcome.output == "last words")
    }

    @Test func `at the deadline a program gets TERM`() throws {
        let outcome = try shell("trap 'echo ended; exit 0' TERM; echo started; sleep 30 & wait", limit: 0.3)
        #expect(outcome.ending.how == .timedOut)
        #expect(outcome.output == "started\nended\n")
        #expect(outcome.seconds >= 0.3 && outcome.seconds < 5)
    }

    @Test func `a program that ignores TERM gets KILL after the grace`() throws {
        let outcome = try shell("trap '' TERM; while :; do sleep 0.1; done", limit: 0.3, grace: 0.4)
        #expect(outcome.ending.how == .timedOut)
        #expect(outcome.seconds >= 0.7 && outcome.seconds < 6)
    }

    @Test func `a stopped program is killed as well`() throws {
        let outcome = try shell("kill -STOP $$", limit: 0.2, grace: 0.2)
        #expect(outcome.ending.how == .timedOut)
    }

    @Test func `the whole group is killed, those who ignore TERM too`() throws {
        let outcome = try shell("(trap '' TERM; exec sleep 30) & echo $!; wait", limit: 0.3, grace: 0.3)
        let grandchild = try #require(Int32(outcome.output.split(separator: "\n").first ?? ""))
        #expect(outcome.ending.how == .timedOut)
        for _ in 0..<500 where isAlive(grandchild) { usleep(20_000) }
        #expect(!isAlive(grandchild))
    }

    @Test func `a grandchild that holds the pipes holds nobody up, and lives on`() throws {
        let outcome = try shell("sleep 30 & echo $!; exit 3", limit: 20)
        let grandchild = try #require(Int32(outcome.output.split(separator: "\n").first ?? ""))
        defer { kill(grandchild, SIGKILL) }
        #expect(outcome.ending.how == .exited(3))
        #expect(outcome.seconds >= 0.9 && outcome.seconds < 3)
        #expect(isAlive(grandchild))
    }

    @Test func `a grandchild that writes without end holds nobody up`() throws {
        let outcome = try shell("yes & echo $! >&2; exit 0", limit: 20)
        let grandchild = try #require(Int32(outcome.errors.split(separator: "\n").first ?? ""))
        defer { kill(grandchild, SIGKILL) }
        #expect(outcome.ending.how == .exited(0))
        #expect(outcome.seconds < 4)
    }

    @Test func `a grandchild in its own session holds nobody up`() throws {
        let outcome = try shell("setsid sh -c 'echo $$; exec sleep 30' & sleep 0.3; trap '' TERM; wait", limit: 0.6)
        let grandchild = try #require(Int32(outcome.output.split(separator: "\n").first ?? ""))
        defer { kill(grandchild, SIGKILL) }
        #expect(outcome.ending.how == .timedOut)
        #expect(outcome.seconds < 6)
    }

    @Test func `a megabyte that is never read holds nobody up`() throws {
        let outcome = try shell("exit 7", input: [UInt8](repeating: 65, count: 1 << 20))
        #expect(outcome.ending.how == .exited(7))
    }

    @Test func `a megabyte that is read arrives whole`() throws {
        let outcome = try shell("wc -c; wc -c", input: [UInt8](repeating: 65, count: 1 << 20))
        #expect(outcome.output == "1048576\n0\n")
    }

    @Test func `a program may close its streams`() throws {
        let outcome = try shell("exec 0<&- 1>&- 2>&-; sleep 0.3; exit 4")
        #expect(outcome.ending.how == .exited(4))
        #expect(outcome.seconds >= 0.3)
    }

    @Test(arguments: [10, 1000]) func `megabytes of output pass through`(megabytes: Int) throws {
        let outcome = try shell("head -c \(megabytes)M /dev/zero; echo end >&2", limit: 60)
        #expect(outcome.ending.how == .exited(0))
        #expect(outcome.bytes == megabytes << 20 + 4)
    }

    @Test func `who writes without end is ended at the deadline`() throws {
        let outcome = try shell("yes", limit: 0.3)
        #expect(outcome.ending.how == .timedOut)
        #expect(outcome.seconds < 5)
    }

    @Test func `what it cost is told`() throws {
        let outcome = try shell("i=0; while [ $i -lt 100000 ]; do i=$((i+1)); done")
        #expect(outcome.ending.processorSeconds > 0.005)
        #expect(outcome.ending.peakBytes > 500_000)
    }
}
