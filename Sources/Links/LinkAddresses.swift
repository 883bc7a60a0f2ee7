// The targets of a page's links (RFC 3986 5), each address once, with the texts for comparison and dates.

import CCurl
import Reading
import Text

/// A link with its absolute address.
struct LinkTarget {
    let url: String
    /// The page's text for it.
    var text: String
    /// The text around it.
    var around: String
    /// The year in the heading above it.
    var year: Int?
    /// The last component of the address's path, decoded; empty for a directory.
    let name: String
    /// Whether it leads from https to http; such links are not followed.
    let isInsecure: Bool

    init(url: String, text: String, around: String = "", year: Int? = nil, isInsecure: Bool = false) {
        self.url = url
        self.year = year
        self.text = text
        self.around = around
        self.isInsecure = isInsecure
        name = percentDecoded(String(lastComponent(of: url)))
    }

    // An address is ASCII, and compared byte by byte: a page has up to a hundred thousand.
    private var query: Substring { Substring(url.utf8.drop { $0 != questionMark }.dropFirst()) }
    private var withoutQuery: Substring { Substring(url.utf8.prefix { $0 != questionMark }) }

    /// Whether the pattern matches the address with or without its query, the last component of its path (each decoded
    /// or not), or the text.
    func matches(_ glob: Glob) -> Bool {
        if glob.matches(url) || glob.matches(text) || glob.matches(name) { return true }
        if glob.matches(String(lastComponent(of: url))) || glob.matches(percentDecoded(url)) { return true }
        return glob.matches(String(withoutQuery)) || glob.matches(percentDecoded(String(withoutQuery)))
    }

    /// The texts that may contain a date, the most significant first: the file name, the link text, the query, the
    /// directories, and the text around the link.
    var datedTexts: [String] {
        let path = withoutQuery.utf8.dropLast(lastComponent(of: url).utf8.count)
        let directories = path.drop { $0 != UInt8(ascii: ":") }.dropFirst(3).drop { $0 != slash }
        return [name, text, percentDecoded(String(query)), percentDecoded(String(Substring(directories))), around]
    }

    /// Their total length, in bytes.
    var datedLength: Int { url.utf8.count + text.utf8.count + around.utf8.count }

    /// The link with its date: the latest day of the first text that names one; otherwise of the first that does with
    /// the year of the heading above.
    ///
    /// - Parameter length: grows by the bytes searched.
    func found(_ customs: DateCustoms, _ length: inout Int) -> FoundLink {
        for text in datedTexts where text.utf8.contains(where: { 0x30...0x39 ~= $0 || $0 >= 0xD9 }) {
            length += text.utf8.count
            if let day = datesInText(text, customs).max() {
                return FoundLink(url: url, text: self.text, date: day.description)
            }
        }
        if let year {
            // The year follows the day directly.
            var beside = around
            if let place = around.place(of: text) { beside.replaceSubrange(place, with: " ") }
            for text in [text, text.isEmpty ? around : beside] where !text.isEmpty {
                length += text.utf8.count
                if let day = datesInText("\(text) \(year)", customs).max() {
                    return FoundLink(url: url, text: self.text, date: day.description)
                }
            }
        }
        return FoundLink(url: url, text: text)
    }
}

/// The links of a page by their addresses.
struct LinkAddresses {
    /// In page order; of two addresses that differ only in http and https, the one with https.
    let all: [LinkTarget]

    /// Links that may be followed.
    var links: [LinkTarget] { all.filter { !$0.isInsecure } }
    /// Links from https to http.
    var insecure: [LinkTarget] { all.filter(\.isInsecure) }
    /// How many different addresses the page links to.
    var count: Int { all.count }
    /// The date format of the page.
    let customs: DateCustoms
    /// The next page of the index; nil if there is none.
    let next: String?

    /// Accepts only http and https, and file from a file.
    init(page: LinkPage, base: String) throws(ReadingFailure) {
        if let missing = ccurl_load() {
            throw ReadingFailure(.reader, "libcurl cannot be loaded: \(told(String(cString: missing)))")
        }
        let origin = scheme(of: base)
        guard ["http", "https", "file"].contains(origin) else {
            throw ReadingFailure(.reader, "\(told(base)) is not an http, https or file URL")
        }
        let foot = page.base.flatMap { resolved($0, against: base) } ?? base
        next = page.next.flatMap { resolved($0, against: foot) }.flatMap { isNextPage($0, of: base) ? $0 : nil }
        var length = 0
        var all: [LinkTarget] = []
        var places: [String: Int] = [:]
        // The first non-empty text counts.
        func add(_ link: WrittenLink, _ url: String, isInsecure: Bool = false) {
            guard let place = places[url] else {
                places[url] = all.count
                all.append(
                    LinkTarget(
                        url: url, text: link.text, around: link.around, year: link.year, isInsecure: isInsecure))
                return
            }
            if all[place].text.isEmpty { all[place].text = link.text }
            if all[place].around.isEmpty { all[place].around = link.around }
        }
        for link in page.links {
            guard let url = resolved(link.address, against: foot) else { continue }
            length += url.utf8.count
            guard length <= longestAddresses else {
                throw ReadingFailure(
                    .limit, "the page: the addresses of its links are longer than \(longestAddresses) bytes together")
            }
            switch (origin, scheme(of: url)) {
            case ("https", "http"): add(link, url, isInsecure: true)
            case (_, "http"), (_, "https"), ("file", "file"): add(link, url)
            default: break
            }
        }
        all.removeAll { $0.isInsecure && places["https" + $0.url.dropFirst(4)] != nil }
        self.all = all
        var told: [String] = []
        var count = 0
        for link in all where !link.isInsecure && count < longestDated {
            told += link.datedTexts
            count += link.datedLength
        }
        customs = DateCustoms(of: told, language: page.language)
    }
}

/// Whether an address is that of another page of the same index: same origin, and the same path or a path with a number
/// below its directory. A journal post also has a next one, which is no page of an index.
func isNextPage(_ address: String, of base: String) -> Bool {
    guard origin(of: address) == origin(of: base), !address.hasPrefix("file:") else { return false }
    let path = address.prefix { !"?#".contains($0) }
    let own = base.prefix { !"?#".contains($0) }
    if path == own { return true }
    guard let slash = own.lastIndex(of: "/"), path.hasPrefix(own[...slash]) else { return false }
    return path.dropFirst(own[...slash].count).utf8.contains { 0x30...0x39 ~= $0 }
}

/// A longer address than servers accept is ignored (RFC 9110 4.1 recommends 8000).
let longestAddress = 8_000

/// The absolute address of a link; nil for a place on the same page, a script, or a mail address.
func resolved(_ link: String, against base: String) -> String? {
    if link.utf8.allSatisfy(isPlain) {
        return link.utf8.count <= longestAddress ? resolved(plain: link, against: base) : nil
    }
    var reference = link.unicodeScalars.filter { $0 != "\n" && $0 != "\r" && $0 != "\t" }
    while let last = reference.last, last.value <= 0x20 { reference.removeLast() }
    reference = String.UnicodeScalarView(reference.drop { $0.value <= 0x20 })
    guard reference.count <= longestAddress else { return nil }
    let text = encoded(reference)
    return text.utf8.contains(0) ? nil : resolved(plain: text, against: base)
}

/// Whether a byte needs no encoding in an address.
private func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x22, 0x3C, 0x3E, 0x5C, 0x60: false
    default: 0x21...0x7E ~= byte
    }
}

/// The same, for a reference in the form that browsers send.
private func resolved(plain text: String, against base: String) -> String? {
    guard let first = text.utf8.first, first != UInt8(ascii: "#"), !isOther(text),
        let url = ccurl_url_resolve(base, text)
    else { return nil }
    defer { ccurl_free(url) }
    let address = String(cString: url)
    return address.utf8.count <= longestAddress && address.utf8.allSatisfy { (0x21...0x7E).contains($0) }
        ? address : nil
}

/// The reference in the form that browsers send: blanks, control characters and bytes beyond ASCII are encoded here,
/// because versions of libcurl differ in this; a backslash in a path, as written on Windows, becomes a slash.
private func encoded(_ reference: String.UnicodeScalarView) -> String {
    var text = ""
    var isPath = true
    for scalar in reference {
        switch scalar {
        case "?", "#":
            isPath = false
            text.unicodeScalars.append(scalar)
        case "\\" where isPath: text += "/"
        case "\u{1}"..." ", "\"", "<", ">", "`", "\u{7F}"...:
            for byte in String(scalar).utf8 {
                text +=
                    "%" + String(byte >> 4, radix: 16, uppercase: true) + String(byte & 15, radix: 16, uppercase: true)
            }
        default: text.unicodeScalars.append(scalar)
        }
    }
    return text
}

/// Whether a reference has a scheme that is never fetched: libcurl would take "mailto:a" for a path.
private func isOther(_ reference: String) -> Bool {
    let head = reference.utf8.prefix { $0 != 0x3A && $0 != 0x2F && $0 != 0x3F && $0 != 0x23 }
    guard head.count < reference.utf8.count, reference.utf8.dropFirst(head.count).first == 0x3A else { return false }
    return !["http", "https", "file"].contains(String(decoding: head, as: UTF8.self).lowercased())
}

private func lastComponent(of url: String) -> Substring {
    let path = url.utf8.prefix { $0 != questionMark }
    return Substring(path.lastIndex(of: slash).map { path[path.index(after: $0)...] } ?? path)
}

private let questionMark = UInt8(ascii: "?")
private let slash = UInt8(ascii: "/")
