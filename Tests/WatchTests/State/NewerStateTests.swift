import Foundation
import TestKit
import Testing
import WatchKit
import struct Coding.Date

@testable import Coding
@testable import Delivery
@testable import Events
@testable import JSON
@testable import Storage
@testable import Watch

/// What a newer version has written is kept for it, and in nobody's way.
@Suite struct NewerStateTests {
    private let bytes: [UInt8]

    init() throws {
        bytes = Array(try Data(contentsOf: Folder.tests.appending(path: "Fixtures/states/newer-events.json")))
    }

    private func outbox(of bytes: [UInt8]) throws -> JSONValue? {
        try jsonValue(of: bytes, limits: .init()).member("outbox")
    }

    private func entries(_ kind: String, _ sink: String, of bytes: [UInt8]) throws -> [JSONValue] {
        guard case .array(let entries)? = try outbox(of: bytes)?.member(kind)?.member(sink) else { return [] }
        return entries
    }

    private func sorted(_ value: JSONValue) -> JSONValue {
        switch value {
        case .object(let members):
            .object(
                members.map { JSONMember(name: $0.name, value: sorted($0.value)) }.sorted { $0.name < $1.name })
        case .array(let values): .array(values.map(sorted))
        default: value
        }
    }

    @Test func `letters of kinds that are not known are kept as they were written, and in their place`() throws {
        let state = try SourceState.decoded(from: bytes, file: "")
        let again = try state.encoded()
        for (kind, sink) in [("letters", "hook"), ("letters", "journal"), ("dead", "hook")] {
            let (old, new) = (try entries(kind, sink, of: bytes), try entries(kind, sink, of: again))
            #expect(old.map { $0.member("event")?.member("id") } == new.map { $0.member("event")?.member("id") })
            for (old, new) in zip(old, new) where old.member("event")?.member("kind") == .string("moved") {
                #expect(sorted(old) == sorted(new))
            }
        }
        #expect(try SourceState.decoded(from: again, file: "") == state)
        #expect(state.outbox.foreign.count == 2 && state.outbox.foreignDead.count == 1)
    }

    @Test func `they hold up no other, and nobody loses them by deliveries`() throws {
        var state = try SourceState.decoded(from: bytes, file: "")
        #expect(state.outbox.next(for: .hook, at: noon, limit: 9).map(\.event.id) == ["u-1", "u-3"])
        state.outbox.settle(["u-1", "u-3"].map { DeliveryRecord(.hook, $0, .delivered) })
        state.outbox.retry { _ in true }
        let again = try entries("letters", "hook", of: try state.encoded())
        #expect(again.map { $0.member("event")?.member("id") } == [.string("u-2")])
        // A source with such an entry is not forgotten.
        state.takenOut = noon
        #expect(!state.isForgettable(at: noon.addingTimeInterval(1e9)))
        state.outbox.drop { _ in true }
        #expect(state.isForgettable(at: noon.addingTimeInterval(1e9)))
    }

    @Test func `they are listed, are not tried again by hand, and can be dropped`() throws {
        var outbox = try SourceState.decoded(from: bytes, file: "").outbox
        let reports = outbox.reports(of: "london").filter { $0.isForeign == true }
        #expect(reports.map(\.id) == ["u-2", "u-4", "u-5"])
        #expect(reports.map(\.isDead) == [false, false, true] && reports.allSatisfy { $0.kind == "moved" })
        #expect(reports[0].message.contains("newer version"))
        outbox.drop { $0 == "u-2" }
        #expect(outbox.allForeign.map(\.entry.id) == ["u-4", "u-5"])
    }

    // A kind that is known has a form that is known.
    @Test(arguments: [
        #"{"event":{"id":"u-2","kind":"changed"},"attempts":0}"#, #"{"event":{"kind":"moved"},"attempts":0}"#,
        #"{"event":{"id":"u-2"}}"#, "7", "{}",
    ])
    func `what is no entry in any version is damage`(_ entry: String) throws {
        let text =
            #"{"batches":{},"observed":[],"schema":2,"sequence":1,"uuid":"u","outbox":{"dead":{},"letters":{"hook":["#
            + entry + "]}}}"
        #expect(throws: StateDamage.self) { try SourceState.decoded(from: Array(text.utf8), file: "") }
    }

    @Test func `a reply of a newer daemon is read as far as it is known`() throws {
        let known =
            #"{"id":"u-1","kind":"changed","source":"s","url":"u","time":"2026-11-21T07:40:23Z","batch":"b","#
            + #""label":"","rows":[],"previousRows":[],"detail":"","mood":1}"#
        let text =
            #"{"polls":[{"source":"s","outcome":"pondered","events":[\#(known),{"kind":"moved"}],"x":{}}],"y":1}"#
        let reply = try Coding.decoded(ControlReply.self, fromJSON: Array(text.utf8))
        let poll = try #require(reply.polls?.first)
        #expect(poll.outcome == .failed && poll.cause?.contains("pondered") == true && poll.events.count == 1)
    }

    @Test func `a line of a history is read whatever its event's kind is`() throws {
        let line = try CloudEvent(Event(id: "u-1", kind: .failing, source: "s", url: "u", time: noon)).line()
        let newer = String(decoding: line, as: UTF8.self).replacingOccurrences(of: "failing", with: "moved")
        #expect(PastEvent(line: Array(newer.utf8))?.kind == "moved")
    }
}
