import Events
import Foundation
import Testing

@Suite struct MessageIDTests {
    @Test func `each kind of message has its own random id`() {
        let ids = Event.Kind.allCases.map(\.messageID) + Notice.allCases.map(\.messageID)
        #expect(Set(ids).count == ids.count)
        for id in ids {
            #expect(id.utf8.count == 32 && id.allSatisfy { "0123456789abcdef".contains($0) })
            // RFC 9562 5.4: version 4, variant 10.
            #expect(Array(id)[12] == "4" && "89ab".contains(Array(id)[16]))
        }
    }

    @Test func `the catalog explains each kind, and nothing else`() throws {
        let project = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let text = try String(contentsOf: project.appendingPathComponent("systemd/batchwatch.catalog"), encoding: .utf8)
        let entries = text.components(separatedBy: "\n-- ").dropFirst()
        #expect(
            entries.map { String($0.prefix(32)) }.sorted()
                == (Event.Kind.allCases.map(\.messageID) + Notice.allCases.map(\.messageID)).sorted())
        for entry in entries {
            let (head, body) = (entry.components(separatedBy: "\n\n")[0], entry.components(separatedBy: "\n\n")[1...])
            #expect(head.contains("\nSubject: ") && head.contains("\nDefined-By: batchwatch\nDocumentation: man:"))
            #expect(body.joined().utf8.count > 40, "\(head)")
            #expect(entry.split(separator: "\n").allSatisfy { $0.utf8.count <= 80 }, "\(head)")
        }
    }

    @Test func `the catalog names only fields that are always there: journalctl shows the bare name of an empty one`()
        throws
    {
        let project = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let text = try String(contentsOf: project.appendingPathComponent("systemd/batchwatch.catalog"), encoding: .utf8)
        let known = Set(["EVENT_ID", "SOURCE", "BATCH", "CONFIG", "CAUSE", "SINK"].map { "BATCHWATCH_" + $0 })
        let named = Set(text.split(separator: "@").map(String.init).filter { $0.hasPrefix("BATCHWATCH_") })
        #expect(named == known)
    }
}
