// Finds the links of a page that lead to the editions of a list: their names, texts or addresses differ only in dates
// and numbers.

import Reading

/// How to tell the links to documents that look like editions of one list.
package struct LinkProposal: Hashable, Sendable {
    package let request: LinkRequest

    /// The largest group of links to documents of one name, or of one text where their names say nothing; where the
    /// texts say nothing either, of one form of address. Groups with dates before those without, and of equals the
    /// first on the page. Web pages count where nothing else is there. Nil for a page without such links.
    ///
    /// - Parameter links: all links of the page, in its order.
    package init?(among links: [FoundLink]) {
        guard let first = Self.candidates(among: links).first else { return nil }
        request = first
    }

    /// So many groups may be looked at.
    private static let mostCandidates = 3

    /// The same, and what else may be it: the likeliest first.
    package static func candidates(among links: [FoundLink]) -> [LinkRequest] {
        let all = links.compactMap { LinkName($0) }
        let documents = all.filter(\.isDocument)
        let pages = documents.isEmpty ? all.filter(\.isPage) : []
        let dated = all.filter { $0.link.date != nil && !$0.isDocument }
        // One dated link to a page is any piece of news.
        var found =
            documents.isEmpty && pages.isEmpty
            ? groups(of: dated, fewest: 2) : groups(of: documents.isEmpty ? pages : documents, fewest: 1)
        if !documents.isEmpty { found += groups(of: dated, fewest: 2) }
        var seen: Set<String> = []
        var requests: [LinkRequest] = []
        for group in found where requests.count < mostCandidates && !group.addresses.isSubset(of: seen) {
            seen.formUnion(group.addresses)
            requests.append(LinkRequest(glob: group.glob, pick: group.pick))
        }
        return requests
    }

    private static func groups(of names: [LinkName], fewest: Int) -> [LinkGroups.Group] {
        var groups = LinkGroups()
        for name in names {
            if let glob = name.nameGlob { groups.add(name, glob, name.nameVaries) }
            if let glob = name.textGlob { groups.add(name, glob, name.textVaries) }
        }
        var found = groups.all
        if found.first?.count ?? 0 < 2 {
            var rest = LinkGroups()
            for name in names {
                if let glob = name.anyNameGlob, name.nameGlob == nil { rest.add(name, glob, true) }
                if let glob = name.addressGlob { rest.add(name, glob, true) }
            }
            let others = rest.all
            found = others.first?.count ?? 0 > 1 ? others + found : found + others
        }
        return found.filter { $0.count >= fewest }
    }
}

/// Links with the patterns that match them.
private struct LinkGroups {
    struct Group {
        var glob: String
        var names: [LinkName] = []
        var addresses: Set<String> = []
        var varies = false

        /// How many documents it has: one may be linked twice, by its name and by a picture.
        var count: Int { addresses.count }

        /// What varies tells editions; a text that never does, and has no date by it, may be that of anything.
        var score: Int {
            2 * count + (varies ? 1 : names.contains { $0.link.date != nil } ? 0 : -count)
        }

        /// The newest; where nothing has a date and numbers go up, the last.
        var pick: LinkPick {
            let numbers = names.compactMap(\.number)
            let isRising = count > 1 && numbers.count == names.count && zip(numbers, numbers.dropFirst()).allSatisfy(<)
            return isRising && names.allSatisfy { $0.link.date == nil } ? .last : .newest
        }
    }

    private var groups: [Group] = []
    private var places: [String: Int] = [:]

    mutating func add(_ name: LinkName, _ glob: String, _ varies: Bool) {
        let key = glob.lowercased()
        if places[key] == nil {
            places[key] = groups.count
            groups.append(Group(glob: glob))
        }
        guard let place = places[key] else { return }
        groups[place].names.append(name)
        groups[place].addresses.insert(name.link.url)
        groups[place].varies = groups[place].varies || varies
    }

    /// Those with the most documents first.
    var all: [Group] {
        groups.enumerated().sorted { left, right in
            (right.element.score, left.offset) < (left.element.score, right.offset)
        }.map(\.element)
    }
}
