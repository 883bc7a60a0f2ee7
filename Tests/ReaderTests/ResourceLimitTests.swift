// The workers' resource limits, seen from outside while a worker waits for its request.

import Glibc
import TestKit
import Testing

@Suite struct ResourceLimitTests {
    static let workers = [builtFetcher, builtReader]

    /// Starts a worker on a FIFO that nobody writes to yet, and runs `look` with its process number in `$pid`.
    private func whileWaiting(_ worker: String = builtReader, _ look: String) throws -> String {
        let scratch = Scratch()
        let script = """
            mkfifo \(scratch.path)/request
            "$0" <\(scratch.path)/request >/dev/null 3</etc/hosts & pid=$!
            exec 9>\(scratch.path)/request
            until grep -q 'NoNewPrivs:.1' /proc/$pid/status; do sleep 0.01; done
            sleep 0.1
            \(look)
            """
        return try WorkerRun(script: script, worker).output
    }

    @Test(arguments: workers) func `the limits are set before the request is read`(_ worker: String) throws {
        let limits = try whileWaiting(worker, "cat /proc/$pid/limits; exec 9>&-; wait")
            .split(separator: "\n").map { $0.split(separator: " ").joined(separator: " ") }
        #expect(limits.contains("Max address space 1040187392 1040187392 bytes"))
        #expect(limits.contains("Max cpu time 60 65 seconds"))
        #expect(limits.contains("Max open files 64 64 files"))
        #expect(limits.contains("Max core file size 0 0 bytes"))
    }

    @Test(arguments: workers) func `SIGPIPE and SIGXFSZ are ignored`(_ worker: String) throws {
        let line = try whileWaiting(worker, "grep SigIgn /proc/$pid/status; exec 9>&-; wait")
        let mask = line.split(separator: "\t").last.flatMap { UInt64($0.filter(\.isHexDigit), radix: 16) } ?? 0
        #expect(mask & (1 << UInt64(SIGPIPE - 1)) != 0)
        #expect(mask & (1 << UInt64(SIGXFSZ - 1)) != 0)
    }

    @Test(arguments: workers) func `a worker ends with whoever started it`(_ worker: String) throws {
        // The shell leaves; the descriptor that keeps the FIFO open is a sleeping process's.
        let output = try whileWaiting(worker, "sleep 2 & echo $pid")
        let pid = try #require(pid_t(output.filter(\.isNumber)))
        for _ in 0..<500 where kill(pid, 0) == 0 { usleep(20_000) }
        #expect(kill(pid, 0) == -1)
    }

    @Test(arguments: workers) func `a worker loads neither libcurl nor libcrypto nor ICU before it needs them`(
        _ worker: String
    ) throws {
        let libraries = try WorkerRun(script: "ldd \"$0\"", worker).output
        #expect(libraries.contains("libz.so"))
        #expect(!libraries.contains("crypto"))
        #expect(!libraries.contains("curl"))
        #expect(!libraries.lowercased().contains("icu"))
    }
}
