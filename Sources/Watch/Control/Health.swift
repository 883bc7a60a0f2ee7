// Whether all is well: one answer for `systemctl status`, `batchwatch status`, `status --check` and `outbox list`. It
// lists what cannot be polled, saved or delivered, since when, why, and what to do. Pure.

import Coding
import Configuration
import Delivery
import Events
import Text

/// One trouble.
package struct Trouble: Codable, Equatable, Sendable {
    package enum Kind: String, Codable, Sendable {
        /// The edited configuration file has mistakes.
        case configuration
        /// A state cannot be saved: events of that source wait until it can.
        case unsaved
        /// Nothing can be delivered to a sink.
        case untold
        /// A list cannot be read.
        case failing
        /// A list cannot be fetched because of this machine.
        case offline
        /// A document is held as suspect.
        case held
        /// A list has not changed for longer than expected.
        case stale
        /// Events wait for longer than they should.
        case waiting
        /// Events were given up.
        case dead
        /// The page cannot be written.
        case unpublished
        /// batchwatch cannot read with certainty what a list says about watched batches.
        case unclear
    }

    package var kind: Kind
    /// The source; nil if it concerns all.
    package var source: String?
    /// The trouble and its cause, without a full stop.
    package var what: String
    package var since: Date?
    /// What to do about it; nil if only waiting helps.
    package var advice: String?

    package init(_ kind: Kind, source: String? = nil, _ what: String, since: Date? = nil, advice: String? = nil) {
        self.kind = kind
        self.source = source
        self.what = what
        self.since = since
        self.advice = advice
    }

    /// Its subject and the trouble.
    package var line: String { (source.map { "\($0) " } ?? "") + what }

    /// Whether nothing can be saved, or nothing delivered.
    package var isGrave: Bool { kind == .unsaved || kind == .untold }
}

extension Trouble {
    /// The longest normal wait of an event, in seconds.
    package static let longestWait = 900.0

    /// The longest normal save, in seconds; on a busy disk it takes some tenths.
    package static let longestSave = 10.0

    /// The troubles in the state of a source.
    ///
    /// - Parameters:
    ///   - now: the time, to compute how long events have waited.
    ///   - isRunning: whether a daemon polls the source.
    ///   - command: the command of the instance.
    package static func all(
        of source: SourceConfig, _ state: SourceState, at now: Date, isRunning: Bool = true,
        calling command: String = "batchwatch"
    ) -> [Trouble] {
        let name = source.name
        var all: [Trouble] = []
        // How polls failed says nothing of a list that is no longer polled.
        let failures = source.isWatched ? state.failures : nil
        if let failures, failures.isOffline == true {
            let outlook = isRunning ? "; a poll is tried each minute, and once its network is back" : ""
            all.append(
                Trouble(
                    .offline, source: name, "cannot be asked for: \(failures.cause)", since: failures.since,
                    advice: "the cause is on this machine" + outlook))
        } else if let failures {
            let times = failures.count == 1 ? "once" : "\(failures.count) times"
            all.append(Trouble(.failing, source: name, "failing (\(times)): \(failures.cause)", since: failures.since))
        }
        if let held = state.held {
            all.append(
                Trouble(
                    .held, source: name, "held as suspect: \(held.reason)", since: held.since,
                    advice: "\(held.acceptance.outlook); if the list is right, run `\(command) accept \(name)`"))
        }
        if let unclear = unclear(in: source, state, calling: command) { all.append(unclear) }
        if let document = state.document, document.isStaleTold == true {
            all.append(
                Trouble(
                    .stale, source: name, "unchanged for longer than `expect-every` says", since: document.since,
                    advice: "look at the list in a browser"))
        }
        return all + undelivered(of: name, state.outbox, at: now, calling: command)
    }

    /// One trouble for all unclear batches that nobody has accepted; nil for none.
    private static func unclear(in source: SourceConfig, _ state: SourceState, calling command: String) -> Trouble? {
        let unclear = state.unclear.filter { $0.value.isAccepted != true && source.index.keys.contains($0.key) }
        guard let first = unclear.keys.min(), let since = unclear.values.map(\.since).min() else { return nil }
        let name = shellWord(source.name)
        let advice =
            unclear.count == 1
            ? "look at the list; `\(command) status \(name)` says what was read of \(sanitized(first, limit: 100))"
            : "look at the list; `\(command) status \(name)` says what was read of them"
        return Trouble(
            .unclear, source: source.name,
            "\(unclear.count == 1 ? "1 batch" : "\(unclear.count) batches") cannot be read with certainty",
            since: since,
            advice: advice)
    }

    /// Events that wait too long, and dead letters; also of a removed source.
    package static func undelivered(
        of name: String, _ outbox: Outbox, at now: Date, calling command: String
    ) -> [Trouble] {
        var all: [Trouble] = []
        for (sink, entries) in outbox.entries.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            guard let oldest = entries.map(\.event.time).min(), now.timeIntervalSince(oldest) > longestWait else {
                continue
            }
            let cause = entries.last { $0.trouble != nil }?.trouble.map { ": \($0)" } ?? ""
            all.append(
                Trouble(
                    .waiting, source: name,
                    "\(events(entries.count)) not yet delivered to the \(sink.rawValue)\(cause)",
                    since: oldest, advice: "see `\(command) outbox list`"))
        }
        for (sink, entries) in outbox.dead.sorted(by: { $0.key.rawValue < $1.key.rawValue })
        where !entries.isEmpty {
            all.append(
                Trouble(
                    .dead, source: name, "\(events(entries.count)) given up for the \(sink.rawValue)",
                    since: entries.map(\.event.time).min(),
                    advice: "see `\(command) outbox list`, then `outbox retry` or `outbox drop`"))
        }
        return all
    }

    private static func events(_ count: Int) -> String { count == 1 ? "1 event" : "\(count) events" }
}

/// The verdict of `status --check`, as monitoring systems expect it (Monitoring Plugins Development Guidelines).
package struct HealthCheck: Equatable, Sendable {
    /// The plugin's exit code.
    package enum Verdict: Int32, Sendable {
        case ok = 0
        case warning = 1
        case critical = 2
    }

    package var verdict: Verdict
    /// One line: the verdict, the troubles, and the counts after a bar.
    package var line: String

    /// - Parameters:
    ///   - troubles: all troubles, in their order.
    ///   - summary: the sources and batches, if all is well.
    ///   - isRunning: whether a daemon answered.
    package init(_ troubles: [Trouble], summary: String, isRunning: Bool) {
        verdict = !isRunning || troubles.contains(where: \.isGrave) ? .critical : troubles.isEmpty ? .ok : .warning
        var parts = isRunning ? [] : ["no daemon runs"]
        parts += (troubles.filter(\.isGrave) + troubles.filter { !$0.isGrave }).map(\.line)
        let text = parts.isEmpty ? summary : parts.joined(separator: "; ")
        let counts = [
            Trouble.Kind.failing, .held, .stale, .waiting, .dead, .unsaved, .untold, .unpublished, .unclear, .offline,
        ]
        .map { kind in
            "\(kind.rawValue)=\(troubles.count { $0.kind == kind })"
        }
        // Text after a bar counts as figures.
        let safe = text.with("/", inPlaceOf: "|")
        line = "BATCHWATCH \("\(verdict)".uppercased()) - \(safe) | \(counts.joined(separator: " "))"
    }
}
