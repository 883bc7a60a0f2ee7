import ArgumentParser
import Configuration
import Delivery
import FoundationEssentials
import Glibc
import Text

struct HistoryCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "history",
        abstract: "Show past events, from the journal.",
        discussion: """
            Oldest first. It shows what the journal still has and you may read: be root or in the group systemd-journal. \
            Messages of others than the service, root and yourself are not believed.
            """)

    @Flag(help: "Print them as JSON.")
    var json = false
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Only events since then; a time as in systemd.time(7): \"2026-06-01\", \"-7d\".", valueName: "when"))
    var since: String?
    @Argument(help: "Only events of this batch. Default: all events.", completion: .batches)
    var batch: String?

    func run() throws {
        try orFail {
            let since = try since.map { text throws(Failure) in
                if let time = TimeText(text, now: Date()) { return time.date }
                throw Failure(
                    .usage,
                    "\"\(inert(text))\" is not a time; write it as in systemd.time(7): \"2026-06-01\", \"yesterday\", \"-7d\""
                )
            }
            var events: [PastEvent] = []
            var text = HistoryText(.output)
            do throws(HistoryError) {
                try History(users: writers).read(batch: batch, since: since) { event in
                    if json {
                        events.append(event)
                    } else {
                        for line in text.lines(of: event) { Terminal.show(line) }
                    }
                }
            } catch {
                throw Failure(.unavailable, error.description)
            }
            if json { Terminal.show(jsonText(events)) }
        }
    }

    /// Whose events are believed: root's, one's own, and those of the service's user, whose the state directory is.
    private var writers: [uid_t] {
        let paths = Paths(config: nil, state: nil, cache: nil, environment: ProcessInfo.processInfo.environment)
        var state = stat()
        let isThere = lstat(paths.state, &state) == 0
        return [0, getuid()] + (isThere ? [state.st_uid] : [])
    }
}
