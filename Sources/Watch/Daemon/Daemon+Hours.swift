// Scheduled polls stay within the hours of a source; `batchwatch poll` does not.

import Coding
import Configuration
import Processes

extension Daemon {
    /// Whether a poll of the source may start now: within its hours, or at a user's request.
    func mayPoll(_ name: String, at now: Moment) -> Bool {
        guard let hours = running[name]?.config.hours, pollWaiters[name]?.isEmpty ?? true else { return true }
        return hours.isOpen(at: now.wall)
    }

    /// Returns when to poll a source, in seconds of uptime: when it is due, or soon after its hours begin.
    func inHours(_ due: Double, _ source: SourceConfig, at now: Moment) -> Double {
        running[source.name]?.opening = nil
        guard let hours = source.hours, due.isFinite else { return due }
        let wait = Schedule.wait(max(0, due - now.uptime), in: hours, from: now.wall, random: tools.random())
        let next = now.wall.addingTimeInterval(wait)
        if hours.hasClosedTime(from: now.wall, to: next) { running[source.name]?.opening = next }
        return now.uptime + wait
    }

    /// Makes a source due if the wall clock was set ahead into its hours.
    func followClock(at now: Moment) {
        for (name, source) in running {
            guard let opening = source.opening, opening <= now.wall else { continue }
            running[name]?.opening = nil
            if let due = agenda.due(name), due.isFinite { agenda.set(name, due: min(due, now.uptime)) }
        }
    }
}
