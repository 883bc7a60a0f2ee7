import ArgumentParser
import Coding
import Events
import Reading
import Rows
import Text

struct DiffCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "diff",
        abstract: "Print what changed between two editions of a list.",
        discussion: """
            The order of rows does not matter. If the later edition has a batch in no row but elsewhere in its text, \
            that is not a change: the command says where and exits with 65. It saves and delivers nothing.
            """)

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
            var proposal: Proposal?
            let earlier = try snapshot(old, &proposal)
            var changes = changes(from: earlier, to: try snapshot(new, &proposal))
            let mentions = try mentions(of: changes.filter { $0.kind == .disappeared }.map(\.batch), proposal)
            let mentioned = Set(mentions.map(\.batch))
            changes.removeAll { $0.kind == .disappeared && mentioned.contains($0.batch) }
            if json {
                Terminal.show(jsonText(changes))
            } else {
                for change in changes { Terminal.show(text(of: change)) }
            }
            guard let first = mentions.first else { return }
            for mention in mentions.prefix(Self.shownMentions) {
                Terminal.say(
                    "batchwatch: \(sanitized(mention.batch)) is in no row of \(new), which has it "
                        + place(of: mention, isPage: true))
            }
            throw Failure(
                .dataError,
                mentions.count == 1
                    ? "it is not certain that \(sanitized(first.batch)) is no longer on the list"
                    : "it is not certain that \(mentions.count) batches are no longer on the list")
        }
    }

    private static let shownMentions = 5

    /// Which batches without a row the text of the later edition has.
    private func mentions(of batches: [String], _ proposal: Proposal?) throws -> [Mention] {
        if batches.isEmpty { return [] }
        var request = try table.request(for: new)
        if let proposal { request.take(proposal) }
        let isText = request.key == KeyMask.anyText.text
        request.watched = isText ? batches : batches.map { KeyMask.escaped($0) }
        return try wholeReading(of: request).mentions
    }

    /// - Parameter proposal: the proposal by which the other edition was read, if the command line does not say how.
    private func snapshot(_ document: String, _ proposal: inout Proposal?) throws -> Snapshot {
        var request = try table.request(for: document)
        if proposal == nil, !table.saysHow {
            proposal = try inspection(of: request).proposal
            if let proposal { table.say(proposal) }
        }
        if let proposal { request.take(proposal) }
        let reading = try wholeReading(of: request)
        if let found = Proposal(foundIn: reading, request) {
            proposal = found
            table.say(found)
        }
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
