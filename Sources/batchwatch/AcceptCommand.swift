import ArgumentParser
import Configuration
import Delivery
import Glibc
import Text
import Watch

struct AcceptCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "accept",
        abstract: "Accept a document that is being held, or what batchwatch read about an unclear batch.",
        discussion: """
            A document is held when it is damaged, has no rows or far fewer than the previous one, or looks like \
            another list or an older edition; `batchwatch status` says why. Once you accept it, it replaces the \
            previous edition, and the changes are reported.

            A batch is unclear when the list mentions it outside of its rows, or when its row cannot be read with \
            certainty. Look at the list. If what batchwatch read is right, name the batch, and the change is reported. \
            If batchwatch read nothing, you confirm by this that the batch is not on the list.
            """)

    @OptionGroup var common: CommonOptions
    @Flag(help: "Print the outcome as JSON.")
    var json = false
    @Argument(help: "The source.", completion: .sources)
    var source: String
    @Argument(
        help: "The unclear batch, or a mask. Without it, accept the document that is being held.", completion: .batches)
    var batch: String?

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
                    case .read:
                        batch.map { "accepted what was read of \(sanitized($0))" }
                            ?? "accepted, \(counted(report.rowCount ?? 0, "row"))"
                    case .unchanged:
                        batch.map { "\(sanitized($0)) is not unclear: there is nothing to accept" }
                            ?? "no document is held: there is nothing to accept"
                    case .failed, .offline, .held, .interrupted: sanitized(report.cause ?? "nothing was accepted")
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
        request.batches = batch.map { [$0] } ?? []
        if let reply = ControlClient.ask(request, daemonOf: common.paths) {
            if let error = reply.error { throw Failure(error) }
            guard let report = reply.polls?.first else {
                throw Failure(.ioError, "the daemon sent an incomplete reply")
            }
            return report
        }
        umask(0o077)
        let cycle = try OneCycle(config: config, paths: common.paths, journal: common.journal)
        let report = cycle.accept(source, batch: batch)
        common.writePage(of: config)
        return report
    }
}
