// What follows from a document that is believed, and from one that was kept.

extension Model {
    mutating func believe(_ edition: Edition, _ answer: Answer, _ watching: Watching, _ now: Double) -> [Told] {
        var told = held?.isTold == true ? [Told(kind: "recovered")] : []
        held = nil
        let patterns = forget(watching)
        let isReadAnew = accepted?.edition == edition && accepted?.isReadByOlder == true
        let listed = edition.listed(by: understanding, hasDates: watching.hasDates)
        for number in Set(listed.keys).union(known.keys).sorted()
        where watching.watches(number, through: patterns) {
            let rows = listed[number] ?? []
            if isReadAnew {
                readAnew(number, rows)
            } else if rows.isEmpty && answer.parts?.isIncomplete == true
                || answer.parts?.part(number)?.unread != nil && watching.shape == .cases
            {
                if known[number] != nil { occurred.note(.notMissing) }
            } else {
                // It is missing since its page has said so.
                let since = answer.parts?.part(number)?.lost?.since ?? now
                told += compare(number, rows, watching, now, missing: since)
            }
            if !rows.isEmpty { known[number]?.missing = nil }
        }
        told += lookFirst(at: edition, answer.parts, watching)
        let before = accepted?.list == watching.list ? accepted : nil
        told += replace(by: edition, answer, watching, now)
        told += sayEdition(edition, answer.parts, after: before, watching)
        told += sayGone(watching, now)
        return told + endTrouble(answer, watching, now)
    }

    /// The kept document is asked about what nothing was told of.
    mutating func lookAtKept(_ watching: Watching) -> [Told] {
        guard let accepted else { return [] }
        let patterns = forget(watching)
        let listed = accepted.edition.listed(by: understanding, hasDates: watching.hasDates)
        for number in Set(listed.keys).union(known.keys) where watching.watches(number, through: patterns) {
            let rows = listed[number] ?? []
            if accepted.isReadByOlder { readAnew(number, rows) }
            if !rows.isEmpty { known[number]?.missing = nil }
        }
        self.accepted?.isReadByOlder = false
        return lookFirst(at: accepted.edition, accepted.parts, watching)
    }

    /// The list is as it was, our understanding is not: nobody is told. What was missing is not touched.
    private mutating func readAnew(_ number: String, _ rows: [Line]) {
        if let known = known[number], known.missing != nil || Model.areSame(known.rows, rows) { return }
        known[number] = rows.isEmpty ? nil : Known(rows: rows)
    }

    private mutating func compare(
        _ number: String, _ rows: [Line], _ watching: Watching, _ now: Double, missing: Double
    ) -> [Told] {
        let label = watching.label(of: number)
        guard let before = known[number] else {
            if rows.isEmpty { return [] }
            known[number] = Known(rows: rows)
            return [Told(kind: "appeared", batch: number, rows: rows, label: label)]
        }
        if rows.isEmpty {
            known[number]?.missing = before.missing ?? missing
            return []
        }
        if Model.areSame(rows, before.rows) { return [] }
        known[number] = Known(rows: rows)
        return [Told(kind: "changed", batch: number, rows: rows, previous: before.rows, label: label)]
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
        if accepted?.list != watching.list { (known, looked) = ([:], []) }
        looked.formIntersection(watching.labels.keys)
        let patterns = looked
        known = known.filter { watching.watches($0.key, through: patterns) }
        return patterns
    }

    private mutating func lookFirst(at edition: Edition, _ parts: Parts?, _ watching: Watching) -> [Told] {
        var told: [Told] = []
        let listed = edition.listed(by: understanding, hasDates: watching.hasDates)
        for pattern in watching.patterns where !looked.contains(pattern) {
            // Of a case whose page was never seen nothing is known.
            if watching.shape == .cases, parts?.part(pattern).map({ $0.unread != nil }) ?? true { continue }
            let found = listed.filter { Watching.covers(pattern, $0.key) }
            if parts?.isIncomplete == true, found.isEmpty || Watching.isMask(pattern) {
                occurred.note(.noFirstLook)
                continue
            }
            looked.insert(pattern)
            for (number, rows) in found where known[number] == nil { known[number] = Known(rows: rows) }
            var event = Told(kind: "observed", batch: pattern, label: watching.labels[pattern] ?? "")
            if Watching.isMask(pattern) {
                event.found = found.count
            } else {
                // What is told is what is known, though a mask may have known the number before.
                event.rows = found[pattern] ?? []
                known[pattern] = event.rows.isEmpty ? nil : Known(rows: event.rows)
            }
            told.append(event)
        }
        return told
    }

    private mutating func replace(
        by edition: Edition, _ answer: Answer, _ watching: Watching, _ now: Double
    ) -> [Told] {
        let old = accepted?.list == watching.list ? accepted : nil
        var new = Accepted(
            list: watching.list, edition: edition, parts: answer.parts, stamp: answer.stamp.withoutAge, received: now,
            new: now)
        defer { accepted = new }
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

    /// A number that was not on the list for long enough is gone. A clock that was set back begins to wait anew.
    mutating func sayGone(_ watching: Watching, _ now: Double) -> [Told] {
        if accepted?.parts?.isIncomplete == true { return [] }
        var told: [Told] = []
        for (number, known) in known.sorted(by: { $0.key < $1.key }) where watching.watches(number) {
            guard let missing = known.missing else { continue }
            if accepted?.list.shape == .cases, accepted?.parts?.part(number)?.unread != nil { continue }
            if missing > now {
                self.known[number]?.missing = now
            } else if now - missing >= watching.patience {
                self.known[number] = nil
                told.append(
                    Told(kind: "disappeared", batch: number, previous: known.rows, label: watching.label(of: number)))
            }
        }
        return told
    }

    mutating func sayStale(_ watching: Watching, _ now: Double) -> [Told] {
        guard let expected = watching.expected, let accepted else { return [] }
        if accepted.new > now {
            self.accepted?.new = now
        } else if now - accepted.new >= expected, !accepted.isStaleTold {
            self.accepted?.isStaleTold = true
            return [Told(kind: "stale")]
        }
        return []
    }
}
