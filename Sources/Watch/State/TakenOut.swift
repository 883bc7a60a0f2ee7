// Sources that were removed from the configuration but still have a state: their recorded events are delivered, and a
// source that returns continues with its state.

import Coding
import Delivery
import Processes
import Storage

extension SourceState {
    /// How long a state outlives its source in the configuration, in seconds: 30 days.
    package static let longestAbsence = 30 * 86_400.0

    /// Whether the state can be deleted: its source was removed 30 days ago, and all its events are delivered.
    package func isForgettable(at now: Date) -> Bool {
        guard let takenOut, outbox.isEmpty else { return false }
        return now.timeIntervalSince(takenOut) >= SourceState.longestAbsence
    }
}

extension SourceStore {
    /// Notes whether the source is in the configuration; saves the state if that has changed.
    ///
    /// - Parameter isProven: whether the wall clock is known to be right.
    package func note(isConfigured: Bool, at now: Moment, isProven: Bool) throws(StateError) {
        if isConfigured == (state.takenOut == nil) { return }
        try update(at: now, isProven: isProven) { state, _ in state.takenOut = isConfigured ? nil : now.wall }
    }
}

extension StateDirectory {
    /// The sources with a state in a directory, except these.
    package static func sources(in path: String, besides known: some Sequence<String>) -> [String] {
        let names = (fileNames(in: path) ?? []).filter { $0.hasSuffix(".json") && !$0.hasPrefix(".") }
        return Set(names.map { String($0.dropLast(".json".count)) }).subtracting(known).sorted()
    }

    /// The states of the sources that are not among these. Unreadable states stay: the source may return.
    package func takenOut(besides known: some Sequence<String>) -> [SourceStore] {
        StateDirectory.sources(in: path, besides: known).compactMap { name in
            let state = try? StateDirectory.current(name, in: path)
            return state.map { SourceStore(name: name, state: $0, in: self) }
        }
    }
}
