// A hook that fails while ten thousand events wait: it is called a few times, little is written and computed, and
// nothing is lost.

import Foundation
import TestKit
import Testing

struct FloodTests {
    private static let count = 10_000
    let shop: Workshop

    init() throws {
        shop = try Workshop()
        try shop.hook("exit 1")
        let batches = (0..<Self.count).map { "\(20_120_000_000 + $0) = \"\"" }
        try shop.configure(
            "file://\(shop.path)/list.csv", batches: batches.joined(separator: "\n"),
            more: #"columns = ["batch", "status"]"#)
        let rows = (0..<Self.count).map { "\(20_120_000_000 + $0),pending\n" }
        try shop.write("list.csv", "Batch,Status\n" + rows.joined(), mode: 0o644)
    }

    private var waiting: Int {
        shop.text("state/london.json").components(separatedBy: "\"attempts\"").count - 1
    }

    @Test func `a hook that fails for ten thousand events costs little, and loses none of them`() async throws {
        let daemon = try shop.start()
        // The journal takes all of them first.
        #expect(await eventually(120) { !shop.told.isEmpty && waiting == Self.count }, "\(waiting) letters wait")
        let before = (daemon.processorSeconds, daemon.said.utf8.count)
        #expect(await stays(5) { shop.told.count < 20 })
        #expect(daemon.processorSeconds - before.0 < 0.5)
        #expect(daemon.said.utf8.count - before.1 < 4_000)
        #expect(waiting == Self.count)
        #expect(daemon.stop() == 0)
    }
}
