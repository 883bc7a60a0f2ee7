// Which links of a page lead to the editions of a list: those whose names differ in dates and numbers only.

import Reading

/// The links to documents that look like editions of one list.
package struct LinkProposal: Hashable, Sendable {
    package let request: LinkRequest
    /// Those that the request would take, the newest first; in the page's order where they have no dates.
    package let links: [FoundLink]

    /// What lists are published as. Web pages count where nothing else is there.
    private static let documents = ["pdf", "ods", "fods", "xlsx", "xls", "csv"]
    private static let pages = ["html", "htm"]

    /// The largest group of links to documents of one name; those with dates before those without, and of equals the
    /// first on the page. Nil for a page without such links.
    ///
    /// - Parameter links: all links of the page, in its order.
    package init?(among links: [FoundLink]) {
        let all = links.compactMap { LinkName($0) }
        let documents = all.filter { Self.documents.contains($0.ending) }
        let named = documents.isEmpty ? all.filter { Self.pages.contains($0.ending) && $0.varies } : documents
        var groups: [(pattern: String, names: [LinkName])] = []
        var places: [String: Int] = [:]
        for name in named {
            if let place = places[name.pattern] {
                groups[place].names.append(name)
            } else {
                places[name.pattern] = groups.count
                groups.append((name.pattern, [name]))
            }
        }
        var best: (names: [LinkName], worth: Int)?
        for group in groups {
            // One document may be linked twice, by its name and by a picture.
            let distinct = Set(group.names.map(\.link.url)).count
            let worth = 2 * distinct + (group.names.contains { $0.link.date != nil || $0.varies } ? 1 : 0)
            if worth > best?.worth ?? 0 { best = (group.names, worth) }
        }
        guard let best, let first = best.names.first else { return nil }
        var seen: Set<String> = []
        let found = best.names.map(\.link).filter { seen.insert($0.url).inserted }
        let order = found.enumerated().sorted {
            let (left, right) = ($0.element.date ?? "", $1.element.date ?? "")
            return left == right ? $0.offset < $1.offset : left > right
        }
        request = LinkRequest(glob: first.glob, pick: .newest)
        self.links = order.map(\.element)
    }
}
