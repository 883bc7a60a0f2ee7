// One reported change of a batch, or of the source itself, in the form that state, journal and hook share.

import Coding
import Rows

/// Something to report, with an id that it keeps over retries and crashes.
package struct Event: Codable, Hashable, Sendable {
    package enum Kind: String, Codable, CaseIterable, Sendable {
        /// The first look at a newly watched batch or mask.
        case observed
        /// A watched batch is on the list, and was not before.
        case appeared
        /// A watched batch has other rows.
        case changed
        /// A watched batch is no longer on the list.
        case disappeared
        /// batchwatch cannot read with certainty what the list says about a watched batch; earlier reports stay in
        /// force.
        case unclear
        /// The source has been unreadable for a while.
        case failing
        /// The source is readable again, or no longer suspect or stale.
        case recovered
        /// The published document is held: it is damaged, another list, or an older edition.
        case suspect
        /// The list has not changed for longer than expected.
        case stale
        /// A new edition of the list was accepted.
        case edition
    }

    /// `<state uuid>-<sequence>`, with `+<number>` after a merge.
    package var id: String
    package var kind: Kind
    /// The source's name.
    package var source: String
    /// The source's URL, without credentials.
    package var url: String
    /// The time when the daemon saw the change.
    package var time: Date
    /// The batch, or the mask of a first look; empty for an event of the source.
    package var batch: String = ""
    /// The user's label for the batch; may be empty.
    package var label: String = ""
    /// The rows on the list now, in order.
    package var rows: [Update] = []
    /// The rows before.
    package var previousRows: [Update] = []
    /// For an event of the source, and for `unclear`: the cause in one sentence. For the first look through a mask: its summary.
    package var detail: String = ""
    /// The document of the rows; nil for an event of the source except a new edition, and in states older than this
    /// field.
    package var document: EventDocument?
    /// The figures of the new edition; nil for any other event.
    package var edition: Edition?
    /// For `suspect`: when the held document will be accepted; nil for any other event.
    package var acceptance: Acceptance?
    /// For an event of a mask: how many batches it counts; nil for any other event.
    package var batches: Int?
    /// The number of other events merged into this one because too many waited; nil for none. For a summary: the number
    /// of events that it counts.
    package var merged: Int?

    /// The known facts about the document of an event.
    package struct EventDocument: Codable, Hashable, Sendable {
        /// The URL of the document; the source's own URL for a list in several documents.
        package var url: String
        /// The text above its table; nil without any.
        package var title: DocumentTitle?

        package init(url: String, title: DocumentTitle? = nil) {
            self.url = url
            self.title = title
        }
    }

    package init(id: String, kind: Kind, source: String, url: String, time: Date) {
        self.id = id
        self.kind = kind
        self.source = source
        self.url = url
        self.time = time
    }
}
