import ArgumentParser
import Configuration
import Delivery
import Glibc
import Text
import Watch

struct PollCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "poll",
        abstract: "Poll the sources once, now.",
        discussion: """
            Does what the daemon does when a source is due: saves the changes, and reports them to the journal and the \
            hook. If the daemon runs, the command asks it to poll. Polls a source in which you watch nothing only if \
            you name it.
            """)

    @OptionGroup var common: CommonOptions
    @Flag(help: "Print the outcome as JSON.")
    var json = false
    @Argument(help: "The sources to poll. Default: all in which you watch something.", completion: .sources)
    var sources: [String] = []

    func run() throws {
        try orFail {
            let config = try common.loadConfig()
            try config.checkNames(sources)
            let reports = try poll(config)
            if json {
                Terminal.show(jsonText(reports))
            } else if reports.isEmpty {
                Terminal.show(Config.nothingWatched(calling: common.command))
            } else {
                for report in reports {
                    Terminal.show(
                        ([report.line] + report.events.map { "  \($0.message(calling: common.command))" }).joined(
                            separator: "\n"))
                }
            }
            if let failed = reports.first(where: \.hasFailed) {
                throw ArgumentParser.ExitCode(failed.exitCode.rawValue)
            }
            if reports.contains(where: { $0.outcome == .held }) {
                throw ArgumentParser.ExitCode(Watch.ExitCode.dataError.rawValue)
            }
        }
    }

    private func poll(_ config: Config) throws -> [PollReport] {
        var request = ControlRequest(.poll)
        request.sources = sources
        if let reply = ControlClient.ask(request, daemonOf: common.paths) {
            if let error = reply.error { throw Failure(error) }
            return reply.polls ?? []
        }
        umask(0o077)
        common.makeBaseDirectories()
        let cycle = try OneCycle(config: config, paths: common.paths, journal: common.journal)
        let reports = cycle.poll(sources) { Terminal.progress(of: $0) }
        Terminal.endProgress()
        common.writePage(of: config)
        return reports
    }
}

extension PollReport {
    /// The result of the poll, in one line.
    var line: String {
        let words =
            switch outcome {
            case .unchanged: "unchanged"
            case .read: "read, \(counted(rowCount ?? 0, "row"))"
            case .held: "held as suspect: \(sanitized(cause ?? ""))"
            case .failed: "failed: \(sanitized(cause ?? ""))"
            case .offline: "cannot be asked for: \(sanitized(cause ?? ""))"
            case .interrupted: "interrupted"
            }
        return "\(sanitized(source)): \(words)"
    }
}

extension Config {
    /// Throws for a name that no source has.
    func checkNames(_ names: [String]) throws {
        let known = sources.map(\.name)
        if let unknown = names.first(where: { !known.contains($0) }) {
            throw Failure(.usage, unknownSource(unknown, known: known))
        }
    }
}
