// The output of `batchwatch status`: on a terminal at most 80 columns, except for words that must stay whole (a URL),
// and with colour if possible; in a pipe the same text in whole lines, for grep.

import Coding
import Configuration
import Glibc
import Rows
import Text
import Watch

struct StatusText {
    let report: StatusReport
    let style: Style
    /// The words that begin a command for the instance.
    private let command: String
    /// The command that starts the daemon.
    private let starting: String

    init(
        _ report: StatusReport, _ style: Style = .plain, calling command: String = "batchwatch",
        starting: String = "systemctl enable --now batchwatch"
    ) {
        self.starting = starting
        self.report = report
        self.style = style
        self.command = command
    }

    var text: String {
        var lines = [daemonLine]
        for trouble in troubles(of: nil) { lines += warned(trouble, indentation: 0) }
        if report.sources.isEmpty {
            lines += paragraph(
                sentence(Config.nothingWatched(calling: command)), indentation: 0, columns: style.columns)
        } else if report.hasHook == false {
            lines += paragraph(
                "No [hook] is configured: changes go to the journal only.", indentation: 0, columns: style.columns)
        }
        for source in report.sources { lines += [""] + self.lines(of: source) }
        return lines.joined(separator: "\n")
    }

    private var daemonLine: String {
        guard let daemon = report.daemon else {
            if report.sources.isEmpty { return "The daemon is not running." }
            return report.sources.allSatisfy { $0.lastPoll == nil }
                ? "The daemon is not running, and nothing is saved yet; start it with `\(starting)`."
                : "The daemon is not running; this is what was saved."
        }
        return "The daemon has been running since \(time(daemon.since)) (pid \(daemon.pid))."
    }

    /// With a capital letter and a full stop.
    private func sentence(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() + "." }

    // MARK: - A source

    private func lines(of source: SourceStatus) -> [String] {
        let url = sanitized(source.url)
        let name = sanitized(source.name)
        let isShort = columnCount(name) + 2 + columnCount(url) <= style.columns
        var lines = isShort ? ["\(style.strong(name))  \(url)"] : [style.strong(name), "  " + url]
        // 79 columns where all three are known.
        lines.append(
            "  last poll \(time(source.lastPoll))   next \(time(source.nextPoll))   changed \(time(source.lastChange))")
        if source.nextPoll == nil && report.daemon != nil {
            lines += paragraph(
                "not polled: no batch is watched in it; `\(command) batches add NUMBER` watches one, "
                    + "`\(command) try URL` looks at another list", indentation: 2, columns: style.columns)
        }
        if let reason = source.nextPollReason {
            lines += paragraph(
                "no poll until then: \(sanitized(reason)); `\(command) poll \(name)` polls at any time", indentation: 2,
                columns: style.columns)
        }
        if let gap = source.gap {
            lines += warned(
                "the list was read, but a row may be missing: \(gap); a batch that is not found is reported as unclear, "
                    + "not as gone")
        }
        let troubles = troubles(of: source.name)
        for trouble in troubles { lines += warned(trouble) }
        if !troubles.contains(where: { $0.kind == .waiting }) {
            for (sink, count) in source.undelivered.sorted(by: { $0.key < $1.key }) {
                lines += warned("\(count) not yet delivered to the \(sink)")
            }
        }
        let dates =
            source.batches.flatMap { $0.rows + ($0.previousRows ?? []) + ($0.unclear?.rows ?? []) }.map {
                columnCount(shortened(sanitized($0.date)))
            }.max() ?? 0
        return lines
            + source.batches.flatMap { batch in
                self.lines(of: batch, dates: min(dates, 20))
                    + doubt(about: batch, of: source.name, dates: min(dates, 20))
            }
    }

    /// The troubles of a source; with nil, those of the service.
    private func troubles(of source: String?) -> [Trouble] {
        (report.troubles ?? []).filter { $0.source == source }
    }

    /// What it is, since when, and what to do.
    private func warned(_ trouble: Trouble, indentation: Int = 2) -> [String] {
        let since = trouble.since.map { ", since \(time($0))" } ?? ""
        let advice = trouble.advice.map { "; " + $0 } ?? ""
        return warned(trouble.what + since + advice, indentation: indentation)
    }

    private func warned(_ text: String, indentation: Int = 2) -> [String] {
        paragraph(sanitized(text), indentation: indentation, columns: style.columns).map(style.warning)
    }

    // MARK: - A batch

    /// - Parameter dates: the columns that the dates of this source take.
    private func lines(of batch: BatchStatus, dates: Int) -> [String] {
        let name = batch.label.isEmpty ? sanitized(batch.batch) : "\(sanitized(batch.batch)) \(sanitized(batch.label))"
        switch batch.isListed {
        case nil where batch.unclear != nil:
            return paragraph("\(name):", indentation: 2, columns: style.columns)
        case nil:
            return paragraph("\(name): not looked up yet", indentation: 2, columns: style.columns).map(style.faint)
        case false?:
            guard let since = batch.since, let before = batch.previousRows else {
                return paragraph("\(name): not on the list", indentation: 2, columns: style.columns)
            }
            return paragraph(
                "\(name): not on the list since \(time(since)); before:", indentation: 2, columns: style.columns)
                + before.flatMap { lines(of: $0, dates: dates) }
        case true?:
            let missing = batch.missingSince.map { " (missing from the list since \(time($0)))" } ?? ""
            let heading = paragraph(
                "\(name), since \(time(batch.since))\(missing):", indentation: 2, columns: style.columns)
            return heading + batch.rows.flatMap { lines(of: $0, dates: dates) }
        }
    }

    /// For an unclear batch: what was read, why it is not certain, and what to do; empty for other batches.
    private func doubt(about batch: BatchStatus, of source: String, dates: Int) -> [String] {
        guard let unclear = batch.unclear, !unclear.isAccepted else { return [] }
        let accept = "run `\(command) accept \(shellWord(source)) \(shellWord(batch.batch))`"
        let advice = "look at the list; if \(unclear.rows.isEmpty ? "the batch is not on it" : "it says so"), \(accept)"
        let end = unclear.rows.isEmpty ? "; \(advice)" : "; read as:"
        let heading = warned("unclear since \(time(unclear.since)): \(unclear.reason)\(end)", indentation: 4)
        if unclear.rows.isEmpty { return heading }
        return heading + unclear.rows.flatMap { lines(of: $0, dates: dates, indentation: 6) }
            + warned(advice, indentation: 4)
    }

    /// The date comes first, because it is short: this aligns the statuses of all batches.
    private func lines(of row: Update, dates: Int, indentation: Int = 4) -> [String] {
        let date = dates == 0 ? "" : padded(shortened(sanitized(row.date)), to: dates) + "  "
        let blanks = String(repeating: " ", count: indentation)
        let status = wrapped(
            shortened(sanitized(row.status)), to: max(20, style.columns - indentation - columnCount(date)))
        return status.enumerated().map { index, line in
            let start = index == 0 ? date : String(repeating: " ", count: columnCount(date))
            return trimmed(blanks + start + style.strong(line))
        }
    }

    private func trimmed(_ line: String) -> String {
        var line = line[...]
        while line.last == " " { line = line.dropLast() }
        return String(line)
    }

    /// Local time to the minute; "-" for never.
    private func time(_ date: Date?) -> String {
        date.map(localTime) ?? "-"
    }
}

/// Local time to the minute.
func localTime(_ date: Date) -> String {
    var seconds = time_t(exactly: date.timeIntervalSince1970.rounded(.down)) ?? 0
    var local = tm()
    localtime_r(&seconds, &local)
    var text = [CChar](repeating: 0, count: 32)
    let count = strftime(&text, text.count, "%Y-%m-%d %H:%M", &local)
    return String(decoding: text[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
}
