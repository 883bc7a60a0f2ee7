// The journal as a sink.

import Events

extension SinkName {
    package static let journal = SinkName(rawValue: "journal")
}

extension Sink {
    static let journal = Sink(name: .journal, mostAtOnce: 100) { event, _, context in
        // A journal that is full or unavailable recovers: no event is given up because of it.
        let namesList = context.config.isWatchedInSeveral(event.batch)
        if case .failed(let cause) = context.journal.tell(event, namingList: namesList) {
            return .unreachable(cause: cause)
        }
        return .delivered
    }
}
