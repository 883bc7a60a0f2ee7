// The documents that a poll requests, if there may be several: those that the pages of an index link to, or a page for
// each case.

import Configuration
import Reading
import Rows
import Text

extension ListPoll {
    /// The documents that the page links to, and those that it linked to until some days ago.
    mutating func linkedParts() throws(ReadingFailure) -> [DocumentPart] {
        let linked = try links().map { url in
            var part = known?.part(at: url) ?? DocumentPart(url: url)
            if case .unlinked(let document, _) = part.state { part.state = .read(document) }
            return part
        }
        guard source.links?.pick == .all else { return linked }
        let isLinked = Set(linked.map(\.url))
        var digests: Set<String> = []
        // Changing addresses lead to the same documents again and again.
        let left = (known?.parts ?? []).compactMap { part -> DocumentPart? in
            guard !isLinked.contains(part.url) else { return nil }
            var part = part
            switch part.state {
            case .read(let document): part.state = .unlinked(document, since: now)
            case .unlinked(_, let since) where now.timeIntervalSince(since) < ListPoll.timeToDrop: break
            case .unlinked, .absent, .unread: return nil
            }
            return digests.insert(part.digest).inserted ? part : nil
        }
        return linked + left.prefix(LinkRequest.most)
    }

    /// The targets of the page's links; the known ones if the page is unchanged.
    private mutating func links() throws(ReadingFailure) -> [String] {
        var page = request
        page.links = source.links
        if isTrusted, let known, !known.parts.isEmpty { page.validators = known.pageValidators }
        var reply = ask(page, keepingIn: nil)
        if case .notModified(let freshness) = reply, freshness.isMismatched, page.validators != nil {
            page.validators = nil
            reply = ask(page, keepingIn: nil)
        }
        switch reply {
        case .links(let facts, let links, let next):
            list.pageValidators = next == nil ? facts.validators : nil
            // A page that was public once stays public.
            if list.isPublic != true { list.isPublic = facts.isPublic }
            let found = try self.links(links, behind: page.url, next: next)
            list.isUndated = source.links?.pick == .newest && found.first?.date == nil ? true : nil
            return found.map(\.url)
        case .notModified where page.validators == nil: throw .unaskedNotModified
        case .notModified:
            list.pageValidators = known?.pageValidators
            list.isUndated = known?.isUndated
            return (known?.parts ?? []).filter { if case .unlinked = $0.state { false } else { true } }.map(\.url)
        case .failure(let failure): throw failure
        default: throw ReadingFailure(.reader, "the reader sent a reply that does not fit the request")
        }
    }

    /// The links of an index in several pages. If one page is missing, the whole poll fails, so that no document counts
    /// as gone because of it. All pages are fetched whole each time: an unchanged first page says nothing about the
    /// others.
    ///
    /// - Parameters:
    ///   - first: the links of the first page.
    ///   - url: the address of that page.
    ///   - next: the page after it; nil if no more are needed.
    private mutating func links(
        _ first: [FoundLink], behind url: String, next: String?
    ) throws(ReadingFailure) -> [FoundLink] {
        var found = first
        var asked = [url]
        var next = next
        while let url = next {
            guard !asked.contains(url) else {
                throw ReadingFailure(.unreadable, "the pages of the index go round in a circle, by way of \(told(url))")
            }
            guard asked.count < LinkRequest.mostPages else {
                throw ReadingFailure(.limit, "the index has more than \(LinkRequest.mostPages) pages")
            }
            asked.append(url)
            var page = request
            (page.url, page.links, page.isFurtherPage) = (url, source.links, !found.isEmpty)
            page.mustBePublic = list.isPublic == true
            if !sharesOrigin(url, source.url) { page.fetch.removeSecrets() }
            switch ask(page, keepingIn: nil) {
            case .links(_, let links, let following):
                let known = Set(found.map(\.url))
                found += links.filter { !known.contains($0.url) }
                next = following
            case .failure(let failure) where failure.isOfThisMachine: throw failure
            case .failure(var failure):
                failure.cause = "page \(asked.count) of the index: \(failure.cause)"
                throw failure
            default: throw ReadingFailure(.reader, "the reader sent a reply that does not fit the request")
            }
        }
        switch source.links?.pick {
        case .newest:
            return found.max { $0.date ?? "" < $1.date ?? "" }.map { newest in
                [found.first { $0.date == newest.date } ?? newest]
            } ?? []
        case .last: return found.suffix(1)
        case .first: return Array(found.prefix(1))
        case .all, nil:
            guard found.count <= LinkRequest.most else {
                throw ReadingFailure(
                    .limit,
                    "\(found.count) links of the index match, but at most \(LinkRequest.most) may: "
                        + "narrow the pattern in link")
            }
            return found
        }
    }

    /// A page for each watched batch.
    func cases() -> [DocumentPart] {
        source.watched.map(\.pattern).filter(\.isLiteral).map { pattern in
            var url = source.url.with(percentEncoded(pattern.key), inPlaceOf: SourceConfig.batchInURL)
            // A part is identified by its address, so each case needs its own. A fragment is never sent.
            if source.submission != nil { url = url.prefix { $0 != "#" } + "#" + percentEncoded(pattern.key) }
            var part = known?.part(at: url) ?? DocumentPart(url: url)
            part.batch = pattern.key
            return part
        }
    }

    /// Whether the server says that the case does not exist: 410 at any time, 404 if it never existed. A case also
    /// existed if its page was lost here and could not be fetched since.
    func isUnknownCase(_ failure: ReadingFailure, _ part: DocumentPart) -> Bool {
        // A missing form says nothing about a case.
        part.batch != nil && source.submission?.hasPage != true
            && (failure.status == 410 || failure.status == 404 && part.state == .absent)
    }
}
