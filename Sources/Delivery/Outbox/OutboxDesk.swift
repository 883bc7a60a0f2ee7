// `batchwatch outbox`: lists undelivered events, retries them or drops them. The daemon does this, or the command
// itself while no daemon runs.

import Coding
import Events
import Storage

/// One letter, as `batchwatch outbox list --json` prints it.
package struct LetterReport: Codable, Equatable, Sendable {
    package var sink: String
    package var source: String
    /// The event's id.
    package var id: String
    package var kind: String
    package var batch: String
    package var time: Date
    /// The sentence of the event.
    package var message: String
    /// The number of failed attempts.
    package var attempts: Int
    /// The earliest time of the next attempt; nil for as soon as possible, and for a dead letter.
    package var nextTry: Date?
    /// Why it was not delivered.
    package var trouble: String?
    /// Whether it is a dead letter.
    package var isDead: Bool
    /// True for a letter of a newer version, which only that version can deliver; nil for any other.
    package var isForeign: Bool?

    init(_ letter: ForeignLetter, for sink: SinkName, of source: String, isDead: Bool) {
        (self.sink, self.source, self.isDead, isForeign) = (sink.rawValue, source, isDead, true)
        (id, kind, batch) = (letter.id, letter.kind, letter.batch)
        time = letter.time ?? Date(timeIntervalSince1970: 0)
        message = "of a newer version of batchwatch, which can deliver it"
        attempts = 0
    }

    init(_ letter: Letter, for sink: SinkName, of source: String, isDead: Bool, calling command: String) {
        self.sink = sink.rawValue
        self.source = source
        id = letter.event.id
        kind = letter.event.kind.rawValue
        batch = letter.event.batch
        time = letter.event.time
        message = letter.event.message(calling: command)
        attempts = letter.attempts
        nextTry = isDead ? nil : letter.notBefore
        trouble = letter.trouble
        self.isDead = isDead
    }
}

/// A request about undelivered events.
package enum OutboxOrder: Sendable {
    case list, retry, drop
}

/// Why a request failed.
package enum OutboxRefusal: Error, Equatable {
    case unknown(id: String)
    case noneNamed
    case unsaved(StateError)
}

/// Handles requests about outboxes.
package struct OutboxDesk: Sendable {
    /// If more letters than this are dropped, the message gives only their number.
    static let mostTold = 20

    private let stores: [any OutboxStore]
    package let journal: Journal

    package init(_ stores: [any OutboxStore], journal: Journal) {
        self.stores = stores
        self.journal = journal
    }

    /// Executes the request, for all named events or for none.
    ///
    /// - Parameters:
    ///   - ids: the ids of the events.
    ///   - all: all events, instead of ids.
    /// - Returns: for a list, all undelivered letters; otherwise the affected letters.
    package func carryOut(_ order: OutboxOrder, ids: [String], all: Bool) throws(OutboxRefusal) -> [LetterReport] {
        let letters = stores.flatMap { $0.outbox.reports(of: $0.name, calling: journal.instance.command) }
        if order == .list { return letters }
        let known = Set(letters.map(\.id))
        if let unknown = ids.first(where: { !known.contains($0) }) { throw .unknown(id: unknown) }
        guard all || !ids.isEmpty else { throw .noneNamed }
        let named = Set(ids)
        let isMeant: (String) -> Bool = { all || named.contains($0) }
        var touched: [LetterReport] = []
        do throws(StateError) {
            for store in stores {
                try store.updateOutbox { outbox in
                    // The courier may have delivered some meanwhile.
                    touched += outbox.reports(of: store.name).filter {
                        isMeant($0.id) && (order == .drop || $0.isForeign != true)
                    }
                    if order == .drop { outbox.drop(isMeant) } else { outbox.retry(isMeant) }
                }
            }
        } catch {
            throw .unsaved(error)
        }
        if order == .drop { tellDropped(touched) }
        return touched
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
    /// Every letter of a source, waiting and dead.
    ///
    /// - Parameter command: the command of the instance.
    package func reports(of source: String, calling command: String = "batchwatch") -> [LetterReport] {
        all.map { LetterReport($0.letter, for: $0.sink, of: source, isDead: $0.isDead, calling: command) }
            + allForeign.map { LetterReport($0.letter, for: $0.sink, of: source, isDead: $0.isDead) }
    }
}
