// What is remembered of a source: the content of its state file. A value; StateDirectory reads and writes it,
// SourceState+Judgement says how a reading changes it.

import FoundationEssentials
import Reading
import Rows
import Sinks

/// Everything that has to outlive the process, for one source.
package struct SourceState: Codable, Equatable, Sendable {
    /// The form of the file; a higher number was written by a newer batchwatch.
    package static let currentSchema = 1

    package var schema = SourceState.currentSchema
    /// Names this history: event ids are `<uuid>-<sequence>`. A state begun anew gets another one.
    package var uuid: String
    /// The number of the last event.
    package var sequence = 0
    /// What was accepted last; nil before the first success.
    package var document: AcceptedDocument?
    /// The keys and masks that a first look was told of, sorted.
    package var observed: [String] = []
    /// The watched batches that are on the list, by batch.
    package var batches: [String: BatchState] = [:]
    /// Failed polls since the last success; nil for none.
    package var failures: Failures?
    /// When the next poll was due when this was saved.
    package var nextDue: Date?
    /// When a row of a watched batch last changed.
    package var lastChange: Date?
    package var outbox = Outbox()

    package init(uuid: String) {
        self.uuid = uuid
    }

    /// What the list says of the watched batches, as it was told last.
    package var snapshot: Snapshot {
        var snapshot = Snapshot()
        for (batch, known) in batches { snapshot[batch] = known.rows }
        return snapshot
    }
}

/// The document that the state's rows come from.
package struct AcceptedDocument: Codable, Equatable, Sendable {
    /// What was fetched and as whom, see `SourceConfig.address`.
    package var address: String
    /// How it was read: key mask and columns.
    package var layout: String
    /// The `ReadingVersion` that read it.
    package var readingVersion: Int
    package var digest: String
    /// Bytes.
    package var length: Int
    package var rowCount: Int
    package var validators: Validators?
    /// When it was last received whole.
    package var fetched: Date
    /// Whether the next request has to be unconditional, after an answer that was odd.
    package var isDoubted = false
}

/// A watched batch that is on the list.
package struct BatchState: Codable, Equatable, Sendable {
    package var rows: [Update]
    /// Since when it has these rows.
    package var since: Date
    /// Since when the list does not have it any more, while that is not told yet.
    package var missingSince: Date?
}

/// A row of failed polls.
package struct Failures: Codable, Equatable, Sendable {
    /// What could not be fetched, see `SourceConfig.address`: another list begins to count anew.
    package var address: String
    package var count: Int
    package var since: Date
    /// The last cause.
    package var cause: String
    /// Whether `failing` was told.
    package var isTold = false
}
