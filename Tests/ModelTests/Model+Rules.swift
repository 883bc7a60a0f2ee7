// The rules: when a document is accepted, what is reported about it, when silence is news.

import Watch

extension Model {
    // MARK: When to look at what is kept

    /// Whether the kept document has something to say that was not told.
    func wantsLook(_ watching: Watching) -> Bool {
        guard let accepted, accepted.list == watching.list else { return false }
        return accepted.isReadByOlder || !looked.isSuperset(of: watching.labels.keys)
    }

    /// Whether it can be read, and knows of all cases.
    func canLook(_ watching: Watching, _ kept: Kept) -> Bool {
        guard let accepted, !(accepted.edition.hasDamage && accepted.isReadByOlder) else { return false }
        guard let parts = accepted.parts else { return kept.isSound(accepted.edition.bytes) }
        return parts.names.allSatisfy(kept.isSound)
    }

    /// The kept document that a look finds to be other than it was: the first, and none where another one is lost.
    func spoilt(_ kept: Kept) -> String? {
        guard let accepted else { return nil }
        let documents = Model.documents(of: accepted.edition, accepted.parts)
        return documents.allSatisfy(kept.documents.contains) ? documents.first(where: kept.rotten.contains) : nil
    }

    /// In the order in which they are read.
    static func documents(of edition: Edition, _ parts: Parts?) -> [String] {
        parts?.parts.compactMap(\.edition?.bytes) ?? [edition.bytes]
    }

    /// Whether the page of a case that is watched was never seen.
    func lacksPage(_ watching: Watching) -> Bool {
        watching.shape == .cases
            && !watching.patterns.allSatisfy { accepted?.parts?.part($0).map { $0.unread == nil } ?? false }
    }

    // MARK: What came

    /// - Returns: what has to be told, in order for each batch.
    mutating func take(_ answer: Answer, _ watching: Watching, at now: Double) -> [Told] {
        switch answer.served {
        case .failure(.offline): return fail(watching, now, isServers: false)
        case .failure, .links: return fail(watching, now)
        case .notModified: break
        case .sameBytes(let stamp):
            let age = now - (accepted?.received ?? now)
            // Noted once a day where nothing else is to be noted.
            if !stamp.isSame(as: accepted?.stamp) || accepted?.isDoubted == true || age >= Model.day {
                accepted?.received = now
            }
            accepted?.stamp = stamp.withoutAge
            accepted?.isDoubted = false
        case .document(let edition, _): return take(edition, answer, watching, now)
        }
        if let parts = answer.parts {
            // The same documents, perhaps in another order.
            accepted?.parts = parts
            accepted?.edition = parts.joined(watching.shape, believed: parts.names)
        }
        return letGo() + sayGone(watching, now) + sayStale(watching, now) + endTrouble(answer, watching, now)
    }

    private mutating func take(_ edition: Edition, _ answer: Answer, _ watching: Watching, _ now: Double) -> [Told] {
        guard let doubt = doubt(of: edition, answer, watching, now) else {
            return believe(edition, answer, watching, now)
        }
        let before = held?.list == watching.list ? held : nil
        let isDamaged = doubt == .damaged
        let next = Held(
            list: watching.list, edition: edition, parts: answer.parts, doubt: doubt, since: now, sightings: 1,
            isTold: false)
        guard let before, (before.doubt == .damaged) == isDamaged, isDamaged || Model.follows(edition, before.edition)
        else {
            let isNews = warn(of: isDamaged ? "damaged" : edition.text, now)
            held = next
            held?.isTold = isNews
            return (isNews ? [Told(kind: "suspect")] : []) + endTrouble(answer, watching, now)
        }
        let isLong = now - before.since >= Model.day || (doubt == .older && before.doubt == .older)
        if !isDamaged && before.sightings >= 2 && isLong {
            return believe(edition, answer, watching, now)
        }
        held = next
        held?.isTold = before.isTold
        held?.since = before.since
        held?.sightings = min(before.sightings + 1, 3)
        return endTrouble(answer, watching, now)
    }

    /// Somebody says that the held document is right.
    mutating func acceptHeld(_ watching: Watching, at now: Double) -> [Told]? {
        guard let held, held.list == watching.list else { return nil }
        return believe(held.edition, Answer(served: .document(held.edition, Stamp()), parts: held.parts), watching, now)
    }

    /// - Parameter isServers: whether the server failed, and not this machine, which is given a day.
    private mutating func fail(_ watching: Watching, _ now: Double, isServers: Bool = true) -> [Told] {
        if trouble?.address != watching.address {
            // That another address could not be read was told, and its end will be.
            trouble = Trouble(address: watching.address, count: 0, since: now, isTold: trouble?.isTold ?? false)
        }
        guard var trouble else { return [] }
        if isServers { trouble.count += 1 }
        trouble.isServers = isServers
        let isNews = !trouble.isTold && (trouble.count >= 3 || now - trouble.since >= Model.day)
        trouble.isTold = trouble.isTold || isNews
        self.trouble = trouble
        return isNews ? [Told(kind: "failing")] : []
    }

    /// A list of which one document failed has failed, whatever else it says.
    mutating func endTrouble(_ answer: Answer, _ watching: Watching, _ now: Double) -> [Told] {
        if answer.isTroubled { return fail(watching, now) }
        defer { trouble = nil }
        return trouble?.isTold == true ? [Told(kind: "recovered")] : []
    }

    private mutating func letGo() -> [Told] {
        defer { held = nil }
        return held?.isTold == true ? [Told(kind: "recovered")] : []
    }

    /// The same trouble is news once a day.
    private mutating func warn(of mark: String, _ now: Double) -> Bool {
        warned = warned.filter { now - $0.value < Model.day }
        guard warned[mark] == nil else { return false }
        warned[mark] = now
        return true
    }

    // MARK: Doubt

    private mutating func doubt(
        of new: Edition, _ answer: Answer, _ watching: Watching, _ now: Double
    ) -> Doubt? {
        let accepted = accepted?.list == watching.list ? accepted : nil
        // What was believed once, by whomever, is believed.
        if let accepted, accepted.edition.bytes == new.bytes, !accepted.isReadByOlder { return nil }
        if new.isCut { occurred.note(.cut) }
        if new.isDamaged { occurred.note(.damaged) }
        if new.isDamaged { return .damaged }
        if new.rowCount == 0 && watching.shape != .cases { return .empty }
        guard let accepted, accepted.edition.bytes != new.bytes else { return nil }
        let old = accepted.edition
        if watching.shape != .cases {
            // An office may take back what it said.
            if new.text != old.text, olderTexts.contains(new.text), isStale(new, answer, accepted, now) {
                return .older
            }
            if !accepted.beganAnew && min(old.keys.count, new.keys.count) >= 10 && !Model.overlap(old, new) {
                return .other
            }
            if answer.parts?.isIncomplete == true { return nil }
            if 2 * new.rowCount < old.rowCount { return .shrunken(to: new.rowCount, from: old.rowCount) }
        }
        let present = known.filter { $0.value.missing == nil && watching.watches($0.key) }.map(\.key).filter {
            watching.shape != .cases || answer.parts?.part($0)?.unread == nil
        }
        // What is unclear is not gone.
        let listed = Evidence(new, answer.parts, watching, understanding).numbers
        let gone = present.count { !listed.contains($0) }
        return gone > 3 && 5 * gone > present.count ? .gone(gone, of: present.count) : nil
    }

    /// Whether an edition that comes back is a stale copy: by what the server says; where it says nothing, servers that
    /// take turns do so again within a day.
    private mutating func isStale(
        _ new: Edition, _ answer: Answer, _ accepted: Accepted, _ now: Double
    ) -> Bool {
        if let parts = answer.parts, let before = accepted.parts, parts.isDatedLater(than: before) {
            occurred.note(.laterDocuments)
            return false
        }
        let sign = answer.stamp.isOld(
            beside: accepted.stamp.modified, seen: accepted.received, oldTags: olderTags[new.text] ?? [], at: now)
        if let sign {
            occurred.note(sign.kind)
            return sign != .laterDate
        }
        let takesTurns = returned.map { now - $0 < Model.day } ?? false
        if takesTurns { occurred.note(.turns) }
        return takesTurns
    }

    /// Whether a tenth of the smaller list's numbers are in the other one.
    private static func overlap(_ one: Edition, _ other: Edition) -> Bool {
        10 * one.keys.intersection(other.keys).count >= min(one.keys.count, other.keys.count)
    }

    /// Whether a document may be the next edition of another one.
    private static func follows(_ new: Edition, _ old: Edition) -> Bool {
        if new.bytes == old.bytes { return true }
        guard 2 * new.rowCount >= old.rowCount && 2 * old.rowCount >= new.rowCount else { return false }
        return min(old.keys.count, new.keys.count) < 10 || overlap(old, new)
    }
}

/// By what a copy is told to be older than the document that has taken its place, or not to be.
enum Sign {
    case date, tag, age
    case laterDate

    var kind: Kind {
        switch self {
        case .date: .staleByDate
        case .tag: .staleByTag
        case .age: .staleByAge
        case .laterDate: .laterDate
        }
    }
}

extension Stamp {
    /// What the server says of a copy of something that was replaced; nil where it says nothing.
    ///
    /// - Parameters:
    ///   - modified: when what is there now was changed; `seen`: when it was seen.
    ///   - oldTags: what its rows were tagged when they were new.
    func isOld(beside modified: Double?, seen: Double, oldTags: [String], at now: Double) -> Sign? {
        if let own = self.modified, let modified { return own <= modified ? .date : .laterDate }
        if let tag, oldTags.contains(tag) { return .tag }
        if let age, age > now - seen { return .age }
        return nil
    }

    /// What is remembered of it.
    var withoutAge: Stamp { Stamp(tag: tag, modified: modified) }

    /// Whether it is to be sent back as the other one is.
    func isSame(as other: Stamp?) -> Bool { tag == other?.tag && modified == other?.modified }
}

extension Answer {
    var stamp: Stamp { if case .document(_, let stamp) = served { stamp } else { Stamp() } }
}

extension Model.Accepted {
    /// Whether nothing is new but which cases are asked for.
    func isOfOtherCases(than old: Model.Accepted) -> Bool {
        guard list.shape == .cases, let parts, let before = old.parts else { return false }
        let common = parts.parts.filter { before.part($0.name) != nil }
        return !common.isEmpty && common.allSatisfy { before.part($0.name)?.text == $0.text }
    }
}

extension Edition {
    /// The rows of each number.
    func listed(by understanding: Int, hasDates: Bool) -> [String: [Line]] {
        Dictionary(grouping: lines(by: understanding, hasDates: hasDates), by: \.batch).mapValues { $0.map(\.line) }
    }
}
