// The documents of a list, one or several: what it is known by, and what they say together. Pure.

import Coding
import Configuration
import Reading
import Rows

extension Composition {
    /// The part that was fetched from there.
    func part(at url: String) -> DocumentPart? {
        parts.first { $0.url == url }
    }

    /// Whether the cases whose pages are in both are told of by the same text, and there is one.
    func saysTheSame(as other: Composition) -> Bool {
        let texts = Dictionary(other.parts.map { ($0.batch ?? "", $0.text) }) { first, _ in first }
        let common = parts.filter { texts.keys.contains($0.batch ?? "") }
        return !common.isEmpty && common.allSatisfy { texts[$0.batch ?? ""] == $0.text }
    }

    /// Whether the server says of each document that is not as it was that it was changed after that.
    func isNewer(than other: Composition) -> Bool {
        let changed = parts.filter { other.part(at: $0.url)?.digest != $0.digest }
        let newer = changed.filter { part in
            guard let modified = part.modified, let before = other.part(at: part.url)?.modified else { return false }
            return modified > before
        }
        return !changed.isEmpty && newer.count == changed.count
    }

    /// Whether the case's page has been asked for, and what it says is known.
    func hasPage(of batch: String) -> Bool {
        parts.contains { $0.batch == batch && !$0.isUnread }
    }

    /// Whether the case's page can neither be fetched nor read again.
    func isUnknown(_ batch: String) -> Bool {
        parts.contains { $0.batch == batch && $0.isUnread }
    }

    /// What is in it, in whatever order, at whatever addresses: the list is the same while this is.
    var contents: [String] { Set(parts.map(\.content)).sorted() }

    /// What the list as a whole is known by: the digest of a single document, else a hash of all of theirs. Of a list
    /// that is one document at a time its server says what it says of one at one address.
    ///
    /// - Parameter freshness: what was said of the time of all that was received.
    func facts(of source: SourceConfig, _ freshness: Freshness = Freshness()) -> DocumentFacts {
        let isOne = source.links?.pick != .all
        let contents = contents
        let single = contents.count == 1 ? parts[0] : nil
        var digest = single?.digest ?? ""
        if digest.isEmpty {
            var hash = Hash64()
            for content in contents { Array(content.utf8).withUnsafeBytes { hash.add($0) } }
            digest = "parts-" + hash.text
        }
        var facts = DocumentFacts(
            validators: isOne ? single?.document?.validators : nil, digest: digest,
            length: parts.reduce(0) { $0 + $1.length }, freshness: freshness)
        facts.modified = isOne ? single?.modified : nil
        if !isOne { facts.freshness.age = nil }
        // Of several this is remembered with each.
        if !source.isComposed { (facts.isPublic, facts.isEndKnown) = (isPublic, single?.isOpen != true) }
        return facts
    }

    /// As it is remembered of a list; nil for one that is a single document at one address.
    func remembered(of source: SourceConfig) -> Composition? { source.isComposed ? self : nil }
}

extension AcceptedDocument {
    /// What it is put together of: one part, where it is a single document.
    func list(of source: SourceConfig) -> Composition {
        if let composition { return composition }
        let document = KeptDocument(digest: digest, length: length, validators: validators)
        var part = DocumentPart(url: source.url, .read(document))
        (part.charset, part.headings, part.isOpen, part.end) = (charset, headings, isOpen, end)
        (part.text, part.tags, part.since, part.modified) = (fingerprint?.text, tags, since, modified)
        var list = Composition(parts: [part], isPublic: isPublic)
        list.asked = fetched
        return list
    }
}

extension HeldDocument {
    /// As that of an accepted document.
    func list(of source: SourceConfig) -> Composition {
        if let composition { return composition }
        var part = DocumentPart(url: source.url, .read(KeptDocument(digest: digest, length: length)))
        (part.charset, part.headings, part.isOpen, part.text) = (charset, headings, isOpen, fingerprint?.text)
        return Composition(parts: [part])
    }
}

extension Freshness {
    /// What this and the next answer say of both: as short as the shorter, as old as the older.
    func joined(with next: Freshness) -> Freshness {
        var both = Freshness()
        if let maxAge, let other = next.maxAge { both.maxAge = min(maxAge, other) }
        both.age = [age, next.age].compactMap { $0 }.max()
        return both
    }
}

extension DocumentPart {
    /// Another document takes the place of this one: a new edition, where its text is another.
    mutating func succeed(_ facts: DocumentFacts, _ reading: Reading, at now: Date) {
        let known = ReplacedEdition.tags(tags, and: document?.validators?.etag)
        // The same document once more is no custom of its office.
        if digest != facts.digest || end == nil { end = CustomaryEnd.after(end, reading.hasEnd) }
        // The same bytes may have another text by a newer reader.
        if text != reading.fingerprint?.text, digest != facts.digest {
            if let text {
                let copy = EarlierCopy(text: text, tags: known)
                earlier = ((earlier ?? []).filter { $0.text != text } + [copy]).suffix(DocumentPart.mostEarlier)
            }
            (tags, since) = (nil, now)
        } else {
            let others = known.filter { $0 != facts.validators?.etag }
            tags = others.isEmpty ? nil : others
        }
        hold(facts)
        take(reading)
        isOpen = reading.mayEndTooSoon(facts) ? true : nil
        if case .lost = substitute, !reading.rows.contains(where: { $0.batch == batch }) { return }
        substitute = nil
    }

    /// It is the document that came, whether a link leads to it or not.
    mutating func hold(_ facts: DocumentFacts) {
        let document = KeptDocument(digest: facts.digest, length: facts.length, validators: facts.validators)
        if case .unlinked(_, let since) = state {
            state = .unlinked(document, since: since)
        } else {
            state = .read(document)
        }
        modified = facts.modified
    }

    /// Remembers how its document was read.
    mutating func take(_ reading: Reading) {
        (text, charset, headings) = (reading.fingerprint?.text, reading.charset, reading.columns)
    }

    /// It could not be read. What is kept of it stays; else it is from now on as if it had never been read, but for what
    /// is known of its editions. That a case is not there is said by its server alone.
    mutating func fail(isKept: Bool, at now: Date) {
        switch state {
        case .absent where batch != nil: return
        case .read where isKept, .unlinked where isKept: return
        case .read(let document), .unlinked(let document, _):
            tags = ReplacedEdition.tags(tags, and: document.validators?.etag)
            fallthrough
        case .absent: state = .unread(UnreadDocument(since: now, failures: 1))
        case .unread(var unread):
            unread.failures = min(unread.failures + 1, Judgement.sightingsToAccept)
            state = .unread(unread)
        }
    }

    /// Whether it could not be read for so long that the list is what the other documents say. Never for one that was
    /// read once: what it said is not gone because its server is.
    func isGivenUp(at now: Date) -> Bool {
        guard text == nil, case .unread(let unread) = state, unread.failures >= Judgement.sightingsToAccept else {
            return false
        }
        return now.timeIntervalSince(unread.since) >= Judgement.timeToAccept
    }

    /// What it says, of which case: that one is gone is known, what an unread page says is not.
    fileprivate var content: String {
        "\(batch ?? "") \(batch != nil && isUnread ? "unknown" : digest)\(isOpen == true ? " open" : "")"
    }

    /// What people call it.
    var name: String {
        if let batch { return "the page of \(batch)" }
        let path = url.prefix { !"?#".contains($0) }
        return "the document \(path.split(separator: "/").last.map(String.init) ?? url)"
    }
}

extension Reading {
    /// Doubts rows at the end of a document without an end that say the beginning of what they said before.
    mutating func doubtCutRows(after before: Snapshot) {
        guard hasEnd == false, !doubts.contains(where: { $0.rule == .cutOff }) else { return }
        for batch in lastBatches {
            guard let last = rows.last(where: { $0.batch == batch }), mayBeCut(last.update, before: before[batch])
            else {
                continue
            }
            doubts.insert(Doubt(cutOff: .shorterText, page: last.page, batches: [batch]), at: 0)
        }
    }

    /// Whether the document may end too soon, because the transfer has shown no end.
    func mayEndTooSoon(_ facts: DocumentFacts) -> Bool {
        !facts.isEndKnown && doubts.contains { $0.rule == .cutOff }
    }
}

extension ReadingFailure {
    /// Whether it says nothing of other documents on the same server: the server answered, the document is too large,
    /// or the reader came to no end with it. A server that cannot be reached has failed for all.
    var isOfOneDocument: Bool { [.unreadable, .limit, .reader].contains(kind) || status != nil }
}

extension Reading {
    /// What documents say together. A row that stands in several of them is one row, as often as in the one that has it
    /// most, and the same bytes count once. Their order is no part of what they say.
    ///
    /// - Parameter parts: whose readings these are, in the same order.
    init(joining readings: [Reading], of parts: [DocumentPart]) {
        var contents: Set<String> = []
        let distinct = zip(readings, parts).filter { contents.insert($1.content).inserted }
        if distinct.count == 1, distinct[0].1.document != nil {
            self = distinct[0].0
            return
        }
        self.init(rows: [], rowCount: 0, pageCount: 0, damage: [])
        var counts: [Row: Int] = [:]
        var texts: [String] = []
        var keys = KeySample()
        for (reading, part) in distinct {
            var own: [Row: Int] = [:]
            for row in reading.rows {
                let known = row.form
                own[known, default: 0] += 1
                guard own[known, default: 0] > counts[known, default: 0] else { continue }
                counts[known] = own[known]
                rows.append(row)
            }
            rowCount += reading.rowCount
            pageCount += reading.pageCount
            damage += reading.damage.map { "\(part.name): \($0)" }
            if reading.hasEnd == false {
                hasEnd = false
                lastBatches += reading.lastBatches
            }
            knownDamage += reading.knownDamage.map { "\(part.name): \($0)" }
            hasMoreMentions = hasMoreMentions || reading.hasMoreMentions
            for var doubt in reading.doubts {
                doubt.document = part.name
                doubts.append(doubt)
            }
            for var mention in reading.mentions {
                mention.document = part.name
                mentions.append(mention)
            }
            title = title ?? reading.title
            columns = columns ?? reading.columns
            guard let fingerprint = reading.fingerprint else { continue }
            texts.append(fingerprint.text)
            keys.add(fingerprint.keys)
        }
        // What one document only mentions another may list.
        let listed = Set(rows.map(\.batch))
        mentions.removeAll { listed.contains($0.batch) }
        // A document that says nothing, as one that was never read, makes no other edition.
        var text = Hash64()
        for part in texts.sorted() { Array(part.utf8).withUnsafeBytes { text.add($0) } }
        fingerprint = Fingerprint(text: texts.count == 1 ? texts[0] : text.text, keys: keys)
    }
}
