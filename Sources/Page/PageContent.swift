// The content of the page, the feed and status.json. Values: built elsewhere; the same values give the same bytes.

import Coding
import Rows

/// All content. With `batches = "labels"` it contains no numbers, so that none can be shown.
package struct PageContent: Equatable, Sendable {
    package var title: String
    /// Troubles that concern all lists, without a full stop.
    package var troubles: [Trouble]
    package var sources: [Source]
    /// Events of all sources, the latest first, at most `PageContent.mostEvents`.
    package var events: [Event]

    /// The most events; a feed has as many.
    package static let mostEvents = 200
    /// The most batches shown of one source; of the others only their number.
    package static let mostBatches = 1_000
    /// The most changes shown of one batch, the latest.
    package static let mostChanges = 20
    /// The most editions shown of one source, the latest.
    package static let mostEditions = 30

    package init(title: String, troubles: [Trouble] = [], sources: [Source], events: [Event]) {
        (self.title, self.troubles, self.sources, self.events) = (title, troubles, sources, events)
    }
}

extension PageContent {
    /// One trouble.
    package struct Trouble: Codable, Equatable, Sendable {
        /// A sentence without a full stop.
        package var what: String
        package var since: Date?

        package init(_ what: String, since: Date? = nil) {
            (self.what, self.since) = (what, since)
        }
    }

    /// A list.
    package struct Source: Equatable, Sendable {
        package var name: String
        package var url: String
        /// Seconds between two polls.
        package var interval: Double
        /// As known when this was made: a poll without news changes no page.
        package var lastPoll: Date?
        /// Nil while nothing is watched in the list.
        package var nextPoll: Date?
        package var lastChange: Date?
        /// Rows of the whole list; nil before the first success.
        package var rowCount: Int?
        /// Why the last reading may lack a row, without a full stop; nil if the list was read completely.
        package var gap: String?
        package var troubles: [Trouble] = []
        package var batches: [Batch] = []
        /// How many batches are not shown.
        package var otherBatches = 0
        /// The oldest first.
        package var editions: [Edition] = []

        package init(name: String, url: String, interval: Double) {
            (self.name, self.url, self.interval) = (name, url, interval)
        }
    }

    /// A watched batch.
    package struct Batch: Equatable, Sendable {
        /// Nil if numbers are left out.
        package var number: String?
        /// May be empty.
        package var label: String
        /// Whether it is listed; nil before the first reading, and while no reading is certain.
        package var isListed: Bool?
        /// Its rows on the list; if it has left the list, its last rows.
        package var rows: [Update]
        /// Since when; if it has left the list, since when it is not listed.
        package var since: Date?
        /// Since when the list lacks it, while that is not yet reported.
        package var missingSince: Date?
        /// The last reading if it is uncertain; nil if it is certain.
        package var unclear: Unclear?
        /// The oldest first.
        package var changes: [Change] = []
        /// How many earlier changes are known.
        package var earlierChanges = 0

        package init(number: String?, label: String, isListed: Bool?, rows: [Update] = [], since: Date? = nil) {
            (self.number, self.label, self.isListed) = (number, label, isListed)
            (self.rows, self.since) = (rows, since)
        }

        /// The name of a batch without label and number.
        package static let unnamed = "A batch without a label"

        /// The name for people.
        var name: String { label.isEmpty ? number ?? Self.unnamed : label }
    }

    /// An uncertain reading of a batch.
    package struct Unclear: Equatable, Sendable {
        /// Why, without a full stop.
        package var reason: String
        /// The rows read; may be empty.
        package var rows: [Update]
        package var since: Date

        package init(reason: String, rows: [Update], since: Date) {
            (self.reason, self.rows, self.since) = (reason, rows, since)
        }
    }

    /// An edition of a list.
    package struct Edition: Equatable, Sendable {
        package var time: Date
        /// The title above its table; may be empty.
        package var title: String
        package var rows: Int
        /// Rows compared with the edition before; nil if unknown.
        package var new: Int?
        package var gone: Int?
        package var changed: Int?
        /// The most frequent first; empty if not counted.
        package var statuses: [StatusCount] = []
        /// Rows with any other status.
        package var otherStatuses = 0

        package init(time: Date, title: String, rows: Int) {
            (self.time, self.title, self.rows) = (time, title, rows)
        }
    }

    /// The number of rows with a status.
    package struct StatusCount: Codable, Equatable, Sendable {
        package var status: String
        package var rows: Int

        package init(status: String, rows: Int) {
            (self.status, self.rows) = (status, rows)
        }
    }

    /// A change of a batch.
    package struct Change: Equatable, Sendable {
        package var time: Date
        /// One sentence.
        package var message: String
        /// Whether it was listed from then on.
        package var isListed: Bool
        /// Whether it is the first answer about the batch, and so no change.
        package var isFirstLook = false

        package init(time: Date, message: String, isListed: Bool) {
            (self.time, self.message, self.isListed) = (time, message, isListed)
        }
    }

    /// A reported event.
    package struct Event: Equatable, Sendable {
        /// `<state uuid>-<sequence>`, as everywhere.
        package var id: String
        package var kind: String
        package var source: String
        package var time: Date
        /// One sentence.
        package var message: String

        package init(id: String, kind: String, source: String, time: Date, message: String) {
            (self.id, self.kind, self.source) = (id, kind, source)
            (self.time, self.message) = (time, message)
        }
    }
}
