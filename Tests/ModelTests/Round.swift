// The required round of a sink: which event is next, and when the results of the deliveries are recorded, in a line of
// the log or by a save. Exact, except for conditions that never occur in such histories: more than a hundred events in
// hand, full outboxes.

import Delivery

/// Where a round stands.
struct Round {
    let sink: String
    let now: Double
    /// How many may be delivered before that is noted.
    let most: Int
    var isOver = false
    /// What is left of the entries in hand.
    fileprivate var hand: ArraySlice<Post.OutboxEntry> = []
    fileprivate var isProbe = false
    fileprivate var blocked: Set<String> = []
    /// How many were delivered and not noted, and for how many seconds.
    fileprivate var unnoted = 0
    fileprivate var age = 0.0
    /// How long it has taken so far.
    fileprivate var taken = 0.0

    init(_ sink: String, at now: Double) {
        (self.sink, self.now) = (sink, now)
        most = Couriers.mostAtOnce(sink)
    }
}

extension ModelRun {
    /// What the courier does until it has an entry to tell; nil where its round ends.
    func proceed(_ round: inout Round) -> Post.OutboxEntry? {
        while !round.isOver {
            let isOpen = breakages[round.sink, default: Breakage()].isOpen
            if isOpen == round.isProbe, let entry = round.hand.first(where: { !round.blocked.contains($0.batch) }) {
                return entry
            }
            note(&round, goesOn: false)
            if round.isOver { return nil }
            takeInHand(&round)
        }
        return nil
    }

    private func takeInHand(_ round: inout Round) {
        let breakage = breakages[round.sink, default: Breakage()]
        (round.isProbe, round.blocked, round.age) = (breakage.isOpen, [], 0)
        round.hand =
            if breakage.forbids(at: now + round.taken) {
                []
            } else if breakage.isOpen {
                live.post.probe(for: round.sink, at: now).map { [$0] } ?? []
            } else {
                live.post.hand(for: round.sink, at: now)[...]
            }
        if round.hand.isEmpty { return end(&round) }
        if isAhead { save(&round) }
    }

    /// What follows from a try that took so many seconds.
    func settle(_ entry: Post.OutboxEntry, _ outcome: Outcome, _ round: inout Round, seconds: Double) {
        round.taken += seconds
        guard outcome.isNoted(by: round.sink) else {
            note(&round, goesOn: false)
            return end(&round)
        }
        breakages[round.sink, default: Breakage()].note(outcome, of: entry.id, at: now + round.taken)
        let pause = breakages[round.sink]?.pause ?? 0
        live.post.take(entry.id, round.sink, outcome, at: now, pause: pause)
        if live.post.waiting[round.sink]?.contains(where: { $0.id == entry.id }) == true {
            round.blocked.insert(entry.batch)
        }
        if let index = round.hand.firstIndex(where: { $0.id == entry.id }) { round.hand = round.hand[(index + 1)...] }
        round.unnoted += 1
        round.age += seconds
        if round.unnoted >= round.most || round.age >= 1 {
            note(&round, goesOn: !round.hand.isEmpty)
            round.age = 0
        }
    }

    private func note(_ round: inout Round, goesOn: Bool) {
        if round.unnoted == 0 { return }
        round.unnoted = 0
        guard goesOn, !isAhead, isMarked, let file else {
            isAhead = true
            return save(&round)
        }
        if files.isFull {
            (isAhead, round.isOver) = (true, true)
        } else {
            log = file.with(live)
            isLogged = true
        }
    }

    /// At the end all that is in the log is saved.
    private func end(_ round: inout Round) {
        if isLogged && !round.isOver { save(&round) }
        round.isOver = true
    }

    /// A jump of the clock is noted before anything is delivered.
    func follow(_ round: inout Round) { save(&round) }

    private func save(_ round: inout Round) {
        if files.isFull {
            isMarked = false
            round.isOver = true
        } else {
            saved()
        }
    }
}
