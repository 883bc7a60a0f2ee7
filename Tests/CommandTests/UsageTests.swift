// The messages for wrong command lines: exit code 64, the mistake, and what to type instead.

import Testing
import Watch

@testable import batchwatch

@Suite struct `A wrong command line` {
    @Test(arguments: [
        (["statsu"], "'statsu'; did you mean 'status'?", "Try:    batchwatch status"),
        (["hist"], "'hist'; did you mean 'history'?", "Try:    batchwatch history"),
        (["add", "1"], "'add'; did you mean 'batches add'?", "Try:    batchwatch batches add"),
        (["list"], "'list'; did you mean 'batches list' or 'outbox list'?", "Try:    batchwatch batches list"),
        (["outbox", "lst"], "'lst'; did you mean 'list'?", "Try:    batchwatch outbox list"),
        (["help", "acept"], "'acept'; did you mean 'accept'?", "Try:    batchwatch help accept"),
        (["outbox", "xyzzy"], "'xyzzy'", "Known:  list, retry, drop"),
        (["sta\u{1B}[31mtus"], "'sta\u{FFFD}[31mtus'", "Known:  setup, run, "),
    ])
    func `that names no command is told which one was meant`(words: [String], what: String, then: String) throws {
        let lines = try #require(UsageAdvice(words).mistake).split(separator: "\n").map(String.init)
        #expect(lines[0] == "Error: There is no command \(what)")
        #expect(lines[1].hasPrefix(then))
    }

    @Test(arguments: [
        [], ["status"], ["outbox", "list"], ["help", "outbox", "drop"], ["help"], ["--version"], ["poll", "statsu"],
        ["---completion", "status", "--", "0"], ["batches", "--help"],
    ])
    func `is none where each command is there`(words: [String]) {
        #expect(UsageAdvice(words).mistake == nil)
    }

    @Test(arguments: [
        (["--verson"], ["  Did you mean '--version'?"]),
        (
            ["--json", "status"],
            ["  Options come after the command: batchwatch status --json", "  Example: batchwatch status 20121456171"]
        ),
        (["accept"], ["  Example: batchwatch accept london"]),
        (
            ["diff", "--colums=a"],
            ["  Did you mean '--columns'?", "  Example: batchwatch diff monday.pdf tuesday.pdf"]
        ),
    ])
    func `gets an option that is there, or an example`(words: [String], hints: [String]) {
        #expect(UsageAdvice(words).hints(after: "") == hints)
    }

    @Test(arguments: [
        (["--instance", "a", "status", "1"], ["status", "1", "--instance", "a"]),
        (["--instance=a", "outbox", "drop", "--", "-1"], ["outbox", "drop", "--instance=a", "--", "-1"]),
        (["--user", "history", "--since", "-7d"], ["history", "--since", "-7d", "--user"]),
        (["--instance"], ["--instance"]), (["status", "--user"], ["status", "--user"]),
        (["--json", "--user", "status"], ["--json", "--user", "status"]), ([], []),
    ])
    func `may begin with whose command it is`(words: [String], moved: [String]) {
        #expect(InstanceOption.behindCommand(words) == moved)
    }

    @Test func `gets no second guess at an option`() {
        #expect(UsageAdvice(["--verson"]).hints(after: "Unknown option. Did you mean '--x'?").isEmpty)
    }

    @Test(arguments: ["rows", "try", "diff"], [["--columns", "-,batch,status"], ["--columns=-,batch,status"]])
    func `is none where the first of the columns is skipped`(command: String, option: [String]) throws {
        let documents = command == "diff" ? ["a.pdf", "b.pdf"] : ["a.pdf"]
        let parsed = try Batchwatch.parseAsRoot([command] + option + ["--key", "####"] + documents)
        let columns =
            (parsed as? RowsCommand)?.table.columns ?? (parsed as? TryCommand)?.columns
            ?? (parsed as? DiffCommand)?.table.columns
        #expect(columns == "-,batch,status")
    }

    @Test(arguments: ["rows", "try"], ["--key", "-h", "--", "-batch,status"])
    func `is told that the columns are missing where an option follows`(command: String, next: String) {
        do {
            _ = try Batchwatch.parseAsRoot([command, "a.pdf", "--columns", next, "####"])
            Issue.record("\(next) was taken for columns")
        } catch {
            let message = Batchwatch.message(for: error)
            #expect(message.contains("'\(next)' is invalid for '--columns <names>'"), "\(message)")
            #expect(message.contains("the columns are missing"), "\(message)")
        }
    }

    @Test func `gets only examples that would work`() throws {
        let root = CommandTree.ours
        for (path, command) in root.leaves([]) {
            guard let example = Examples.of(path) else { continue }
            let words = example.split(separator: " ").dropFirst().map { String($0).replacing("\"", with: "") }
            #expect(throws: Never.self, "\(command.commandName)") { _ = try Batchwatch.parseAsRoot(words) }
        }
    }

    @Test func `gets an example wherever a word can be missing`() throws {
        let root = CommandTree.ours
        for (path, command) in root.leaves([]) {
            let usage =
                Batchwatch.helpMessage(for: command.type, columns: 400).split(separator: "\n")
                .first { $0.hasPrefix("USAGE:") } ?? ""
            if usage.replacing(/\[[^\]]*\]/, with: "").contains("<") { #expect(Examples.of(path) != nil, "\(path)") }
        }
    }
}

extension CommandTree {
    /// The commands that do something, by their words.
    func leaves(_ above: [String]) -> [(path: String, command: CommandTree)] {
        let path = above + [commandName]
        guard let subcommands else { return [(path.joined(separator: " "), self)] }
        return subcommands.flatMap { $0.leaves(path) }
    }
}
