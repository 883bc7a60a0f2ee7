// `batchwatch outbox`: what is not delivered, tried again or dropped by hand; by the daemon, or by the command itself while none
// runs.

import FoundationEssentials
import Sinks

/// One letter as `batchwatch outbox list --json` has it.
package struct LetterReport: Codable, Equatable, Sendable {
    package var sink: String
    package var source: String
    /// The event's.
    package var id: String
    package var kind: String
    package var batch: String
    package var time: Date
    /// The sentence that the event is.
    package var message: String
    /// Tries that failed.
    package var attempts: Int
    /// When it is tried again at the earliest; nil for as soon as can be, and for one that is given up.
    package var nextTry: Date?
    /// Why it was not delivered.
    package var trouble: String?
    /// Whether it is given up.
    package var isDead: Bool

    init(_ letter: Letter, for sink: SinkName, of source: String, isDead: Bool) {
        self.sink = sink.rawValue
        self.source = source
        id = letter.event.id
        kind = letter.event.kind.rawValue
        batch = letter.event.batch
        time = letter.event.time
        message = letter.event.message
        attempts = letter.attempts
        nextTry = isDead ? nil : letter.notBefore
        trouble = letter.trouble
        self.isDead = isDead
    }
}

/// Where requests about outboxes are seen to.
package struct OutboxDesk: Sendable {
    /// More dropped letters than these are told as a number.
    static let mostTold = 20

    private let stores: [SourceStore]
    private let journal: Journal

    package init(_ stores: [SourceStore], journal: Journal) {
        self.stores = stores
        self.journal = journal
    }

    /// Takes the lock of the state directory, for when no daemon runs.
    package init(config: Config, paths: Paths, journal: Journal) throws(StateError) {
        let directory = try StateDirectory(paths.state)
        var stores: [SourceStore] = []
        for source in config.sources { stores.append(try directory.loadStore(of: source.name, journal: journal)) }
        self.init(stores, journal: journal)
    }

    /// What was saved, read without the lock.
    package static func list(of config: Config, savedIn directory: String) throws(StateError) -> [LetterReport] {
        var letters: [LetterReport] = []
        for source in config.sources {
            guard let state = try StateDirectory.peek(source.name, in: directory) else { continue }
            letters += state.outbox.reports(of: source.name)
        }
        return letters
    }

    /// Does what is asked, for all events named or for none.
    package func reply(to request: ControlRequest) -> ControlReply {
        let letters = stores.flatMap { $0.state.outbox.reports(of: $0.name) }
        if request.command == .outboxList { return ControlReply(letters: letters) }
        let known = Set(letters.map(\.id))
        if let unknown = request.ids.first(where: { !known.contains($0) }) {
            return ControlReply(
                error: ControlError(
                    .noInput, "there is no undelivered event \"\(unknown)\"; see batchwatch outbox list"))
        }
        guard request.all || !request.ids.isEmpty else {
            return ControlReply(error: ControlError(.usage, "no event is named"))
        }
        let ids = Set(request.ids)
        let isMeant: (String) -> Bool = { request.all || ids.contains($0) }
        do throws(StateError) {
            for store in stores {
                try store.update { state in
                    if request.command == .outboxDrop {
                        state.outbox.drop(isMeant)
                    } else {
                        state.outbox.retry(isMeant)
                    }
                }
            }
        } catch {
            return ControlReply(error: ControlError(error.exitCode, "\(error)"))
        }
        let touched = letters.filter { isMeant($0.id) }
        if request.command == .outboxDrop { tellDropped(touched) }
        return ControlReply(letters: touched)
    }

    private func tellDropped(_ letters: [LetterReport]) {
        if letters.count > OutboxDesk.mostTold {
            return journal.notice(.eventDropped, .warning, "\(letters.count) undelivered events were dropped by hand")
        }
        for letter in letters {
            journal.notice(
                .eventDropped, .warning, "\(letter.sink): event \(letter.id) was dropped by hand: \(letter.message)",
                fields: [
                    ("BATCHWATCH_SOURCE", letter.source), ("BATCHWATCH_SINK", "\(letter.sink)"),
                    ("BATCHWATCH_EVENT_ID", letter.id),
                ])
        }
    }
}

extension Outbox {
    fileprivate func reports(of source: String) -> [LetterReport] {
        all.map { LetterReport($0.letter, for: $0.sink, of: source, isDead: $0.isDead) }
    }
}
