// When to poll next. Pure: outcome and history in, seconds out.
// Polite first: jitter spreads the watchers of a list, failures back off, the server's own wishes count.

import Coding
import Configuration
import Processes

/// How long to wait after a poll.
package enum Schedule {
    /// The longest wait that failures or a server's wish can bring about: a day, so that a recovery is noticed.
    package static let longestWait = 86_400.0
    /// The shortest wait after a failure, where the interval is no shorter: a minute, the shortest interval for a server.
    package static let shortestWait = 60.0
    /// How far `max-age` may stretch the interval. Static files are often served with a day or a year by
    /// default, whatever their publisher does with them; a conditional request costs next to nothing.
    package static let longestStretch = 4.0
    /// What the waits after failed saves are doubled from: a minute.
    private static let waitAfterFailedSave = 60.0
    /// Seconds until a poll is tried again that found no thread to run on.
    package static let waitForThread = 60.0
    /// Failures double the wait this many times.
    package static let mostDoublings = 5

    /// Seconds until the next poll after a success.
    ///
    /// - Parameters:
    ///   - interval: what the configuration says, in seconds.
    ///   - maxAge: the answer's `Cache-Control: max-age`, in seconds (RFC 9111 5.2.2.1).
    ///   - random: a number from 0 to 1 that decides the jitter.
    package static func wait(interval: Double, maxAge: Double?, random: Double) -> Double {
        let most = max(interval, min(interval * longestStretch, longestWait))
        return jittered(min(max(interval, maxAge ?? 0), most), random)
    }

    /// Seconds until the next poll after the n-th failure in a row.
    ///
    /// - Parameter retryAfter: the answer's `Retry-After`, in seconds (RFC 9110 10.2.3). It counts whether it is longer or
    ///   shorter than the wait would be, from `shortestWait`, or the interval where that is shorter, to `longestWait`.
    package static func wait(interval: Double, failures: Int, retryAfter: Double?, random: Double) -> Double {
        if let retryAfter, retryAfter >= 0 { return max(soon(interval), min(retryAfter, longestWait)) }
        let doublings = max(0, min(failures, mostDoublings))
        return jittered(min(interval * Double(1 << doublings), longestWait), random)
    }

    /// Seconds until a poll is tried again for which this machine had no way out. No server hears of it, so that there is
    /// no need for jitter nor for patience.
    package static func waitOffline(interval: Double) -> Double { soon(interval) }

    private static func soon(_ interval: Double) -> Double { min(interval, shortestWait) }

    /// Seconds until a visit is tried again whose outcome could not be saved, as on a full disk: from two minutes to
    /// half an hour, since each try may fetch the whole document.
    package static func wait(afterFailedSaves count: Int, random: Double) -> Double {
        wait(interval: waitAfterFailedSave, failures: count, retryAfter: nil, random: random)
    }

    /// A tenth more or less.
    private static func jittered(_ seconds: Double, _ random: Double) -> Double {
        seconds * (0.9 + 0.2 * max(0, min(random, 1)))
    }
}

extension SourceState {
    /// Whether the saved due time is of the list that the configuration names now: its last poll was of that one,
    /// failed or not.
    package func knowsDue(of source: SourceConfig) -> Bool {
        if let failures { return failures.address == source.address }
        return document == nil || isOfSameList(as: source)
    }
}

extension SourceState {
    /// How long there is to wait by what was saved; nil for a source that is new.
    func wait(at now: Date) -> Schedule.Wait? {
        nextDue.map { Schedule.Wait(seconds: $0.timeIntervalSince(now), interval: dueInterval ?? 0) }
    }
}

extension SourceConfig {
    /// Which list this is, and how it is read.
    package var list: String { "\(address) \(layoutText)" }
}

extension Schedule {
    /// When a source is due after a start, in seconds of uptime: what was known before the start holds, unless a clock
    /// that jumped made nonsense of it, or a shorter interval is configured now.
    ///
    /// - Parameters:
    ///   - saved: from the state file; nil for a source that is new.
    ///   - marked: from the runtime directory; nil after a boot.
    package static func due(interval: Double, saved: Wait?, marked: Wait?, at now: Moment) -> Double {
        let longest = max(interval, longestWait) * 1.1
        let waits = [saved, marked].map { wait in
            guard let wait else { return 0.0 }
            let isKept = wait.seconds <= longest && interval >= wait.interval
            return isKept || wait.seconds < interval ? wait.seconds : interval
        }
        return now.uptime + max(0, waits[0], waits[1])
    }

    /// How long there was to wait, and for which interval that was decided.
    package struct Wait: Equatable, Sendable {
        /// From now on.
        var seconds: Double
        var interval: Double

        package init(seconds: Double, interval: Double) {
            self.seconds = seconds
            self.interval = interval
        }
    }
}
