// A past event, as people see it.

import Coding
import Events
import Rows

/// A past event, as `batchwatch history --json` prints it.
package struct PastEvent: Codable, Equatable, Sendable {
    /// The time when the daemon recorded it; for the journal, when the journal accepted it.
    package var time: Date
    package var id: String
    package var kind: String
    package var source: String
    package var batch: String
    package var label: String
    /// The sentence of the event.
    package var message: String
    /// The figures of a new edition; nil for any other event, and for events from the journal.
    package var edition: Edition?
    /// The document of a new edition; nil for any other event.
    package var document: Document?
    /// Whether the batch was on the list after the event, as far as that is certain; nil for an event of the source,
    /// and for events from the journal.
    package var isListed: Bool?

    /// A document, as events have it.
    package struct Document: Codable, Equatable, Sendable {
        package var url: String
        /// The lines above its table.
        package var title: [String]
        /// The days in these lines (ISO 8601); empty for none.
        package var period: String
    }
}

extension PastEvent {
    /// Parses a line of a history, a CloudEvent; nil for anything else.
    init?(line: some Sequence<UInt8>) {
        guard let event = try? decoded(Line.self, fromJSON: Array(line)) else { return nil }
        self.init(
            time: event.time, id: event.id, kind: event.data.kind, source: event.data.source, batch: event.data.batch,
            label: event.data.label, message: event.data.message,
            edition: event.data.edition, document: event.data.edition == nil ? nil : event.data.document,
            isListed: event.data.batch.isEmpty ? nil : !event.data.certainRows.isEmpty)
    }

    /// An event that waits for the history.
    package init?(_ event: Event) {
        guard let line = try? CloudEvent(event).line() else { return nil }
        self.init(line: line)
    }

    private struct Line: Decodable {
        var id: String
        var time: Date
        var data: Payload
    }

    private struct Payload: Decodable {
        var kind: String
        var source: String
        var batch: String
        var label: String
        var message: String
        var edition: Edition?
        var rows: [Update]
        var previousRows: [Update]?
        var document: PastEvent.Document?

        /// The known rows of the batch after the event; if it is unclear, those known before.
        var certainRows: [Update] { kind == Event.Kind.unclear.rawValue ? previousRows ?? [] : rows }
    }
}
