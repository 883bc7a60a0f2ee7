// The main job with real parts: the daemon, its reader, nginx, a hook script.

import Foundation
import Testing

/// A London-style list, written by the project's own script.
func list(_ rows: [[String]]) throws -> Data {
    let folder = NSTemporaryDirectory() + UUID().uuidString
    defer { try? FileManager.default.removeItem(atPath: folder + ".json") }
    defer { try? FileManager.default.removeItem(atPath: folder + ".pdf") }
    try JSONSerialization.data(withJSONObject: rows).write(to: URL(fileURLWithPath: folder + ".json"))
    let made = try run(
        "/usr/bin/python3", [Workshop.project + "/scripts/fixtures/london_pdf.py", folder + ".json", folder + ".pdf"])
    if made.code != 0 { throw CocoaError(.fileReadUnknown, userInfo: [NSLocalizedDescriptionKey: made.error]) }
    return try Data(contentsOf: URL(fileURLWithPath: folder + ".pdf"))
}

let mine = "20121456171"

/// A list with other people's rows around ours.
func list(_ status: String, _ date: String, others: Int = 60) throws -> Data {
    let rows = (0..<others).map { ["2011\(1_000_000 + $0 * 7)", "no action required at this time", "01-May-12"] }
    return try list(rows + [[mine, status, date]])
}

@Suite(.enabled(if: Nginx.isInstalled, "needs nginx"), .serialized)
struct MainJobTests {
    let shop: Workshop
    let nginx: Nginx

    init() throws {
        shop = try Workshop()
        nginx = try Nginx(in: shop.path)
        try shop.hook()
        try shop.configure(nginx.url)
    }

    @Test func `a changed row is told once, and nothing when nothing changed`() async throws {
        try nginx.publish(list("administrative processing", "01-Jun-12"), age: 100)
        let daemon = try shop.start()

        // The first look.
        #expect(await eventually { shop.told.count == 1 })
        #expect(shop.told.first?.kind == "observed")
        #expect(nginx.answers == [200])
        #expect(await eventually { shop.isCleared })

        // 304: nothing parsed, told, or written.
        let before = shop.listing(shop.state) + shop.listing(shop.cache)
        #expect(try shop.poll().said == "london: unchanged\n")
        #expect(nginx.answers == [200, 304])
        #expect(shop.listing(shop.state) + shop.listing(shop.cache) == before)

        // One row changed.
        try nginx.publish(list("visa issued", "15-Jun-12"), age: 50)
        #expect(try shop.poll().said.contains("london: read, 61 rows"))
        #expect(await eventually { shop.told.count == 2 })
        let change = try #require(shop.told.last)
        #expect(change.arguments == "changed")
        #expect(change.json["type"] as? String == "batchwatch.changed")
        #expect(change.json["subject"] as? String == mine)
        #expect(change.json["id"] as? String == change.environment["BATCHWATCH_EVENT_ID"])
        #expect(change.data["rows"] as? [[String: String]] == [["status": "visa issued", "date": "15-Jun-12"]])
        #expect(
            change.data["previousRows"] as? [[String: String]] == [
                ["status": "administrative processing", "date": "01-Jun-12"]
            ])
        let environment = change.environment
        #expect(environment["BATCHWATCH_BATCH"] == mine)
        #expect(environment["BATCHWATCH_LABEL"] == "Mine")
        #expect(environment["BATCHWATCH_STATUS"] == "visa issued")
        #expect(environment["BATCHWATCH_DATE"] == "15-Jun-12")
        #expect(environment["BATCHWATCH_PREVIOUS_STATUS"] == "administrative processing")
        #expect(environment["BATCHWATCH_PREVIOUS_DATE"] == "01-Jun-12")
        #expect(environment["BATCHWATCH_ATTEMPT"] == "1")
        #expect(daemon.said.contains("visa issued"))

        // Another ETag for the same bytes: no event, and then a 304 again.
        try nginx.publish(list("visa issued", "15-Jun-12"), age: 10)
        #expect(try shop.poll().said == "london: unchanged\n")
        #expect(try shop.poll().said == "london: unchanged\n")
        #expect(nginx.answers.suffix(2) == [200, 304])

        // A replacement with an older time is still noticed.
        try nginx.publish(list("passport returned", "20-Jun-12"), age: 100_000)
        #expect(try shop.poll().said.contains("passport returned"))
        #expect(await eventually { shop.told.count == 3 })
        #expect(shop.told.last?.environment["BATCHWATCH_PREVIOUS_STATUS"] == "visa issued")

        // The same rows exported anew: no event.
        try nginx.publish(list("passport returned", "20-Jun-12", others: 59), age: 5)
        #expect(try shop.poll().said == "london: read, 60 rows\n")
        #expect(daemon.stop() == 0)
        #expect(shop.told.count == 3)
        #expect(Set(shop.told.map(\.id)).count == 3)
    }

    @Test func `validators are sent back byte for byte`() throws {
        try nginx.publish(list("pending", "01-Jun-12"), age: 1000)
        try shop.poll()
        try shop.poll()
        let sent = try #require(nginx.requests.last)
        let state = shop.text("state/london.json")
        let parts = sent.split(separator: "\"", omittingEmptySubsequences: false)
        #expect(nginx.answers == [200, 304])
        // nginx logs quotes as \x22
        #expect(parts.count == 5 && state.contains(parts[1].replacingOccurrences(of: "\\x22", with: "\\\"")))
        #expect(parts.count == 5 && !parts[3].isEmpty && state.contains(parts[3]))
    }

    @Test func `without a daemon, poll does the same work itself`() throws {
        try nginx.publish(list("pending", "01-Jun-12"), age: 100)
        #expect(try shop.poll().said.contains("Mine (\(mine))"))
        try nginx.publish(list("visa issued", "02-Jun-12"))
        #expect(try shop.poll().said.contains("visa issued"))
        #expect(shop.told.map(\.kind) == ["observed", "changed"])
        #expect(try shop.poll().said == "london: unchanged\n")
    }

    @Test func `a newly watched batch is answered from the kept document, without the server`() async throws {
        try nginx.publish(list([[mine, "pending", "01-Jun-12"], ["20110000001", "visa issued", "02-Jun-12"]]))
        let daemon = try shop.start()
        #expect(await eventually { shop.told.count == 1 })
        try shop.configure(nginx.url, batches: "\(mine) = \"Mine\"\n20110000001 = \"Friend\"")
        #expect(await eventually { shop.told.count == 2 })
        #expect(shop.told.last?.kind == "observed")
        #expect(shop.told.last?.environment["BATCHWATCH_STATUS"] == "visa issued")
        #expect(nginx.answers == [200])
        daemon.stop()
    }

    @Test func `an emptied cache costs a download and nothing else`() async throws {
        try nginx.publish(list("pending", "01-Jun-12"), age: 100)
        let daemon = try shop.start()
        #expect(await eventually { shop.told.count == 1 })
        try FileManager.default.removeItem(atPath: shop.cache)
        #expect(try shop.poll().said == "london: unchanged\n")
        try nginx.publish(list("visa issued", "02-Jun-12"))
        #expect(try shop.poll().said.contains("visa issued"))
        #expect(try shop.poll().said == "london: unchanged\n")
        #expect(nginx.answers == [200, 200, 200, 304])
        #expect(await eventually { shop.told.count == 2 })
        daemon.stop()
        #expect(shop.told.map(\.kind) == ["observed", "changed"])
    }

    @Test func `a kept document with other bytes in it is no baseline`() throws {
        try nginx.publish(list("pending", "01-Jun-12"), age: 100)
        #expect(try shop.poll().said.contains("observed") || shop.told.count == 1)
        let name = try #require(
            try FileManager.default.contentsOfDirectory(atPath: shop.cache).first { $0.hasSuffix(".document") })
        let file = shop.cache + "/" + name
        let size = try Data(contentsOf: URL(fileURLWithPath: file)).count
        try Data(count: size).write(to: URL(fileURLWithPath: file))
        try shop.configure(nginx.url, batches: "\(mine) = \"Mine\"\n20111000007 = \"Friend\"")
        #expect(try shop.poll().said.contains("Friend"))
        // Whether it changed is not asked: it is not what is kept.
        #expect(nginx.answers == [200, 200])
        #expect(shop.told.last?.environment["BATCHWATCH_STATUS"] == "no action required at this time")
    }

    @Test func `without a daemon, poll answers a newly watched batch from the kept document too`() throws {
        try nginx.publish(list([[mine, "pending", "01-Jun-12"], ["20110000001", "visa issued", "02-Jun-12"]]))
        try shop.poll()
        try shop.configure(nginx.url, batches: "\(mine) = \"Mine\"\n20110000001 = \"Friend\"")
        #expect(try shop.poll().said.contains("visa issued"))
        #expect(shop.told.map(\.kind) == ["observed", "observed"])
        #expect(nginx.answers == [200, 304])
    }

    @Test func `a server that fails is told at the third time, and its recovery`() throws {
        try nginx.publish(list("pending", "01-Jun-12"))
        #expect(try shop.poll().said.contains("read"))
        try FileManager.default.removeItem(atPath: nginx.folder + "/www/list.pdf")
        let failed = try shop.poll()
        #expect(failed.code == 69)
        #expect(failed.output == "london: failed: HTTP 404 Not Found\n")
        try shop.poll()
        #expect(shop.told.map(\.kind) == ["observed"])
        #expect(try shop.poll().said.contains("404"))
        #expect(shop.told.map(\.kind) == ["observed", "failing"])
        try shop.poll()
        try nginx.publish(list("pending", "01-Jun-12"))
        try shop.poll()
        #expect(shop.told.map(\.kind) == ["observed", "failing", "recovered"])
    }

    @Test func `an HTML page instead of the list is a failure that says so, and the state stays`() throws {
        try nginx.publish(list("pending", "01-Jun-12"))
        try shop.poll()
        try nginx.publish(Data("<!DOCTYPE html><html><body>Please log in \(mine)</body></html>".utf8))
        #expect(try shop.poll().said.contains("HTML"))
        try nginx.publish(list("pending", "01-Jun-12"))
        try shop.poll()
        #expect(shop.told.map(\.kind) == ["observed"])
    }
}
