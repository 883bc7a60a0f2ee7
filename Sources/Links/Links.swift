// Finds the links of a page that lead to the list: filters, dates and chooses them. LinkPage.swift reads the page.

import Reading
import Text

/// The largest page, in bytes.
let longestPage = 16 << 20
/// The most links of a page, including repeated ones.
let mostLinks = 100_000
/// The greatest total length of their addresses, in bytes: each contains the base.
let longestAddresses = 16 << 20
/// The most text that is searched for dates, in bytes: ten thousand links with a hundred bytes each.
let longestDated = 1 << 20

/// The links of a page, and the next page of the index.
package struct LinkIndex {
    private let addresses: LinkAddresses

    /// - Parameters:
    ///   - document: a web page (HTML), a feed or sitemap (XML), or JSON; in UTF-8.
    ///   - base: the page's URL after redirections: `http:`, `https:` or `file:`.
    /// - Throws: if the document is no page, or has too many links.
    package init(of document: [UInt8], base: String) throws(ReadingFailure) {
        addresses = try LinkAddresses(page: LinkPage(document, limit: longestPage), base: base)
    }

    /// All links that may be followed, in page order.
    /// On a page with more text than anybody reads, only the first ones have dates.
    package var all: [FoundLink] { dated(addresses.links) }

    private func dated(_ links: some Sequence<LinkTarget>) -> [FoundLink] {
        var length = 0
        return links.map { link in
            length <= longestDated
                ? link.found(addresses.customs, &length) : FoundLink(url: link.url, text: link.text)
        }
    }

    /// The matching links, the chosen one first. Polls and previews both use this choice.
    ///
    /// - Throws: if more match than allowed, and all are wanted.
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
            // Dates of ISO 8601 sort as texts; a missing one sorts first. Of equal dates the first on the page comes
            // first.
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

    /// The requested links, and the next page of the index if it may have more.
    ///
    /// - Parameter isFurther: whether an earlier page has matching links, so that this one need not have any.
    /// - Returns: for `all` the links in page order, otherwise one; none if the next page or an earlier one must have
    ///   them.
    /// - Throws: if nothing matches, with the nearest links; if the requested link leads from https to http: another
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

    /// Whether the following pages may have requested links although this one has matches: all of them, or the last; or
    /// newer ones, if this page begins with the oldest.
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

/// The requested links of a single page.
package func foundLinks(
    in document: [UInt8], base: String, matching request: LinkRequest
) throws(ReadingFailure) -> [FoundLink] {
    try LinkIndex(of: document, base: base).found(request).links
}

/// All links of a page, in page order.
package func allLinks(in document: [UInt8], base: String) throws(ReadingFailure) -> [FoundLink] {
    try LinkIndex(of: document, base: base).all
}

/// The error for an index with more matches than one list may have.
private func tooManyMatches(_ count: Int) -> ReadingFailure {
    ReadingFailure(
        .limit,
        "\(count) links of the page match, but at most \(LinkRequest.most) may: narrow the pattern in link")
}

/// The error if nothing matches.
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
    let near = nearest(of: links, glob).map { sanitized($0.name, limit: 80) }
    guard !near.isEmpty else { return ReadingFailure(.unreadable, "\(which) \"\(told(pattern))\"") }
    let more = links.count > near.count ? ", …" : ""
    return ReadingFailure(
        .unreadable, "\(which) \"\(told(pattern))\"; there is \(near.joined(separator: ", "))\(more)")
}

/// Up to three links that share the most with the pattern's literal parts; if none does, the first that look like
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

/// Whether a file name has the extension of a document.
func isDocumentName(_ name: String) -> Bool {
    guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")), name.utf8.distance(from: dot, to: name.endIndex) <= 5
    else { return false }
    return documentEndings.contains(name[name.utf8.index(after: dot)...].lowercased())
}

private let documentEndings: Set<String> = [
    "pdf", "ods", "fods", "xlsx", "xlsm", "xls", "csv", "tsv", "txt", "json", "xml", "doc", "docx", "odt", "zip",
]
