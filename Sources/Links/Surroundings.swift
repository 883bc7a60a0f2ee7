// Finds the text around a link: the row of a table, the list item or the card that contains only this link, or the text
// after it on a line. It has the date if neither the link's address nor its text has one.

import Markup
import Text

/// The text of a page as far as it may belong to links.
struct Surroundings {
    /// The longest text of a row or card that is kept, in bytes.
    static let longest = 400
    /// Elements that separate texts.
    static let parts: Set<String> = [
        "br", "p", "div", "td", "th", "li", "tr", "dd", "dt", "article", "section", "figure", "details", "summary",
        "h1",
        "h2", "h3", "h4", "h5", "h6", "time", "hr",
    ]
    /// Elements that may contain a link and related text.
    private static let holders: Set<String> = ["tr", "li", "p", "div", "dd", "article", "section", "figure", "td"]
    /// Deeper elements are ignored.
    private static let deepest = 50
    /// A row may link to one document in so many formats.
    private static let mostOfRow = 4

    private struct Holder {
        var name: String
        /// The start of its text.
        var start: Int
        /// The number of its first link.
        var first: Int
    }

    private var text: [UInt8] = []
    private var open: [Holder] = []
    /// The start of the last term of a definition list, and the number of links before it.
    private var term: (start: Int, first: Int)?
    /// How many open elements keep their line breaks.
    private var lines = 0
    /// The range of the text around each link, in `text`.
    private var places: [Range<Int>?] = []

    mutating func start(_ name: String, links: Int) {
        if Self.parts.contains(name) { text.append(0x20) }
        if name == "pre" { lines += 1 }
        if name == "dt" { term = (text.count, links) }
        guard Self.holders.contains(name), open.count < Self.deepest else { return }
        let isDescription = name == "dd" && term?.first == links
        open.append(Holder(name: name, start: isDescription ? term?.start ?? text.count : text.count, first: links))
    }

    mutating func add(_ bytes: some Collection<UInt8>) {
        text.append(0x20)
        text += bytes
        text.append(0x20)
    }

    /// Adds a text.
    ///
    /// - Parameter link: the last link, if the text follows it.
    mutating func add(_ bytes: UnsafeBufferPointer<UInt8>, behind link: Int?) {
        let line = bytes.prefix(Self.longest).prefix { $0 != 0x0A }.count
        if lines > 0, let link, place(of: link) == nil, line > 0 { set(text.count..<text.count + line, of: link) }
        text += bytes
    }

    /// Ends an element: its text belongs to its only link, the text of a row to each of its links.
    mutating func end(_ name: String, _ links: [WrittenLink]) {
        if name == "pre" { lines = max(0, lines - 1) }
        guard Self.holders.contains(name), let place = open.lastIndex(where: { $0.name == name }) else { return }
        let holder = open[place]
        open.removeLast(open.count - place)
        guard holder.first < links.count, links.count - holder.first <= Self.mostOfRow,
            text.count - holder.start <= Self.longest
        else { return }
        let address = links[holder.first].address
        // A link below the first address belongs to it: a data set's page, and its download.
        let isOne = links[holder.first...].allSatisfy {
            $0.address == address || address.count > 8 && $0.address.hasPrefix(address + "/")
        }
        for link in holder.first..<links.count {
            let hasOwn = self.place(of: link).map { text[$0].contains { 0x30...0x39 ~= $0 } } ?? false
            if isOne || name == "tr" && !hasOwn { set(holder.start..<text.count, of: link) }
        }
    }

    /// The links with the text around them.
    func around(_ links: [WrittenLink]) -> [WrittenLink] {
        var links = links
        for (index, place) in places.enumerated() where index < links.count {
            if let place { links[index].around = lineOfText(text[place]) }
        }
        return links
    }

    private func place(of link: Int) -> Range<Int>? { link < places.count ? places[link] : nil }

    private mutating func set(_ place: Range<Int>, of link: Int) {
        while places.count <= link { places.append(nil) }
        places[link] = place
    }
}
