// Requests about outboxes as commands send them, and their answers.

import Configuration
import Delivery
import Storage

extension OutboxEditor {
    /// Takes the lock of the state directory, if no daemon runs.
    package init(config: Config, paths: Paths, journal: Journal) throws(StateError) {
        let directory = try StateDirectory(paths.state, of: paths.instance)
        var stores: [SourceStore] = []
        for source in config.sources { stores.append(try directory.loadStore(of: source.name, journal: journal)) }
        stores += directory.takenOut(besides: config.sources.map(\.name))
        self.init(stores, journal: journal)
    }

    /// The saved outboxes, read without the lock.
    package static func list(of config: Config, savedIn paths: Paths) throws(StateError) -> [OutboxEntryReport] {
        var entries: [OutboxEntryReport] = []
        for source in config.sources {
            guard let state = try StateDirectory.peek(source.name, in: paths.state) else { continue }
            entries += state.outbox.reports(of: source.name, calling: paths.instance.command)
        }
        for name in StateDirectory.sources(in: paths.state, besides: config.sources.map(\.name)) {
            let outbox = try StateDirectory.current(name, in: paths.state)?.outbox
            entries += outbox?.reports(of: name, calling: paths.instance.command) ?? []
        }
        return entries
    }

    /// Executes the request, for all named events or for none.
    package func reply(to request: ControlRequest) -> ControlReply {
        let order: OutboxOrder =
            switch request.command {
            case .outboxRetry: .retry
            case .outboxDrop: .drop
            default: .list
            }
        do throws(OutboxRefusal) {
            return ControlReply(entries: try carryOut(order, ids: request.ids, all: request.all))
        } catch {
            return ControlReply(error: ControlError(error, calling: journal.instance.command))
        }
    }
}

extension ControlError {
    fileprivate init(_ refusal: OutboxRefusal, calling command: String) {
        switch refusal {
        case .unknown(let id):
            self.init(.noInput, "there is no undelivered event \"\(id)\"; see `\(command) outbox list`")
        case .noneNamed: self.init(.usage, "no event is named")
        case .unsaved(let error): self.init(error.exitCode, "\(error)")
        }
    }
}
