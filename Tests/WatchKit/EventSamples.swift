// Sample events.

import Events
import FoundationEssentials
import Rows
import struct Coding.Date

/// 2012-06-15T14:03:22Z.
package func event(
    _ kind: Event.Kind = .changed, label: String = "Mine", rows: [(String, String)] = [("visa issued", "15-Jun-12")],
    previous: [(String, String)] = [("pending", "01-Jun-12")], detail: String = ""
) -> Event {
    var event = Event(
        id: "4fd0b2a6-7a5e-4b1e-9d52-7e0a4e5f1c11-7", kind: kind, source: "london",
        url: "https://example.org/list.pdf", time: Date(timeIntervalSince1970: 1_339_769_002))
    event.batch = "20121456171"
    event.label = label
    event.rows = rows.map { Update(status: $0.0, date: $0.1) }
    event.previousRows = previous.map { Update(status: $0.0, date: $0.1) }
    event.detail = detail
    return event
}
