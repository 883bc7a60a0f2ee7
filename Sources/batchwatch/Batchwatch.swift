// The command line. Options in, one call, exit code out: the target `Watch` does the work.

import ArgumentParser
import Text
import Watch

@main
struct Batchwatch: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "batchwatch",
        abstract: "Tells you the moment your case moves on a published list.",
        discussion: """
            An office publishes the statuses of its cases as a list: PDF, HTML, ODS, XLSX, CSV, XML (RSS, Atom) or \
            JSON. batchwatch polls it politely, finds the rows of the batches you watch, and when they change it \
            writes to the systemd journal and runs your hook script. /etc/batchwatch/watched-batches.toml names the \
            lists and the batches to watch. With --instance NAME, a command acts on the service batchwatch@NAME; with \
            --user, on your own service.
            """,
        version: versionText,
        subcommands: [
            SetupCommand.self, RunCommand.self, PollCommand.self, StatusCommand.self, MetricsCommand.self,
            HistoryCommand.self, EditionsCommand.self, PageCommand.self,
            BatchesCommand.self, AcceptCommand.self, OutboxCommand.self, ReloadCommand.self, CheckCommand.self,
            HookTestCommand.self,
            TryCommand.self, RowsCommand.self, DiffCommand.self, CompletionsCommand.self,
        ])

    static func main() {
        let words = InstanceOption.behindCommand(Array(CommandLine.arguments.dropFirst()))
        if let mistake = UsageAdvice(words).mistake {
            Terminal.say(mistake)
            exit(withError: ArgumentParser.ExitCode.validationFailure)
        }
        do {
            var command = try usual(words) ?? parseAsRoot(words)
            try command.run()
        } catch {
            // A command that ends with an exit code has already reported the error.
            guard !(error is ArgumentParser.ExitCode), exitCode(for: error) == .validationFailure else {
                exit(withError: error)
            }
            let lines = fullMessage(for: error).split(separator: "\n").map { sanitized($0) }
            Terminal.say((lines + UsageAdvice(words).hints(after: message(for: error))).joined(separator: "\n"))
            exit(withError: ArgumentParser.ExitCode.validationFailure)
        }
    }

    /// Parses the most frequent commands without the tree of all commands, which would cost a millisecond. Returns nil
    /// for any other command, and if the answer is help or an error.
    private static func usual(_ words: [String]) -> (any ParsableCommand)? {
        let others = Array(words.dropFirst())
        return switch words.first {
        case "rows": try? RowsCommand.parse(others)
        case "status": try? StatusCommand.parse(others)
        case "poll": try? PollCommand.parse(others)
        default: nil
        }
    }
}
