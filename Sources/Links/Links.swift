// The links of a page that lead to the list: looked for, compared, dated and chosen. What a page is, and where its
// links stand, is told in LinkPage.swift.

import Reading
import Text

/// The largest page, in bytes.
let longestPage = 16 << 20
/// The most links of a page, repeated ones included.
let mostLinks = 100_000
/// The longest that their addresses may be together, in bytes: a base is a part of each.
let longestAddresses = 16 << 20
/// How much text is looked through for dates, in bytes: ten thousand links with a hundred bytes each.
let longestDated = 1 << 20

/// The links of a page, and where the index goes on.
package struct LinkIndex {
    private let addresses: LinkAddresses

    /// - Parameters:
    ///   - document: a web page (HTML), a feed or sitemap (XML), or JSON; in UTF-8.
    ///   - base: the URL that it came from, after redirections: `http:`, `https:` or `file:`.
    /// - Throws: what is no page; a page with too many links.
    package init(of document: [UInt8], base: String) throws(ReadingFailure) {
        addresses = try LinkAddresses(page: LinkPage(document, limit: longestPage), base: base)
    }

    /// All links that may be followed, in the page's order.
    /// Of a page that says more than anybody reads, the first ones have their dates.
    package var all: [FoundLink] { dated(addresses.links) }

    private func dated(_ links: some Sequence<LinkTarget>) -> [FoundLink] {
        var length = 0
        return links.map { link in
            length <= longestDated
                ? link.found(addresses.customs, &length) : FoundLink(url: link.url, text: link.text)
        }
    }

    /// The links that match, the one that is taken in front. Here it is decided which that is, for a poll and for
    /// whoever wants to see it before.
    ///
    /// - Throws: that more match than may, where all are wanted.
    package func matches(of request: LinkRequest) throws(ReadingFailure) -> [FoundLink] {
        let glob = Glob(request.glob)
        let matches = addresses.all.filter { $0.matches(glob) }
        switch request.pick {
        case .first: return dated(matches)
        case .last: return dated(matches.reversed())
        case .all:
            guard matches.count <= LinkRequest.most else { throw tooManyMatches(matches.count) }
            return dated(matches)
        case .newest:
            // Dates of ISO 8601 are ordered as texts; none is before all. Of equals the first on the page comes first.
            var length = 0
            var found: [FoundLink] = []
            for match in matches {
                found.append(match.found(addresses.customs, &length))
                guard length <= longestDated else {
                    throw ReadingFailure(
                        .limit,
                        "the links that match have more than \(longestDated) bytes to look for dates in: "
                            + "narrow the pattern in link")
                }
            }
            return found.enumerated().sorted {
                let (left, right) = ($0.element.date ?? "", $1.element.date ?? "")
                return left == right ? $0.offset < $1.offset : left > right
            }.map(\.element)
        }
    }

    /// The links that are asked for, and the next page of the index where that may have others.
    ///
    /// - Parameter isFurther: whether a page before this one has links that match, so that this one need not have any.
    /// - Returns: for `all` in the order of the page, else one; none where the next page, or one before, has to have
    ///   them.
    /// - Throws: that nothing matches, and what is nearest; that what is asked for leads from https to http: another
    ///   link would be an older edition, or a part of the list.
    package func found(
        _ request: LinkRequest, isFurther: Bool = false
    ) throws(ReadingFailure) -> (links: [FoundLink], next: String?) {
        let matches = try matches(of: request)
        let insecure = Set(addresses.insecure.map(\.url))
        guard matches.contains(where: { !insecure.contains($0.url) }) else {
            if isFurther || addresses.next != nil && matches.isEmpty { return ([], addresses.next) }
            guard addresses.count > 0 else {
                throw ReadingFailure(
                    .unreadable,
                    "the page has no links; if a browser shows some, they are made by a script, which is not run here")
            }
            throw noMatch(addresses, request.glob, Glob(request.glob))
        }
        let chosen = request.pick == .all ? matches : Array(matches.prefix(1))
        if let first = chosen.first(where: { insecure.contains($0.url) }) {
            throw ReadingFailure(
                .unreadable, "the link to \(told(first.url)) leads from https to http, which is not followed")
        }
        return (chosen, goesOn(request, matches, isFurther) ? addresses.next : nil)
    }

    /// Whether the pages that follow may have what is asked for, where this one has links that match: all of them, or
    /// the last; or newer ones, since here the oldest come first.
    private func goesOn(_ request: LinkRequest, _ matches: [FoundLink], _ isFurther: Bool) -> Bool {
        switch request.pick {
        case .first: return false
        case .last, .all: return true
        case .newest:
            if isFurther { return true }
            let dates = Dictionary(matches.map { ($0.url, $0.date ?? "") }) { first, _ in first }
            let dated = addresses.all.compactMap { dates[$0.url] }.filter { !$0.isEmpty }
            return dated.count > 1 && dated[0] < dated[dated.count - 1]
        }
    }
}

/// Likewise, of a page by itself.
package func foundLinks(
    in document: [UInt8], base: String, matching request: LinkRequest
) throws(ReadingFailure) -> [FoundLink] {
    try LinkIndex(of: document, base: base).found(request).links
}

/// All links of a page, in its order.
package func allLinks(in document: [UInt8], base: String) throws(ReadingFailure) -> [FoundLink] {
    try LinkIndex(of: document, base: base).all
}

/// The word for an index of which more is wanted than one list has.
private func tooManyMatches(_ count: Int) -> ReadingFailure {
    ReadingFailure(
        .limit,
        "\(count) links of the page match, but at most \(LinkRequest.most) may: narrow the pattern in link")
}

/// What there is in place of a match.
private func noMatch(_ addresses: LinkAddresses, _ pattern: String, _ glob: Glob) -> ReadingFailure {
    let links = addresses.links
    let insecure = addresses.insecure.count { $0.matches(glob) }
    guard insecure == 0 else {
        let which = insecure == 1 ? "the one link that matches leads" : "the \(insecure) links that match lead"
        return ReadingFailure(
            .unreadable, "\(which) from https to http, which is not followed: \"\(told(pattern))\"")
    }
    let count = addresses.count
    let which =
        count == 1 ? "the one link of the page does not match" : "none of the \(count) links of the page matches"
    let near = nearest(of: links, glob).map { inert($0.name, limit: 80) }
    guard !near.isEmpty else { return ReadingFailure(.unreadable, "\(which) \"\(told(pattern))\"") }
    let more = links.count > near.count ? ", …" : ""
    return ReadingFailure(
        .unreadable, "\(which) \"\(told(pattern))\"; there is \(near.joined(separator: ", "))\(more)")
}

/// Up to three links that share the most of the pattern's literal parts; where none does, the first that look like
/// documents.
private func nearest(of links: [LinkTarget], _ glob: Glob) -> [LinkTarget] {
    let parts = glob.literals.filter { $0.count > 1 }
    var best: [(link: LinkTarget, score: Int)] = []
    for link in links where !link.name.isEmpty {
        let text = (link.name + " " + link.text).lowercased()
        let score = parts.reduce(0) { $0 + (text.holds($1) ? $1.count : 0) }
        guard score > 0, best.count < 3 || score > (best.last?.score ?? 0) else { continue }
        let place = best.firstIndex { $0.score < score } ?? best.count
        best.insert((link, score), at: place)
        if best.count > 3 { best.removeLast() }
    }
    return best.isEmpty ? Array(links.lazy.filter { isDocumentName($0.name) }.prefix(3)) : best.map(\.link)
}

/// Whether a file's name ends as those of documents do.
func isDocumentName(_ name: String) -> Bool {
    guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")), name.utf8.distance(from: dot, to: name.endIndex) <= 5
    else { return false }
    return documentEndings.contains(name[name.utf8.index(after: dot)...].lowercased())
}

private let documentEndings: Set<String> = [
    "pdf", "ods", "fods", "xlsx", "xlsm", "xls", "csv", "tsv", "txt", "json", "xml", "doc", "docx", "odt", "zip",
]
