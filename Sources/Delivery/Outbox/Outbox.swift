// Events recorded and not yet delivered, a list for each sink. Pure; the state of a source holds it, Courier empties
// it. Outbox+Room.swift keeps it within its bounds.

import Coding
import Events

/// An event on its way to one sink.
package struct Letter: Codable, Equatable, Sendable {
    package var event: Event
    /// The number of failed attempts so far.
    package var attempts = 0
    /// The earliest time of the next attempt; nil for at once.
    package var notBefore: Date?
    /// Why the last attempt failed.
    package var trouble: String?

    package init(event: Event) {
        self.event = event
    }
}

/// The letters to deliver, per sink, oldest first.
package struct Outbox: Codable, Sendable {
    package internal(set) var letters: [SinkName: [Letter]] = [:]
    /// Dead letters, kept for `outbox retry`, oldest first.
    package internal(set) var dead: [SinkName: [Letter]] = [:]
    /// The number of events merged because too many waited, since the sink's list was last empty; nil in a state older
    /// than this field.
    package internal(set) var merged: [SinkName: Int]?
    /// Letters and dead letters of a newer version.
    package internal(set) var foreign: [SinkName: [ForeignLetter]] = [:]
    package internal(set) var foreignDead: [SinkName: [ForeignLetter]] = [:]
    /// The ids of the letters that a courier is delivering: no event may be merged into them. Not saved.
    package var underway: [SinkName: Set<String>] = [:]
    /// The position of the last letter of each batch, see `place`. Not saved.
    var places: [SinkName: [String: Int]] = [:]

    private enum CodingKeys: String, CodingKey { case letters, dead, merged }

    package init() {}

    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        let (waiting, given) = (
            try values.decode(LetterShelf.self, forKey: .letters), try values.decode(LetterShelf.self, forKey: .dead)
        )
        (letters, foreign, dead, foreignDead) = (waiting.known, waiting.foreign, given.known, given.foreign)
        merged = try values.decodeIfPresent([SinkName: Int].self, forKey: .merged)
    }

    package func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(LetterShelf(letters, foreign), forKey: .letters)
        try values.encode(LetterShelf(dead, foreignDead), forKey: .dead)
        try values.encodeIfPresent(merged, forKey: .merged)
    }

    /// Whether no version has anything left to deliver.
    package var isEmpty: Bool { all.isEmpty && foreign.isEmpty && foreignDead.isEmpty }

    package func waiting(for sink: SinkName) -> [Letter] {
        letters[sink] ?? []
    }

    /// The letters that may be tried now, oldest first. The events of one batch stay in order, and a batch that waits
    /// for its next attempt delays no other. Letters that failed or were put off come last, so that they delay nobody
    /// either.
    ///
    /// - Parameter limit: the maximum number. Letters after the first of a batch may go only after that one is
    ///   delivered.
    package func next(for sink: SinkName, at now: Date, limit: Int) -> [Letter] {
        var fresh: [Letter] = []
        var failed: [Letter] = []
        var waits: Set<String> = []
        for letter in waiting(for: sink) where waits.isEmpty || !waits.contains(letter.event.lane) {
            if letter.attempts == 0 && letter.notBefore == nil {
                fresh.append(letter)
                if fresh.count >= limit { break }
            } else {
                waits.insert(letter.event.lane)
                if letter.isDue(at: now) && failed.count < limit { failed.append(letter) }
            }
        }
        return fresh.isEmpty ? failed : fresh
    }

    /// The letter to try if only one may be tried: the one with the fewest failures, and among these one that was never
    /// put off, or was put off longest ago, so that none delays the others for ever.
    package func probe(for sink: SinkName, at now: Date) -> Letter? {
        func order(_ letter: Letter) -> (Int, Double) {
            (letter.attempts, letter.notBefore?.timeIntervalSince1970 ?? -.infinity)
        }
        return candidates(for: sink).filter { $0.isDue(at: now) }.min { order($0) < order($1) }
    }

    /// The time when the next letter becomes due; nil if none waits.
    package func nextDue(for sink: SinkName, after now: Date) -> Date? {
        candidates(for: sink).map { $0.isDue(at: now) ? now : $0.notBefore ?? now }.min()
    }

    /// The first letter of each batch.
    private func candidates(for sink: SinkName) -> [Letter] {
        var seen: Set<String> = []
        return waiting(for: sink).filter { seen.insert($0.event.lane).inserted }
    }

    /// Marks letters as being delivered, by their ids. It skips a letter that was dropped or changed by a merge since
    /// the courier looked.
    package mutating func begin(_ ids: Set<String>, for sink: SinkName) {
        var missing = ids
        for letter in waiting(for: sink) {
            if missing.isEmpty { break }
            missing.remove(letter.event.id)
        }
        let found = ids.subtracting(missing)
        underway[sink] = found.isEmpty ? nil : found
    }

    /// Notes the results for letters. It skips letters that no longer exist.
    ///
    /// - Returns: the dead letters that were dropped to make room.
    @discardableResult
    package mutating func settle(_ settlements: [Settlement]) -> [Letter] {
        var dropped: [Letter] = []
        for sink in Set(settlements.map(\.sink)) {
            let ours = settlements.filter { $0.sink == sink }
            for settlement in ours where settlement.fate != .delivered { dropped += note(settlement) }
            remove(Set(ours.filter { $0.fate != .waiting }.map(\.id)), from: sink)
        }
        return dropped
    }

    private mutating func note(_ settlement: Settlement) -> [Letter] {
        let sink = settlement.sink
        guard let index = letters[sink]?.firstIndex(where: { $0.event.id == settlement.id }) else { return [] }
        letters[sink]?[index].take(settlement)
        guard settlement.fate == .dead, let letter = letters[sink]?[index] else { return [] }
        return keepDead(letter, of: sink)
    }

    /// Moves the stored times, because the wall clock was set.
    package mutating func moveMoments(_ moved: (Date) -> Date) {
        func move(_ letters: [Letter]) -> [Letter] {
            letters.map { letter in
                var letter = letter
                letter.notBefore = letter.notBefore.map(moved)
                return letter
            }
        }
        letters = letters.mapValues(move)
        dead = dead.mapValues(move)
    }

    /// Removes letters.
    mutating func remove(_ ids: Set<String>, from sink: SinkName) {
        if ids.isEmpty { return }
        places[sink] = nil
        underway[sink]?.subtract(ids)
        if ids.count == 1, let index = letters[sink]?.firstIndex(where: { ids.contains($0.event.id) }) {
            // Nearly always the first: scanning all would cost more than the delivery.
            letters[sink]?.remove(at: index)
        } else {
            letters[sink]?.removeAll { ids.contains($0.event.id) }
        }
        if letters[sink]?.isEmpty == true { merged?[sink] = nil }
    }
}

extension Outbox: Equatable {
    /// Whether the same would be saved.
    package static func == (left: Outbox, right: Outbox) -> Bool {
        left.letters == right.letters && left.dead == right.dead && left.merged == right.merged
            && left.foreign == right.foreign && left.foreignDead == right.foreignDead
    }
}

extension Letter {
    func isDue(at now: Date) -> Bool { notBefore.map { $0 <= now } ?? true }

    fileprivate mutating func take(_ settlement: Settlement) {
        attempts = settlement.attempts
        notBefore = settlement.notBefore
        trouble = settlement.trouble
    }
}
