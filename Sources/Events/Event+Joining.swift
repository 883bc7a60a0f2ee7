// Merges events if there are too many to keep: the result has the rows before the first event and after the last.

import Rows

extension Event {
    /// Whether it is a summary that only counts other changes.
    package var isSummary: Bool { kind == .changed && batch.isEmpty }

    /// The words in the detail if a batch became unclear after the event.
    package static let sinceThenUnclear = "since then unclear"

    /// Events with the same value stay in order and may be merged: those of the batch, those of the source itself, or
    /// those of its editions, which say nothing about the source's health.
    package var lane: String { kind == .edition ? "\u{0}editions" : batch }

    /// Returns the first event of a summary: a change of the source without a batch.
    package init(summaryOf event: Event) {
        self.init(id: event.id + "+1", kind: .changed, source: event.source, url: event.url, time: event.time)
        merged = 1
    }

    /// Merges two events of the same batch, or of the source itself.
    ///
    /// The id is the later event's with the number of merged events, `<state uuid>-<sequence>+<number>`: no id is ever
    /// delivered with two contents, whatever was tried before.
    package init(joining earlier: Event, _ later: Event) {
        self = later
        let count = (earlier.merged ?? 0) + (later.merged ?? 0) + 1
        let origin = later.id.prefix { $0 != "+" }
        merged = count
        id = "\(origin)+\(count)"
        // For the source itself the last event counts.
        if !batch.isEmpty { takeBefore(of: earlier, later) }
    }

    private mutating func takeBefore(of earlier: Event, _ later: Event) {
        switch (earlier.kind, later.kind) {
        case (.unclear, .unclear):
            break
        case (_, .unclear):
            // The certain rows stay reported, and the detail says that they are no longer certain.
            (kind, rows, previousRows) = (earlier.kind, earlier.rows, earlier.previousRows)
            let doubt = "\(Event.sinceThenUnclear): \(later.detail)"
            detail = earlier.detail.isEmpty ? doubt : "\(earlier.detail); \(doubt)"
        case (.unclear, _):
            // Each event has the rows reported before.
            break
        case (.observed, .observed):
            break
        case (.observed, _):
            // The batch has not been reported yet, so this is still its first look.
            kind = .observed
            previousRows = []
        case (_, .observed):
            previousRows = earlier.previousRows
        default:
            // If a batch appeared and disappeared, it has no rows before; the detail has its rows in between.
            if !(earlier.previousRows.isEmpty && rows.isEmpty) { previousRows = earlier.previousRows }
            kind = rows.isEmpty ? .disappeared : earlier.previousRows.isEmpty ? .appeared : .changed
        }
    }
}
