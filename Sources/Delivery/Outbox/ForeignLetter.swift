// Letters that a newer version wrote and this one does not understand, after a downgrade. The outbox keeps them
// unchanged for the version that knows them. They delay nobody: this version can never deliver them, and letters behind
// them would wait for ever.

import Coding
import Events
import JSON

/// One such letter.
package struct ForeignLetter: Equatable, Sendable {
    /// The whole letter, as it was written.
    let value: JSONValue
    /// The readable part of its event.
    package let id: String
    package let kind: String
    package let source: String
    package let batch: String
    package let time: Date?

    /// - Returns: nil if it is a letter in no version: without an event, or without an id or kind.
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

/// The letters of the sinks in a state: those that this version understands, and the others.
struct LetterShelf: Codable {
    var known: [SinkName: [Letter]] = [:]
    var foreign: [SinkName: [ForeignLetter]] = [:]

    init(_ known: [SinkName: [Letter]], _ foreign: [SinkName: [ForeignLetter]]) {
        (self.known, self.foreign) = (known, foreign)
    }

    init(from decoder: any Decoder) throws {
        for (sink, values) in try [SinkName: [JSONValue]](from: decoder) {
            known[sink] = []
            for value in values {
                do {
                    known[sink]?.append(try value.decoded(Letter.self))
                } catch {
                    // A letter of a known kind is damaged.
                    guard let letter = ForeignLetter(value), Event.Kind(rawValue: letter.kind) == nil else {
                        throw error
                    }
                    foreign[sink, default: []].append(letter)
                }
            }
        }
    }

    /// Each foreign letter comes before letters recorded later.
    func encode(to encoder: any Encoder) throws {
        if foreign.isEmpty { return try known.encode(to: encoder) }
        var all: [SinkName: [Item]] = known.mapValues { $0.map(Item.known) }
        for (sink, letters) in foreign {
            for letter in letters {
                let place = all[sink]?.firstIndex { $0.number ?? 0 > number(of: letter.id) ?? 0 }
                all[sink, default: []].insert(.foreign(letter), at: place ?? all[sink]?.count ?? 0)
            }
        }
        try all.encode(to: encoder)
    }

    private enum Item: Encodable {
        case known(Letter)
        case foreign(ForeignLetter)

        /// The number of its event in the history of its source; nil for a foreign letter, which takes its place by the
        /// others.
        var number: Int? {
            switch self {
            case .known(let letter): Delivery.number(of: letter.event.id)
            case .foreign: nil
            }
        }

        func encode(to encoder: any Encoder) throws {
            switch self {
            case .known(let letter): try letter.encode(to: encoder)
            case .foreign(let letter): try letter.value.encode(to: encoder)
            }
        }
    }
}

/// The number of an event: "u-12", or "u-12+3" after a merge.
private func number(of id: String) -> Int? {
    id.split(separator: "-").last.flatMap { Int($0.prefix { $0 != "+" }) }
}
