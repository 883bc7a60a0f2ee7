// A document that is not believed: it is held, one event says so, and nothing is told of its rows until three polls over
// at least 24 hours have returned it (a stale copy: three polls; a damaged one: never), or somebody accepts it. When the
// accepted document comes again, the held one is let go.

import Events
import Reading
import Rows

extension Judgement {
    /// Held documents like each other that make one believed.
    static let sightingsToAccept = 3
    /// And the time over which they have to come: a day.
    static let timeToAccept = 86_400.0

    /// After a day the same trouble is news again.
    static let timeToForget = 86_400.0

    /// Takes in a document other than the accepted one.
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

    /// Believes the held document, because somebody says so.
    ///
    /// - Returns: false where another document is held by now, or none.
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

    /// The held document, if it is of the list that the configuration names now.
    private var held: HeldDocument? {
        state.held.flatMap { $0.address == source.address && source.reads($0.layout, by: $0.headings) ? $0 : nil }
    }

    /// Counts this sighting, and says whether it is the one that makes the document believed.
    private func isSeenEnough(_ facts: DocumentFacts, _ reading: Reading, _ suspicion: Suspicion) -> Bool {
        guard let held, !held.isDamaged, !suspicion.isDamaged, held.isFollowed(by: facts, reading) else { return false }
        guard held.sightings + 1 >= Judgement.sightingsToAccept else { return false }
        // A stale copy would have been replaced by now; servers that take turns with several return none three times.
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

    /// Whether a document is one that `suspect` was not told of within a day: servers that take turns with two editions
    /// would otherwise tell of it at each poll. Damaged ones are alike: each transfer may be cut elsewhere.
    private mutating func isNews(_ document: HeldDocument) -> Bool {
        let mark = document.isDamaged ? "damaged" : document.fingerprint?.text ?? document.digest
        state.suspected = state.suspected.filter { now.timeIntervalSince($0.value) < Judgement.timeToForget }
        if state.suspected[mark] != nil { return false }
        state.suspected[mark] = now
        return true
    }

    /// Lets the held document go.
    mutating func release(because why: String) {
        guard let held = state.held else { return }
        state.held = nil
        if held.isTold { tell(.recovered, "") { $0.detail = "no longer held as suspect: \(why)" } }
    }
}

extension HeldDocument {
    /// What has to happen before it is accepted.
    package var acceptance: Acceptance { isDamaged ? .byHand : isReturn == true ? .afterThreePolls : .afterADay }
}
