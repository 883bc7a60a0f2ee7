// `batchwatch outbox` and `history`, with and without the daemon.

import Foundation
import Testing

@Suite(.serialized)
struct OutboxCommandTests {
    let shop: Workshop

    init() throws {
        shop = try Workshop()
        try shop.publish("pending", "01-Jun-12")
        try shop.configure("file://" + shop.listPath)
    }

    func outbox(_ arguments: String...) throws -> Finished {
        try run(Workshop.programs + "/batchwatch", ["outbox"] + arguments + shop.options)
    }

    struct Letter: Decodable {
        let id: String, sink: String, source: String, kind: String, batch: String
        let attempts: Int, isDead: Bool
        let trouble: String?
    }

    func letters() throws -> [Letter] {
        try JSONDecoder().decode([Letter].self, from: Data(outbox("list", "--json").output.utf8))
    }

    @Test func `an event that the hook refused is listed, tried again, and delivered`() async throws {
        try shop.hook("[ -e ../mended ] || exit 65")
        let daemon = try shop.start()
        #expect(await eventually { try! letters().first?.isDead == true })
        let letter = try #require(try letters().first)
        #expect(letter.sink == "hook" && letter.source == "london" && letter.kind == "observed" && letter.batch == mine)
        let text = try outbox("list").output
        #expect(text.contains("\(letter.id) hook observed \(mine)\n  london, 1 attempt, dead letter\n"))
        try shop.write("mended", "")
        let retried = try outbox("retry", letter.id)
        #expect(retried.code == 0 && retried.output == "1 event will be tried again\n")
        #expect(await eventually { shop.told.count == 2 })
        #expect(shop.told.last?.id == letter.id)
        #expect(shop.told.last?.environment["BATCHWATCH_ATTEMPT"] == "1")
        #expect(await eventually { try! outbox("list").output == "Everything has been delivered.\n" })
        daemon.stop()
    }

    @Test func `an event that waits hours is delivered at once when somebody asks for it`() async throws {
        try shop.hook("[ -e ../mended ] || exit 1")
        let daemon = try shop.start()
        // After the second try the wait is five minutes.
        #expect(await eventually { try! letters().first?.attempts == 2 })
        try shop.write("mended", "")
        #expect(try outbox("retry").code == 0)
        #expect(await eventually(5) { shop.told.count == 3 })
        #expect(shop.told.last?.environment["BATCHWATCH_ATTEMPT"] == "3")
        daemon.stop()
    }

    @Test(arguments: [true, false])
    func `what is dropped is told and gone`(daemonRuns: Bool) async throws {
        try shop.hook("exit 1")
        let daemon = try shop.start()
        #expect(await eventually { try! letters().first.map { $0.attempts >= 1 } == true })
        if !daemonRuns { daemon.stop() }
        let unknown = try outbox("drop", "x-1")
        #expect(unknown.code == 66 && unknown.error.contains("\"x-1\""))
        #expect(try outbox("drop").code == 64)
        #expect(try outbox("drop", "--all", "x-1").code == 64)
        #expect(try letters().count == 1)
        let dropped = try outbox("drop", "--all")
        #expect(dropped.code == 0 && dropped.output == "1 event dropped\n")
        #expect(try letters().isEmpty)
        #expect(await eventually { shop.isCleared })
        if daemonRuns {
            #expect(await eventually { daemon.said.contains("was dropped by hand: Mine") })
            daemon.stop()
        }
    }

    @Test func `without a daemon a list needs no lock, and what is due is told by the next poll`() throws {
        try shop.hook("[ -e ../mended ] || exit 65")
        try shop.poll()
        #expect(try letters().map(\.isDead) == [true])
        let before = shop.listing(shop.state)
        #expect(try outbox("list").code == 0)
        #expect(shop.listing(shop.state) == before)
        try shop.write("mended", "")
        #expect(try outbox("retry", "--all").code == 0)
        #expect(try letters().map(\.isDead) == [false])
        try shop.poll()
        #expect(shop.told.count == 2)
        #expect(try letters().isEmpty)
    }

    @Test func `a hook that fails for six batches is paused, and told so once`() async throws {
        let numbers = (1...6).map { "2012145617\($0)" }
        try list(numbers.map { [$0, "pending", "01-Jun-12"] }).write(to: URL(fileURLWithPath: shop.listPath))
        try shop.configure("file://" + shop.listPath, batches: numbers.map { "\($0) = \"\"" }.joined(separator: "\n"))
        try shop.hook("[ -e ../mended ] || exit 1")
        let daemon = try shop.start()
        #expect(
            await eventually { daemon.said.contains("5 events failed in a row; the last failure: exited with code 1") })
        // Their second tries would be due after 5 s.
        #expect(await stays(7) { shop.told.count == 5 })
        try shop.write("mended", "")
        _ = try outbox("retry", "--all")
        #expect(await eventually { shop.told.count == 11 })
        #expect(Set(shop.told.map(\.id)).count == 6)
        daemon.stop()
        #expect(daemon.said.components(separatedBy: "failed in a row").count == 2)
        #expect(daemon.said.components(separatedBy: "works again").count == 2)
    }

    @Test func `hostile words in a list are sanitized, and no first line is longer than 80 columns`() throws {
        let long = String(repeating: "x", count: 200)
        mkdir(shop.state, 0o700)
        try shop.write(
            "state/london.json",
            #"""
            {"schema":2,"uuid":"u","sequence":1,"observed":[],"batches":{},"outbox":{"dead":{},"letters":{"hook":[
            {"attempts":1,"trouble":"a\u001b[31mb\nc","event":{"id":"\#(long)\u001b","kind":"changed","source":"london","url":"",
            "time":"2026-06-01T00:00:00Z","batch":"\#(long)","label":"","rows":[],"previousRows":[],"detail":""}}]}}}
            """#)
        let text = try outbox("list").output
        #expect(!text.contains("\u{1b}"))
        let lines = text.split(separator: "\n")
        #expect(lines.count == 4)
        #expect(lines.first.map { $0.utf8.count <= 80 } == true)
        #expect(lines.last == "  a\u{fffd}[31mb c")
    }

    @Test func `where there is no journal history says so`() throws {
        // No entry of this batch anywhere: an empty journal, or none at all.
        let history = try shop.batchwatch("history", "no-such-batch", "--json")
        #expect(history.code == 69 ? history.error.contains("journal") : history.output == "[\n\n]\n")
        #expect(try shop.batchwatch("history", "--since").code == 64)
    }
}
