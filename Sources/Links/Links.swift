// The links of a page that lead to the list: looked for, compared, dated and chosen. What a page is, and where its
// links stand, is told in LinkPage.swift.

import Markup
import Reading
import Text

/// The largest page, in bytes.
let longestPage = 16 << 20
/// The most links of a page, repeated ones included.
let mostLinks = 100_000
/// The longest that their addresses may be together, in bytes: a base is a part of each.
let longestAddresses = 16 << 20

/// Finds the links of a page that are asked for.
///
/// - Parameters:
///   - document: a web page (HTML), a feed or sitemap (XML), or JSON; in UTF-8.
///   - base: the URL that it came from, after redirections: `http:`, `https:` or `file:`.
///   - request: which links, and which of several.
/// - Returns: never nothing; for `all` in the order of the page, else one.
/// - Throws: that nothing matches, and what is nearest; that what is asked for leads from https to http: another link
///   would be an older edition, or a part of the list; what is no page; a page with too many links or matches.
package func foundLinks(
    in document: [UInt8], base: String, matching request: LinkRequest
) throws(ReadingFailure) -> [FoundLink] {
    let page = try LinkPage(document, limit: longestPage)
    let addresses = try LinkAddresses(page: page, base: base)
    guard addresses.count > 0 else {
        throw ReadingFailure(
            .unreadable,
            "the page has no links; if a browser shows some, they are made by a script, which is not run here")
    }
    let glob = Glob(request.glob)
    let matches = addresses.all.filter { $0.matches(glob) }
    guard matches.contains(where: { !$0.isInsecure }) else { throw noMatch(addresses, request.glob, glob) }
    let chosen = try chosen(
        of: matches, request.pick, dayFirst: dayComesFirst(in: addresses.all.lazy.flatMap(\.datedTexts)))
    let insecure = Set(matches.lazy.filter(\.isInsecure).map(\.url))
    if let first = chosen.first(where: { insecure.contains($0.url) }) {
        throw ReadingFailure(
            .unreadable, "the link to \(told(first.url)) leads from https to http, which is not followed")
    }
    return chosen
}

/// All links of a page, in its order.
package func allLinks(in document: [UInt8], base: String) throws(ReadingFailure) -> [FoundLink] {
    let links = try LinkAddresses(page: LinkPage(document, limit: longestPage), base: base).links
    let dayFirst = dayComesFirst(in: links.lazy.flatMap(\.datedTexts))
    return links.map { $0.found(dayFirst) }
}

private func chosen(
    of matches: [LinkTarget], _ pick: LinkPick, dayFirst: Bool?
) throws(ReadingFailure) -> [FoundLink] {
    switch pick {
    case .first: return matches.prefix(1).map { $0.found(dayFirst) }
    case .last: return matches.suffix(1).map { $0.found(dayFirst) }
    case .all:
        guard matches.count <= LinkRequest.most else {
            throw ReadingFailure(
                .limit,
                "\(matches.count) links of the page match, but at most \(LinkRequest.most) may: "
                    + "narrow the pattern in link"
            )
        }
        return matches.map { $0.found(dayFirst) }
    case .newest:
        var newest: FoundLink?
        for match in matches {
            let found = match.found(dayFirst)
            // Dates of ISO 8601 are ordered as texts; none is before all.
            guard let best = newest, (best.date ?? "") >= (found.date ?? "") else {
                newest = found
                continue
            }
        }
        return newest.map { [$0] } ?? []
    }
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
        let score = parts.reduce(0) { $0 + (text.contains($1) ? $1.count : 0) }
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
    "pdf", "ods", "xlsx", "xlsm", "xls", "csv", "tsv", "txt", "json", "xml", "doc", "docx", "odt", "zip",
]
