// A configuration in which nothing is watched is sound: the daemon runs, asks nobody for anything, and says what to do.

import Foundation
import Testing

struct NothingWatchedTests {
    private static let advice =
        "nothing is watched; run `batchwatch setup`, or `batchwatch try URL --watch NUMBER --write`"

    private func batchwatch(_ shop: Workshop, _ words: String...) throws -> Finished {
        try run(Workshop.programs + "/batchwatch", words + shop.options)
    }

    @Test func `the configuration as shipped polls nothing, says so once, and takes its first list`() async throws {
        let shop = try Workshop()
        let shipped = try String(contentsOfFile: Workshop.project + "/config/watched-batches.toml", encoding: .utf8)
        try shop.write("watched-batches.toml", shipped)
        let polled = try batchwatch(shop, "poll")
        #expect(polled.code == 0 && polled.output == Self.advice + "\n", "\(polled.said)")
        let daemon = try shop.start()
        #expect(await eventually { daemon.said.contains(Self.advice) }, "\(daemon.said)")
        for words in [["poll"], ["poll", "--json"], ["check"], ["status"], ["status", "--check"]] {
            let done = try run(Workshop.programs + "/batchwatch", words + shop.options)
            #expect(done.code == 0, "\(words): \(done.said)")
        }
        #expect(try batchwatch(shop, "poll").output == Self.advice + "\n")
        #expect(try batchwatch(shop, "poll", "--json").output == "[\n\n]\n")
        #expect(try batchwatch(shop, "status").output.contains("Nothing is watched; run `batchwatch setup`"))
        #expect(daemon.said.split(separator: "\n").count { $0.contains("nothing is watched") } == 1, "\(daemon.said)")
        try shop.hook()
        try shop.publish("pending", "01-Jun-12")
        try shop.configure("file://" + shop.listPath)
        #expect(await eventually { shop.isCleared && shop.told.count == 1 }, "\(daemon.said)")
        #expect(daemon.stop() == 0)
    }

    @Test func `a list in which nothing is watched is polled if it is named, and status says one thing of it`()
        async throws
    {
        let shop = try Workshop(listing: "pending")
        try shop.configure("file:///none.pdf", batches: "")
        #expect(try batchwatch(shop, "poll").output == Self.advice + "\n")
        #expect(try shop.poll("london").code != 0)
        let daemon = try shop.start()
        #expect(await eventually { daemon.said.contains(Self.advice) })
        let status = try batchwatch(shop, "status").output
        #expect(status.contains("not polled: no batch is watched in it") && !status.contains("failing"), "\(status)")
        #expect(try shop.poll().output == Self.advice + "\n")
        #expect(try shop.poll("london").code != 0)
        #expect(daemon.stop() == 0)
    }
}
