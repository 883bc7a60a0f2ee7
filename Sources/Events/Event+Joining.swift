// Several events told as one, where there are more than can be kept: what was before the first of them, what is after
// the last.

import Rows

extension Event {
    /// Whether it only counts what else has changed.
    package var isSummary: Bool { kind == .changed && batch.isEmpty }

    /// How the detail says that a batch became unclear after what the event says.
    package static let sinceThenUnclear = "since then unclear"

    /// What events are kept in order by, and put together by where there are too many: the batch; the source itself; its
    /// editions, each of which says how it is and nothing of the source's health.
    package var lane: String { kind == .edition ? "\u{0}editions" : batch }

    /// The first event of a summary: a change of the source that names no batch.
    package init(summaryOf event: Event) {
        self.init(id: event.id + "+1", kind: .changed, source: event.source, url: event.url, time: event.time)
        merged = 1
    }

    /// One event for two of the same batch, or of the source itself.
    ///
    /// Its id is the later one's with the number of events that were put into it, `<state uuid>-<sequence>+<number>`:
    /// no id is ever told with two contents, whatever was tried before.
    package init(joining earlier: Event, _ later: Event) {
        self = later
        let count = (earlier.merged ?? 0) + (later.merged ?? 0) + 1
        let origin = later.id.prefix { $0 != "+" }
        merged = count
        id = "\(origin)+\(count)"
        // Of the source itself the last word counts.
        if !batch.isEmpty { takeBefore(of: earlier, later) }
    }

    private mutating func takeBefore(of earlier: Event, _ later: Event) {
        switch (earlier.kind, later.kind) {
        case (.unclear, .unclear):
            break
        case (_, .unclear):
            // What was certain stays told; that it is no longer so is said beside it.
            (kind, rows, previousRows) = (earlier.kind, earlier.rows, earlier.previousRows)
            let doubt = "\(Event.sinceThenUnclear): \(later.detail)"
            detail = earlier.detail.isEmpty ? doubt : "\(earlier.detail); \(doubt)"
        case (.unclear, _):
            // Each has the rows that were told before.
            break
        case (.observed, .observed):
            break
        case (.observed, _):
            // Nothing was told of the batch yet: this is its first look still.
            kind = .observed
            previousRows = []
        case (_, .observed):
            previousRows = earlier.previousRows
        default:
            // One that came and went has nothing before; what it had in between is said instead.
            if !(earlier.previousRows.isEmpty && rows.isEmpty) { previousRows = earlier.previousRows }
            kind = rows.isEmpty ? .disappeared : earlier.previousRows.isEmpty ? .appeared : .changed
        }
    }
}
