// The commands on an outbox: retry now, or drop. Pure.

extension Outbox {
    /// The sinks that have entries: existing sinks in their order, then those that another version knew.
    private var sinks: [SinkName] {
        let known = Sink.all.map(\.name)
        let others = Set(entries.keys).union(dead.keys).subtracting(known).sorted { $0.rawValue < $1.rawValue }
        return known + others
    }

    /// Every entry, waiting and dead.
    package var all: [(sink: SinkName, entry: OutboxEntry, isDead: Bool)] {
        sinks.flatMap { sink in
            waiting(for: sink).map { (sink, $0, false) } + (dead[sink] ?? []).map { (sink, $0, true) }
        }
    }

    /// Makes entries due at once; dead letters wait again as if they had never been tried.
    ///
    /// - Parameter isMeant: selects entries by the event's id.
    package mutating func retry(_ isMeant: (String) -> Bool) {
        for sink in sinks {
            for index in waiting(for: sink).indices where isMeant(waiting(for: sink)[index].event.id) {
                entries[sink]?[index].notBefore = nil
            }
            let revived = (dead[sink] ?? []).filter { isMeant($0.event.id) }.map { OutboxEntry(event: $0.event) }
            if revived.isEmpty { continue }
            dead[sink]?.removeAll { isMeant($0.event.id) }
            // A dead letter was the first of its batch, so it comes before all waiting entries.
            entries[sink] = revived + waiting(for: sink)
            places[sink] = nil
        }
    }

    /// Makes all entries that wait for a sink due at once.
    package mutating func hurry(for sink: SinkName) {
        for index in waiting(for: sink).indices { entries[sink]?[index].notBefore = nil }
    }

    /// Drops entries, waiting and dead.
    package mutating func drop(_ isMeant: (String) -> Bool) {
        for sink in sinks {
            remove(Set(waiting(for: sink).map(\.event.id).filter(isMeant)), from: sink)
            dead[sink]?.removeAll { isMeant($0.event.id) }
        }
        foreign = foreign.compactMapValues { left(of: $0, isMeant) }
        foreignDead = foreignDead.compactMapValues { left(of: $0, isMeant) }
    }

    private func left(of entries: [ForeignEntry], _ isMeant: (String) -> Bool) -> [ForeignEntry]? {
        let left = entries.filter { !isMeant($0.id) }
        return left.isEmpty ? nil : left
    }

    /// Every entry of a newer version, waiting and dead.
    package var allForeign: [(sink: SinkName, entry: ForeignEntry, isDead: Bool)] {
        func all(_ entries: [SinkName: [ForeignEntry]], isDead: Bool) -> [(SinkName, ForeignEntry, Bool)] {
            entries.sorted { $0.key.rawValue < $1.key.rawValue }.flatMap { sink, entries in
                entries.map { (sink, $0, isDead) }
            }
        }
        return all(foreign, isDead: false) + all(foreignDead, isDead: true)
    }
}
