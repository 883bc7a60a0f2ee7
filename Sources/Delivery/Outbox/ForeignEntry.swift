// Entries that a newer version wrote and this one does not understand, after a downgrade. The outbox keeps them
// unchanged for the version that knows them. They delay nobody: this version can never deliver them, and entries behind
// them would wait for ever.

import Coding
import Events
import JSON

/// One such entry.
package struct ForeignEntry: Equatable, Sendable {
    /// The whole entry, as it was written.
    let value: JSONValue
    /// The readable part of its event.
    package let id: String
    package let kind: String
    package let source: String
    package let batch: String
    package let time: Date?

    /// - Returns: nil if it is an entry in no version: without an event, or without an id or kind.
    init?(_ value: JSONValue) {
        guard let event = value.member("event"), let id = event.member("id")?.scalar, !id.isEmpty,
            case .string(let kind)? = event.member("kind")
        else { return nil }
        (self.value, self.id, self.kind) = (value, id, kind)
        source = event.member("source")?.scalar ?? ""
        batch = event.member("batch")?.scalar ?? ""
        time = event.member("time")?.scalar.flatMap { Date($0) }
    }
}

/// The entries of the sinks in a state: those that this version understands, and the others.
struct EntriesBySink: Codable {
    var known: [SinkName: [OutboxEntry]] = [:]
    var foreign: [SinkName: [ForeignEntry]] = [:]

    init(_ known: [SinkName: [OutboxEntry]], _ foreign: [SinkName: [ForeignEntry]]) {
        (self.known, self.foreign) = (known, foreign)
    }

    init(from decoder: any Decoder) throws {
        for (sink, values) in try [SinkName: [JSONValue]](from: decoder) {
            known[sink] = []
            for value in values {
                do {
                    known[sink]?.append(try value.decoded(OutboxEntry.self))
                } catch {
                    // An entry of a known kind is damaged.
                    guard let entry = ForeignEntry(value), Event.Kind(rawValue: entry.kind) == nil else {
                        throw error
                    }
                    foreign[sink, default: []].append(entry)
                }
            }
        }
    }

    /// Each foreign entry comes before entries recorded later.
    func encode(to encoder: any Encoder) throws {
        if foreign.isEmpty { return try known.encode(to: encoder) }
        var all: [SinkName: [Item]] = known.mapValues { $0.map(Item.known) }
        for (sink, entries) in foreign {
            for entry in entries {
                let place = all[sink]?.firstIndex { $0.number ?? 0 > number(of: entry.id) ?? 0 }
                all[sink, default: []].insert(.foreign(entry), at: place ?? all[sink]?.count ?? 0)
            }
        }
        try all.encode(to: encoder)
    }

    private enum Item: Encodable {
        case known(OutboxEntry)
        case foreign(ForeignEntry)

        /// The number of its event in the history of its source; nil for a foreign entry, which takes its place by the
        /// others.
        var number: Int? {
            switch self {
            case .known(let entry): Delivery.number(of: entry.event.id)
            case .foreign: nil
            }
        }

        func encode(to encoder: any Encoder) throws {
            switch self {
            case .known(let entry): try entry.encode(to: encoder)
            case .foreign(let entry): try entry.value.encode(to: encoder)
            }
        }
    }
}

/// The number of an event: "u-12", or "u-12+3" after a merge.
private func number(of id: String) -> Int? {
    id.split(separator: "-").last.flatMap { Int($0.prefix { $0 != "+" }) }
}
