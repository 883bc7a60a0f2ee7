import Coding
import Events
import Rows
import TestKit
import Testing
import Text

@Suite struct EditionTests {
    private static let time = Date(timeIntervalSince1970: 1_339_768_800)

    private func told(_ change: (inout Edition) -> Void) -> String {
        var event = Event.sample(.edition, at: Self.time)
        var edition = event.edition ?? Edition(rows: 0)
        change(&edition)
        event.edition = edition
        return event.message
    }

    private func missing(_ batch: String, label: String = "") -> Edition.Absent {
        var absent = Edition.Absent(batch: batch)
        absent.label = label
        return absent
    }

    @Test func `says how the list is, what differs, and where what is watched would be`() {
        #expect(
            told { _ in } == "sample: a new list is out: 324 rows, 300 approved, 24 refused; 8 new, 4 gone, 2 changed; "
                + "yours is not on it; nearest below 66357321 approved, nearest above 66357399 refused")
    }

    @Test func `what is not known is not said`() {
        let sentence = told {
            $0 = Edition(rows: 1)
        }
        #expect(sentence == "sample: a new list is out: 1 row")
        #expect(
            told { $0.isIncomplete = true }.hasPrefix(
                "sample: a new list is out: 324 rows, 300 approved, 24 refused; not all of its documents can be read; ")
        )
        // A list without statuses.
        #expect(
            told {
                $0 = Edition(rows: 3)
                ($0.statuses, $0.otherStatuses) = ([Edition.StatusCount(status: "", rows: 3)], 0)
            } == "sample: a new list is out: 3 rows")
    }

    @Test func `other statuses, and none`() {
        #expect(
            told {
                $0.statuses = [
                    Edition.StatusCount(status: "approved", rows: 200), Edition.StatusCount(status: "", rows: 24),
                ]
                $0.otherStatuses = 100
            }.hasPrefix("sample: a new list is out: 324 rows, 200 approved, 24 without a status, 100 other; 8 new"))
    }

    @Test(arguments: [
        (1, 0, "; yours is on it"), (1, 1, "; yours is not on it"), (0, 0, ""), (2, 0, "; all 2 of yours are on it"),
        (2, 2, "; none of your 2 is on it; 1; Mine (2)"), (5, 1, "; 1 of your 5 is not on it; 1"),
        (9, 6, "; 6 of your 9 are not on it; 1; Mine (2); 3; and 3 more"),
    ])
    func `how many of those watched are not on it`(watched: Int, missing: Int, words: String) {
        let sentence = told {
            ($0.watched, $0.missing) = (watched, missing)
            $0.absent = (1...9).prefix(missing).map { self.missing("\($0)", label: $0 == 2 ? "Mine" : "") }
        }
        #expect(sentence.hasSuffix("2 changed" + words))
    }

    @Test func `a hostile status is sanitized, and the sentence is bounded`() {
        let sentence = told {
            $0.statuses = (0..<8).map { _ in Edition.StatusCount(status: hostile, rows: 1) }
            $0.absent[0].below?.status = hostile
        }
        #expect(sentence == sanitized(sentence) && !sentence.contains("\n"))
        let long = String(repeating: "x", count: 1 << 16)
        #expect(
            told {
                $0.statuses = (0..<8).map { _ in Edition.StatusCount(status: long, rows: 1) }
                ($0.watched, $0.missing) = (20, 20)
                $0.absent = (0..<20).map { _ in
                    var absent = Edition.Absent(
                        batch: long, below: Edition.Neighbour(batch: long, status: long),
                        above: Edition.Neighbour(batch: long, status: long))
                    absent.label = long
                    return absent
                }
            }.utf8.count < 4000)
        var event = Event.sample(.edition, at: Self.time)
        event.edition?.statuses = [Edition.StatusCount(status: hostile, rows: 1)]
        event.edition?.absent[0].above?.status = hostile
        let line = try? CloudEvent(event).line()
        #expect(line?.filter { $0 < 32 }.count == 1)
    }

    @Test func `the object has it in full`() throws {
        var event = Event.sample(.edition, at: Self.time)
        event.edition?.etag = "\"5f3c\""
        event.edition?.sha256 = "9f86d081"
        struct Line: Decodable {
            struct Payload: Decodable { let edition: Edition? }
            let type: String
            let subject: String?
            let data: Payload
        }
        let line = try decoded(Line.self, fromJSON: CloudEvent(event).line())
        #expect(line.type == "batchwatch.edition" && line.subject == nil && line.data.edition == event.edition)
        event.edition = Edition(rows: 7)
        let text = String(decoding: try CloudEvent(event).line(), as: UTF8.self)
        #expect(text.contains(#""edition":{"absent":[],"rows":7}"#))
    }
}
