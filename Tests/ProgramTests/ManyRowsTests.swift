// The largest allowed list, 200 000 different rows, read by the real programs: its cost, and the refusal of one row
// more.

import Foundation
import TestKit
import Testing

struct ManyRowsTests {
    let shop: Workshop

    init() throws {
        shop = try Workshop()
        try shop.hook()
        try shop.configure("file://" + shop.path + "/list.csv", more: #"columns = ["batch", "status"]"#)
    }

    /// Puts a list of so many rows in place; ours is in the middle.
    private func publish(_ count: Int, _ status: String) throws {
        var text = "Batch,Status\n"
        for number in 0..<count {
            text += number == count / 2 ? "\(mine),\(status)\n" : "\(20_000_000_000 + number),status \(number)\n"
        }
        try shop.write("list.csv", text, mode: 0o644)
    }

    /// Polls without a daemon, under python3, whose rusage then has all processes of it.
    private func poll() throws -> (code: Int, said: String, seconds: Double, bytes: Int) {
        let script = """
            import resource, subprocess, sys
            pipe = subprocess.PIPE
            run = subprocess.run(sys.argv[1:], stdin=subprocess.DEVNULL, stdout=pipe, stderr=subprocess.STDOUT)
            usage = resource.getrusage(resource.RUSAGE_CHILDREN)
            print(run.returncode, usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024, run.stdout.decode())
            """
        let done = try run(
            "/usr/bin/python3", ["-c", script, Workshop.programs + "/batchwatch", "poll"] + shop.options)
        let words = done.output.split(separator: " ", maxSplits: 3, omittingEmptySubsequences: false)
        try #require(words.count == 4, "\(done.said)")
        return (Int(words[0]) ?? -1, String(words[3]), Double(words[1]) ?? .infinity, Int(words[2]) ?? .max)
    }

    @Test func `200 000 unique rows are read within the budget, and one more is refused`() throws {
        try publish(200_000, "visa issued")
        let read = try poll()
        #expect(read.code == 0, "\(read.said)")
        #expect(read.said.contains("visa issued"))
        #expect(shop.text("state/london.json").contains("200000"))
        #expect(shop.told.map(\.kind) == ["observed"])
        #expect(read.bytes < 256 << 20, "\(read.bytes) bytes")
        #if !DEBUG
            #expect(read.seconds < 2, "\(read.seconds) s")
        #endif

        try publish(200_001, "refused")
        let refused = try poll()
        #expect(refused.code == 69 && refused.said.contains("200000"), "\(refused.said)")
        #expect(shop.text("state/london.json").contains("visa issued"))
        #expect(shop.told.count == 1)
    }
}
