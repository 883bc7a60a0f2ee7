// One cycle in the foreground, for `batchwatch poll` while no daemon runs: the daemon's poll and couriers, one source
// after the other.

import Configuration
import Delivery
import Processes
import Storage

package struct OneCycle {
    private let config: Config
    private let journal: Journal
    private let directory: StateDirectory
    private let tools: PollTools
    private let couriers: [Courier]
    private let sinks: [SinkName]

    /// Takes the lock of the state directory.
    package init(
        config: Config, paths: Paths, reader: Workers = .installed(), journal: Journal
    ) throws(StateError) {
        self.config = config
        self.journal = journal
        directory = try StateDirectory(paths.state, of: paths.instance)
        tools = PollTools(reader: reader, cache: try DocumentCache(paths.cache)).telling(journal)
        let sinks = Sink.wanted(by: config)
        couriers = Courier.all(
            config: ConfigInForce(config), histories: paths.state, journal: journal, stop: nil
        ).filter { sinks.contains($0.sink) }
        self.sinks = sinks
    }

    /// Polls sources and delivers due letters.
    ///
    /// - Parameters:
    ///   - names: sources in the configuration; empty for all with watched batches.
    ///   - progress: observes the download of a source.
    package func poll(_ names: [String], progress: (String) -> ((Int, Int?) -> Void)?) -> [PollReport] {
        var reports: [PollReport] = []
        for source in config.sources where names.isEmpty ? source.isWatched : names.contains(source.name) {
            do throws(StateError) {
                reports.append(try cycle(of: source, progress: progress(source.name)))
            } catch {
                reports.append(PollReport(source: source.name, failedBy: error))
            }
        }
        if names.isEmpty { seeToTakenOut() }
        return reports
    }

    /// Accepts the held document of a source, or what was read of an unclear batch, and delivers due letters.
    package func accept(_ name: String, batch: String? = nil) -> PollReport {
        guard let source = config.sources.first(where: { $0.name == name }) else {
            return PollReport(source: name, failedBecause: "there is no such source")
        }
        do throws(StateError) {
            let store = try directory.loadStore(of: source.name, journal: journal)
            let result = try Watch.accept(batch, of: source, store, tellingTo: sinks, with: tools)
            for courier in couriers { _ = courier.deliverAll(from: store) }
            return PollReport(source: name, result)
        } catch {
            return PollReport(source: name, failedBy: error)
        }
    }

    /// Delivers the remaining letters of removed sources, and deletes a source after its time.
    private func seeToTakenOut() {
        let now = tools.clock()
        let isProven = tools.proof.holds(at: now)
        for store in directory.takenOut(besides: config.sources.map(\.name)) {
            for courier in couriers { _ = courier.deliverAll(from: store) }
            // Without a note of the removal, the state is kept for longer.
            try? store.note(isConfigured: false, at: now, isProven: isProven)
            if store.forget(at: now, isProven: isProven) { tools.cache.removeAll(of: store.name) }
        }
    }

    /// - Returns: all events delivered now, including earlier ones.
    private func cycle(of source: SourceConfig, progress: ((Int, Int?) -> Void)?) throws(StateError) -> PollReport {
        let store = try directory.loadStore(of: source.name, journal: journal)
        let now = tools.clock()
        try store.note(isConfigured: true, at: now, isProven: tools.proof.holds(at: now))
        let visit = try visit(source, store, isDue: true, tellingTo: sinks, with: tools, progress: progress)
        journal.tell(visit.corrections, of: source)
        let events = store.state.outbox.waiting(for: Sink.record.name).map(\.event)
        for courier in couriers { _ = courier.deliverAll(from: store) }
        guard let result = visit.poll else {
            return PollReport(source: source.name, failedBecause: "it was not polled")
        }
        var report = PollReport(source: source.name, result)
        report.events = events
        return report
    }
}
