// Held documents from the user's view: poll, status, accept; with and without the daemon.

import Foundation
import Testing

@Suite struct AcceptTests {
    let shop: Workshop
    private var list: String { shop.path + "/list.pdf" }

    init() throws {
        shop = try Workshop()
        try shop.hook()
        try shop.configure("file://\(shop.path)/list.pdf")
    }

    private func publish(_ bytes: Data) throws {
        try bytes.write(to: URL(fileURLWithPath: list), options: .atomic)
    }

    private func batchwatch(_ command: String, _ arguments: String...) throws -> Finished {
        try run(Workshop.programs + "/batchwatch", [command] + arguments + shop.options)
    }

    @Test func `a list that lost its rows is held, and accepted by hand`() throws {
        try publish(ProgramTests.list("pending", "01-Jun-12"))
        #expect(try batchwatch("poll").code == 0)
        try publish(ProgramTests.list("visa issued", "15-Jun-12", others: 5))
        let held = try batchwatch("poll")
        #expect(held.code == 65)
        #expect(held.output.hasPrefix("london: held as suspect: it has 6 rows, the previous edition had 61\n"))
        #expect(shop.told.map(\.kind) == ["observed", "suspect"])
        #expect(try batchwatch("status").output.contains("it has 6 rows, the previous edition had 61"))

        let accepted = try batchwatch("accept", "london")
        #expect(accepted.code == 0, "\(accepted.error)")
        #expect(accepted.output.hasPrefix("london: accepted, 6 rows\n"))
        #expect(shop.told.map(\.kind) == ["observed", "suspect", "recovered", "changed"])
        #expect(try batchwatch("poll").output == "london: unchanged\n")
        let nothing = try batchwatch("accept", "london")
        #expect(nothing.code == 0)
        #expect(nothing.output == "london: no document is held: there is nothing to accept\n")
        #expect(try batchwatch("accept", "paris").code == 64)
    }

    @Test func `the daemon accepts what it holds, though the server has gone meanwhile`() async throws {
        try publish(ProgramTests.list("pending", "01-Jun-12"))
        let daemon = try shop.start()
        #expect(await eventually { shop.told.count == 1 })
        try publish(ProgramTests.list("visa issued", "15-Jun-12", others: 5))
        #expect(try batchwatch("poll").code == 65)
        try FileManager.default.removeItem(atPath: list)
        let accepted = try batchwatch("accept", "london", "--json")
        #expect(accepted.code == 0, "\(accepted.error)")
        #expect(accepted.output.contains("\"outcome\" : \"read\""))
        #expect(await eventually { shop.told.map(\.kind) == ["observed", "suspect", "recovered", "changed"] })
        #expect(try batchwatch("accept", "paris").code == 64)
        daemon.kill(SIGTERM)
        #expect(daemon.end() == 0)
    }

    @Test func `a document that is cut off is held, wherever it is cut`() throws {
        let whole = try ProgramTests.list("pending", "01-Jun-12")
        try publish(whole)
        #expect(try batchwatch("poll").code == 0)
        let changed = try ProgramTests.list("visa issued", "15-Jun-12")
        for part in 1...9 {
            try publish(changed.prefix(changed.count * part / 10))
            #expect(try [65, 69].contains(batchwatch("poll").code))
        }
        #expect(Set(shop.told.map(\.kind)).isSubset(of: ["observed", "suspect", "failing"]))
        try publish(whole)
        #expect(try batchwatch("poll").code == 0)
        #expect(!shop.told.map(\.kind).contains("changed"))
    }
}
