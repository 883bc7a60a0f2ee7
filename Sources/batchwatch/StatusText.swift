// The face of `batchwatch status`: at most 80 columns where the texts allow it, the same on a terminal and in a pipe.

import FoundationEssentials
import Glibc
import Sinks
import Text
import Watch

struct StatusText {
    let report: StatusReport

    init(_ report: StatusReport) {
        self.report = report
    }

    var text: String {
        var lines = [daemonLine]
        if let problem = report.daemon?.configProblem { lines.append("configuration refused: \(inert(problem))") }
        for source in report.sources { lines += [""] + self.lines(of: source) }
        return lines.joined(separator: "\n")
    }

    private var daemonLine: String {
        guard let daemon = report.daemon else { return "The daemon is not running; this is what was saved." }
        return "The daemon runs (pid \(daemon.pid)) since \(time(daemon.since))."
    }

    private func lines(of source: SourceStatus) -> [String] {
        var lines = ["\(source.name)  \(inert(source.url))"]
        lines.append(
            "  last poll \(time(source.lastPoll)), last change \(time(source.lastChange)), next poll \(time(source.nextPoll))"
        )
        if source.nextPoll == nil && report.daemon != nil {
            lines.append("  no batch is watched in it, so it is not polled")
        }
        if let trouble = source.trouble {
            lines.append("  failing (\(source.failures) times): \(inert(trouble))")
        }
        if let held = source.held {
            lines.append("  held as suspect since \(time(source.heldSince)): \(inert(held))")
        }
        for (sink, count) in source.undelivered.sorted(by: { $0.key < $1.key }) {
            lines.append("  \(count) not yet delivered to the \(sink)")
        }
        for (sink, count) in source.deadLetters.sorted(by: { $0.key < $1.key }) {
            lines.append("  \(count) given up for the \(sink)")
        }
        return lines + source.batches.flatMap { self.lines(of: $0) }
    }

    private func lines(of batch: BatchStatus) -> [String] {
        let name = batch.label.isEmpty ? batch.batch : "\(batch.batch) \(inert(batch.label))"
        switch batch.isListed {
        case nil: return ["  \(name): not looked at yet"]
        case false?: return ["  \(name): not on the list"]
        case true?:
            let rows = batch.rows.map { "    \(inert($0.status))\($0.date.isEmpty ? "" : "  \(inert($0.date))")" }
            return ["  \(name), since \(time(batch.since)):"] + rows
        }
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
