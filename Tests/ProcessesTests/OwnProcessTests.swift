import CPOSIX
import Glibc
import Processes
import Testing

/// What needs a test process of its own: limits, descriptors and memory are the whole process's.
@Suite struct OwnProcessTests {
    @Test func `a gigabyte of output passes through bounded memory`() async {
        await #expect(processExitsWith: .success) {
            _ = try shell("echo warm")
            let before = peakKiB()
            let outcome = try shell("head -c 1G /dev/zero", limit: 60)
            #expect(outcome.bytes == 1 << 30)
            #expect(peakKiB() - before < 2048)
        }
    }

    @Test func `no descriptor is left behind`() async {
        await #expect(processExitsWith: .success) {
            try leavesNoDescriptor { _ = try shell("exit 1", input: [1]) }
            try leavesNoDescriptor { _ = try shell("sleep 9", limit: 0.02) }
            try leavesNoDescriptor { _ = try? outcome(of: Program(path: "/nonexistent")) }
            try leavesNoDescriptor { _ = try StopSignal() }
        }
    }

    @Test func `no zombie is left behind`() async {
        await #expect(processExitsWith: .success) {
            _ = try shell("sleep 9", limit: 0.1)
            _ = try shell("exit 1")
            #expect(waitpid(-1, nil, WNOHANG) == -1 && errno == ECHILD)
        }
    }

    @Test func `where SIGCHLD is ignored no exit code is made up`() async {
        await #expect(processExitsWith: .success) {
            signal(SIGCHLD, SIG_IGN)
            for line in ["exit 3", "sleep 0.1; exit 3"] { #expect(throws: ProcessError.self) { try shell(line) } }
        }
    }

    @Test func `low descriptors of ours do not get in each other's way`() async {
        await #expect(processExitsWith: .success) {
            for number in 0...2 { close(Int32(number)) }
            let third = cposix_memory_file("third", 5)
            #expect(third == 0)
            let outcome = try shell("cat; cat <&3; echo err >&2", input: Array("input ".utf8), descriptors: [third])
            #expect(outcome.output == "input third")
            #expect(outcome.errors == "err\n")
        }
    }

    @Test func `no descriptor left is a shortage, and passes`() async {
        await #expect(processExitsWith: .success) {
            var old = rlimit()
            getrlimit(Int32(RLIMIT_NOFILE.rawValue), &old)
            let before = openDescriptors()
            var failures = 0
            for limit in 3..<64 {
                var tight = rlimit(rlim_cur: rlim_t(limit), rlim_max: old.rlim_max)
                setrlimit(Int32(RLIMIT_NOFILE.rawValue), &tight)
                let result = Result { try outcome(of: Program(path: "/bin/true")) }
                setrlimit(Int32(RLIMIT_NOFILE.rawValue), &old)
                switch result {
                case .success(let outcome): #expect(outcome.ending.how == .exited(0))
                case .failure(let error):
                    failures += 1
                    #expect((error as? ProcessError)?.code == EMFILE)
                    #expect((error as? ProcessError)?.isShortage == true)
                }
            }
            #expect(failures >= 8 && failures < 61)
            #expect(waitpid(-1, nil, WNOHANG) == -1 && errno == ECHILD)
            // A leak would show for each of the failures; the test runner may have opened some of its own.
            #expect(openDescriptors() < before + failures)
        }
    }
}

/// Runs the body 20 times. A descriptor that it leaves open shows 20 times; the test runner opens a few of its own,
/// some for good and some for a moment, and on a busy machine that moment may be long.
private func leavesNoDescriptor(_ body: () throws -> Void) throws {
    let runs = 20
    try body()
    let before = openDescriptors()
    for _ in 0..<runs { try body() }
    #expect(openDescriptors() < before + runs / 2)
}

private func peakKiB() -> Int {
    var usage = rusage()
    getrusage(Int32(RUSAGE_SELF.rawValue), &usage)
    return usage.ru_maxrss
}
