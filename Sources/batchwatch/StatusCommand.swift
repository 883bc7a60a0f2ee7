import ArgumentParser
import Configuration
import Watch

struct StatusCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Show what is known of the watched batches.",
        discussion: "Asks the daemon; while none runs, shows the saved state.")

    @OptionGroup var common: CommonOptions
    @Flag(help: "Print the status as JSON.")
    var json = false
    @Argument(help: "The batches to show. Default: all watched batches.", completion: .batches)
    var batches: [String] = []

    func run() throws {
        try orFail {
            let report = try report()
            try checkBatches(report)
            Terminal.show(json ? jsonText(report) : StatusText(report, .output).text)
        }
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

    private func report() throws -> StatusReport {
        var request = ControlRequest(.status)
        request.batches = batches
        if let reply = ControlClient.ask(request, daemonOf: common.paths) {
            if let error = reply.error { throw Failure(error) }
            if let status = reply.status { return status }
        }
        return try StatusReport(of: common.loadConfig(), savedIn: common.paths.state, wanted: batches)
    }
}
