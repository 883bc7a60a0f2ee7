// Sample values for many tests.

import Configuration
import Delivery
import Events
import FoundationEssentials
import Reading
import Rows
import Watch
import struct Coding.Date

package let noon = Date(timeIntervalSince1970: 1_750_000_000)

package func source(
    _ watched: [String: String] = ["20121456171": "Mine"], columns: [Column] = [.batch, .status, .date]
) throws
    -> SourceConfig
{
    var source = SourceConfig(
        name: "london", url: "https://example.org/list.pdf", layout: try TableLayout(key: .london, columns: columns))
    source.watched = try watched.sorted { $0.key < $1.key }
        .map { WatchedBatch(pattern: try KeyMask($0.key), label: $0.value) }
    return source
}

package func row(_ batch: String, _ status: String, _ date: String = "") -> Row {
    Row(batch: batch, update: Update(status: status, date: date), page: 1)
}

package func facts(_ digest: String = "d1", etag: String? = "\"e1\"") -> DocumentFacts {
    DocumentFacts(
        validators: Validators(etag: etag, lastModified: nil), digest: digest, length: 100, freshness: Freshness())
}

/// An edition of the list.
package func edition(_ digest: String, _ rows: Row..., damage: [String] = []) -> ReadingReply {
    .document(facts(digest), Reading(rows: rows, rowCount: max(rows.count, 1), pageCount: 1, damage: damage))
}

/// A history of one source, poll after poll, an hour apart.
package struct SourceHistory {
    package var state = SourceState(uuid: "u")
    package var source: SourceConfig
    package var now = noon
    package var sinks: [SinkName] = [.journal, .hook]

    package init(_ source: SourceConfig) {
        self.source = source
    }

    /// Polls once and gives the events it brought about.
    @discardableResult
    package mutating func poll(_ reply: ReadingReply, after seconds: Double = 3600) -> [Event] {
        now = now.addingTimeInterval(seconds)
        var judgement = Judgement(of: state, source: source, sinks: sinks, at: now)
        _ = judgement.judge(reply)
        state = judgement.state
        return judgement.events
    }
}

extension [Event] {
    /// "changed 20121456171: pending > visa issued", to compare at a glance.
    package var brief: [String] {
        map { event in
            let rows = event.rows.map(\.status).joined(separator: "+")
            let previous = event.previousRows.map(\.status).joined(separator: "+")
            return "\(event.kind) \(event.batch.isEmpty ? "-" : event.batch): \(previous) > \(rows)"
        }
    }
}
