// What `batchwatch status` tells: derived from configuration and state, by the daemon or by the command alike.

import Coding
import Configuration
import Delivery
import Rows

/// The whole answer of `batchwatch status --json`.
package struct StatusReport: Codable, Equatable, Sendable {
    /// Nil when no daemon runs on this state directory.
    package var daemon: DaemonStatus?
    package var sources: [SourceStatus]
    /// What is not well, the gravest first; nil where a daemon of an earlier version answered.
    package var troubles: [Trouble]?

    package init(daemon: DaemonStatus? = nil, sources: [SourceStatus], troubles: [Trouble]) {
        self.daemon = daemon
        self.sources = sources
        self.troubles = troubles
    }
}

package struct DaemonStatus: Codable, Equatable, Sendable {
    package var pid: Int32
    package var since: Date
    /// What is wrong with the configuration file since it was loaded; nil for nothing.
    package var configProblem: String?
    /// What was done since it was started; nil where a daemon of an earlier version answered.
    package var counts: DaemonCounts?
}

/// What a daemon has done since it was started.
package struct DaemonCounts: Codable, Equatable, Sendable {
    /// Polls by their outcome, for each source.
    package var polls: [String: [String: Int]] = [:]
    /// Events by their kind.
    package var events: [String: Int] = [:]
    /// Deliveries by what came of them, for each sink.
    package var deliveries: [String: Deliveries] = [:]

    package init() {}

    /// Counts what became of a poll.
    mutating func count(_ report: PollReport) {
        polls[report.source, default: [:]][report.outcome.rawValue, default: 0] += 1
        for event in report.events { events[event.kind.rawValue, default: 0] += 1 }
    }
}

package struct SourceStatus: Codable, Equatable, Sendable {
    package var name: String
    package var url: String
    /// When it was polled last, as far as this process knows.
    package var lastPoll: Date?
    /// When its list was asked for last and could be read, or was as before.
    package var lastSuccess: Date?
    package var lastChange: Date?
    /// Nil before the first poll without a daemon, and while nothing is watched in the list.
    package var nextPoll: Date?
    /// The cause of the last failed poll, while it fails.
    package var trouble: String?
    package var failures: Int
    /// Why a document is held as suspect; nil while none is.
    package var held: String?
    package var heldSince: Date?
    /// Rows of the whole list; nil before the first success.
    package var rowCount: Int?
    /// Why a row may be missing from what was read of the list; nil for a list that was read whole and for certain.
    package var gap: String?
    package var batches: [BatchStatus]
    /// Events not yet delivered, by sink, and those given up.
    package var undelivered: [String: Int]
    package var deadLetters: [String: Int]
}

package struct BatchStatus: Codable, Equatable, Sendable {
    package var batch: String
    package var label: String
    /// False for a watched batch that is not on the list, true for one that is; nil before the first look, and as long
    /// as nothing certain was read of it.
    package var isListed: Bool?
    package var rows: [Update]
    /// Since when it has these rows; for one that has left the list, since when the list does not have it.
    package var since: Date?
    /// Since when the list does not have it, while that is not told yet.
    package var missingSince: Date?
    /// The last rows of one that has left the list.
    package var previousRows: [Update]?
    /// What was read last, where that is not certain; nil where it is.
    package var unclear: UnclearStatus?
}

/// What was read of a batch and is not certain.
package struct UnclearStatus: Codable, Equatable, Sendable {
    /// Why: one sentence without a full stop.
    package var reason: String
    /// The rows that were read; may be none.
    package var rows: [Update]
    package var since: Date
    /// Whether somebody has said that what was read is right: then it is what the batch has.
    package var isAccepted: Bool

    init(_ unclear: UnclearBatch) {
        (reason, rows, since) = (unclear.reason, unclear.rows, unclear.since)
        isAccepted = unclear.isAccepted == true
    }
}

extension Config {
    /// What words ask of each source that they concern.
    ///
    /// - Parameter words: names of sources, for all of theirs, and batches; none for everything.
    /// - Returns: the sources, each with the batches asked for; empty for all of them.
    package func asked(for words: [String]) -> [(source: SourceConfig, batches: [String])] {
        let names = Set(sources.map(\.name)).intersection(words)
        let batches = words.filter { !names.contains($0) }
        return sources.compactMap { source in
            if names.contains(source.name) { return (source, []) }
            return names.isEmpty || !batches.isEmpty ? (source, batches) : nil
        }
    }
}

extension SourceStatus {
    /// - Parameters:
    ///   - wanted: the batches asked for; empty for all.
    ///   - hasBatches: false for a status without them.
    package init(
        of source: SourceConfig, _ state: SourceState, lastPoll: Date?, nextPoll: Date?, lastSuccess: Date? = nil,
        wanted: [String] = [], hasBatches: Bool = true
    ) {
        name = source.name
        url = source.url
        self.lastPoll = lastPoll ?? state.document?.fetched
        self.lastSuccess = lastSuccess ?? state.document?.fetched
        lastChange = state.lastChange
        self.nextPoll = source.isWatched ? nextPoll ?? state.nextDue : nil
        trouble = state.failures?.cause
        failures = state.failures?.count ?? 0
        held = state.held?.reason
        heldSince = state.held?.since
        rowCount = state.document?.rowCount
        gap = state.document?.gap
        undelivered = state.outbox.letters.counts
        deadLetters = state.outbox.dead.counts
        batches = []
        guard hasBatches else { return }
        batches = BatchStatus.all(in: source, state).filter { wanted.isEmpty || wanted.contains($0.batch) }
    }
}

extension BatchStatus {
    /// Every batch watched by its number, on the list or not, and every batch that a mask watches and that is on the list,
    /// or may be. The state may still have one that nothing watches any more.
    fileprivate static func all(in source: SourceConfig, _ state: SourceState) -> [BatchStatus] {
        let observed = Set(state.observed)
        let keys = source.index.keys
        let numbers = source.watched.map(\.pattern).filter(\.isLiteral).map(\.key)
        let unclear = state.unclear.filter { $0.value.isAccepted != true }.keys
        return Set(numbers).union(state.batches.keys).union(unclear).sorted().compactMap { batch in
            guard let pattern = keys.pattern(for: batch) else { return nil }
            let known = state.batches[batch]
            let gone = known == nil ? state.gone[batch] : nil
            let unclear = state.unclear[batch]
            let isKnown = observed.contains(pattern.description) && (known != nil || unclear?.isFirst != true)
            return BatchStatus(
                batch: batch, label: source.index.label(of: batch), isListed: isKnown ? known != nil : nil,
                rows: known?.rows ?? [], since: known?.since ?? gone?.since, missingSince: known?.missingSince,
                previousRows: gone?.rows, unclear: unclear.map(UnclearStatus.init))
        }
    }
}

extension [SinkName: [Letter]] {
    fileprivate var counts: [String: Int] {
        var counts: [String: Int] = [:]
        for (sink, letters) in self where !letters.isEmpty { counts[sink.rawValue] = letters.count }
        return counts
    }
}
