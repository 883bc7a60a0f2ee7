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
        discussion: "Asks the daemon; while none runs, shows what was saved.")

    @OptionGroup var common: CommonOptions
    @Flag(help: "Print them as JSON.")
    var json = false

    func run() throws {
        try orFail {
            let letters = try letters()
            if json { return Terminal.show(jsonText(letters)) }
            for letter in letters { Terminal.show(OutboxText(letter).text) }
            // Why nothing comes through is worth more than when each is tried again.
            let report = try? common.statusReport()
            for trouble in report?.troubles ?? [] where trouble.isGrave {
                Terminal.say(
                    "batchwatch: " + inert([trouble.line, trouble.advice].compactMap { $0 }.joined(separator: "; ")))
            }
            if letters.isEmpty { Terminal.show("Everything has been delivered.") }
        }
    }

    private func letters() throws -> [LetterReport] {
        if let reply = ControlClient.ask(ControlRequest(.outboxList), daemonOf: common.paths) {
            return try reply.soundLetters
        }
        return try OutboxDesk.list(of: common.loadConfig(), savedIn: common.paths)
    }
}

struct OutboxRetryCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "retry",
        abstract: "Try to deliver events now.",
        discussion: """
            Without an id, all events are tried. Dead letters start over with their first attempt. While no daemon runs, \
            the events are tried when it starts, or at the next `batchwatch poll`.
            """)

    @OptionGroup var common: CommonOptions
    @OptionGroup var choice: OutboxChoice

    func run() throws {
        try orFail {
            // Without any word all are meant: that can do no harm.
            let letters = try choice.ask(.outboxRetry, common, all: choice.all || choice.ids.isEmpty)
            Terminal.show("\(eventCount(letters.count)) will be tried again")
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
            let letters = try choice.ask(.outboxDrop, common, all: choice.all)
            Terminal.show("\(eventCount(letters.count)) dropped")
        }
    }
}

/// Which events are meant.
struct OutboxChoice: ParsableArguments {
    @Flag(help: "All of them.")
    var all = false
    @Argument(help: ArgumentHelp("The events, as `batchwatch outbox list` names them.", valueName: "id"))
    var ids: [String] = []

    func validate() throws {
        if all && !ids.isEmpty { throw ValidationError("Name events or --all, not both.") }
    }

    func ask(_ command: ControlRequest.Command, _ common: CommonOptions, all: Bool) throws -> [LetterReport] {
        var request = ControlRequest(command)
        request.ids = ids
        request.all = all
        if let reply = ControlClient.ask(request, daemonOf: common.paths) { return try reply.soundLetters }
        umask(0o077)
        let config = try common.loadConfig()
        let desk = try OutboxDesk(config: config, paths: common.paths, journal: common.journal)
        return try desk.reply(to: request).soundLetters
    }
}

extension ControlReply {
    fileprivate var soundLetters: [LetterReport] {
        get throws {
            if let error { throw Failure(error) }
            guard let letters else { throw Failure(.ioError, "the daemon sent an incomplete reply") }
            return letters
        }
    }
}

private func eventCount(_ count: Int) -> String {
    "\(count) \(count == 1 ? "event" : "events")"
}

/// The face of one letter in `batchwatch outbox list`: what it is, what it says, how it stands. At most 80 columns in
/// the first line and in the one of how it stands.
struct OutboxText {
    let letter: LetterReport

    init(_ letter: LetterReport) {
        self.letter = letter
    }

    var text: String {
        let attempts = "\(letter.attempts) \(letter.attempts == 1 ? "attempt" : "attempts")"
        let next =
            letter.isForeign == true
            ? "of a newer version"
            : letter.isDead
                ? "dead letter" : letter.nextTry.map { "next \(localTime($0))" } ?? "next as soon as possible"
        // No character has more columns than bytes.
        var lines = [
            inert("\(letter.id) \(letter.sink) \(letter.kind) \(letter.batch)", limit: 80),
            inert("  \(letter.source), \(attempts), \(next)", limit: 80), "  \(inert(letter.message))",
        ]
        if let trouble = letter.trouble { lines.append("  \(inert(trouble))") }
        return lines.joined(separator: "\n")
    }
}
