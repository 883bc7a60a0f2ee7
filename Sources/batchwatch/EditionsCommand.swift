import ArgumentParser
import Coding
import Delivery
import Storage
import Text

struct EditionsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "editions",
        abstract: "Show past editions of the lists.",
        discussion: """
            Oldest first. Shows when batchwatch saw each edition, how many rows it has, how many are new, gone or \
            changed since the previous edition, and the eight most frequent statuses; "-" stands for an unknown \
            figure. Reads the histories in the state directory, which only root and the service's user may read: use \
            sudo.
            """)

    @OptionGroup var common: CommonOptions
    @Flag(
        help: "Print them as JSON, with documents, and with the nearest numbers to batches that are not on the list.")
    var json = false
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Only editions since then; a time as in systemd.time(7): \"2026-06-01\", \"-7d\".", valueName: "when"))
    var since: String?
    @Argument(help: "Only editions of this source. Default: all.", completion: .sources)
    var source: String?

    func run() throws {
        try orFail {
            let choice = PastEvents.Choice(source: source, since: try since.map(time))
            let editions: [PastEvent]
            do throws(StateError) {
                editions = try PastEvents.editions(in: common.paths.state, choice) {
                    Terminal.say("batchwatch: \(sanitized($0))")
                }
            } catch {
                throw Failure(.unavailable, "\(error)")
            }
            if json { return Terminal.show(jsonText(editions)) }
            for line in EditionsText(editions, .output).lines { Terminal.show(line) }
        }
    }
}
