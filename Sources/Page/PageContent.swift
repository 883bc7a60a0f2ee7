// What the page, the feed and status.json show. Values: made elsewhere, and the same ones give the same bytes.

import Coding
import Rows

/// All that is shown. With `batches = "labels"` there is no number in it, so that none can be shown.
package struct PageContent: Equatable, Sendable {
    package var title: String
    /// What concerns all lists and is not well, without a full stop.
    package var troubles: [Trouble]
    package var sources: [Source]
    /// Of all sources, the latest first, `PageContent.mostEvents` at most.
    package var events: [Event]

    /// As many as a feed has.
    package static let mostEvents = 200
    /// As many batches of one source are shown; of the others only how many there are.
    package static let mostBatches = 1_000
    /// As many changes of one batch are shown, the latest.
    package static let mostChanges = 20
    /// As many editions of one source are shown, the latest.
    package static let mostEditions = 30

    package init(title: String, troubles: [Trouble] = [], sources: [Source], events: [Event]) {
        (self.title, self.troubles, self.sources, self.events) = (title, troubles, sources, events)
    }
}

extension PageContent {
    /// One thing that is not well.
    package struct Trouble: Codable, Equatable, Sendable {
        /// Without a full stop.
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
        /// As far as they were known when this was made: a poll that finds nothing new changes no page.
        package var lastPoll: Date?
        /// Nil while nothing is watched in the list.
        package var nextPoll: Date?
        package var lastChange: Date?
        /// Rows of the whole list; nil before the first success.
        package var rowCount: Int?
        /// Why a row may be missing from what was read of the list, without a full stop; nil for a list read whole.
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
        /// Nil where numbers are left out.
        package var number: String?
        /// May be empty.
        package var label: String
        /// Whether it is on the list; nil before the first look, and while nothing certain was read of it.
        package var isListed: Bool?
        /// What the list says; of one that has left the list, what it said last.
        package var rows: [Update]
        /// Since when; for one that has left the list, since when the list does not have it.
        package var since: Date?
        /// Since when the list does not have it, while that is not told yet.
        package var missingSince: Date?
        /// What was read last and is not certain; nil where it is certain.
        package var unclear: Unclear?
        /// The oldest first.
        package var changes: [Change] = []
        /// How many changes before these are known.
        package var earlierChanges = 0

        package init(number: String?, label: String, isListed: Bool?, rows: [Update] = [], since: Date? = nil) {
            (self.number, self.label, self.isListed) = (number, label, isListed)
            (self.rows, self.since) = (rows, since)
        }

        /// What one is called that has neither.
        package static let unnamed = "A batch without a label"

        /// What to call it.
        var name: String { label.isEmpty ? number ?? Self.unnamed : label }
    }

    /// What was read of a batch and is not certain.
    package struct Unclear: Equatable, Sendable {
        /// Why, without a full stop.
        package var reason: String
        /// What was read; may be nothing.
        package var rows: [Update]
        package var since: Date

        package init(reason: String, rows: [Update], since: Date) {
            (self.reason, self.rows, self.since) = (reason, rows, since)
        }
    }

    /// An edition of a list.
    package struct Edition: Equatable, Sendable {
        package var time: Date
        /// What stands above its table; empty for nothing.
        package var title: String
        package var rows: Int
        /// Rows in comparison with the edition before; nil where that is not known.
        package var new: Int?
        package var gone: Int?
        package var changed: Int?
        /// The most frequent first; empty where nobody counted.
        package var statuses: [StatusCount] = []
        /// Rows with any other status.
        package var otherStatuses = 0

        package init(time: Date, title: String, rows: Int) {
            (self.time, self.title, self.rows) = (time, title, rows)
        }
    }

    /// How many rows have a status.
    package struct StatusCount: Codable, Equatable, Sendable {
        package var status: String
        package var rows: Int

        package init(status: String, rows: Int) {
            (self.status, self.rows) = (status, rows)
        }
    }

    /// What happened to a batch.
    package struct Change: Equatable, Sendable {
        package var time: Date
        /// One sentence.
        package var message: String
        /// Whether it was on the list from then on.
        package var isListed: Bool
        /// Whether it is the first answer about the batch, and so no change.
        package var isFirstLook = false

        package init(time: Date, message: String, isListed: Bool) {
            (self.time, self.message, self.isListed) = (time, message, isListed)
        }
    }

    /// What was told.
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
