// The command line. Options in, one call, exit code out: what the commands do is done in Watch.

import ArgumentParser
import Text

@main
struct Batchwatch: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "batchwatch",
        abstract: "Tells you the moment your case moves on a published list.",
        discussion: """
            An office publishes a list of case statuses as a PDF table. batchwatch polls it politely, finds the rows of \
            the batches you watch, and when they change writes to the systemd journal and runs your hook script. \
            What is watched stands in /etc/batchwatch/watched-batches.toml.
            """,
        version: versionText,
        subcommands: [
            RunCommand.self, PollCommand.self, StatusCommand.self, HistoryCommand.self, BatchesCommand.self,
            AcceptCommand.self, OutboxCommand.self, CheckCommand.self, HookTestCommand.self, RowsCommand.self,
            DiffCommand.self, CompletionsCommand.self,
        ])

    static func main() {
        let words = Array(CommandLine.arguments.dropFirst())
        do {
            if let mistake = UsageAdvice(words).mistake { throw UsageMistake(text: mistake) }
            var command = try parseAsRoot(words)
            try command.run()
        } catch let mistake as UsageMistake {
            Terminal.say(mistake.text)
            exit(withError: ArgumentParser.ExitCode.validationFailure)
        } catch  where exitCode(for: error) == .validationFailure {
            let lines = fullMessage(for: error).split(separator: "\n").map { inert($0) }
            Terminal.say((lines + UsageAdvice(words).hints(after: message(for: error))).joined(separator: "\n"))
            exit(withError: ArgumentParser.ExitCode.validationFailure)
        } catch {
            exit(withError: error)
        }
    }
}

/// A command line that names no command.
private struct UsageMistake: Error {
    let text: String
}
