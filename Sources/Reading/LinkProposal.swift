// Which links of a page lead to the editions of a list: those whose names differ in dates and numbers only.

/// The links to documents that look like editions of one list.
package struct LinkProposal: Hashable, Sendable {
    package let request: LinkRequest
    /// Those that the request would take, the newest first; in the page's order where they have no dates.
    package let links: [FoundLink]

    /// What lists are published as. Web pages count where nothing else is there.
    private static let documents = ["pdf", "ods", "xlsx", "xls", "csv"]
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

/// The file name of a link's address, and what of it stays from edition to edition.
private struct LinkName {
    let link: FoundLink
    /// After the last dot, in lower case.
    let ending: String
    /// The name with what varies as `*`, in lower case.
    let pattern: String
    /// What matches all editions.
    let glob: String
    /// Whether there is anything that varies.
    let varies: Bool

    init?(_ link: FoundLink) {
        let address = link.url.prefix { $0 != "?" && $0 != "#" }
        let host = address.range(after: "://")
        guard let slash = host.lastIndex(of: "/") else { return nil }
        let name = host[host.index(after: slash)...]
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return nil }
        self.link = link
        ending = name[name.index(after: dot)...].lowercased()
        let fixed = LinkName.fixedWords(of: String(name[..<dot]))
        varies = fixed.varies
        // Without any word that stays, any document of this kind will do.
        let words = fixed.words.isEmpty ? "*" : "*" + fixed.words.joined(separator: "*") + (fixed.endsOpen ? "*" : "")
        // What follows the name in the address may be anything.
        glob = words + name[dot...] + (address.count < link.url.count ? "*" : "")
        pattern = glob.lowercased()
    }

    /// The parts of a name that stay, without what parts them from what varies.
    private static func fixedWords(of name: String) -> (words: [String], varies: Bool, endsOpen: Bool) {
        var words: [String] = []
        var open = ""
        var varies = false
        var endsOpen = false
        for token in tokens(of: name) {
            if isVarying(token) {
                varies = true
                endsOpen = true
                if let word = trimmed(open) { words.append(word) }
                open = ""
            } else if endsOpen && open.isEmpty && joiners.contains(token.lowercased()) {
                continue
            } else if !(open.isEmpty && isSeparator(token)) {
                open += token
                endsOpen = false
            }
        }
        if let word = trimmed(open) {
            words.append(word)
        } else if !words.isEmpty {
            endsOpen = true
        }
        return (words, varies, endsOpen)
    }

    /// Runs of digits, of letters, and single other characters. "%20" is one.
    private static func tokens(of name: String) -> [String] {
        var tokens: [String] = []
        var rest = name[...]
        while let first = rest.first {
            var token: Substring
            if first == "%", rest.dropFirst().prefix(2).allSatisfy(\.isHexDigit), rest.count > 2 {
                token = rest.prefix(3)
            } else if first.isNumber {
                token = rest.prefix { $0.isNumber }
            } else if first.isLetter {
                token = rest.prefix { $0.isLetter }
            } else {
                token = rest.prefix(1)
            }
            // A sign of the glob itself: any character is as good.
            if token == "*" { token = "?" }
            tokens.append(String(token))
            rest = rest.dropFirst(token.count)
        }
        return tokens
    }

    private static let months = [
        "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
        "december",
    ]
    private static let ordinals = ["st", "nd", "rd", "th"]
    /// What stands between two dates.
    private static let joiners = ["to", "and", "until", "till", "bis"]

    private static func isVarying(_ token: String) -> Bool {
        if token.first?.isNumber == true { return true }
        let token = token.lowercased()
        return ordinals.contains(token) || token == "sept"
            || (token.count >= 3 && months.contains { $0 == token || (token.count == 3 && $0.hasPrefix(token)) })
    }

    private static func isSeparator(_ token: String) -> Bool {
        token == "%20" || (token.count == 1 && !(token.first?.isLetter ?? false) && !(token.first?.isNumber ?? false))
    }

    /// Without separators at its ends; nil for nothing else.
    private static func trimmed(_ text: String) -> String? {
        var tokens = tokens(of: text)[...]
        while let first = tokens.first, isSeparator(first) { tokens = tokens.dropFirst() }
        while let last = tokens.last, isSeparator(last) { tokens = tokens.dropLast() }
        return tokens.isEmpty ? nil : tokens.joined()
    }
}

extension Substring {
    /// What follows the first occurrence of a text; all where there is none.
    fileprivate func range(after text: String) -> Substring {
        var rest = self
        while !rest.isEmpty {
            if rest.hasPrefix(text) { return rest.dropFirst(text.count) }
            rest = rest.dropFirst()
        }
        return self
    }
}
