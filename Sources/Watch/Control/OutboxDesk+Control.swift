// Requests about outboxes, as commands send them and have them answered.

import Configuration
import Delivery
import Storage

extension OutboxDesk {
    /// Takes the lock of the state directory, for when no daemon runs.
    package init(config: Config, paths: Paths, journal: Journal) throws(StateError) {
        let directory = try StateDirectory(paths.state)
        var stores: [SourceStore] = []
        for source in config.sources { stores.append(try directory.loadStore(of: source.name, journal: journal)) }
        self.init(stores, journal: journal)
    }

    /// What was saved, read without the lock.
    package static func list(of config: Config, savedIn directory: String) throws(StateError) -> [LetterReport] {
        var letters: [LetterReport] = []
        for source in config.sources {
            guard let state = try StateDirectory.peek(source.name, in: directory) else { continue }
            letters += state.outbox.reports(of: source.name)
        }
        return letters
    }

    /// Does what is asked, for all events named or for none.
    package func reply(to request: ControlRequest) -> ControlReply {
        let order: OutboxOrder =
            switch request.command {
            case .outboxRetry: .retry
            case .outboxDrop: .drop
            default: .list
            }
        do throws(OutboxRefusal) {
            return ControlReply(letters: try carryOut(order, ids: request.ids, all: request.all))
        } catch {
            return ControlReply(error: ControlError(error))
        }
    }
}

extension ControlError {
    fileprivate init(_ refusal: OutboxRefusal) {
        switch refusal {
        case .unknown(let id):
            self.init(.noInput, "there is no undelivered event \"\(id)\"; see batchwatch outbox list")
        case .noneNamed: self.init(.usage, "no event is named")
        case .unsaved(let error): self.init(error.exitCode, "\(error)")
        }
    }
}
