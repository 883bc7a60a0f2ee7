// The state of one source while the program runs: the value in memory and the file are changed together, by whichever
// queue has something to note (a poll, a delivery).

import Delivery
import FoundationEssentials
import Storage
import Synchronization

/// One source's state, in memory and on disk.
package final class SourceStore: OutboxStore {
    package let name: String
    private let directory: StateDirectory
    private let held: Mutex<Held>

    private struct Held {
        var state: SourceState
        /// Whether file and log are older than the value: events were delivered, but that could not be noted.
        var isAhead = false
        /// What a log that continues the file has to name; nil before this process saved the file.
        var mark: UInt64?
        /// Whether the log continues the file.
        var isLogged = false
        /// How often the file was saved.
        var saves = 0
    }

    package init(name: String, state: SourceState, in directory: StateDirectory) {
        self.name = name
        self.directory = directory
        self.held = Mutex(Held(state: state))
    }

    /// The state as it is now.
    package var state: SourceState {
        held.withLock { $0.state }
    }

    package var outbox: Outbox { state.outbox }

    /// How often the whole state was saved.
    package var saves: Int {
        held.withLock { $0.saves }
    }

    /// Changes the state: saved first, in memory after. When the save fails, nothing has changed.
    /// A state that stays equal costs no disk write.
    package func update<Result>(_ change: (inout SourceState) -> Result) throws(StateError) -> Result {
        try held.withLock { held throws(StateError) in
            var new = held.state
            let result = change(&new)
            if new != held.state || held.isAhead { try save(new, &held) }
            return result
        }
    }

    package func updateOutbox(_ change: (inout Outbox) -> Void) throws(StateError) {
        try update { change(&$0.outbox) }
    }

    package func begin(_ letters: [Letter], for sink: SinkName) {
        held.withLock { $0.state.outbox.underway[sink] = letters.isEmpty ? nil : Set(letters.map(\.event.id)) }
    }

    package func isInHand(_ letter: Letter, for sink: SinkName) -> Bool {
        held.withLock { $0.state.outbox.underway[sink]?.contains(letter.event.id) ?? false }
    }

    package func settle(_ settlements: [Settlement], goesOn: Bool) throws(StateError) -> [Letter] {
        try held.withLock { held throws(StateError) in
            let dropped = held.state.outbox.settle(settlements)
            if goesOn, !held.isAhead, let mark = held.mark {
                held.isAhead = true
                try directory.log(of: name).append(settlements, mark: mark, isFirst: !held.isLogged)
                held.isAhead = false
                held.isLogged = true
            } else {
                held.isAhead = true
                try save(held.state, &held)
            }
            return dropped
        }
    }

    package func tidy() throws(StateError) {
        try held.withLock { held throws(StateError) in
            if held.isLogged { try save(held.state, &held) }
        }
    }

    package func catchUp() throws(StateError) {
        try held.withLock { held throws(StateError) in
            if held.isAhead { try save(held.state, &held) }
        }
    }

    private func save(_ state: SourceState, _ held: inout Held) throws(StateError) {
        // After a save that failed nobody knows which content the file has: no log may continue it.
        let isLogged = held.isLogged
        held.mark = nil
        held.mark = try directory.save(state, of: name)
        held.saves += 1
        held.state = state
        held.isAhead = false
        held.isLogged = false
        if isLogged { directory.log(of: name).remove() }
    }
}

extension StateDirectory {
    /// Loads the state of a source; what was wrong with its file is told.
    package func loadStore(of name: String, journal: Journal) throws(StateError) -> SourceStore {
        let loaded = try load(name) { UUID().uuidString.lowercased() }
        if let notice = loaded.notice {
            journal.notice(.stateDamaged, .error, "\(name): \(notice)", fields: [("BATCHWATCH_SOURCE", name)])
        }
        return SourceStore(name: name, state: loaded.state, in: self)
    }
}
