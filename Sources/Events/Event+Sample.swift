// A made-up event for `batchwatch hook-test`.

import Coding
import Rows

extension Event {
    /// Returns a made-up event of this kind, with the fields of a real one.
    package static func sample(_ kind: Kind, at time: Date) -> Event {
        var event = Event(
            id: "hook-test-1", kind: kind, source: "sample", url: "https://example.org/list.pdf", time: time)
        switch kind {
        case .edition:
            event.document = EventDocument(url: event.url)
            event.edition = .sample
            return event
        case .failing, .suspect, .stale, .recovered:
            event.detail = "this is a test"
            if kind == .suspect { event.acceptance = .afterADay }
            return event
        case .observed, .appeared, .changed, .disappeared, .unclear: break
        }
        event.batch = "20121456171"
        event.label = "A sample"
        event.detail = "this is a test"
        if kind != .disappeared { event.rows = [Update(status: "visa issued", date: "15-Jun-12")] }
        if kind == .unclear {
            event.detail = "page 3: it is unclear in which cell \"visa issued\" is (batch 20121456171)"
        }
        if kind == .changed || kind == .disappeared || kind == .unclear {
            event.previousRows = [Update(status: "administrative processing", date: "01-Jun-12")]
        }
        return event
    }
}

extension Edition {
    fileprivate static var sample: Edition {
        var edition = Edition(rows: 324)
        (edition.new, edition.gone, edition.changed) = (8, 4, 2)
        edition.statuses = [StatusCount(status: "approved", rows: 300), StatusCount(status: "refused", rows: 24)]
        edition.otherStatuses = 0
        (edition.watched, edition.missing) = (1, 1)
        edition.absent = [
            Absent(
                batch: "66357342", below: Neighbour(batch: "66357321", status: "approved"),
                above: Neighbour(batch: "66357399", status: "refused"))
        ]
        return edition
    }
}
