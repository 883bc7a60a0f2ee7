// The state of one source while the program runs: the value in memory and the file are changed together, by whichever
// queue has something to note (a poll, a delivery). Changes come one after the other, and each waits for its save; who
// only looks waits for nobody, however long the disk takes.

import Coding
import Delivery
import Processes
import Storage
import Synchronization

/// One source's state, in memory and on disk.
package final class SourceStore: OutboxStore {
    package let name: String
    private let directory: StateDirectory
    /// What everybody sees; locked for a moment only. Whoever changes it has the order.
    private let held: Mutex<Held>
    /// Changes come one after the other: locked from a look at what is held to the end of the save.
    private let order = Mutex(())

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
        /// How often what it says of the list was changed.
        var changes = 0
        /// Since when the disk is being written to.
        var savingSince: Moment?
        /// Whether the source is forgotten: nothing is saved any more.
        var isGone = false
    }

    package init(name: String, state: SourceState, in directory: StateDirectory) {
        self.name = name
        self.directory = directory
        held = Mutex(Held(state: state))
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

    /// How often what the state says of the list was changed and saved.
    package var changes: Int {
        held.withLock { $0.changes }
    }

    /// Since when the disk is being written to; nil while it is not.
    package var savingSince: Moment? {
        held.withLock { $0.savingSince }
    }

    /// Changes the state: saved first, in memory after. When the save fails, nothing has changed.
    /// A state that stays equal costs no disk write.
    package func update<Result>(_ change: (inout SourceState) -> Result) throws(StateError) -> Result {
        try update(at: nil, isProven: false) { state, _ in change(&state) }
    }

    /// The same, of a state whose moments are as the clocks say now. That it was looked at is no reason to save it.
    ///
    /// - Parameters:
    ///   - now: what the clocks say; nil where nothing depends on it.
    ///   - isProven: whether the wall clock is known to be right.
    ///   - change: gets also what became of the moments.
    package func update<Result>(
        at now: Moment?, isProven: Bool, _ change: (inout SourceState, ClockStep) -> Result
    ) throws(StateError) -> Result {
        try order.withLock { _ throws(StateError) in
            let (old, isAhead) = held.withLock { ($0.state, $0.isAhead) }
            var new = old
            let step = now.map { new.follow($0, isProven: isProven) } ?? ClockStep()
            let result = change(&new, step)
            if new != old || isAhead || !step.isNothing { try save(new) }
            if new.isOther(than: old) { held.withLock { $0.changes += 1 } }
            return result
        }
    }

    package func updateOutbox(_ change: (inout Outbox) -> Void) throws(StateError) {
        try update { change(&$0.outbox) }
    }

    package func follow(_ now: Moment, isProven: Bool) throws(StateError) {
        // As a rule there is nothing to do but to remember the reading for the next save, and nobody is waited for.
        let isMoved = held.withLock { held in
            guard let (step, next) = held.state.clock.reading?.step(to: now, isProven: isProven) else { return false }
            if step.isNothing { held.state.clock.reading = next }
            return !step.isNothing
        }
        if isMoved { try update(at: now, isProven: isProven) { _, _ in } }
    }

    package func begin(_ letters: [Letter], for sink: SinkName) {
        // Not while a change is on its way to the disk: it may put something into one of these letters.
        order.withLock { _ in held.withLock { $0.state.outbox.begin(Set(letters.map(\.event.id)), for: sink) } }
    }

    package func isInHand(_ letter: Letter, for sink: SinkName) -> Bool {
        held.withLock { $0.state.outbox.underway[sink]?.contains(letter.event.id) ?? false }
    }

    package func settle(_ settlements: [Settlement], goesOn: Bool) throws(StateError) -> [Letter] {
        try order.withLock { _ throws(StateError) in
            let (dropped, mark, isLogged) = held.withLock { held in
                let dropped = held.state.outbox.settle(settlements)
                let mark = held.isAhead ? nil : held.mark
                held.isAhead = true
                return (dropped, mark, held.isLogged)
            }
            guard goesOn, let mark else {
                try save(state)
                return dropped
            }
            try whileSaving { () throws(StateError) in
                try directory.log(of: name).append(settlements, mark: mark, isFirst: !isLogged)
            }
            held.withLock { ($0.isAhead, $0.isLogged) = (false, true) }
            return dropped
        }
    }

    package func tidy() throws(StateError) {
        try saveIf(\.isLogged)
    }

    package func catchUp() throws(StateError) {
        try saveIf(\.isAhead)
    }

    /// Saves what is in memory where that is so. Where it is not, nobody is waited for.
    private func saveIf(_ isSo: KeyPath<Held, Bool>) throws(StateError) {
        guard held.withLock({ $0[keyPath: isSo] }) else { return }
        try order.withLock { _ throws(StateError) in
            if held.withLock({ $0[keyPath: isSo] }) { try save(state) }
        }
    }

    /// Takes the files of a source away that nobody needs any more.
    ///
    /// - Returns: whether that was done; not while a save is under way, for which nobody waits here.
    package func forget(at now: Moment, isProven: Bool) -> Bool {
        let isDone = order.withLockIfAvailable { _ in
            let (state, isAhead) = held.withLock { ($0.state, $0.isAhead) }
            guard !isAhead, state.following(now, isProven: isProven).isForgettable(at: now.wall) else { return false }
            directory.remove(name)
            held.withLock { ($0.isGone, $0.mark) = (true, nil) }
            return true
        }
        return isDone ?? false
    }

    private func save(_ new: SourceState) throws(StateError) {
        // After a save that failed nobody knows which content the file has: no log may continue it.
        let (isLogged, isGone) = held.withLock { held in
            held.mark = nil
            return (held.isLogged, held.isGone)
        }
        if isGone { return }
        let mark = try whileSaving { () throws(StateError) in try directory.save(new, of: name) }
        held.withLock {
            $0.saves += 1
            ($0.state, $0.mark, $0.isAhead, $0.isLogged) = (new, mark, false, false)
        }
        if isLogged { directory.log(of: name).remove() }
    }

    /// Does what waits for the disk, so that others can see since when.
    func whileSaving<Result>(_ work: () throws(StateError) -> Result) throws(StateError) -> Result {
        held.withLock { $0.savingSince = Moment.now() }
        defer { held.withLock { $0.savingSince = nil } }
        return try work()
    }
}

extension StateDirectory {
    /// Loads the state of a source; what was wrong with its file is told.
    package func loadStore(of name: String, journal: Journal) throws(StateError) -> SourceStore {
        let loaded = try load(name, newUUID: newUUID)
        if let notice = loaded.notice {
            journal.notice(.stateDamaged, .error, "\(name): \(notice)", fields: [("BATCHWATCH_SOURCE", name)])
        }
        return SourceStore(name: name, state: loaded.state, in: self)
    }
}

extension SourceState {
    /// Whether it says something else of the list to those who look: not when it was asked for, nor what became of the
    /// events.
    fileprivate func isOther(than old: SourceState) -> Bool {
        if sequence != old.sequence || lastChange != old.lastChange || failures != old.failures { return true }
        if held?.reason != old.held?.reason || document?.isStaleTold != old.document?.isStaleTold { return true }
        if document?.rowCount != old.document?.rowCount || observed != old.observed { return true }
        return batches != old.batches || gone != old.gone || unclear != old.unclear
    }
}
