// How a configuration takes effect, at the start and after each edit. A bad one never replaces a good one.

import Configuration
import Delivery
import Processes
import Reading
import Storage
import Synchronization

extension Daemon {
    /// Reads the file again. Its mistakes are reported once; the previous configuration stays in force.
    ///
    /// - Parameter isAsked: whether a user requested it (SIGHUP, `batchwatch reload`) and gets a report even if nothing
    ///   was edited.
    /// - Returns: its mistakes; nil if it is in force.
    @discardableResult
    func reload(isAsked: Bool = false) -> ConfigError? {
        announce()
        var problem: ConfigError?
        if isAsked { ServiceManager.reloading() }
        do throws(ConfigError) {
            let new = try ConfigFile(path: paths.config).load()
            if new != config || configProblem != nil || isAsked { try take(new) }
        } catch {
            if configProblem != error.summary {
                journal.notice(
                    .configurationRefused, .error,
                    "\(error); the previous configuration stays in force", fields: placed)
            }
            problem = error
            configProblem = error.summary
        }
        if isAsked { ServiceManager.ready(status: statusLine) } else { ServiceManager.status(statusLine) }
        control?.statusChanged()
        work()
        return problem
    }

    /// The field with the configuration file of a notice.
    var placed: [(name: String, value: String)] { [("BATCHWATCH_CONFIG", paths.config)] }

    private func take(_ new: Config) throws(ConfigError) {
        do throws(StateError) {
            try apply(new)
            configProblem = nil
            journal.notice(
                .configurationLoaded, .information, new.standing(calling: paths.instance.command), fields: placed)
        } catch {
            throw ConfigError(path: paths.config, problems: [ConfigProblem("\(error)")])
        }
    }

    /// Puts the configuration into force.
    ///
    /// - Throws: `StateError` if the state of a source cannot be loaded; then nothing has changed.
    func apply(_ new: Config) throws(StateError) {
        for source in new.sources where stores[source.name] == nil {
            stores[source.name] = try directory.loadStore(of: source.name, journal: journal)
        }
        for store in directory.takenOut(besides: stores.keys) { stores[store.name] = store }
        let now = Moment.now()
        for name in running.keys where !new.sources.contains(where: { $0.name == name }) {
            running[name] = nil
            agenda.remove(name)
            answerWaiters(for: name, PollReport(source: name, failedBecause: "taken out of the configuration"))
        }
        for source in new.sources {
            guard let store = stores[source.name] else { continue }
            let before = running[source.name]
            running[source.name] = Running(
                config: source, store: store, lastPoll: before?.lastPoll, lastSuccess: before?.lastSuccess,
                reportedCause: before.map(\.reportedCause) ?? store.state.failures?.cause)
            let due = due(source, store.state, before: before?.config, at: now)
            agenda.set(source.name, due: due)
            if due.isFinite { mark(source, due: due) }
            if before == nil { agenda.set(source.name, isOffline: store.state.failures?.isOffline == true) }
            agenda.set(source.name, server: scheme(of: source.url) == "file" ? nil : origin(of: source.url))
            if store.state.wantsLook(in: source) {
                agenda.wantLook(at: source.name)
            }
        }
        watchNetwork()
        config = new
        configurations += 1
        inForce.set(new)
        planPage(at: now)
        seeToTakenOut(at: now)
        serve()
        watchHook()
    }

    /// Returns a watch for files; if there can be none, reports that and returns nil.
    static func makeFileWatch(calling command: String, _ journal: Journal) -> FileWatch? {
        do {
            return try FileWatch()
        } catch {
            journal.notice(
                .trouble, .warning,
                "edits of the configuration are not noticed: \(error); run `\(command) reload` after an edit",
                fields: [("BATCHWATCH_CAUSE", "\(error)")])
            return nil
        }
    }

    /// Makes the couriers deliver recorded events, also of removed sources.
    private func serve() {
        let serving = Array(stores.values)
        let wanted = Sink.wanted(by: config)
        for courier in couriers { courier.serve(wanted.contains(courier.sink) ? serving : []) }
    }

    /// Notes which sources were removed or have returned, and deletes those that are no longer needed.
    func seeToTakenOut(at now: Moment) {
        nextRemovalCheck = nil
        let isProven = tools.proof.holds(at: now)
        var news: [SourceStore] = []
        for (name, store) in stores {
            let isConfigured = running[name] != nil
            let takenOut = store.state.following(now, isProven: isProven).takenOut
            if isConfigured == (takenOut == nil) {
                guard let takenOut else { continue }
                if polls[name] == nil, store.forget(at: now, isProven: isProven) {
                    stores[name] = nil
                    tools.cache.removeAll(of: name)
                    continue
                }
                let wait = takenOut.addingTimeInterval(SourceState.longestAbsence).timeIntervalSince(now.wall)
                lookAgain(in: wait > 0 ? wait : 86_400, at: now)
            } else {
                news.append(store)
            }
        }
        if news.isEmpty { return }
        // Again tomorrow, in case the disk does not accept it.
        lookAgain(in: 86_400, at: now)
        underway.enter()
        let configured = Set(running.keys)
        do {
            try onOwnThread { [underway, news] in
                for store in news {
                    try? store.note(isConfigured: configured.contains(store.name), at: now, isProven: isProven)
                }
                underway.leave()
            }
        } catch {
            underway.leave()
        }
    }

    private func lookAgain(in seconds: Double, at now: Moment) {
        nextRemovalCheck = min(nextRemovalCheck ?? .infinity, now.uptime + seconds)
    }

    /// When a source is due under the new configuration; never if nothing is watched in it.
    private func due(_ source: SourceConfig, _ state: SourceState, before: SourceConfig?, at now: Moment) -> Double {
        guard source.isWatched else { return .infinity }
        return inHours(dueAnyTime(source, state, before: before, at: now), source, at: now)
    }

    /// The same, whatever its hours.
    private func dueAnyTime(
        _ source: SourceConfig, _ state: SourceState, before: SourceConfig?, at now: Moment
    ) -> Double {
        guard let before, let due = agenda.due(source.name), due.isFinite else {
            let state = state.following(now, isProven: tools.proof.holds(at: now))
            return Schedule.due(
                interval: source.interval, saved: state.knowsDue(of: source) ? state.wait(at: now.wall) : nil,
                marked: markers.mark(source.name, list: source.list).map {
                    Schedule.Wait(seconds: $0.due - now.uptime, interval: $0.interval)
                }, at: now)
        }
        if before.address != source.address || before.layout != source.layout { return now.uptime }
        let isSame = before.interval == source.interval && before.hours == source.hours
        return isSame ? due : min(due, now.uptime + source.interval)
    }
}

extension Config {
    /// Whether any list is polled.
    package var isWatching: Bool { sources.contains(where: \.isWatched) }

    /// What the daemon does with it, for the journal: "watching 2 sources, 3 batches".
    ///
    /// - Parameter command: how people call a command of the instance.
    package func standing(calling command: String) -> String {
        guard isWatching else { return Config.nothingWatched(calling: command) }
        let telling = hook == nil ? "; without a [hook], changes go to the journal only" : ""
        return "watching \(summary)\(telling)"
    }

    /// What to do with a configuration that watches nothing.
    package static func nothingWatched(calling command: String) -> String {
        "nothing is watched; run `\(command) setup`, or `\(command) try URL --watch NUMBER --write`"
    }

    /// "2 sources, 3 batches".
    package var summary: String {
        let batches = Set(sources.flatMap { $0.watched.map(\.pattern) }).count
        return "\(counted(sources.count, "source", "sources")), \(counted(batches, "batch", "batches"))"
    }

    private func counted(_ count: Int, _ one: String, _ many: String) -> String {
        "\(count) \(count == 1 ? one : many)"
    }
}
