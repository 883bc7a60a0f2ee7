// A configuration that is edited a thousand times a second, in each way of editors and scripts: after the last edit it
// is in force if it is valid, otherwise an earlier valid one; meanwhile the daemon works normally.

import Foundation
import TestKit
import Testing

@Suite(.serialized)
struct EditStormTests {
    let shop: Workshop
    private let sound: String

    init() throws {
        shop = try Workshop(listing: "pending")
        try shop.configure("file://" + shop.listPath, batches: "\(mine) = \"edit 0\"")
        sound = shop.text("watched-batches.toml")
    }

    /// How an edit comes into the file.
    enum Way: CaseIterable {
        case writtenInPlace, renamedOver, deletedAndRestored
    }

    /// The configuration under the name of an edit.
    private func edition(_ number: Int) -> String {
        sound.replacingOccurrences(of: "\"edit 0\"", with: "\"edit \(number)\"")
    }

    /// Puts a text into the file as it is, and not at once.
    private func overwrite(_ text: String) {
        let file = open(shop.config, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        let half = text.utf8.count / 2
        text.withCString {
            _ = write(file, $0, half)
            _ = write(file, $0 + half, strlen($0) - half)
        }
        close(file)
    }

    private func edit(_ text: String, _ way: Way) {
        switch way {
        case .writtenInPlace: overwrite(text)
        case .renamedOver:
            let other = shop.path + "/other.toml"
            _ = FileManager.default.createFile(atPath: other, contents: Data(text.utf8))
            rename(other, shop.config)
        case .deletedAndRestored:
            unlink(shop.config)
            overwrite(text)
        }
    }

    /// A thousand edits in a second. Of the first of each pair nothing can be used.
    ///
    /// - Parameter way: how all of them come; nil for each in turn.
    private func storm(_ way: Way?) {
        let begun = ContinuousClock.now
        for number in 1...1_000 {
            while ContinuousClock.now < begun + .milliseconds(number) { usleep(100) }
            let text = edition(number)
            let wrong = [String(text.prefix(text.count / 2)), text + "evry = 1\n", ""][number % 3]
            edit(number % 2 == 0 ? text : wrong, way ?? Way.allCases[number % 3])
        }
    }

    /// The label under which the daemon would tell of the batch.
    private func label() throws -> String? {
        let report = try JSONSerialization.jsonObject(with: Data(status("--json").utf8)) as? [String: Any]
        let sources = report?["sources"] as? [[String: Any]]
        return (sources?.first?["batches"] as? [[String: Any]])?.first?["label"] as? String
    }

    private func status(_ more: String...) throws -> String {
        try run(Workshop.programs + "/batchwatch", ["status"] + more + shop.options).output
    }

    @Test(arguments: Way.allCases.map { Optional($0) } + [nil])
    func `of a thousand edits a second the last one is in force`(way: Way?) async throws {
        let daemon = try shop.start()
        #expect(await eventually { shop.told.count == 1 && shop.isCleared })
        let begun = ContinuousClock.now
        storm(way)
        #expect(try await eventually { try label() == "edit 1000" })
        #expect(try !status().contains("refused"))
        // Five times a second at most, whatever happens to the file.
        let loads = daemon.said.components(separatedBy: "watching").count - 2
        let most = Int((ContinuousClock.now - begun) / .milliseconds(200)) + 1
        #expect((1...most).contains(loads), "\(loads) of \(most)")

        try shop.publish("visa issued", "02-Jun-12")
        #expect(try shop.poll().code == 0)
        #expect(await eventually { shop.told.map(\.kind) == ["observed", "changed"] && shop.isCleared })
        #expect(shop.told.last?.environment["BATCHWATCH_LABEL"] == "edit 1000")
        #expect(daemon.stop() == 0)
        #expect(shop.told.count == 2)
    }

    /// What a thousand edits a second may end with.
    enum End: CaseIterable {
        case halfAnEdit, anUnknownKey, noFile
    }

    @Test(arguments: End.allCases)
    func `where a thousand edits a second end with what is none, a valid one before it stays in force`(end: End)
        async throws
    {
        let daemon = try shop.start()
        #expect(await eventually { shop.told.count == 1 && shop.isCleared })
        storm(nil)
        let last = edition(1_001)
        switch end {
        case .halfAnEdit: overwrite(String(last.prefix(last.count / 2)))
        case .anUnknownKey: overwrite(last + "evry = 1\n")
        case .noFile: unlink(shop.config)
        }
        #expect(try await eventually { try status().contains("configuration refused") })
        // It rests.
        #expect(try await stays(0.5) { try status().contains("configuration refused") })
        let inForce = try label()?.split(separator: " ").last.flatMap { Int($0) }
        #expect(inForce.map { $0 % 2 == 0 && $0 <= 1_000 } == true, "\(inForce ?? -1)")
        overwrite(edition(1_002))
        #expect(try await eventually { try label() == "edit 1002" })
        #expect(try !status().contains("refused"))
        #expect(daemon.stop() == 0)
        #expect(shop.told.count == 1)
    }
}
