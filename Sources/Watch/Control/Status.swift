// The content of `batchwatch status`, derived from configuration and state, by the daemon or by the command.

import Coding
import Configuration
import Delivery
import Rows

/// The whole output of `batchwatch status --json`.
package struct StatusReport: Codable, Equatable, Sendable {
    /// Nil if no daemon runs on this state directory.
    package var daemon: DaemonStatus?
    package var sources: [SourceStatus]
    /// The troubles, the gravest first; nil from a daemon of an earlier version.
    package var troubles: [Trouble]?
    /// Whether a hook is configured; nil where a daemon of an earlier version answered.
    package var hasHook: Bool?

    package init(daemon: DaemonStatus? = nil, sources: [SourceStatus], troubles: [Trouble]) {
        self.daemon = daemon
        self.sources = sources
        self.troubles = troubles
    }
}

package struct DaemonStatus: Codable, Equatable, Sendable {
    package var pid: Int32
    package var since: Date
    /// The mistakes in the configuration file since it was loaded; nil for none.
    package var configProblem: String?
    /// The counts since the start; nil from a daemon of an earlier version.
    package var counts: DaemonCounts?
}

/// The counts of a daemon since its start.
package struct DaemonCounts: Codable, Equatable, Sendable {
    /// Polls by their outcome, for each source.
    package var polls: [String: [String: Int]] = [:]
    /// Events by their kind.
    package var events: [String: Int] = [:]
    /// Deliveries by result, for each sink.
    package var deliveries: [String: Deliveries] = [:]

    package init() {}

    /// Counts the result of a poll.
    mutating func count(_ report: PollReport) {
        polls[report.source, default: [:]][report.outcome.rawValue, default: 0] += 1
        for event in report.events { events[event.kind.rawValue, default: 0] += 1 }
    }
}

package struct SourceStatus: Codable, Equatable, Sendable {
    package var name: String
    package var url: String
    /// The time of the last poll, as far as this process knows.
    package var lastPoll: Date?
    /// The time of the last poll that read the list or found it unchanged.
    package var lastSuccess: Date?
    package var lastChange: Date?
    /// Nil before the first poll without a daemon, and while no batch of the list is watched.
    package var nextPoll: Date?
    /// Why the next poll is not sooner: its hours; nil within them, and without.
    package var nextPollReason: String?
    /// The cause of the last failed poll, while polls fail.
    package var trouble: String?
    package var failures: Int
    /// Why a document is held as suspect; nil while none is.
    package var held: String?
    package var heldSince: Date?
    /// The number of rows of the whole list; nil before the first success.
    package var rowCount: Int?
    /// Why a row of the list may be missing; nil for a list that was read completely and with certainty.
    package var gap: String?
    package var batches: [BatchStatus]
    /// The undelivered events, by sink, and the dead letters.
    package var undelivered: [String: Int]
    package var deadLetters: [String: Int]
}

package struct BatchStatus: Codable, Equatable, Sendable {
    package var batch: String
    package var label: String
    /// Whether the batch is on the list; nil before the first look, and until something certain is read.
    package var isListed: Bool?
    package var rows: [Update]
    /// Since when it has these rows; for a batch that has left the list, since when the list lacks it.
    package var since: Date?
    /// Since when the list lacks it, until that is reported.
    package var missingSince: Date?
    /// The last rows of a batch that has left the list.
    package var previousRows: [Update]?
    /// The last reading, if it is uncertain; nil if it is certain.
    package var unclear: UnclearStatus?
}

/// An uncertain reading of a batch.
package struct UnclearStatus: Codable, Equatable, Sendable {
    /// The reason: one sentence without a full stop.
    package var reason: String
    /// The rows that were read; may be empty.
    package var rows: [Update]
    package var since: Date
    /// Whether a user has confirmed what was read: then the batch has these rows.
    package var isAccepted: Bool

    init(_ unclear: UnclearBatch) {
        (reason, rows, since) = (unclear.reason, unclear.rows, unclear.since)
        isAccepted = unclear.isAccepted == true
    }
}

extension Config {
    /// Translates words of the command line into sources and batches.
    ///
    /// - Parameter words: names of sources, for all their batches, and batches; none for everything.
    /// - Returns: the sources, each with the requested batches; empty for all of them.
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
    ///   - wanted: the requested batches; empty for all.
    ///   - hasBatches: false for a status without them.
    package init(
        of source: SourceConfig, _ state: SourceState, lastPoll: Date?, nextPoll: Date?, lastSuccess: Date? = nil,
        wanted: [String] = [], hasBatches: Bool = true, at now: Date
    ) {
        name = source.name
        url = source.url
        self.lastPoll = lastPoll ?? state.document?.fetched
        self.lastSuccess = lastSuccess ?? state.document?.fetched
        lastChange = state.lastChange
        self.nextPoll = source.isWatched ? nextPoll ?? state.nextDue : nil
        if let hours = source.hours, let next = self.nextPoll, hours.hasClosedTime(from: now, to: next) {
            nextPollReason = "its hours are \(hours.text)"
        }
        trouble = state.failures?.cause
        failures = state.failures?.count ?? 0
        held = state.held?.reason
        heldSince = state.held?.since
        rowCount = state.document?.rowCount
        gap = state.document?.gap
        undelivered = state.outbox.entries.counts
        deadLetters = state.outbox.dead.counts
        batches = []
        guard hasBatches else { return }
        batches = BatchStatus.all(in: source, state).filter { wanted.isEmpty || wanted.contains($0.batch) }
    }
}

extension BatchStatus {
    /// Every batch watched by its number, on the list or not, and every batch of a mask that is on the list, or may be.
    /// The state may still have a batch that nothing watches any more.
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

extension [SinkName: [OutboxEntry]] {
    fileprivate var counts: [String: Int] {
        var counts: [String: Int] = [:]
        for (sink, entries) in self where !entries.isEmpty { counts[sink.rawValue] = entries.count }
        return counts
    }
}
