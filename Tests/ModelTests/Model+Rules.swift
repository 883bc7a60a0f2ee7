// The rules: when a document is believed, what is told of it, when silence is news.

import Watch

extension Model {
    // MARK: What to ask the server for

    /// The tag and the name of the bytes that a request may carry. Without them the document comes whole.
    func request(_ watching: Watching, isKept: Bool, at now: Double) -> (tag: String?, bytes: String?) {
        guard let accepted, accepted.list == watching.list, !accepted.isReadByOlder, isKept,
            looked.isSuperset(of: watching.labels.keys)
        else { return (nil, nil) }
        let isTrusted = abs(now - accepted.received) < 7 * Model.day && !accepted.isDoubted
        return (isTrusted ? accepted.tag : nil, accepted.edition.bytes)
    }

    /// Whether the kept document has something to say that was not told.
    func wantsLook(_ watching: Watching) -> Bool {
        guard let accepted, accepted.list == watching.list else { return false }
        return accepted.isReadByOlder || !looked.isSuperset(of: watching.labels.keys)
    }

    // MARK: What came

    /// - Returns: what has to be told, in order for each batch.
    mutating func take(_ served: Served, _ watching: Watching, at now: Double) -> [Told] {
        switch served {
        case .failure: return fail(watching, now)
        case .notModified(let isOdd):
            if isOdd && (accepted?.list != watching.list || accepted?.isDoubted != false) { return fail(watching, now) }
            accepted?.isDoubted = isOdd
        case .sameBytes(let tag):
            let age = abs(now - (accepted?.received ?? now))
            // Noted once a day where nothing else is to be noted.
            if tag != accepted?.tag || accepted?.isDoubted == true || age >= Model.day { accepted?.received = now }
            accepted?.tag = tag
            accepted?.isDoubted = false
        case .document(let edition, let tag): return take(edition, tag, watching, now)
        }
        return letGo() + sayGone(watching, now) + sayStale(watching, now) + endTrouble()
    }

    private mutating func take(_ edition: Edition, _ tag: String?, _ watching: Watching, _ now: Double) -> [Told] {
        guard let doubt = doubt(of: edition, tag, watching, now) else { return believe(edition, tag, watching, now) }
        let before = held?.list == watching.list ? held : nil
        let isDamaged = doubt == .damaged
        let next = Held(
            list: watching.list, edition: edition, doubt: doubt, since: now, sightings: 1, isTold: false)
        guard let before, (before.doubt == .damaged) == isDamaged, isDamaged || Model.follows(edition, before.edition)
        else {
            let isNews = warn(of: isDamaged ? "damaged" : edition.text, now)
            held = next
            held?.isTold = isNews
            return (isNews ? [Told(kind: "suspect")] : []) + endTrouble()
        }
        let isLong = now - before.since >= Model.day || (doubt == .older && before.doubt == .older)
        if !isDamaged && before.sightings >= 2 && isLong {
            return believe(edition, tag, watching, now)
        }
        held = next
        held?.isTold = before.isTold
        held?.since = min(before.since, now)
        held?.sightings = min(before.sightings + 1, 3)
        return endTrouble()
    }

    /// Somebody says that the held document is right.
    mutating func acceptHeld(_ watching: Watching, at now: Double) -> [Told]? {
        guard let held, held.list == watching.list else { return nil }
        return believe(held.edition, nil, watching, now)
    }

    private mutating func fail(_ watching: Watching, _ now: Double) -> [Told] {
        if trouble?.address != watching.address {
            // That another address could not be read was told, and its end will be.
            trouble = Trouble(address: watching.address, count: 0, since: now, isTold: trouble?.isTold ?? false)
        }
        guard var trouble else { return [] }
        trouble.count += 1
        let isNews = !trouble.isTold && (trouble.count >= 3 || now - trouble.since >= Model.day)
        trouble.isTold = trouble.isTold || isNews
        self.trouble = trouble
        return isNews ? [Told(kind: "failing")] : []
    }

    private mutating func endTrouble() -> [Told] {
        defer { trouble = nil }
        return trouble?.isTold == true ? [Told(kind: "recovered")] : []
    }

    private mutating func letGo() -> [Told] {
        defer { held = nil }
        return held?.isTold == true ? [Told(kind: "recovered")] : []
    }

    /// The same trouble is news once a day.
    private mutating func warn(of mark: String, _ now: Double) -> Bool {
        warned = warned.filter { abs(now - $0.value) < Model.day }
        guard warned[mark] == nil else { return false }
        warned[mark] = now
        return true
    }

    // MARK: Doubt

    private func doubt(of edition: Edition, _ tag: String?, _ watching: Watching, _ now: Double) -> Doubt? {
        let accepted = accepted?.list == watching.list ? accepted : nil
        // What was believed once, by whomever, is believed.
        if let accepted, accepted.edition == edition, !accepted.isReadByOlder { return nil }
        if edition.isDamaged { return .damaged }
        if edition.rows.isEmpty { return .empty }
        guard let accepted, accepted.edition != edition else { return nil }
        let (old, new) = (accepted.edition, edition)
        if new.text != old.text && olderTexts.contains(new.text) {
            // An office may take back what it said. A stale copy has its old tag; servers that take turns do so again.
            let isOld = tag != nil && tag == olderTags[new.text]
            if isOld || returned.map({ abs(now - $0) < Model.day }) ?? false { return .older }
        }
        if !accepted.beganAnew && min(old.keys.count, new.keys.count) >= 10 && !Model.overlap(old, new) {
            return .other
        }
        if 2 * new.rows.count < accepted.rowCount { return .shrunken(to: new.rows.count, from: accepted.rowCount) }
        let present = known.filter { $0.value.missing == nil && watching.watches($0.key) }.map(\.key)
        let listed = Set(new.lines(by: understanding, hasDates: true).map(\.batch))
        let gone = present.count { !listed.contains($0) }
        return gone > 3 && 5 * gone > present.count ? .gone(gone, of: present.count) : nil
    }

    /// Whether a tenth of the smaller list's numbers are in the other one.
    private static func overlap(_ one: Edition, _ other: Edition) -> Bool {
        10 * one.keys.intersection(other.keys).count >= min(one.keys.count, other.keys.count)
    }

    /// Whether a document may be the next edition of another one.
    private static func follows(_ new: Edition, _ old: Edition) -> Bool {
        if new == old { return true }
        guard 2 * new.rows.count >= old.rows.count && 2 * old.rows.count >= new.rows.count else { return false }
        return min(old.keys.count, new.keys.count) < 10 || overlap(old, new)
    }
}
