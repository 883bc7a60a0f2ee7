// `batchwatch outbox`: lists undelivered events, retries them or drops them. The daemon does this, or the command
// itself while no daemon runs.

import Coding
import Events
import Storage

/// One entry, as `batchwatch outbox list --json` prints it.
package struct OutboxEntryReport: Codable, Equatable, Sendable {
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
    /// True for an entry of a newer version, which only that version can deliver; nil for any other.
    package var isForeign: Bool?

    init(_ entry: ForeignEntry, for sink: SinkName, of source: String, isDead: Bool) {
        (self.sink, self.source, self.isDead, isForeign) = (sink.rawValue, source, isDead, true)
        (id, kind, batch) = (entry.id, entry.kind, entry.batch)
        time = entry.time ?? Date(timeIntervalSince1970: 0)
        message = "of a newer version of batchwatch, which can deliver it"
        attempts = 0
    }

    init(_ entry: OutboxEntry, for sink: SinkName, of source: String, isDead: Bool, calling command: String) {
        self.sink = sink.rawValue
        self.source = source
        id = entry.event.id
        kind = entry.event.kind.rawValue
        batch = entry.event.batch
        time = entry.event.time
        message = entry.event.message(calling: command)
        attempts = entry.attempts
        nextTry = isDead ? nil : entry.notBefore
        trouble = entry.trouble
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
package struct OutboxEditor: Sendable {
    /// If more entries than this are dropped, the message gives only their number.
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
    /// - Returns: for a list, all undelivered entries; otherwise the affected entries.
    package func carryOut(_ order: OutboxOrder, ids: [String], all: Bool) throws(OutboxRefusal) -> [OutboxEntryReport] {
        let entries = stores.flatMap { $0.outbox.reports(of: $0.name, calling: journal.instance.command) }
        if order == .list { return entries }
        let known = Set(entries.map(\.id))
        if let unknown = ids.first(where: { !known.contains($0) }) { throw .unknown(id: unknown) }
        guard all || !ids.isEmpty else { throw .noneNamed }
        let named = Set(ids)
        let isMeant: (String) -> Bool = { all || named.contains($0) }
        var touched: [OutboxEntryReport] = []
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

    private func tellDropped(_ entries: [OutboxEntryReport]) {
        if entries.count > OutboxEditor.mostTold {
            return journal.notice(.eventDropped, .warning, "\(entries.count) undelivered events were dropped by hand")
        }
        for entry in entries {
            journal.notice(
                .eventDropped, .warning, "\(entry.sink): event \(entry.id) was dropped by hand: \(entry.message)",
                fields: [
                    ("BATCHWATCH_SOURCE", entry.source), ("BATCHWATCH_SINK", "\(entry.sink)"),
                    ("BATCHWATCH_EVENT_ID", entry.id),
                ])
        }
    }
}

extension Outbox {
    /// Every entry of a source, waiting and dead.
    ///
    /// - Parameter command: the command of the instance.
    package func reports(of source: String, calling command: String = "batchwatch") -> [OutboxEntryReport] {
        all.map { OutboxEntryReport($0.entry, for: $0.sink, of: source, isDead: $0.isDead, calling: command) }
            + allForeign.map { OutboxEntryReport($0.entry, for: $0.sink, of: source, isDead: $0.isDead) }
    }
}
