// The consequences of an accepted document, and of a held one.

extension Model {
    mutating func believe(_ edition: Edition, _ answer: Answer, _ watching: Watching, _ now: Double) -> [Told] {
        var told = held?.isTold == true ? [Told(kind: "recovered")] : []
        held = nil
        let patterns = forget(watching)
        let evidence = Evidence(edition, answer.parts, watching, understanding)
        let isSame = accepted?.edition.bytes == edition.bytes
        let reader: Reader = accepted?.isReadByOlder != true ? .same : isSame ? .newer : .unknown
        told += settle(evidence, patterns, reader, isSameDocument: isSame, now)
        told += lookFirst(at: evidence, now)
        let before = accepted?.list == watching.list ? accepted : nil
        told += replace(by: edition, answer, watching, now)
        accepted?.isPartial = evidence.isPartial
        told += sayEdition(edition, answer.parts, after: before, watching)
        told += sayGone(watching, now)
        return told + endTrouble(answer, watching, now)
    }

    /// The kept document is asked about what nothing was told of.
    mutating func lookAtKept(_ watching: Watching, _ now: Double) -> [Told] {
        guard let accepted else { return [] }
        let patterns = forget(watching)
        let evidence = Evidence(accepted.edition, accepted.parts, watching, understanding)
        var told: [Told] = []
        if accepted.isReadByOlder {
            told += settle(evidence, patterns, .newer, isSameDocument: true, now)
            self.accepted?.isPartial = evidence.isPartial
        }
        self.accepted?.isReadByOlder = false
        return told + lookFirst(at: evidence, now)
    }

    /// The same rows as often, in any order.
    static func areSame(_ one: [Line], _ other: [Line]) -> Bool {
        func counted(_ rows: [Line]) -> [Line: Int] { rows.reduce(into: [:]) { $0[$1, default: 0] += 1 } }
        return counted(one) == counted(other)
    }

    /// Nothing is compared with what another list said, and nothing is kept of what is not watched.
    ///
    /// - Returns: the patterns that are watched and were told of.
    private mutating func forget(_ watching: Watching) -> Set<String> {
        if accepted?.list != watching.list { (known, looked, unclear) = ([:], [], [:]) }
        looked.formIntersection(watching.labels.keys)
        let patterns = looked
        unclear = unclear.filter { watching.watches($0.key, through: patterns) }
        known = known.filter { watching.watches($0.key, through: patterns) }
        return patterns
    }

    private mutating func replace(
        by edition: Edition, _ answer: Answer, _ watching: Watching, _ now: Double
    ) -> [Told] {
        let old = accepted?.list == watching.list ? accepted : nil
        var new = Accepted(
            list: watching.list, edition: edition, parts: answer.parts, stamp: answer.stamp.withoutAge, received: now,
            new: now)
        defer { accepted = new }
        // The kept document was read again.
        if let old, old.edition.bytes == edition.bytes, !old.isReadByOlder { new.received = old.received }
        guard let old else {
            (olderTexts, olderTags, returned) = ([], [:], nil)
            return []
        }
        if old.edition.text == edition.text || new.isOfOtherCases(than: old) {
            if new.parts?.parts.map(\.name) != old.parts?.parts.map(\.name), watching.shape == .cases {
                occurred.note(.otherCases)
            }
            (new.new, new.isStaleTold, new.beganAnew) = (old.new, old.isStaleTold, old.beganAnew)
            if old.edition.text == edition.text { new.tags = Model.tags(old.tags, and: old.stamp.tag) }
            return []
        }
        let common = old.edition.keys.intersection(edition.keys).count
        let fewest = min(old.edition.keys.count, edition.keys.count)
        new.beganAnew = fewest == 0 ? old.beganAnew : 10 * common < fewest
        if olderTexts.contains(edition.text) {
            returned = now
            if watching.shape != .cases { occurred.note(.returned) }
        }
        olderTexts.removeAll { $0 == old.edition.text || $0 == edition.text }
        olderTexts = (olderTexts + [old.edition.text]).suffix(8)
        olderTags[old.edition.text] = Model.tags(old.tags, and: old.stamp.tag)
        olderTags = olderTags.filter { olderTexts.contains($0.key) }
        return old.isStaleTold ? [Told(kind: "recovered")] : []
    }

    /// Four tags are remembered, the latest last.
    static func tags(_ tags: [String], and tag: String?) -> [String] {
        guard let tag else { return tags }
        return (tags.filter { $0 != tag } + [tag]).suffix(4)
    }

    // MARK: What time brings

    /// A number that was not on the list for long enough is gone.
    mutating func sayGone(_ watching: Watching, _ now: Double) -> [Told] {
        if accepted?.parts?.isIncomplete == true { return [] }
        var told: [Told] = []
        var overdue: [(String, Unclear)] = []
        for (number, known) in known.sorted(by: { $0.key < $1.key }) where watching.watches(number) {
            guard let missing = known.missing else { continue }
            if accepted?.list.shape == .cases, accepted?.parts?.part(number)?.unread != nil { continue }
            if now - missing >= watching.patience {
                if known.isHidden {
                    if unclear[number] != nil { continue }
                    overdue.append((number, Unclear(rows: [], why: "missing")))
                } else {
                    told += leave(number, watching)
                }
            }
        }
        return told + doubt(overdue, watching, now)
    }

    mutating func sayStale(_ watching: Watching, _ now: Double) -> [Told] {
        guard let expected = watching.expected, let accepted else { return [] }
        if now - accepted.new >= expected, !accepted.isStaleTold {
            self.accepted?.isStaleTold = true
            return [Told(kind: "stale")]
        }
        return []
    }
}
