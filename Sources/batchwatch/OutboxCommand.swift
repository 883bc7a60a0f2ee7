import ArgumentParser
import Delivery
import Glibc
import Text
import Watch

struct OutboxCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "outbox",
        abstract: "List, retry or drop events that are not delivered yet.",
        subcommands: [OutboxListCommand.self, OutboxRetryCommand.self, OutboxDropCommand.self])
}

struct OutboxListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List undelivered events and dead letters.",
        discussion: "Asks the daemon. If none runs, shows the saved events.")

    @OptionGroup var common: CommonOptions
    @Flag(help: "Print them as JSON.")
    var json = false

    func run() throws {
        try orFail {
            let entries = try entries()
            if json { return Terminal.show(jsonText(entries)) }
            for entry in entries { Terminal.show(OutboxText(entry).text) }
            // Also say why no event is delivered: that matters more than the time of the next attempts.
            let report = try? common.statusReport()
            for trouble in report?.troubles ?? [] where trouble.isGrave {
                Terminal.say(
                    "batchwatch: "
                        + sanitized([trouble.line, trouble.advice].compactMap { $0 }.joined(separator: "; ")))
            }
            if entries.isEmpty { Terminal.show("Everything has been delivered.") }
        }
    }

    private func entries() throws -> [OutboxEntryReport] {
        if let reply = ControlClient.ask(ControlRequest(.outboxList), daemonOf: common.paths) {
            return try reply.soundEntries
        }
        return try OutboxEditor.list(of: common.loadConfig(), savedIn: common.paths)
    }
}

struct OutboxRetryCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "retry",
        abstract: "Try to deliver events now.",
        discussion: """
            Without an id, tries all events. Dead letters start over with their first attempt. If no daemon runs, the \
            events wait until it starts, or until the next `batchwatch poll`.
            """)

    @OptionGroup var common: CommonOptions
    @OptionGroup var choice: OutboxChoice

    func run() throws {
        try orFail {
            // Without an id all events are tried: that does no harm.
            let entries = try choice.ask(.outboxRetry, common, all: choice.all || choice.ids.isEmpty)
            Terminal.show("\(eventCount(entries.count)) will be tried again")
        }
    }
}

struct OutboxDropCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "drop",
        abstract: "Drop events: they will not be delivered.",
        discussion: "The journal records what was dropped.")

    @OptionGroup var common: CommonOptions
    @OptionGroup var choice: OutboxChoice

    func validate() throws {
        if choice.ids.isEmpty && !choice.all { throw ValidationError("Name the events to drop, or --all.") }
    }

    func run() throws {
        try orFail {
            let entries = try choice.ask(.outboxDrop, common, all: choice.all)
            Terminal.show("\(eventCount(entries.count)) dropped")
        }
    }
}

/// The events that a command acts on.
struct OutboxChoice: ParsableArguments {
    @Flag(help: "All events.")
    var all = false
    @Argument(help: ArgumentHelp("The events, as `batchwatch outbox list` names them.", valueName: "id"))
    var ids: [String] = []

    func validate() throws {
        if all && !ids.isEmpty { throw ValidationError("Name events or --all, not both.") }
    }

    func ask(_ command: ControlRequest.Command, _ common: CommonOptions, all: Bool) throws -> [OutboxEntryReport] {
        var request = ControlRequest(command)
        request.ids = ids
        request.all = all
        if let reply = ControlClient.ask(request, daemonOf: common.paths) { return try reply.soundEntries }
        umask(0o077)
        let config = try common.loadConfig()
        let editor = try OutboxEditor(config: config, paths: common.paths, journal: common.journal)
        return try editor.reply(to: request).soundEntries
    }
}

extension ControlReply {
    fileprivate var soundEntries: [OutboxEntryReport] {
        get throws {
            if let error { throw Failure(error) }
            guard let entries else { throw Failure(.ioError, "the daemon sent an incomplete reply") }
            return entries
        }
    }
}

private func eventCount(_ count: Int) -> String {
    "\(count) \(count == 1 ? "event" : "events")"
}

/// The output of `batchwatch outbox list` for one entry: its id and kind, its attempts, and its sentence. The first two
/// lines have at most 80 columns.
struct OutboxText {
    let entry: OutboxEntryReport

    init(_ entry: OutboxEntryReport) {
        self.entry = entry
    }

    var text: String {
        let attempts = "\(entry.attempts) \(entry.attempts == 1 ? "attempt" : "attempts")"
        let next =
            entry.isForeign == true
            ? "of a newer version"
            : entry.isDead
                ? "dead letter" : entry.nextTry.map { "next \(localTime($0))" } ?? "next as soon as possible"
        // No character has more columns than bytes.
        var lines = [
            sanitized("\(entry.id) \(entry.sink) \(entry.kind) \(entry.batch)", limit: 80),
            sanitized("  \(entry.source), \(attempts), \(next)", limit: 80), "  \(sanitized(entry.message))",
        ]
        if let trouble = entry.trouble { lines.append("  \(sanitized(trouble))") }
        return lines.joined(separator: "\n")
    }
}
