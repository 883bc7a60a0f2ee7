import ArgumentParser
import Configuration
import Text
import Watch

struct StatusCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Show what is known of the watched batches.",
        discussion: "Asks the daemon; while none runs, shows the saved state.")

    @OptionGroup var common: CommonOptions
    @Flag(help: "Print the status as JSON.")
    var json = false
    @Flag(
        help: """
            Print one line for a monitoring system, and exit with 0 if all is well, with 1 if a list cannot be read, is held \
            or stale, or an event waits for more than 15 minutes, with 2 if nothing can be saved or told, or no daemon runs.
            """)
    var check = false
    @Argument(help: "The batches to show. Default: all watched batches.", completion: .batches)
    var batches: [String] = []

    func run() throws {
        try orFail {
            if check { return try checkHealth() }
            let report = try common.statusReport(of: batches)
            try checkBatches(report)
            Terminal.show(json ? jsonText(report) : StatusText(report, .output).text)
        }
    }

    /// As a plugin of Nagios, Icinga and the like: whatever goes wrong is a verdict, too.
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
                [Trouble(.unsaved, failure.message.replacing("\n", with: "; "))], summary: "", isRunning: true)
        }
        Terminal.show(inert(check.line))
        throw ArgumentParser.ExitCode(check.verdict.rawValue)
    }

    func validate() throws {
        if check, json || !batches.isEmpty { throw ValidationError("--check goes with no other option and no batch.") }
    }

    /// Throws for a batch that nothing watches: to be told nothing of it would read as no news.
    private func checkBatches(_ report: StatusReport) throws {
        let shown = Set(report.sources.flatMap(\.batches).map(\.batch))
        guard let missing = batches.first(where: { !shown.contains($0) }) else { return }
        let sources = try common.loadConfig().sources
        // A mask watches it, and it is not on the list.
        if sources.contains(where: { $0.index.keys.pattern(for: missing) != nil }) { return }
        throw Failure(.usage, notWatched(missing, watched: sources.flatMap(\.watched)))
    }
}

extension CommonOptions {
    /// What the daemon says; while none runs, what was saved.
    ///
    /// - Parameter batches: those asked for; empty for all.
    func statusReport(of batches: [String] = []) throws -> StatusReport {
        var request = ControlRequest(.status)
        request.batches = batches
        if let reply = ControlClient.ask(request, daemonOf: paths) {
            if let error = reply.error { throw Failure(error) }
            if let status = reply.status { return status }
        }
        return try StatusReport(of: loadConfig(), savedIn: paths.state, wanted: batches)
    }
}
