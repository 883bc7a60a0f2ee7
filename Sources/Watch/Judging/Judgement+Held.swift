// Holds a document that may not be the list: one event says so, and its rows are not reported until three polls over at
// least 24 hours have returned it (a stale copy: three polls; a damaged document: never), or until a user accepts it.
// When the accepted document returns, the held one is released.

import Events
import Reading
import Rows

extension Judgement {
    /// The number of similar held documents after which one is accepted.
    static let sightingsToAccept = 3
    /// The time over which they must come: a day.
    static let timeToAccept = 86_400.0

    /// The same trouble is reported again after a day.
    static let timeToForget = 86_400.0

    /// Takes a document other than the accepted one.
    mutating func judge(_ facts: DocumentFacts, _ reading: Reading) -> PollOutcome {
        let suspicion = Suspicion(
            of: facts, reading, composition, against: state, source: source, watched: watched, at: now)
        if let suspicion, !isSeenEnough(facts, reading, suspicion) {
            hold(facts, reading, suspicion)
            readAgain()
            return .held(reason: suspicion.reason)
        }
        believe(
            facts, reading,
            because: suspicion == nil
                ? "another document was published"
                : suspicion?.isReturn == true ? "it came three times" : "it came unchanged three times over a day")
        return .read(rowCount: reading.rowCount)
    }

    /// Accepts the held document at a user's request.
    ///
    /// - Returns: false if another document is held now, or none.
    package mutating func acceptHeld(_ facts: DocumentFacts, _ reading: Reading) -> Bool {
        guard let held, held.digest == facts.digest else { return false }
        believe(facts, reading, because: "it was accepted by hand")
        return true
    }

    private mutating func believe(_ facts: DocumentFacts, _ reading: Reading, because why: String) {
        release(because: why)
        accept(facts, reading)
        tellDisappeared()
        readAgain()
    }

    /// The held document, if it belongs to the list that the configuration names now.
    private var held: HeldDocument? {
        state.held.flatMap { $0.address == source.address && source.reads($0.layout, by: $0.headings) ? $0 : nil }
    }

    /// Counts this sighting, and returns whether the document is accepted now.
    private func isSeenEnough(_ facts: DocumentFacts, _ reading: Reading, _ suspicion: Suspicion) -> Bool {
        guard let held, !held.isDamaged, !suspicion.isDamaged, held.isFollowed(by: facts, reading) else { return false }
        guard held.sightings + 1 >= Judgement.sightingsToAccept else { return false }
        // By now the server would have replaced a stale copy; servers that take turns return none three times.
        if held.isReturn == true, suspicion.isReturn { return held.isSame(as: facts, reading) }
        return now.timeIntervalSince(held.since) >= Judgement.timeToAccept
    }

    private mutating func hold(_ facts: DocumentFacts, _ reading: Reading, _ suspicion: Suspicion) {
        var new = HeldDocument(
            address: source.address, layout: source.layoutText, digest: facts.digest, length: facts.length,
            rowCount: reading.rowCount, fingerprint: reading.fingerprint, reason: suspicion.reason,
            isDamaged: suspicion.isDamaged, since: now, sightings: 1, isTold: false)
        (new.composition, new.charset, new.headings) = (composition, reading.charset, reading.columns)
        if suspicion.isReturn { new.isReturn = true }
        if reading.mayEndTooSoon(facts) { new.isOpen = true }
        if let held, held.isDamaged == suspicion.isDamaged, new.isDamaged || held.isFollowed(by: facts, reading) {
            if new.isReturn != true || held.isSame(as: facts, reading) {
                new.sightings = min(held.sightings + 1, Judgement.sightingsToAccept)
            }
            new.since = held.since
            new.isTold = held.isTold
        } else {
            new.isTold = isNews(new)
            if new.isTold {
                tell(.suspect, "") {
                    $0.detail = suspicion.reason
                    $0.acceptance = new.acceptance
                }
            }
        }
        state.held = new
    }

    /// Whether `suspect` was not reported for the document within a day: servers that alternate between two editions
    /// would otherwise cause an event at each poll. Damaged documents count as the same, because each transfer may be
    /// cut elsewhere.
    private mutating func isNews(_ document: HeldDocument) -> Bool {
        let mark = document.isDamaged ? "damaged" : document.fingerprint?.text ?? document.digest
        state.suspected = state.suspected.filter { now.timeIntervalSince($0.value) < Judgement.timeToForget }
        if state.suspected[mark] != nil { return false }
        state.suspected[mark] = now
        return true
    }

    /// Releases the held document.
    mutating func release(because why: String) {
        guard let held = state.held else { return }
        state.held = nil
        if held.isTold { tell(.recovered, "") { $0.detail = "no longer held as suspect: \(why)" } }
    }
}

extension HeldDocument {
    /// The condition for accepting it.
    package var acceptance: Acceptance { isDamaged ? .byHand : isReturn == true ? .afterThreePolls : .afterADay }
}
