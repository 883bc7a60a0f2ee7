import ArgumentParser
import Configuration
import Glibc
import Text
import Watch

struct StatusCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Show the status of the watched batches.",
        discussion: "Asks the daemon. If none runs, shows the saved state.")

    @OptionGroup var common: CommonOptions
    @Flag(help: "Print the status as JSON.")
    var json = false
    @Flag(
        help: """
            Print one line for a monitoring system. Exit with 0 if all is well; with 1 if a list cannot be read, is \
            held or stale, a batch is unclear, an event waits for more than 15 minutes, or the page cannot be written; \
            with 2 if batchwatch can save or deliver nothing, or no daemon runs.
            """)
    var check = false
    @Flag(help: "Show it again at each change, until you end it with Ctrl-C.")
    var watch = false
    @Argument(help: "The batches, or sources, to show. Default: all.", completion: .batches)
    var batches: [String] = []

    func run() throws {
        try orFail {
            if check { return try checkHealth() }
            if watch { return try keepShowing() }
            let report = try common.statusReport(of: batches)
            try checkBatches(report)
            Terminal.show(
                json
                    ? jsonText(report)
                    : StatusText(report, .output, calling: common.command, starting: common.startCommand).text)
        }
    }

    /// Waits until the daemon has a new status. If no daemon runs, reads the saved state once a second.
    private func keepShowing() throws {
        var shown = ""
        // No status has this revision.
        var seen: UInt64 = 0
        while true {
            let answer: (report: StatusReport, revision: UInt64?)
            do {
                answer = try common.statusNews(of: batches, since: seen)
            } catch let failure as Failure where failure.exitCode == .unavailable && seen != 0 {
                // The daemon ended while it was asked.
                seen = 0
                continue
            }
            if shown.isEmpty { try checkBatches(answer.report) }
            let text =
                json
                ? jsonText(answer.report)
                : StatusText(answer.report, .output, calling: common.command, starting: common.startCommand).text
            if text != shown { show(text, isFirst: shown.isEmpty) }
            shown = text
            seen = answer.revision ?? 0
            if seen == 0 { sleep(1) }
        }
    }

    /// Replaces the previous text on a terminal; elsewhere appends the new text.
    private func show(_ text: String, isFirst: Bool) {
        guard !json, Style.output.isScreen else { return Terminal.show(isFirst || json ? text : "\n" + text) }
        let end = Style.output.faint("Shown again at each change; Ctrl-C ends it.")
        Terminal.draw(screenful(of: text, end: end, rows: Terminal.size.rows))
    }

    /// Acts as a plugin for Nagios, Icinga and others: every error is a verdict, too.
    private func checkHealth() throws {
        let check: HealthCheck
        do {
            let report = try common.statusReport()
            let batches = Set(report.sources.flatMap(\.batches).map(\.batch)).count
            check = HealthCheck(
                report.troubles ?? [],
                summary: "\(counted(report.sources.count, "source")), \(counted(batches, "batch", "batches"))",
                isRunning: report.daemon != nil)
        } catch let failure as Failure {
            check = HealthCheck(
                [Trouble(.unsaved, failure.message.with("; ", inPlaceOf: "\n"))], summary: "", isRunning: true)
        }
        Terminal.show(sanitized(check.line))
        throw ArgumentParser.ExitCode(check.verdict.rawValue)
    }

    func validate() throws {
        if check, json || watch || !batches.isEmpty {
            throw ValidationError("--check goes with no other option and no batch.")
        }
    }

    /// Throws for a word that is neither a source nor a watched batch: an empty answer would look like no news.
    private func checkBatches(_ report: StatusReport) throws {
        let shown = Set(report.sources.flatMap(\.batches).map(\.batch)).union(report.sources.map(\.name))
        guard let missing = batches.first(where: { !shown.contains($0) }) else { return }
        let sources = try common.loadConfig().sources
        // A mask matches the batch, but the batch is not on the list.
        if sources.contains(where: { $0.index.keys.pattern(for: missing) != nil }) { return }
        throw Failure(.usage, notWatched(missing, watched: sources.flatMap(\.watched), in: sources.map(\.name)))
    }
}

extension CommonOptions {
    /// The status from the daemon; if none runs, from the saved state.
    ///
    /// - Parameter batches: those asked for, and sources; empty for all.
    func statusReport(of batches: [String] = []) throws -> StatusReport {
        try statusNews(of: batches, since: nil).report
    }

    /// The next status that differs from the one that was seen.
    ///
    /// - Parameters:
    ///   - batches: those asked for, and sources; empty for all.
    ///   - seen: the revision of the last status; nil to get the present one at once.
    /// - Returns: the status and its revision; if no daemon runs, at once and without a revision.
    func statusNews(of batches: [String], since seen: UInt64?) throws -> (report: StatusReport, revision: UInt64?) {
        var request = ControlRequest(.status)
        request.batches = batches
        request.seen = seen
        if let reply = ControlClient.ask(request, daemonOf: paths) {
            if let error = reply.error { throw Failure(error) }
            if let status = reply.status {
                if seen != nil, reply.revision == nil {
                    throw Failure(
                        .unavailable, "the daemon is of an earlier version and says no changes; restart it to watch")
                }
                return (status, reply.revision)
            }
        }
        return (try StatusReport(of: loadConfig(), savedIn: paths, wanted: batches), nil)
    }
}
