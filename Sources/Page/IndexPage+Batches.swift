// The batches of a list: the name of each, its current rows, since when, and its changes.

import Coding
import Rows

extension IndexPage {
    /// The most rows of one batch.
    private static let mostRows = 20

    func batches(of source: PageContent.Source) -> String {
        if source.batches.isEmpty, source.otherBatches == 0 { return "<p>No batch is watched in it.</p>" }
        let axis = TimeAxis(of: source)
        var lines = ["<h3 id=\"batches-\(escaped(source.name))\">Batches</h3>"]
        if let axis, source.batches.contains(where: { !$0.changes.isEmpty }) {
            lines.append(
                "<p class=\"axis\">The time lines go from \(time(axis.start)) to \(time(axis.end)).</p>")
        }
        lines.append("<ul class=\"batches\">")
        lines += source.batches.map { item($0, axis) }
        lines.append("</ul>")
        if source.otherBatches > 0 {
            lines.append("<p>\(counted(source.otherBatches, "further batch is", "further batches are")) not shown.</p>")
        }
        return lines.joined(separator: "\n")
    }

    private func item(_ batch: PageContent.Batch, _ axis: TimeAxis?) -> String {
        """
        <li>
        <div class="name"><strong><bdi>\(escaped(batch.name))</bdi></strong>\(number(of: batch))</div>
        <div class="now">\(standing(of: batch))\(doubt(about: batch))</div>
        <div class="past">\(past(of: batch, axis))</div>
        </li>
        """
    }

    private func number(of batch: PageContent.Batch) -> String {
        guard let number = batch.number, !batch.label.isEmpty else { return "" }
        return " <span class=\"number\"><bdi>\(escaped(number))</bdi></span>"
    }

    /// The batch's rows on the list.
    private func standing(of batch: PageContent.Batch) -> String {
        switch batch.isListed {
        case nil where batch.unclear != nil:
            return ""
        case nil:
            return "<p class=\"off\">Not looked up yet</p>"
        case false?:
            let since = batch.since.map { " since \(time($0))" } ?? ""
            let before = batch.rows.isEmpty ? "" : "<p class=\"before\">Before:</p>" + rows(batch.rows)
            return "<p class=\"off\">Not on the list\(since)</p>\(before)"
        case true?:
            let since = batch.since.map { "<p class=\"since\">since \(time($0))</p>" } ?? ""
            let missing =
                batch.missingSince.map { "<p class=\"off\">Missing from the list since \(time($0))</p>" } ?? ""
            return rows(batch.rows) + since + missing
        }
    }

    /// The last reading if it is uncertain, and why.
    private func doubt(about batch: PageContent.Batch) -> String {
        guard let unclear = batch.unclear else { return "" }
        let read = unclear.rows.isEmpty ? "" : "<p class=\"before\">Read as:</p>" + rows(unclear.rows)
        return "<p class=\"bad\">Unclear since \(time(unclear.since)): <bdi>\(escaped(unclear.reason))</bdi></p>" + read
    }

    private func rows(_ rows: [Update]) -> String {
        let shown = rows.prefix(Self.mostRows).map { row in
            let status = row.status.isEmpty ? "no status" : escaped(row.status)
            let date = row.date.isEmpty ? "" : " <span class=\"date\"><bdi>\(escaped(row.date))</bdi></span>"
            return "<p class=\"status\"><bdi>\(status)</bdi>\(date)</p>"
        }
        let more = rows.count - shown.count
        return shown.joined() + (more > 0 ? "<p>and \(counted(more, "more row", "more rows"))</p>" : "")
    }

    /// The time line, and the same in words.
    private func past(of batch: PageContent.Batch, _ axis: TimeAxis?) -> String {
        guard let axis, !batch.changes.isEmpty else { return "" }
        let earlier = batch.earlierChanges > 0 ? "<p>The latest \(batch.changes.count):</p>" : ""
        let items = batch.changes.reversed().map { change in
            "<li>\(time(change.time)) <bdi>\(escaped(change.message, limit: 4 * longestText))</bdi></li>"
        }
        return """
            \(timeLine(of: batch, axis))
            <details><summary>\(changes(of: batch))<span class="aside"> of \(escaped(batch.name))</span></summary>
            \(earlier)<ul>\(items.joined())</ul></details>
            """
    }

    /// "2 changes"; "first look" before there is one.
    private func changes(of batch: PageContent.Batch) -> String {
        let count = batch.changes.count { !$0.isFirstLook } + batch.earlierChanges
        return count == 0 ? "first look" : counted(count, "change", "changes")
    }

    /// Thick while the batch is on the list, thin while it is not, a mark for each change.
    private func timeLine(of batch: PageContent.Batch, _ axis: TimeAxis) -> String {
        var shapes: [String] = []
        for (index, change) in batch.changes.enumerated() {
            let from = axis.place(of: change.time)
            let to = index + 1 < batch.changes.count ? axis.place(of: batch.changes[index + 1].time) : TimeAxis.width
            let (top, height) = change.isListed ? (9, 6) : (11, 2)
            let kind = change.isListed ? "on" : "no"
            shapes.append(
                "<rect class=\"\(kind)\" x=\"\(from)\" y=\"\(top)\" width=\"\(max(0, to - from))\" height=\"\(height)\"/>"
            )
        }
        shapes += batch.changes.map { "<circle cx=\"\(axis.place(of: $0.time))\" cy=\"12\" r=\"5\"/>" }
        return """
            <svg class="line" viewBox="-6 0 \(TimeAxis.width + 12) 24" preserveAspectRatio="xMinYMid" role="img" \
            aria-label="Time line of \(escaped(batch.name)): \(changes(of: batch))">\(shapes.joined())</svg>
            """
    }
}

/// The common time span of a list's time lines.
struct TimeAxis {
    /// The width in units of the drawing.
    static let width = 300

    let start: Date
    let end: Date

    /// From the first change shown to the latest known time; nil if there is none.
    init?(of source: PageContent.Source) {
        let changes = source.batches.flatMap { $0.changes.map(\.time) }
        guard let start = changes.min(), let last = changes.max() else { return nil }
        self.start = start
        end = max(last, source.lastPoll ?? last)
    }

    func place(of time: Date) -> Int {
        let length = end.timeIntervalSince(start)
        guard length > 0 else { return 0 }
        return Int((time.timeIntervalSince(start) / length * Double(Self.width)).rounded())
    }
}
