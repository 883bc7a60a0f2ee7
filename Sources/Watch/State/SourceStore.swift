// The state of one source while the program runs. Polls and deliveries change the value in memory and the file
// together, from any queue. Changes follow each other, and each waits for its save; reading waits for nothing, however
// slow the disk is.

import Coding
import Delivery
import Processes
import Storage
import Synchronization

/// One source's state, in memory and on disk.
package final class SourceStore: OutboxStore {
    package let name: String
    private let directory: StateDirectory
    /// The visible value; locked only for a moment. Changing it also requires the order lock.
    private let held: Mutex<Held>
    /// Orders changes: locked from reading the value to the end of the save.
    private let order = Mutex(())

    private struct Held {
        var state: SourceState
        /// Whether file and log are older than the value, because deliveries could not be noted.
        var isAhead = false
        /// The mark that a log continuing the file must have; nil before this process saved the file.
        var mark: UInt64?
        /// Whether the log continues the file.
        var isLogged = false
        /// The number of saves.
        var saves = 0
        /// The number of changes to what it says about the list.
        var changes = 0
        /// Since when a write to disk is in progress.
        var savingSince: Moment?
        /// Whether the source is deleted, so that nothing is saved any more.
        var isGone = false
    }

    package init(name: String, state: SourceState, in directory: StateDirectory) {
        self.name = name
        self.directory = directory
        held = Mutex(Held(state: state))
    }

    /// The current state.
    package var state: SourceState {
        held.withLock { $0.state }
    }

    package var outbox: Outbox { state.outbox }

    /// The number of saves of the whole state.
    package var saves: Int {
        held.withLock { $0.saves }
    }

    /// The number of saved changes to what the state says about the list.
    package var changes: Int {
        held.withLock { $0.changes }
    }

    /// Since when a write to disk is in progress; nil without one.
    package var savingSince: Moment? {
        held.withLock { $0.savingSince }
    }

    /// Changes the state: on disk first, then in memory. If the save fails, nothing has changed. An equal state costs
    /// no write.
    package func update<Result>(_ change: (inout SourceState) -> Result) throws(StateError) -> Result {
        try update(at: nil, isProven: false) { state, _ in change(&state) }
    }

    /// The same, with the state's times moved to the clocks' reading. A reading alone is no reason to save.
    ///
    /// - Parameters:
    ///   - now: the reading of the clocks; nil if nothing depends on it.
    ///   - isProven: whether the wall clock is known to be right.
    ///   - change: also gets how the times moved.
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
        // Usually only the reading must be remembered for the next save, without waiting.
        let isMoved = held.withLock { held in
            guard let (step, next) = held.state.clock.reading?.step(to: now, isProven: isProven) else { return false }
            if step.isNothing { held.state.clock.reading = next }
            return !step.isNothing
        }
        if isMoved { try update(at: now, isProven: isProven) { _, _ in } }
    }

    package func begin(_ entries: [OutboxEntry], for sink: SinkName) {
        // Not during a save: the change may merge an event into one of these entries.
        order.withLock { _ in held.withLock { $0.state.outbox.begin(Set(entries.map(\.event.id)), for: sink) } }
    }

    package func isInHand(_ entry: OutboxEntry, for sink: SinkName) -> Bool {
        held.withLock { $0.state.outbox.underway[sink]?.contains(entry.event.id) ?? false }
    }

    package func settle(_ records: [DeliveryRecord], goesOn: Bool) throws(StateError) -> [OutboxEntry] {
        try order.withLock { _ throws(StateError) in
            let (dropped, mark, isLogged) = held.withLock { held in
                let dropped = held.state.outbox.settle(records)
                let mark = held.isAhead ? nil : held.mark
                held.isAhead = true
                return (dropped, mark, held.isLogged)
            }
            guard goesOn, let mark else {
                try save(state)
                return dropped
            }
            try whileSaving { () throws(StateError) in
                try directory.log(of: name).append(records, mark: mark, isFirst: !isLogged)
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

    /// Saves what only memory has. Otherwise it waits for nothing.
    private func saveIf(_ isSo: KeyPath<Held, Bool>) throws(StateError) {
        guard held.withLock({ $0[keyPath: isSo] }) else { return }
        try order.withLock { _ throws(StateError) in
            if held.withLock({ $0[keyPath: isSo] }) { try save(state) }
        }
    }

    /// Deletes the files of a source that is no longer needed.
    ///
    /// - Returns: whether that was done; not during a save, which it does not wait for.
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
        // After a failed save the content of the file is unknown: no log may continue it.
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

    /// Runs an operation that waits for the disk, and publishes since when.
    func whileSaving<Result>(_ work: () throws(StateError) -> Result) throws(StateError) -> Result {
        held.withLock { $0.savingSince = Moment.now() }
        defer { held.withLock { $0.savingSince = nil } }
        return try work()
    }
}

extension StateDirectory {
    /// Loads the state of a source, and reports damage of its file.
    package func loadStore(of name: String, journal: Journal) throws(StateError) -> SourceStore {
        let loaded = try load(name, newUUID: newUUID)
        if let notice = loaded.notice {
            journal.notice(.stateDamaged, .error, "\(name): \(notice)", fields: [("BATCHWATCH_SOURCE", name)])
        }
        return SourceStore(name: name, state: loaded.state, in: self)
    }
}

extension SourceState {
    /// Whether it says something new about the list to observers. Validators and the outbox do not count.
    fileprivate func isOther(than old: SourceState) -> Bool {
        if sequence != old.sequence || lastChange != old.lastChange || failures != old.failures { return true }
        if held?.reason != old.held?.reason || document?.isStaleTold != old.document?.isStaleTold { return true }
        if document?.rowCount != old.document?.rowCount || observed != old.observed { return true }
        return batches != old.batches || gone != old.gone || unclear != old.unclear
    }
}
