// Which links of a page lead to the editions of a list: those whose names, texts or addresses differ in dates and
// numbers only.

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
        let all = links.compactMap { LinkName($0) }
        let documents = all.filter(\.isDocument)
        let pages = documents.isEmpty ? all.filter(\.isPage) : []
        let named = documents.isEmpty ? pages.isEmpty ? all.filter { $0.link.date != nil } : pages : documents
        // One dated link to a page is any piece of news.
        let fewest = documents.isEmpty && pages.isEmpty ? 2 : 1
        var groups = LinkGroups()
        for name in named {
            if let glob = name.nameGlob { groups.add(name, glob, name.nameVaries) }
            if let glob = name.textGlob { groups.add(name, glob, name.textVaries) }
        }
        var best = groups.best
        if best?.count ?? 0 < 2 {
            var rest = LinkGroups()
            for name in named {
                if let glob = name.anyNameGlob, name.nameGlob == nil { rest.add(name, glob, true) }
                if let glob = name.addressGlob { rest.add(name, glob, true) }
            }
            if let other = rest.best, other.count > 1 || best == nil { best = other }
        }
        guard let best, best.count >= fewest else { return nil }
        request = LinkRequest(glob: best.glob, pick: best.pick)
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
        var worth: Int {
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

    /// The one with the most documents.
    var best: Group? {
        var best: Group?
        for group in groups where group.worth > best?.worth ?? Int.min { best = group }
        return best
    }
}
