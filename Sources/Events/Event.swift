// What is told: one change of one batch, or of the source itself. The form that state, journal and hook share.

import Coding
import Rows

/// Something to tell, with the id that it keeps over retries and crashes.
package struct Event: Codable, Hashable, Sendable {
    package enum Kind: String, Codable, CaseIterable, Sendable {
        /// The first look at a newly watched batch or mask.
        case observed
        /// A watched batch is on the list that was not.
        case appeared
        /// A watched batch has other rows.
        case changed
        /// A watched batch is no longer on the list.
        case disappeared
        /// What the list says of a watched batch cannot be read with certainty; what was told of it before stands.
        case unclear
        /// The source cannot be read for a while now.
        case failing
        /// The source can be read again, or what was suspect or stale is no longer.
        case recovered
        /// What is published is not believed: a damaged document, another list, an older edition.
        case suspect
        /// The list has not changed for longer than is expected.
        case stale
        /// A new edition of the list was accepted.
        case edition
    }

    /// `<state uuid>-<sequence>`; with `+<number>` where others were put into it.
    package var id: String
    package var kind: Kind
    /// The source's name.
    package var source: String
    /// The source's URL, without credentials.
    package var url: String
    /// When the change was seen.
    package var time: Date
    /// The batch, or the mask of a first look; empty for an event of the source.
    package var batch: String = ""
    /// What the user calls the batch; may be empty.
    package var label: String = ""
    /// What the list says now, in order.
    package var rows: [Update] = []
    /// What it said before.
    package var previousRows: [Update] = []
    /// For an event of the source, and for `unclear`: the cause in one sentence. For the first look through a mask: its summary.
    package var detail: String = ""
    /// The document that says so; nil for an event of the source but a new edition, and in states that are older than this field.
    package var document: EventDocument?
    /// What is said of the new edition; nil for any other event.
    package var edition: Edition?
    /// For `suspect`: when the held document is accepted; nil for any other event.
    package var acceptance: Acceptance?
    /// For an event of a mask: how many batches it counts; nil for any other event.
    package var batches: Int?
    /// How many other events were put into this one for want of room; nil for none. For a summary: how many it counts.
    package var merged: Int?

    /// What is known of the document that an event comes from.
    package struct EventDocument: Codable, Hashable, Sendable {
        /// Where it was fetched; the source's own URL for a list in several documents.
        package var url: String
        /// What stands above its table; nil for nothing.
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
