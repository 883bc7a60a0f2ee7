// Sources that were taken out of the configuration and have a state still: what was recorded of them is told, and one
// that comes back goes on where it was.

import Coding
import Delivery
import Processes
import Storage

extension SourceState {
    /// How long a state outlives the place of its source in the configuration, in seconds: 30 days.
    package static let longestAbsence = 30 * 86_400.0

    /// Whether nobody needs the state any more: its source was taken out 30 days ago, and all of it is told.
    package func isForgettable(at now: Date) -> Bool {
        guard let takenOut, outbox.isEmpty else { return false }
        return now.timeIntervalSince(takenOut) >= SourceState.longestAbsence
    }
}

extension SourceStore {
    /// Notes whether the source is in the configuration; saved where that is news.
    ///
    /// - Parameter isProven: whether the wall clock is known to be right.
    package func note(isConfigured: Bool, at now: Moment, isProven: Bool) throws(StateError) {
        if isConfigured == (state.takenOut == nil) { return }
        try update(at: now, isProven: isProven) { state, _ in state.takenOut = isConfigured ? nil : now.wall }
    }
}

extension StateDirectory {
    /// The sources that have a state in a directory, but for these.
    package static func sources(in path: String, besides known: some Sequence<String>) -> [String] {
        let names = (fileNames(in: path) ?? []).filter { $0.hasSuffix(".json") && !$0.hasPrefix(".") }
        return Set(names.map { String($0.dropLast(".json".count)) }).subtracting(known).sorted()
    }

    /// The states of the sources that are not among these. What cannot be read is left alone: the source may come back.
    package func takenOut(besides known: some Sequence<String>) -> [SourceStore] {
        StateDirectory.sources(in: path, besides: known).compactMap { name in
            let state = try? StateDirectory.current(name, in: path)
            return state.map { SourceStore(name: name, state: $0, in: self) }
        }
    }
}
