// A poll answered with 304, from outside: the files that the daemon and its reader open for writing.

import Foundation
import Testing

/// A container may forbid it.
private let canTrace = (try? run("/usr/bin/strace", ["-o", "/dev/null", "/bin/true"]))?.code == 0

@Suite(.enabled(if: Nginx.isInstalled && canTrace, "needs nginx and strace"), .serialized)
struct QuietPollTests {
    @Test func `writes nothing to disk, and nothing to the journal`() async throws {
        let shop = try Workshop()
        let nginx = try Nginx(in: shop.path)
        try shop.hook()
        try shop.configure(nginx.url)
        try nginx.publish(list("pending", "01-Jun-12"), age: 100)
        let calls = "trace=openat,creat,rename,renameat,renameat2,unlink,unlinkat,mkdir,ftruncate,truncate,fallocate"
        let trace = shop.path + "/trace"
        let daemon = try Running(
            "/usr/bin/strace",
            ["-D", "-f", "-o", trace, "-e", calls, Workshop.programs + "/batchwatch", "run"] + shop.options,
            environment: ["PATH": "/usr/bin:/bin", "RUNTIME_DIRECTORY": shop.path + "/run"], output: shop.path + "/log")
        defer { daemon.stop() }
        #expect(await eventually { shop.isCleared })
        #expect(writes(in: trace).contains { $0.contains("state/london.json.new") })
        let before = writes(in: trace).count
        let said = shop.text("log")
        #expect(said.contains("watching 1 source"))
        for _ in 1...3 {
            #expect(try shop.poll().output == "london: unchanged\n")
        }
        #expect(nginx.answers == [200, 304, 304, 304])
        #expect(shop.text("log") == said)
        // Due times lie in the runtime directory, which is in memory.
        let onDisk = writes(in: trace).dropFirst(before).filter { !$0.contains(shop.path + "/run/") }
        #expect(onDisk.isEmpty, "\(onDisk)")
    }

    private func writes(in trace: String) -> [String] {
        let text = (try? String(contentsOfFile: trace, encoding: .utf8)) ?? ""
        return text.split(separator: "\n").map(String.init).filter { line in
            let isOpen = line.contains("openat(")
            let isToWrite = ["O_WRONLY", "O_RDWR", "O_CREAT", "O_TRUNC"].contains { line.contains($0) }
            return line.contains("(") && (isOpen ? isToWrite && !line.contains("/dev/null") : !line.contains("exited"))
        }
    }
}
