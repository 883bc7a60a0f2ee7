import ArgumentParser
import Coding
import Configuration
import Delivery
import Glibc
import Text

struct HistoryCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "history",
        abstract: "Show past events.",
        discussion: """
            Oldest first. The last 10000 events of each source come from its history in the state directory, older \
            ones from the journal. If you may not read the state directory, all come from the journal: use sudo, or \
            join the group systemd-journal. Only journal entries that the service, root or you wrote are used. On a \
            terminal of 100 columns or more, a time line of the batches follows: a dot marks an event, a ring an event \
            after which the batch was no longer listed, a question mark an unclear batch.
            """)

    @OptionGroup var common: CommonOptions
    @Flag(help: "Print them as JSON.")
    var json = false
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Only events since then; a time as in systemd.time(7): \"2026-06-01\", \"-7d\".", valueName: "when"))
    var since: String?
    @Option(help: ArgumentHelp("Only events of this source.", valueName: "source"))
    var source: String?
    @Argument(help: "Only events of this batch. Default: all events.", completion: .batches)
    var batch: String?

    func run() throws {
        try orFail {
            let since = try since.map(time)
            var events: [PastEvent] = []
            var text = HistoryText(.output)
            var timeLine = TimeLine()
            do throws(JournalHistoryError) {
                let journal = JournalHistory(users: writers, of: instance)
                let choice = PastEvents.Choice(batch: batch, source: source, since: since)
                let past = PastEvents(in: common.paths.state, journal: journal)
                try past.read(choice, trouble: { Terminal.say("batchwatch: \(sanitized($0))") }) { event in
                    if json {
                        events.append(event)
                    } else {
                        for line in text.lines(of: event) { Terminal.show(line) }
                        if Style.output.isTerminal { timeLine.add(event) }
                    }
                }
            } catch {
                throw Failure(.unavailable, error.description)
            }
            if json { Terminal.show(jsonText(events)) }
            let drawn = timeLine.drawn(until: Date(), columns: Terminal.size.columns)
            if !drawn.isEmpty { Terminal.show("\n" + drawn.joined(separator: "\n")) }
        }
    }

    private var instance: Instance { common.paths.instance }

    /// The users whose journal entries count: root, the caller, and the owner of the state directory, which is the
    /// service's user. For the caller's own service, only the caller.
    private var writers: [uid_t] {
        if instance == .user { return [getuid()] }
        var state = stat()
        let isThere = lstat(common.paths.state, &state) == 0
        return [0, getuid()] + (isThere ? [state.st_uid] : [])
    }
}

/// The time that somebody wrote behind `--since`.
func time(_ text: String) throws(Failure) -> Date {
    if let time = TimeText(text, now: Date()) { return time.date }
    throw Failure(
        .usage,
        "\"\(sanitized(text))\" is not a time; write it as in systemd.time(7): \"2026-06-01\", \"yesterday\", \"-7d\"")
}
