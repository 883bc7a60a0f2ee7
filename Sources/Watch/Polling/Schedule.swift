// When to poll next. Pure: outcome and history in, seconds out. Politeness comes first: jitter spreads the watchers of
// a list, failures back off, and the server's headers count.

import Coding
import Configuration
import Processes

/// The wait after a poll.
package enum Schedule {
    /// The longest wait after failures or by a server's header: a day, so that a recovery is noticed.
    package static let longestWait = 86_400.0
    /// The shortest wait after a failure, unless the interval is shorter: a minute, the shortest interval for a server.
    package static let shortestWait = 60.0
    /// The limit by which `max-age` may stretch the interval. Servers often send a day or a year by default for static
    /// files; a conditional request costs almost nothing.
    package static let longestStretch = 4.0
    /// The first wait after a failed save: a minute, doubled with each failure.
    private static let waitAfterFailedSave = 60.0
    /// The wait in seconds after a poll that got no thread.
    package static let waitForThread = 60.0
    /// Failures double the wait this many times.
    package static let mostDoublings = 5

    /// Seconds until the next poll after a success.
    ///
    /// - Parameters:
    ///   - interval: the configured interval in seconds.
    ///   - maxAge: `Cache-Control: max-age` of the response, in seconds (RFC 9111 5.2.2.1).
    ///   - random: a number from 0 to 1 that decides the jitter.
    package static func wait(interval: Double, maxAge: Double?, random: Double) -> Double {
        let most = max(interval, min(interval * longestStretch, longestWait))
        return jittered(min(max(interval, maxAge ?? 0), most), random)
    }

    /// Seconds until the next poll after the n-th consecutive failure.
    ///
    /// - Parameter retryAfter: `Retry-After` of the response, in seconds (RFC 9110 10.2.3). It replaces a longer or
    ///   shorter wait, within `shortestWait`, or the interval if that is shorter, and `longestWait`.
    package static func wait(interval: Double, failures: Int, retryAfter: Double?, random: Double) -> Double {
        if let retryAfter, retryAfter >= 0 { return max(soon(interval), min(retryAfter, longestWait)) }
        let doublings = max(0, min(failures, mostDoublings))
        return jittered(min(interval * Double(1 << doublings), longestWait), random)
    }

    /// Seconds until the next attempt after this machine had no way out. No server notices, so there is no need for
    /// jitter or patience.
    package static func waitOffline(interval: Double) -> Double { soon(interval) }

    /// The number of seconds until the next poll after this machine killed a worker: a minute, then as long as that has gone
    /// on, so that the waits double. Each poll may fetch the whole document.
    ///
    /// - Parameter seconds: since the first such failure in a row.
    package static func wait(interval: Double, killedFor seconds: Double) -> Double {
        min(interval, max(shortestWait, seconds))
    }

    /// The longest wait after an opening, in seconds: the watchers of a list spread over less than a minute.
    package static let longestWaitAfterOpening = 50.0

    /// Seconds until the next poll in the hours of a source: the usual wait, or until soon after the next opening.
    package static func wait(_ usual: Double, in hours: OfficeHours?, from now: Date, random: Double) -> Double {
        guard let hours else { return usual }
        let due = now.addingTimeInterval(usual)
        let opening = hours.opening(from: due)
        if opening == due { return usual }
        return opening.timeIntervalSince(now) + max(0, min(random, 1)) * longestWaitAfterOpening
    }

    private static func soon(_ interval: Double) -> Double { min(interval, shortestWait) }

    /// Seconds until the next visit after the outcome could not be saved, for example on a full disk: from two minutes
    /// to half an hour, because each visit may fetch the whole document.
    package static func wait(afterFailedSaves count: Int, random: Double) -> Double {
        wait(interval: waitAfterFailedSave, failures: count, retryAfter: nil, random: random)
    }

    /// Up to a tenth longer or shorter.
    private static func jittered(_ seconds: Double, _ random: Double) -> Double {
        seconds * (0.9 + 0.2 * max(0, min(random, 1)))
    }
}

extension SourceState {
    /// Whether the saved due time belongs to the list that the configuration names now: its last poll, failed or not,
    /// was of that list.
    package func knowsDue(of source: SourceConfig) -> Bool {
        if let failures { return failures.address == source.address }
        return document == nil || isOfSameList(as: source)
    }
}

extension SourceState {
    /// The remaining wait by the saved state; nil for a new source.
    func wait(at now: Date) -> Schedule.Wait? {
        nextDue.map { Schedule.Wait(seconds: $0.timeIntervalSince(now), interval: dueInterval ?? 0) }
    }
}

extension SourceConfig {
    /// Identifies the list and how it is read.
    package var list: String { "\(address) \(layoutText)" }
}

extension Schedule {
    /// When a source is due after a start, in seconds of uptime. The due time from before the start holds, unless a
    /// clock jump made it impossible, or the interval is now shorter.
    ///
    /// - Parameters:
    ///   - saved: from the state file; nil for a new source.
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

    /// The remaining wait, and the interval for which it was decided.
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
