// The documents of a list, one or several: the list's identity, and what the documents say together. Pure.

import Coding
import Configuration
import Reading
import Rows

extension Composition {
    /// The part that was fetched from this URL.
    func part(at url: String) -> DocumentPart? {
        parts.first { $0.url == url }
    }

    /// Whether both lists have pages of the same cases with the same text, and at least one.
    func saysTheSame(as other: Composition) -> Bool {
        let texts = Dictionary(other.parts.map { ($0.batch ?? "", $0.text) }) { first, _ in first }
        let common = parts.filter { texts.keys.contains($0.batch ?? "") }
        return !common.isEmpty && common.allSatisfy { texts[$0.batch ?? ""] == $0.text }
    }

    /// Whether, by its server, each changed document was modified after that time.
    func isNewer(than other: Composition) -> Bool {
        let changed = parts.filter { other.part(at: $0.url)?.digest != $0.digest }
        let newer = changed.filter { part in
            guard let modified = part.modified, let before = other.part(at: part.url)?.modified else { return false }
            return modified > before
        }
        return !changed.isEmpty && newer.count == changed.count
    }

    /// Whether the case's page was requested, and its content is known.
    func hasPage(of batch: String) -> Bool {
        parts.contains { $0.batch == batch && !$0.isUnread }
    }

    /// Whether the case's page can neither be fetched nor read again.
    func isUnknown(_ batch: String) -> Bool {
        parts.contains { $0.batch == batch && $0.isUnread }
    }

    /// The content, in any order and at any addresses: it decides whether the list is the same.
    var contents: [String] { Set(parts.map(\.content)).sorted() }

    /// The identity of the whole list: the digest of a single document, otherwise a hash of all digests. For a list
    /// with one document behind a link, the server's statements count as for one at a fixed address.
    ///
    /// - Parameter freshness: the time statements of all responses.
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
        // With several documents, each part has its own.
        if !source.isComposed { (facts.isPublic, facts.isEndKnown) = (isPublic, single?.isOpen != true) }
        return facts
    }

    /// The form in the state; nil for a single document at one address.
    func remembered(of source: SourceConfig) -> Composition? { source.isComposed ? self : nil }
}

extension AcceptedDocument {
    /// The parts of the list; one part for a single document.
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
    /// The same as for an accepted document.
    func list(of source: SourceConfig) -> Composition {
        if let composition { return composition }
        var part = DocumentPart(url: source.url, .read(KeptDocument(digest: digest, length: length)))
        (part.charset, part.headings, part.isOpen, part.text) = (charset, headings, isOpen, fingerprint?.text)
        return Composition(parts: [part])
    }
}

extension Freshness {
    /// Combines two responses: the shorter max-age, the older Last-Modified.
    func joined(with next: Freshness) -> Freshness {
        var both = Freshness()
        if let maxAge, let other = next.maxAge { both.maxAge = min(maxAge, other) }
        both.age = [age, next.age].compactMap { $0 }.max()
        return both
    }
}

extension DocumentPart {
    /// Replaces this document by another: a new edition if its text differs.
    mutating func succeed(_ facts: DocumentFacts, _ reading: Reading, at now: Date) {
        let known = ReplacedEdition.tags(tags, and: document?.validators?.etag)
        // The same document again says nothing about how its office ends documents.
        if digest != facts.digest || end == nil { end = CustomaryEnd.after(end, reading.hasEnd) }
        // A newer reader may read another text from the same bytes.
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

    /// Takes the received document, whether a link leads to it or not.
    mutating func hold(_ facts: DocumentFacts) {
        let document = KeptDocument(digest: facts.digest, length: facts.length, validators: facts.validators)
        if case .unlinked(_, let since) = state {
            state = .unlinked(document, since: since)
        } else {
            state = .read(document)
        }
        modified = facts.modified
    }

    /// Stores how its document was read.
    mutating func take(_ reading: Reading) {
        (text, charset, headings) = (reading.fingerprint?.text, reading.charset, reading.columns)
    }

    /// Notes that it could not be read. Its cached document stays; without one it counts as never read, except for its
    /// known editions. Only the server can say that a case does not exist.
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

    /// Whether it was unreadable for so long that the other documents are the list. Never for a document that was read
    /// once: a missing server does not remove its rows.
    func isGivenUp(at now: Date) -> Bool {
        guard text == nil, case .unread(let unread) = state, unread.failures >= Judgement.sightingsToAccept else {
            return false
        }
        return now.timeIntervalSince(unread.since) >= Judgement.timeToAccept
    }

    /// Its content, and its case: a missing case is known, an unread page is not.
    fileprivate var content: String {
        "\(batch ?? "") \(batch != nil && isUnread ? "unknown" : digest)\(isOpen == true ? " open" : "")"
    }

    /// Its name in messages.
    var name: String {
        if let batch { return "the page of \(batch)" }
        let path = url.prefix { !"?#".contains($0) }
        return "the document \(path.split(separator: "/").last.map(String.init) ?? url)"
    }
}

extension Reading {
    /// Doubts rows at the end of a document without an end, if they have only the beginning of their previous text.
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

    /// Whether the document may end too soon, because the transfer showed no end.
    func mayEndTooSoon(_ facts: DocumentFacts) -> Bool {
        !facts.isEndKnown && doubts.contains { $0.rule == .cutOff }
    }
}

extension ReadingFailure {
    /// Whether its failure says nothing about other documents on the same server: the server answered, the document is
    /// too large, or the reader did not finish. An unreachable server fails for all.
    var isOfOneDocument: Bool { [.unreadable, .limit, .reader].contains(kind) || status != nil }
}

extension Reading {
    /// Returns what the documents say together. A row in several documents counts as often as in the one that has it
    /// most, and the same bytes count once. Their order does not matter.
    ///
    /// - Parameter parts: the parts of these readings, in the same order.
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
        // A number that one document only mentions may be a row in another.
        let listed = Set(rows.map(\.batch))
        mentions.removeAll { listed.contains($0.batch) }
        // An empty or unread document makes no other edition.
        var text = Hash64()
        for part in texts.sorted() { Array(part.utf8).withUnsafeBytes { text.add($0) } }
        fingerprint = Fingerprint(text: texts.count == 1 ? texts[0] : text.text, keys: keys)
    }
}
