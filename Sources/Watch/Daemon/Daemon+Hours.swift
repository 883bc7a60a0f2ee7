// Scheduled polls stay within the hours of a source; `batchwatch poll` does not.

import Coding
import Configuration
import Processes

extension Daemon {
    /// Whether a poll of the source may start now: in its hours, or because somebody asked for it.
    func mayPoll(_ name: String, at now: Moment) -> Bool {
        guard let hours = running[name]?.config.hours, pollWaiters[name]?.isEmpty ?? true else { return true }
        return hours.isOpen(at: now.wall)
    }

    /// Returns when to poll a source that is due then, in seconds of uptime: then, or after its hours begin.
    func inHours(_ due: Double, _ source: SourceConfig, at now: Moment) -> Double {
        running[source.name]?.opening = nil
        guard let hours = source.hours, due.isFinite else { return due }
        let usual = max(0, due - now.uptime)
        let wait = Schedule.wait(usual, in: hours, from: now.wall, random: tools.random())
        if wait != usual { running[source.name]?.opening = now.wall.addingTimeInterval(wait) }
        return now.uptime + wait
    }

    /// Makes sources due whose hours have begun because the wall clock was set ahead.
    func followClock(at now: Moment) {
        for (name, source) in running {
            guard let opening = source.opening, opening <= now.wall else { continue }
            running[name]?.opening = nil
            if let due = agenda.due(name), due.isFinite { agenda.set(name, due: min(due, now.uptime)) }
        }
    }
}
