// Events recorded and not yet delivered, for each sink its own list. Pure; the state of a source holds it, Courier
// empties it. How it keeps within its bounds is in Outbox+Room.swift.

import Coding
import Events

/// An event on its way to one sink.
package struct Letter: Codable, Equatable, Sendable {
    package var event: Event
    /// Tries that failed so far.
    package var attempts = 0
    /// Not to be tried again before; nil for at once.
    package var notBefore: Date?
    /// Why the last try failed.
    package var trouble: String?

    package init(event: Event) {
        self.event = event
    }
}

/// What is to be delivered, per sink, oldest first.
package struct Outbox: Codable, Sendable {
    package internal(set) var letters: [SinkName: [Letter]] = [:]
    /// Letters that are not tried any more, kept for `outbox retry`, oldest first.
    package internal(set) var dead: [SinkName: [Letter]] = [:]
    /// Events put together for want of room since the sink's list was empty last; nil in a state that is older than
    /// this field.
    package internal(set) var merged: [SinkName: Int]?
    /// Letters and dead letters of a newer version.
    package internal(set) var foreign: [SinkName: [ForeignLetter]] = [:]
    package internal(set) var foreignDead: [SinkName: [ForeignLetter]] = [:]
    /// The letters that a courier has in hand just now, by their ids: nothing may be put into them. Not saved.
    package var underway: [SinkName: Set<String>] = [:]
    /// Where the last letter of each batch stands, see `place`. Not saved.
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

    /// Whether nothing is left to be delivered, by whichever version.
    package var isEmpty: Bool { all.isEmpty && foreign.isEmpty && foreignDead.isEmpty }

    package func waiting(for sink: SinkName) -> [Letter] {
        letters[sink] ?? []
    }

    /// The letters that may be tried now, oldest first: the events of one batch stay in order, and a batch that waits
    /// for its next try holds up no other. Those that have failed or were put off come when no others are left, so that they
    /// hold up nobody either.
    ///
    /// - Parameter limit: how many at most. Those after the first of a batch may go only when that one was delivered.
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

    /// The letter to try where only one may be: among those that may be tried now, the one that failed least, of these
    /// one that was never put off or else the longest ago, so that none that is always put off holds up the others.
    package func probe(for sink: SinkName, at now: Date) -> Letter? {
        func order(_ letter: Letter) -> (Int, Double) {
            (letter.attempts, letter.notBefore?.timeIntervalSince1970 ?? -.infinity)
        }
        return candidates(for: sink).filter { $0.isDue(at: now) }.min { order($0) < order($1) }
    }

    /// When the next letter becomes due; nil when none waits.
    package func nextDue(for sink: SinkName, after now: Date) -> Date? {
        candidates(for: sink).map { $0.isDue(at: now) ? now : $0.notBefore ?? now }.min()
    }

    /// The first letter of each batch.
    private func candidates(for sink: SinkName) -> [Letter] {
        var seen: Set<String> = []
        return waiting(for: sink).filter { seen.insert($0.event.lane).inserted }
    }

    /// Notes which letters a courier has in hand from now on, by their ids. One that was dropped, or that another event
    /// was put into since the courier looked, is none of them.
    package mutating func begin(_ ids: Set<String>, for sink: SinkName) {
        var missing = ids
        for letter in waiting(for: sink) {
            if missing.isEmpty { break }
            missing.remove(letter.event.id)
        }
        let found = ids.subtracting(missing)
        underway[sink] = found.isEmpty ? nil : found
    }

    /// Notes what became of letters. Those that are not there any more are passed over.
    ///
    /// - Returns: the dead letters that had to go to make room for others.
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

    /// Moves what was noted of the time, because the wall clock was set.
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

    /// Takes letters out.
    mutating func remove(_ ids: Set<String>, from sink: SinkName) {
        if ids.isEmpty { return }
        places[sink] = nil
        underway[sink]?.subtract(ids)
        if ids.count == 1, let index = letters[sink]?.firstIndex(where: { ids.contains($0.event.id) }) {
            // Nearly always the first: a scan of all would cost more than the delivery.
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
