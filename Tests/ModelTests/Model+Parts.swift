// The documents of a list: its only one, those that a page links to, or a page for each case. The requests and their
// result, as one answer.

/// One poll of a list.
struct Gathering {
    static let month = 30 * Model.day
    /// The others do not wait for what failed; it stays as it was.
    private struct Failed: Error {
        /// With what is known of it now.
        var part: Part
        /// Whether a document came at all, though not the right one.
        var isAnswered = false
    }
    /// All have failed.
    private struct AllFailed: Error { var failure = Failure.unreadable }

    let watching: Watching
    let now: Double
    /// What is known of the list; nil where it is another one.
    let known: Parts?
    /// Whether that was read in the same way.
    let isReadAsNow: Bool
    let isTrusted: Bool
    /// The cases that have rows.
    let present: Set<String>
    /// Which of two ways the reader understands documents.
    let understanding: Int
    let isStopped: Bool
    let serve: (Request) throws -> Served
    var kept: Kept
    var occurred = Occurred()
    /// What was said of the document that came last.
    private var stamp: Stamp?

    init(
        _ model: Model, _ watching: Watching, kept: Kept, isStopped: Bool, at now: Double,
        serve: @escaping (Request) throws -> Served
    ) {
        (self.watching, self.now, self.kept, self.isStopped, self.serve) = (watching, now, kept, isStopped, serve)
        understanding = model.understanding
        let isSameList = model.accepted?.list == watching.list
        known = isSameList ? model.accepted?.list(of: watching) : nil
        isReadAsNow = isSameList && model.accepted?.isReadByOlder == false
        let isYoung = known.map { now - $0.asked < 7 * Model.day } ?? false
        isTrusted = isYoung && isReadAsNow && model.accepted?.isDoubted == false
        present = isSameList ? Set(model.known.filter { $0.value.missing == nil }.keys) : []
    }

    /// - Parameter mustRead: whether there is something watched that nothing was told of.
    mutating func run(mustRead: Bool) throws -> Answer {
        do { return try gather(mustRead) } catch let all as AllFailed {
            if watching.shape != .single { occurred.note(.failedTogether) }
            return Answer(served: .failure(all.failure))
        }
    }

    private mutating func gather(_ mustRead: Bool) throws -> Answer {
        var list = Parts(asked: isTrusted ? known?.asked ?? now : now)
        let wanted =
            switch watching.shape {
            case .single: [known?.parts.first ?? Part(name: "")]
            case .linked: try linked(&list)
            case .cases: cases()
            }
        /// Those of which the server said nothing new; those that were received now.
        var (untouched, received): (Set<String>, Set<String>) = ([], [])
        var (isAnswered, isTroubled) = (false, false)
        for part in wanted {
            do {
                guard let came = part.unlinked == nil ? try request(part, isConditional: isTrusted) : try unlinked(part)
                else { continue }
                if came.how == .untouched { untouched.insert(part.name) }
                if came.how == .received { received.insert(part.name) }
                if part.unlinked == nil || came.how == .received { isAnswered = true }
                list.parts.append(came.part)
            } catch let failed as Failed {
                if watching.shape == .single { throw AllFailed() }
                isTroubled = true
                guard let left = try stay(failed, &list) else { continue }
                untouched.insert(part.name)
                if failed.isAnswered { isAnswered = true }
                list.parts.append(left)
            }
        }
        if isTroubled && !isAnswered { throw AllFailed() }
        if isTroubled { occurred.note(.failedAlone) }
        let shape = watching.shape
        if let known, known.contents(shape) == list.contents(shape), !mustRead, isReadAsNow,
            known.isIncomplete == list.isIncomplete
        {
            let isUntouched = untouched.count == list.parts.count
            let stamp = shape == .single ? list.parts[0].stamp : Stamp()
            return answer(
                isUntouched ? .notModified(isMismatched: false) : .sameBytes(stamp), list, isTroubled: isTroubled)
        }
        return answer(try read(&list, received), list, isTroubled: isTroubled)
    }

    /// All of it, where something is new: what has not come now is read again.
    private mutating func read(_ list: inout Parts, _ received: Set<String>) throws -> Served {
        let all = list.parts
        list.parts = []
        for part in all {
            if let read = received.contains(part.name) ? part : try reread(part) { list.parts.append(read) }
        }
        if watching.shape == .single, let part = list.parts.first, let edition = part.edition {
            return .document(edition, stamp ?? part.stamp)
        }
        return .document(list.joined(watching.shape, believed: isReadAsNow ? known?.names ?? [] : []), Stamp())
    }

    /// A list that is one document is no list of parts to those who judge it.
    private func answer(_ served: Served, _ list: Parts, isTroubled: Bool) -> Answer {
        Answer(served: served, parts: watching.shape == .single ? nil : list, isTroubled: isTroubled)
    }

    /// What is left of a document that failed while others did not; nil for a case of which nothing is known.
    private mutating func stay(_ failed: Failed, _ list: inout Parts) throws -> Part? {
        var part = failed.part
        if let edition = part.edition {
            if kept.documents.contains(edition.bytes) { return part }
            occurred.note(watching.shape == .cases ? .forgottenCase : .forgotten)
            part.tags = Model.tags(part.tags, and: part.stamp.tag)
            (part.edition, part.forgotten, part.stamp.tag) = (nil, edition.text, nil)
            part.unread = Part.Sighted(since: now)
        }
        if watching.shape == .cases, part.unread == nil { return known?.part(part.name) == nil ? nil : part }
        occurred.note(.unread)
        var unread = Part.Sighted.more(part.unread, at: now)
        unread.count = min(unread.count, 3)
        part.unread = unread
        if watching.shape == .cases { return part }
        if Gathering.isGivenUp(part, at: now) { occurred.note(.givenUp) } else { list.isIncomplete = true }
        return part
    }

    /// Whether a linked document that was never read is waited for no longer.
    static func isGivenUp(_ part: Part, at now: Double) -> Bool {
        part.forgotten == nil && part.unread?.isEnough(at: now) ?? false
    }

    /// A document that no link leads to is what it was while it is kept, or while it can be had as it was.
    private mutating func unlinked(_ part: Part) throws -> Came? {
        guard let edition = part.edition else { return nil }
        if kept.documents.contains(edition.bytes) { return Came(part: part, how: .untouched) }
        occurred.note(.unlinkedAsked)
        do {
            let came = try request(part, isConditional: false)
            return came.part.edition?.text == edition.text ? came : nil
        } catch is Failed { return nil }
    }

    /// A document that has not come now, read again. One that is not as it was comes now; nil for one without a link
    /// that is not to be had.
    private mutating func reread(_ part: Part) throws -> Part? {
        guard let edition = part.edition, !kept.isSound(edition.bytes) else { return part }
        if isStopped { throw AllFailed() }
        kept.remove(edition.bytes)
        if part.unlinked != nil { return try unlinked(part)?.part }
        occurred.note(.refetched)
        do {
            let came = try request(part, isConditional: false)
            if came.how != .received { throw AllFailed() }
            return came.part
        } catch is Failed { throw AllFailed() }
    }

    // MARK: What there is

    private func cases() -> [Part] { watching.patterns.map { known?.part($0) ?? Part(name: $0) } }

    /// The linked documents, in the order of their links, and those that were linked until a month ago and are kept.
    private mutating func linked(_ list: inout Parts) throws -> [Part] {
        let names = try links(&list)
        var digests: Set<String> = []
        let left = (known?.parts ?? []).filter { !names.contains($0.name) }.compactMap { part -> Part? in
            var part = part
            let since = part.unlinked ?? now
            part.unlinked = since
            guard let bytes = part.edition?.bytes else { return nil }
            if now - since >= Gathering.month {
                occurred.note(.documentDropped)
                return nil
            }
            occurred.note(.documentUnlinked)
            return digests.insert(bytes).inserted ? part : nil
        }
        let linked = names.map { name -> Part in
            guard var part = known?.part(name) else {
                if known != nil { occurred.note(.documentAdded) }
                return Part(name: name)
            }
            if part.unlinked != nil { occurred.note(.documentRelinked) }
            part.unlinked = nil
            return part
        }
        return linked + left
    }

    private mutating func links(_ list: inout Parts) throws -> [String] {
        let stamp = isTrusted && known?.parts.isEmpty == false ? known?.stamp ?? Stamp() : Stamp()
        var request = Request(name: "", tag: stamp.tag, modified: stamp.modified)
        var served = try serve(request)
        if case .notModified(isMismatched: true) = served, request.isConditional {
            occurred.note(.retried)
            request = Request(name: "")
            served = try serve(request)
        }
        switch served {
        case .links(let names, let stamp):
            list.stamp = stamp.withoutAge
            return names
        case .notModified(isMismatched: false) where request.isConditional:
            list.stamp = known?.stamp ?? Stamp()
            return (known?.parts ?? []).filter { $0.unlinked == nil }.map(\.name)
        case .failure(.offline): throw AllFailed(failure: .offline)
        default: throw AllFailed()
        }
    }

    // MARK: What came of one document

    private struct Came {
        enum How { case untouched, same, received }
        var part: Part
        var how: How
    }

    /// What is asked with a condition and answered oddly is asked again without one.
    private mutating func request(_ part: Part, isConditional: Bool) throws -> Came {
        var part = part
        let bytes = part.edition.flatMap {
            kept.documents.contains($0.bytes) && !$0.isCut && isReadAsNow ? $0.bytes : nil
        }
        let stamp = isConditional && bytes != nil ? part.stamp : Stamp()
        switch try serve(Request(name: part.name, tag: stamp.tag, modified: stamp.modified, bytes: bytes)) {
        case .links: throw AllFailed()
        case .notModified(let isMismatched):
            if stamp == Stamp() { throw AllFailed() }
            if isMismatched {
                occurred.note(.retried)
                return try request(part, isConditional: false)
            }
            (part.lost, part.stale) = (nil, nil)
            return Came(part: part, how: .untouched)
        case .sameBytes(let stamp):
            part.stamp = stamp.withoutAge
            (part.lost, part.stale) = (nil, nil)
            return Came(part: part, how: .same)
        case .document(let edition, let stamp): return try receive(part, edition, stamp)
        case .failure(.status(let status)) where isUnknown(part, status):
            occurred.note(status == 404 ? .unknownCase : .goneCase)
            return Came(part: Part(name: part.name), how: .same)
        case .failure(.unreachable): throw AllFailed()
        case .failure(.offline): throw AllFailed(failure: .offline)
        case .failure(let failure):
            if watching.shape == .cases, failure == .status(404) { occurred.note(.refusedCase) }
            throw Failed(part: part)
        }
    }

    /// Whether the server says of a case that it is not on the list.
    private func isUnknown(_ part: Part, _ status: Int) -> Bool {
        watching.shape == .cases && (status == 410 || status == 404 && part.text == nil)
    }

    private mutating func receive(_ part: Part, _ edition: Edition, _ stamp: Stamp) throws -> Came {
        var part = part
        if edition.isCut { occurred.note(.cutPart) }
        let hasRow = edition.lines(by: understanding, hasDates: true).contains { $0.batch == part.name }
        if watching.shape == .cases, present.contains(part.name), !edition.isUncertain, !hasRow {
            return try lose(part, edition)
        }
        if watching.shape == .linked { try refuseStale(part, edition, stamp) }
        let tags = Model.tags(part.tags, and: part.stamp.tag)
        part.tags = part.text == edition.text ? tags.filter { $0 != stamp.tag } : []
        if let old = part.text, old != edition.text {
            part.older = (part.older.filter { $0.text != old } + [Part.Older(text: old, tags: tags)]).suffix(4)
        }
        if part.text != edition.text { part.seen = now }
        part.forgotten = nil
        if hasRow { part.lost = nil }
        (part.edition, part.stamp, part.stale, part.unread) = (edition, stamp.withoutAge, nil, nil)
        self.stamp = stamp
        if !isStopped { kept.keep(edition.bytes) }
        return Came(part: part, how: .received)
    }

    /// A page without its row fails alone until it has said so for a day.
    private mutating func lose(_ part: Part, _ edition: Edition) throws -> Came {
        var part = part
        occurred.note(.lostRow)
        part.lost = .more(part.lost, edition.heading, at: now)
        guard let lost = part.lost, lost.isEnough(at: now) else { throw Failed(part: part, isAnswered: true) }
        occurred.note(.lostCase)
        return Came(part: Part(name: part.name, lost: lost), how: .same)
    }

    /// A stale copy fails alone until it has come three times.
    private mutating func refuseStale(_ part: Part, _ edition: Edition, _ stamp: Stamp) throws {
        guard let old = part.older.last(where: { $0.text == edition.text }), edition.text != part.text,
            let sign = stamp.isOld(beside: part.stamp.modified, seen: part.seen ?? now, oldTags: old.tags, at: now)
        else { return }
        occurred.note(sign.kind)
        if sign == .laterDate { return }
        occurred.note(.staleDocument)
        var part = part
        part.stale = .more(part.stale, edition.bytes, at: now)
        if let stale = part.stale, stale.count >= 3 { return occurred.note(.staleBelieved) }
        throw Failed(part: part, isAnswered: true)
    }
}
