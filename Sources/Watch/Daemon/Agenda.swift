// Which source to poll next. Pure: the daemon asks it what to start now and when to wake up.

/// When each source is due, and which polls are in progress.
package struct Agenda: Sendable {
    /// The number of polls at once: servers that hang delay no other source, and a thousand sources do not start a
    /// thousand fetchers. The unit's `TasksMax=` has room for this number.
    package static let mostAtOnce = 128
    /// The number of polls of one server at once.
    package static let mostPerServer = 4

    /// A task for a source.
    package struct Job: Equatable, Sendable {
        package var name: String
        /// Whether to fetch its list; otherwise only to look at the cached document.
        package var isDue: Bool
        /// What to accept, and nothing else; nil for a visit.
        package var acceptance: Acceptance?
    }

    /// What a user accepts.
    package enum Acceptance: Hashable, Sendable {
        /// The held document.
        case held
        /// What was read of an unclear batch, or of those of a mask.
        case batch(String)

        var batch: String? { if case .batch(let batch) = self { batch } else { nil } }
    }

    private struct Entry {
        /// Uptime at which it is due.
        var due: Double
        /// Its server; nil for files.
        var server: String?
        /// Whether a watched batch has not been reported yet.
        var wantsLook = false
        /// What to accept, in this order.
        var acceptances: [Acceptance] = []
        var isUnderway = false
        /// Whether it waits for a way out of this machine, and when one appeared during its poll.
        var isOffline = false
        var news: Double?

        /// Whether there is a task at any time.
        var isWanted: Bool { wantsLook || !acceptances.isEmpty }
    }

    private var entries: [String: Entry] = [:]
    private var underway = 0
    /// The number of polls of each server.
    private var underwayAt: [String: Int] = [:]

    package init() {}

    /// Sets when a source is due, in seconds of uptime.
    package mutating func set(_ name: String, due: Double) {
        entries[name, default: Entry(due: due)].due = due
    }

    /// Sets the server of a source on the agenda; nil for none. It counts from the next poll on.
    package mutating func set(_ name: String, server: String?) {
        guard let entry = entries[name], entry.server != server else { return }
        if entry.isUnderway {
            count(entry.server, -1)
            count(server, 1)
        }
        entries[name]?.server = server
    }

    private mutating func count(_ server: String?, _ change: Int) {
        guard let server else { return }
        let count = underwayAt[server, default: 0] + change
        underwayAt[server] = count > 0 ? count : nil
    }

    private func isBusy(_ server: String?) -> Bool {
        server.map { underwayAt[$0, default: 0] >= Agenda.mostPerServer } ?? false
    }

    /// When a source is due; nil if it is not on the agenda.
    package func due(_ name: String) -> Double? {
        entries[name]?.due
    }

    /// Requests a look at the cached document, at once.
    package mutating func wantLook(at name: String) {
        entries[name]?.wantsLook = true
    }

    /// Requests acceptance of the held document, at once.
    package mutating func want(_ acceptance: Acceptance, at name: String) {
        if entries[name]?.acceptances.contains(acceptance) != true { entries[name]?.acceptances.append(acceptance) }
    }

    /// Removes a source; during its poll it only stops being due, so that no second poll starts.
    package mutating func remove(_ name: String) {
        guard entries[name]?.isUnderway == true else {
            entries[name] = nil
            return
        }
        entries[name]?.due = .infinity
        entries[name]?.wantsLook = false
        entries[name]?.acceptances = []
    }

    /// The tasks to start now, the longest due first.
    package mutating func take(at uptime: Double) -> [Job] {
        let ready = entries.filter { !$0.value.isUnderway && ($0.value.isWanted || $0.value.due <= uptime) }
        var jobs: [Job] = []
        for (name, entry) in ready.sorted(by: { ($0.value.due, $0.key) < ($1.value.due, $1.key) }) {
            if underway >= Agenda.mostAtOnce { break }
            if isBusy(entry.server) { continue }
            underway += 1
            count(entry.server, 1)
            entries[name]?.isUnderway = true
            if let first = entry.acceptances.first {
                entries[name]?.acceptances.removeFirst()
                jobs.append(Job(name: name, isDue: false, acceptance: first))
            } else {
                entries[name]?.wantsLook = false
                jobs.append(Job(name: name, isDue: entry.due <= uptime))
            }
        }
        return jobs
    }

    /// Notes the end of a task, and when the source is due again; nil leaves that as it was.
    package mutating func finished(_ name: String, due: Double?) {
        underway -= 1
        count(entries[name]?.server, -1)
        entries[name]?.isUnderway = false
        if let due { entries[name]?.due = due }
        if let entry = entries[name], let news = entry.news, entry.isOffline {
            entries[name]?.due = min(entry.due, news)
        }
        entries[name]?.news = nil
    }

    /// Notes whether the poll of a source that is about to end found no way out of this machine.
    package mutating func set(_ name: String, isOffline: Bool) {
        entries[name]?.isOffline = isOffline
    }

    /// Whether a source waits for a way out of this machine.
    package var isAnyOffline: Bool { entries.values.contains { $0.isOffline && $0.due.isFinite } }

    /// A way out may have appeared: waiting sources are due; a source being polled is due again if that poll fails.
    package mutating func wayOutAppeared(at uptime: Double) {
        for (name, entry) in entries where entry.isOffline && entry.due.isFinite {
            if entry.isUnderway {
                entries[name]?.news = uptime
            } else {
                entries[name]?.due = min(entry.due, uptime)
            }
        }
    }

    /// When the next startable source is due; nil while none can start.
    package var nextDue: Double? {
        if underway >= Agenda.mostAtOnce { return nil }
        let next = entries.values.filter { !$0.isUnderway && !isBusy($0.server) }.map(\.due).min()
        return next.flatMap { $0.isFinite ? $0 : nil }
    }
}
