// The command line. Options in, one call, exit code out: what the commands do is done in Watch.

import ArgumentParser
import Reading

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
        version: "batchwatch \(programVersion)",
        subcommands: [
            RunCommand.self, PollCommand.self, RowsCommand.self, DiffCommand.self, StatusCommand.self,
            CheckCommand.self, HookTestCommand.self, AcceptCommand.self, OutboxCommand.self, HistoryCommand.self,
            ReloadCommand.self,
        ])
}
