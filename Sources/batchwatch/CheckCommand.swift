import ArgumentParser
import Configuration
import Delivery
import Glibc
import Text
import Watch

struct CheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Check the configuration and the hook.",
        discussion: """
            Exits with 0 if both are valid, with 78 otherwise. Run as root, it also says whether the service's user \
            can read the files. A hook, or the program of a source, that answers --check says what is missing. If the command can read the state, \
            it names the sources for which the last poll could not tell the newest link by a date. It also says what \
            the directory of the page needs.

            With --online it also requests each list once, and reports what a poll would read. It skips lists without \
            watched batches, unless there are no others. It saves and delivers nothing. It exits with 69 if a list \
            cannot be read, and with 65 if a document would be held as suspect.
            """)

    @OptionGroup var common: CommonOptions
    @Flag(help: "Also request each list once, and report what a poll would read.")
    var online = false

    func run() throws {
        try orFail {
            let config = try common.loadConfig()
            let user = common.paths.serviceUser
            let reach = Reach(user: user, paths: common.paths)
            if let problem = reach.problem(of: common.paths.config) { throw Failure(.config, problem) }
            for source in config.sources {
                guard case .file(let path) = source.auth?.secret, let problem = reach.problem(of: path) else {
                    continue
                }
                throw Failure(.config, "sources.\(source.name).auth.secret-file: \(problem)")
            }
            for source in config.sources {
                guard let command = source.command,
                    let problem = DocumentProgram(command, timeout: source.timeout).problem(asking: user)
                else { continue }
                throw Failure(.config, "sources.\(source.name).command: \(problem)")
            }
            let hook = HookReview(of: config, common.paths, user: user)
            if case .broken(let problem) = hook { throw Failure(.config, "hook.run: \(problem)") }
            Terminal.show("\(common.paths.config): ok, \(config.summary)")
            if let note = hook.note { Terminal.show("note: \(note)") }
            if !config.isWatching { Terminal.show("note: " + Config.nothingWatched(calling: common.command)) }
            for source in config.sources where isUndated(source) {
                Terminal.show(
                    "note: sources.\(source.name): no link that matches has a date; "
                        + "of several the first on the page is taken"
                )
            }
            for source in config.sources {
                guard case .credential(let name) = source.auth?.secret else { continue }
                Terminal.show(
                    "note: sources.\(source.name): the service gets the credential \(sanitized(name)) when it starts; "
                        + "after a change of it, restart the service")
            }
            if let page = config.page {
                let check = PageCheck(directory: page.directory, paths: common.paths, user: user)
                for note in check.notes { Terminal.show("note: page.directory: \(note)") }
            }
            guard online else { return }
            let reports = try preview(config)
            if let failed = reports.first(where: \.hasFailed) {
                throw ArgumentParser.ExitCode(failed.exitCode.rawValue)
            }
            if reports.contains(where: { $0.outcome == .held }) {
                throw ArgumentParser.ExitCode(Watch.ExitCode.dataError.rawValue)
            }
        }
    }

    /// Requests each list once, with its state in a temporary directory.
    private func preview(_ config: Config) throws -> [PollReport] {
        umask(0o077)
        return try withTemporaryDirectory { path in
            let preview = try Preview(in: path, journal: Journal(.terminal))
            let watched = config.sources.filter(\.isWatched)
            if !watched.isEmpty {
                for source in config.sources where !source.isWatched {
                    Terminal.show("\(source.name): no batch is watched in it, so it is not asked for")
                }
            }
            return (watched.isEmpty ? config.sources : watched).map { source in
                let look = preview.poll(source, progress: Terminal.progress(of: source.name))
                Terminal.endProgress()
                for line in Self.lines(of: look) { Terminal.show(line) }
                return look.report
            }
        }
    }

    /// The number of documents that a message names.
    private static let shownDocuments = 3

    private static func lines(of look: Preview.Look) -> [String] {
        var lines = [look.report.line]
        lines += look.documents.prefix(shownDocuments).map { "  from \(sanitized($0))" }
        if look.documents.count > shownDocuments {
            lines.append("  and \(look.documents.count - shownDocuments) more documents")
        }
        return lines + look.report.events.map { "  \($0.message)" }
    }

    /// Whether the last poll found no dates and took the first link for the newest; false if the state cannot be read.
    private func isUndated(_ source: SourceConfig) -> Bool {
        guard source.links?.pick == .newest,
            let state = try? StateDirectory.peek(source.name, in: common.paths.state), state.isOfSameList(as: source)
        else { return false }
        return state.document?.composition?.isUndated == true
    }
}
