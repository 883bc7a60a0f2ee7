import ArgumentParser
import Events
import FoundationEssentials
import Rows

struct DiffCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "diff",
        abstract: "Print what changed between two editions of a list.",
        discussion: "The order of rows does not matter. Nothing is saved, and nothing is delivered.")

    @Argument(
        help: ArgumentHelp("The earlier edition: a file or a URL.", valueName: "old"),
        completion: .file(extensions: ["pdf"]))
    var old: String
    @Argument(help: ArgumentHelp("The later edition.", valueName: "new"), completion: .file(extensions: ["pdf"]))
    var new: String
    @OptionGroup var table: TableOptions
    @Flag(help: "Print the changes as JSON.")
    var json = false

    func run() throws {
        try orFail {
            let changes = changes(from: try snapshot(old), to: try snapshot(new))
            if json {
                Terminal.show(jsonText(changes))
            } else {
                for change in changes { Terminal.show(text(of: change)) }
            }
        }
    }

    private func snapshot(_ document: String) throws -> Snapshot {
        let reading = try wholeReading(of: try table.request(for: document))
        if let damage = reading.damage.first {
            throw Failure(.dataError, "\(document) is damaged, rows may be missing: \(damage)")
        }
        if let doubt = reading.doubts.first {
            throw Failure(.dataError, "\(document) cannot be read with certainty: \(doubt)")
        }
        return Snapshot(rows: reading.rows)
    }

    /// The sentence that the journal would have.
    private func text(of change: Change) -> String {
        let kind: Event.Kind =
            switch change.kind {
            case .appeared: .appeared
            case .changed: .changed
            case .disappeared: .disappeared
            }
        var event = Event(id: "", kind: kind, source: "", url: "", time: Date())
        event.batch = change.batch
        event.rows = change.rows
        event.previousRows = change.previousRows
        return event.message
    }
}
