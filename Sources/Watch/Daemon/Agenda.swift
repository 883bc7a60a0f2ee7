// Which source is polled next. Pure: the daemon asks it what to start now and when to wake up.

/// When each source is due, and which polls are under way.
package struct Agenda: Sendable {
    /// Polls at a time, in all: servers that hang hold up no other source, and a thousand sources start no thousand
    /// fetchers. The unit's `TasksMax=` has room for so many.
    package static let mostAtOnce = 128
    /// Polls of one server at a time.
    package static let mostPerServer = 4

    /// Something to do for a source.
    package struct Errand: Equatable, Sendable {
        package var name: String
        /// Whether its list is to be fetched; otherwise only the kept document is to be looked at.
        package var isDue: Bool
        /// What is to be accepted, and nothing else; nil for a visit.
        package var acceptance: Acceptance?
    }

    /// What somebody has said is right.
    package enum Acceptance: Hashable, Sendable {
        /// The held document.
        case held
        /// What was read of an unclear batch, or of those that a mask watches.
        case batch(String)

        var batch: String? { if case .batch(let batch) = self { batch } else { nil } }
    }

    private struct Entry {
        /// Uptime at which it is due.
        var due: Double
        /// The server that is asked; nil for files.
        var server: String?
        /// Whether a batch is watched that nothing was told of yet.
        var wantsLook = false
        /// What is to be accepted, in this order.
        var acceptances: [Acceptance] = []
        var isUnderway = false
        /// Whether it waits for a way out of this machine, and when one appeared while its poll was under way.
        var isOffline = false
        var news: Double?

        /// Whether there is something to do whatever the time.
        var isWanted: Bool { wantsLook || !acceptances.isEmpty }
    }

    private var entries: [String: Entry] = [:]
    private var underway = 0
    /// How many of them ask each server.
    private var underwayAt: [String: Int] = [:]

    package init() {}

    /// Sets when a source is due, in seconds of uptime.
    package mutating func set(_ name: String, due: Double) {
        entries[name, default: Entry(due: due)].due = due
    }

    /// Sets which server is asked for a source, which is on the agenda; nil for none. It counts from the next poll on.
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

    /// When a source is due; nil for one that is not on the agenda.
    package func due(_ name: String) -> Double? {
        entries[name]?.due
    }

    /// Asks for a look at the kept document, at once.
    package mutating func wantLook(at name: String) {
        entries[name]?.wantsLook = true
    }

    /// Asks for the held document to be accepted, at once.
    package mutating func want(_ acceptance: Acceptance, at name: String) {
        if entries[name]?.acceptances.contains(acceptance) != true { entries[name]?.acceptances.append(acceptance) }
    }

    /// Takes a source off; while its poll is under way it only is not due any more, so that no second one begins.
    package mutating func remove(_ name: String) {
        guard entries[name]?.isUnderway == true else {
            entries[name] = nil
            return
        }
        entries[name]?.due = .infinity
        entries[name]?.wantsLook = false
        entries[name]?.acceptances = []
    }

    /// What to start now, the longest due first.
    package mutating func take(at uptime: Double) -> [Errand] {
        let ready = entries.filter { !$0.value.isUnderway && ($0.value.isWanted || $0.value.due <= uptime) }
        var errands: [Errand] = []
        for (name, entry) in ready.sorted(by: { ($0.value.due, $0.key) < ($1.value.due, $1.key) }) {
            if underway >= Agenda.mostAtOnce { break }
            if isBusy(entry.server) { continue }
            underway += 1
            count(entry.server, 1)
            entries[name]?.isUnderway = true
            if let first = entry.acceptances.first {
                entries[name]?.acceptances.removeFirst()
                errands.append(Errand(name: name, isDue: false, acceptance: first))
            } else {
                entries[name]?.wantsLook = false
                errands.append(Errand(name: name, isDue: entry.due <= uptime))
            }
        }
        return errands
    }

    /// Notes that what was taken is done, and when the source is due again; nil leaves that as it was.
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

    /// Notes whether the poll of a source that is about to be finished found no way out of this machine.
    package mutating func set(_ name: String, isOffline: Bool) {
        entries[name]?.isOffline = isOffline
    }

    /// Whether a source waits for a way out of this machine.
    package var isAnyOffline: Bool { entries.values.contains { $0.isOffline && $0.due.isFinite } }

    /// A way out may have appeared: what waits for one is due, what is asked for already once more if that was in vain.
    package mutating func wayOutAppeared(at uptime: Double) {
        for (name, entry) in entries where entry.isOffline && entry.due.isFinite {
            if entry.isUnderway {
                entries[name]?.news = uptime
            } else {
                entries[name]?.due = min(entry.due, uptime)
            }
        }
    }

    /// When the next source is due that could be started then; nil while none can.
    package var nextDue: Double? {
        if underway >= Agenda.mostAtOnce { return nil }
        let next = entries.values.filter { !$0.isUnderway && !isBusy($0.server) }.map(\.due).min()
        return next.flatMap { $0.isFinite ? $0 : nil }
    }
}
