import ArgumentParser
import Configuration
import Delivery
import Glibc
import Text
import Watch

struct AcceptCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "accept",
        abstract: "Believe the document that is held as suspect.",
        discussion: """
            A document is held when it is damaged, cannot be read with certainty, has far fewer rows than the previous one, \
            or looks like another list or an older edition; `batchwatch status` says why. Once accepted, it replaces the previous edition, and what changed \
            is told.
            """)

    @OptionGroup var common: CommonOptions
    @Flag(help: "Print the outcome as JSON.")
    var json = false
    @Argument(help: "The source.", completion: .sources)
    var source: String

    func run() throws {
        try orFail {
            let config = try common.loadConfig()
            try config.checkNames([source])
            let report = try accept(config)
            if json {
                Terminal.show(jsonText(report))
            } else {
                let outcome =
                    switch report.outcome {
                    case .read: "accepted, \(counted(report.rowCount ?? 0, "row"))"
                    case .unchanged: "no document is held: there is nothing to accept"
                    case .failed, .offline, .held, .interrupted: inert(report.cause ?? "nothing was accepted")
                    }
                Terminal.show(
                    (["\(source): \(outcome)"] + report.events.map { "  \($0.message(calling: common.command))" })
                        .joined(separator: "\n"))
            }
            if report.outcome != .read, report.outcome != .unchanged {
                throw ArgumentParser.ExitCode(report.exitCode.rawValue)
            }
        }
    }

    private func accept(_ config: Config) throws -> PollReport {
        var request = ControlRequest(.accept)
        request.sources = [source]
        if let reply = ControlClient.ask(request, daemonOf: common.paths) {
            if let error = reply.error { throw Failure(error) }
            guard let report = reply.polls?.first else {
                throw Failure(.ioError, "the daemon sent an incomplete reply")
            }
            return report
        }
        umask(0o077)
        let cycle = try OneCycle(config: config, paths: common.paths, journal: common.journal)
        let report = cycle.accept(source)
        common.writePage(of: config)
        return report
    }
}
