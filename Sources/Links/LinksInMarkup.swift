// The links of web pages (HTML), feeds (RSS, Atom) and sitemaps.

import Markup
import Text

/// The `a` and `area` elements of a page (HTML 4.6), with the text around them.
struct PageLinks: MarkupReceiver {
    /// Links without the text around them.
    private var links: [WrittenLink] = []
    private(set) var base: String?
    /// The declared language (HTML 3.2.6.2).
    private(set) var language: String?
    /// The address of the next page of the index (HTML 4.6.7.14).
    private(set) var next: String?
    private var isInStyle = false
    /// The open link, its text in attributes, and its text.
    private var open: (address: String, title: String)?
    private var content: [UInt8] = []
    private var surroundings = Surroundings()
    private var years = SectionYears()

    mutating func start(_ name: ElementName, _ attributes: Attributes) throws(TableError) {
        func value(_ name: String) -> String? { attributes.first { $0.name.lowercased() == name }?.value }
        let element = name.string.lowercased()
        surroundings.start(element, links: links.count)
        years.start(element)
        isInStyle = element == "style"
        switch element {
        case "html": language = language ?? value("lang") ?? value("xml:lang")
        case "base": base = base ?? value("href")
        case "link": next = next ?? nextAddress(value("rel"), value("href"))
        case "a":
            try finish()
            guard let address = value("href") else { return }
            next = next ?? nextAddress(value("rel"), address)
            open = (address, [value("title"), value("aria-label")].lazy.compactMap(\.self).first { !$0.isEmpty } ?? "")
        case "area":
            guard let address = value("href") else { return }
            let title = [value("alt"), value("title"), value("aria-label")].lazy.compactMap(\.self).first {
                !$0.isEmpty
            }
            try add(WrittenLink(address: address, text: lineOfText((title ?? "").utf8)), to: &links)
        case "img":
            if let link = open, link.title.isEmpty { open = (link.address, value("alt") ?? "") }
        case "time": if let day = value("datetime") { surroundings.add(day.utf8.prefix(40)) }
        default: break
        }
        if Surroundings.parts.contains(element), open != nil { content.append(0x20) }
    }

    mutating func end(_ name: ElementName) throws(TableError) {
        let element = name.string.lowercased()
        isInStyle = false
        if element == "a" { try finish() }
        surroundings.end(element, links)
        years.end(element)
    }

    mutating func text(_ bytes: UnsafeBufferPointer<UInt8>) {
        if isInStyle { return }
        if open != nil, content.count < 16 * LinkPage.longestText { content += bytes }
        years.add(bytes)
        surroundings.add(bytes, behind: open == nil ? links.indices.last : nil)
    }

    /// All links, in page order.
    mutating func all() throws(TableError) -> [WrittenLink] {
        try finish()
        return surroundings.around(links)
    }

    /// Ends the open link, if any.
    private mutating func finish() throws(TableError) {
        guard let link = open else { return }
        let text = lineOfText(content)
        try add(
            WrittenLink(
                address: link.address, text: text.isEmpty ? lineOfText(link.title.utf8) : text, year: years.current),
            to: &links)
        open = nil
        content = []
    }
}

/// The address of a link that is marked as the next page.
private func nextAddress(_ relation: String?, _ address: String?) -> String? {
    guard let relation, relation.lowercased().split(whereSeparator: \.isWhitespace).contains("next") else { return nil }
    return address
}

/// The links of items and entries, with their titles.
struct FeedLinks: MarkupReceiver {
    /// In document order.
    private(set) var links: [WrittenLink] = []
    /// The language of the feed (RSS 2.0, `language`; XML 2.12).
    private(set) var language: String?
    /// The next page of the feed (RFC 5005 3).
    private(set) var next: String?
    /// The open item, by the name of its element: the index of its first link, and its title.
    private var item: (name: String, first: Int, title: String)?
    /// The element with the text being read.
    private var reading: String?
    private var content: [UInt8] = []

    mutating func start(_ name: ElementName, _ attributes: Attributes) throws(TableError) {
        reading = nil
        content = []
        switch name {
        case "item", "entry", "url", "sitemap": item = item ?? (name.string, links.count, "")
        case "feed": language = attributes["xml:lang"]
        case "link", "atom:link":
            if let address = attributes["href"] {
                if item == nil { next = next ?? nextAddress(attributes["rel"], address) }
                guard name == "link" else { return }
                // Other addresses of the feed itself are no documents (RFC 4287 4.2.7.2).
                guard ["alternate", "enclosure", "related", "via"].contains(attributes["rel"] ?? "alternate") else {
                    return
                }
                try add(WrittenLink(address: address, text: lineOfText((attributes["title"] ?? "").utf8)), to: &links)
            } else {
                reading = name.string
            }
        case "enclosure":
            if let address = attributes["url"] { try add(WrittenLink(address: address, text: ""), to: &links) }
        case "loc", "title": reading = name.string
        case "language" where item == nil: reading = name.string
        default: break
        }
    }

    mutating func end(_ name: ElementName) throws(TableError) {
        if name.string == reading {
            reading = nil
            if name == "language" {
                language = language ?? lineOfText(content)
            } else if name == "title" {
                if item?.title == "" { item?.title = lineOfText(content) }
            } else if content.contains(where: { $0 > 0x20 }) {
                try add(WrittenLink(address: collapsed(content), text: ""), to: &links)
            }
        } else if let item, name == item.name {
            for index in links.indices.dropFirst(item.first) where links[index].text.isEmpty {
                links[index].text = item.title
            }
            self.item = nil
        }
    }

    mutating func text(_ bytes: UnsafeBufferPointer<UInt8>) {
        if reading != nil, content.count < 16 * LinkPage.longestText { content += bytes }
    }
}
