// The state of one source while the program runs: the value in memory and the file are changed together, by whichever
// queue has something to note (a poll, a delivery).

import Synchronization

/// One source's state, in memory and on disk.
package final class SourceStore: Sendable {
    package let name: String
    private let directory: StateDirectory
    private let held: Mutex<Held>

    private struct Held {
        var state: SourceState
        /// Whether the file is older than the value: events were delivered, but that could not be noted.
        var isAhead = false
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

    /// Changes the state: saved first, in memory after. When the save fails, nothing has changed.
    /// A state that stays equal costs no disk write.
    package func update<Result>(_ change: (inout SourceState) -> Result) throws(StateError) -> Result {
        try held.withLock { held throws(StateError) in
            var new = held.state
            let result = change(&new)
            if new != held.state || held.isAhead {
                try directory.save(new, of: name)
                held.state = new
                held.isAhead = false
            }
            return result
        }
    }

    /// Notes what has happened already (a delivery): in memory in any case, on disk if it can be.
    package func note(_ change: (inout SourceState) -> Void) throws(StateError) {
        try held.withLock { held throws(StateError) in
            change(&held.state)
            held.isAhead = true
            try directory.save(held.state, of: name)
            held.isAhead = false
        }
    }

    /// Saves what could not be saved before; does nothing when the file is up to date.
    package func catchUp() throws(StateError) {
        try update { _ in }
    }
}
