// `batchwatch history` from the histories beside the states, as written by the daemon and `batchwatch poll`.

import Foundation
import Testing

@Suite struct HistoryCommandTests {
    let shop: Workshop

    init() throws {
        shop = try Workshop(listing: "pending")
    }

    struct Past: Decodable {
        let id: String, kind: String, source: String, batch: String, message: String
    }

    func history(_ options: String...) throws -> [Past] {
        let finished = try run(
            shop.programs + "/batchwatch", ["history", "--json", "--state-dir", shop.state] + options)
        #expect(finished.code == 0, "\(finished.error)")
        return try JSONDecoder().decode([Past].self, from: Data(finished.output.utf8))
    }

    @Test func `what the hook was told is in the history, whoever polls`() async throws {
        #expect(try shop.poll().code == 0)
        let daemon = try shop.start()
        try shop.publish("visa issued", "02-Jun-12")
        #expect(try shop.poll().code == 0)
        #expect(await eventually { shop.told.count == 2 && shop.isCleared })
        daemon.stop()
        // Nobody wants to be told of the editions.
        #expect(try history().map(\.kind) == ["observed", "edition", "changed", "edition"])
        let past = try history().filter { $0.kind != "edition" }
        #expect(past.map(\.id) == shop.told.map(\.id))
        #expect(past.allSatisfy { $0.batch == mine && $0.source == "london" && $0.message.hasPrefix("Mine (") })
        let lines = shop.text("state/london.history").split(separator: "\n").filter { !$0.contains("edition\"") }
        for (line, told) in zip(lines, shop.told) {
            let json = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
            // Only the hook's first look says that the batch is watched from now on.
            #expect(withoutMessage(json ?? [:]).isEqual(to: withoutMessage(told.json) as? [String: Any] ?? [:]))
        }
        #expect(try history("--source", "paris").isEmpty)
        #expect(try history("--source", "london", "--since", "-1d", mine).count == 2)
        let editions = { (since: String) in
            try run(shop.programs + "/batchwatch", ["editions", "--state-dir", shop.state, "--since", since])
        }
        #expect(try editions("-1d").output.split(separator: "\n").count == 2)
        let none = try editions("+1h")
        #expect(none.code == 0 && none.output.isEmpty)
        #expect(try editions("yesterweek").code == 64)
        #expect(try history("another").isEmpty)
        let text = try run(shop.programs + "/batchwatch", ["history", "--state-dir", shop.state]).output
        #expect(text.split(separator: "\n").count == 4)
    }

    @Test func `a history that cannot be written holds up nobody, and gets its events later`() async throws {
        let path = shop.state + "/london.history"
        #expect(mkdir(shop.state, 0o700) == 0 && mkdir(path, 0o700) == 0)
        let daemon = try shop.start()
        #expect(await eventually { shop.told.count == 1 })
        let told = await eventually {
            (try? shop.batchwatch("status", "--check", "--state-dir", shop.state, "--config", shop.config))?.output
                .contains("nothing can be told to the history") == true
        }
        #expect(told)
        #expect(rmdir(path) == 0)
        daemon.stop()
        #expect(try shop.poll().code == 0)
        #expect(try history().filter { $0.kind != "edition" }.map(\.id) == shop.told.map(\.id))
    }
}

private func withoutMessage(_ event: [String: Any]) -> NSDictionary {
    var event = event
    var data = event["data"] as? [String: Any] ?? [:]
    data["message"] = nil
    event["data"] = data
    return event as NSDictionary
}
