// The names, texts and addresses that editions of a list are published under, as patterns that the next edition will
// have too.

import Reading
import Text

/// What of a link stays from edition to edition.
struct LinkName {
    let link: FoundLink
    /// After the last dot of the file's name, in lower case; empty for none.
    let ending: String
    private let name: Wording
    private let file: Substring
    private let text: Wording
    private let path: [Substring]
    private let query: Substring

    /// Nil for the place itself that a host has.
    init?(_ link: FoundLink) {
        guard let start = link.url.place(of: "://") else { return nil }
        let address = link.url[start.upperBound...].prefix { $0 != "#" }
        let path = address.prefix { $0 != "?" }.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
        guard let last = path.last else { return nil }
        self.link = link
        self.path = Array(path)
        query = address.drop { $0 != "?" }.dropFirst()
        let file = Substring(percentDecoded(String(last)))
        let dot = file.lastIndex(of: ".").flatMap { $0 == file.startIndex ? nil : $0 }
        ending = dot.map { file[file.index(after: $0)...].lowercased() } ?? ""
        self.file = dot.map { file[$0...] } ?? ""
        name = Wording(dot.map { file[..<$0] } ?? file)
        text = Wording(link.text)
    }

    // MARK: What it is

    /// What lists are published as.
    private static let documents: Set<String> = ["pdf", "ods", "fods", "xlsx", "xls", "csv"]
    private static let pages: Set<String> = ["html", "htm"]
    private static let others: Set<String> = [
        "jpg", "jpeg", "png", "gif", "svg", "webp", "css", "js", "zip", "doc", "mp4", "rss",
    ]
    private static let downloads: Set<String> = [
        "download", "inline", "attachment", "at_download", "@@download", "getfile", "doc_download", "publicationfile",
    ]
    /// Folders below which a number stands for a document.
    private static let folders: Set<String> = [
        "media", "documents", "document", "attachments", "attachment", "files", "file",
    ]
    private static let scripts: Set<String> = ["php", "aspx", "ashx", "asp", "jsp", "cgi", "do"]

    /// Whether it leads to a document: by its ending, by how it is asked for, or by its text.
    var isDocument: Bool {
        if Self.documents.contains(ending) { return true }
        if Self.others.contains(ending) { return false }
        let parts = path.map { $0.lowercased() }
        let asked = query.lowercased()
        if parts.contains(where: { Self.downloads.contains(String($0.prefix { $0 != "." && $0 != ";" })) })
            || asked.holds("download") || asked.holds("attachment")
        {
            return true
        }
        let hasNumber = { (text: String) in text.contains(where: \.isNumber) }
        for (folder, next) in zip(parts, parts.dropFirst()) where Self.folders.contains(folder) && hasNumber(next) {
            if !Self.pages.contains(ending) { return true }
        }
        if Self.scripts.contains(ending), asked.holds("file") || asked.holds("doc") { return true }
        return link.text.lowercased().split { !$0.isLetter }.contains { Self.documents.contains(String($0)) }
    }

    /// Whether it leads to a web page that has a date or number.
    var isPage: Bool { Self.pages.contains(ending) && name.varies }

    // MARK: Patterns

    /// What matches all editions by the file's name; nil for a name that says nothing.
    var nameGlob: String? {
        name.saysSomething ? anyNameGlob : nil
    }

    /// Also where the name says nothing: any document of this kind will do. The name of a program is none of a
    /// document, unless it has a date.
    var anyNameGlob: String? {
        guard !ending.isEmpty, name.varies || !Self.scripts.contains(ending) else { return nil }
        let words = name.words.isEmpty ? "*" : "*" + Self.joined(name.words[...]) + "*"
        // What follows the name in the address may be anything.
        return words + file + (query.isEmpty ? "" : "*")
    }

    /// What matches all editions by what the page calls them; nil for a text that says nothing.
    var textGlob: String? {
        guard text.saysSomething else { return nil }
        // What a long title says behind its first words may be of this edition alone.
        return (text.startsFixed ? "" : "*") + Self.joined(text.words.prefix(4)) + "*"
    }

    /// Characters of a pattern; the configuration takes 200.
    private static let longestWords = 80

    private static func joined(_ words: ArraySlice<String>) -> String {
        String(words.joined(separator: "*").prefix(longestWords))
    }

    /// Whether the text has a date or number.
    var textVaries: Bool { text.varies }
    /// Whether the name has one.
    var nameVaries: Bool { name.varies }

    /// What matches all editions by how they are asked for: the last parts of the path, with what has a digit in it as
    /// `*`.
    var addressGlob: String? {
        let parts = path.suffix(3).map { part in part.contains(where: \.isNumber) ? "*" : Self.plain(part) }
        guard parts.contains(where: { $0 != "*" && !$0.isEmpty }) else { return nil }
        let glob = "*/" + parts.drop { $0 == "*" }.joined(separator: "/")
        guard !query.isEmpty else { return glob }
        let name = query.prefix { $0 != "=" && $0 != "&" }
        return Self.scripts.contains(ending) && name.count < query.count && !name.contains(where: \.isNumber)
            ? glob + "?" + Self.plain(name) + "=*" : glob + "*"
    }

    /// A text in which no sign of globs stands.
    private static func plain(_ text: Substring) -> String { String(text.map { $0 == "*" ? "?" : $0 }) }

    /// The last number of the name, or of the text, by which editions without dates may be in an order.
    var number: Int? {
        let digits = { (text: String) in text.split { !("0"..."9" ~= $0) }.last.flatMap { Int($0.prefix(12)) } }
        return digits(percentDecoded(String(path.last ?? ""))) ?? digits(link.text) ?? digits(link.url)
    }
}
