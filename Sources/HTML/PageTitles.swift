// The titles of a page: its title element, its headlines, and the lines before its tables.

import Text

struct PageTitles {
    private var title = CollapsedText()
    private var headlines: [String] = []
    private var beforeTables: [String] = []
    /// The line being read.
    private var line = CollapsedText()
    /// Whether it has words outside of links: a menu has none.
    private var hasPlainWord = false
    private(set) var recent = RecentLines()

    /// The most titles in all, and the most headlines of them.
    private static let most = 8
    private static let mostHeadlines = 4
    /// The longest title, in characters; and how much text is kept to find titles.
    private static let longest = 200
    private static let longestInBytes = 1024

    mutating func appendTitle(_ bytes: UnsafeBufferPointer<UInt8>) {
        if title.bytes.count < Self.longestInBytes {
            title.append(UnsafeBufferPointer(rebasing: bytes.prefix(Self.longestInBytes)))
        }
    }

    /// - Parameter inLink: whether the text is that of a link.
    mutating func append(_ bytes: UnsafeBufferPointer<UInt8>, inLink: Bool) {
        hasPlainWord = hasPlainWord || !inLink && bytes.contains(where: Self.isOfWord)
        if line.bytes.count < Self.longestInBytes {
            line.append(UnsafeBufferPointer(rebasing: bytes.prefix(Self.longestInBytes)))
        }
    }

    /// Ends the line.
    mutating func endLine(isHeadline: Bool) {
        defer { hasPlainWord = false }
        if line.isEmpty { return }
        if !isHeadline, hasPlainWord { return recent.take(&line) }
        if isHeadline, headlines.count < Self.mostHeadlines { headlines.append(line.string) }
        line.removeAll()
    }

    /// Whether a byte of UTF-8 begins a letter or digit, as most characters outside of ASCII are; those that part the links of
    /// a menu ("|", "·", "»", "›", "•") begin with others.
    private static func isOfWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"), 0xC3...0xE1, 0xE3...:
            true
        default: false
        }
    }

    /// Goes back to the lines before a table, since its own are none.
    mutating func forget(since lines: RecentLines) {
        line.removeAll()
        recent = lines
    }

    /// Notes the lines before a real table.
    mutating func note(before lines: RecentLines) {
        if beforeTables.count < 2 * Self.most { beforeTables += lines.strings }
    }

    /// At most eight of at most 200 characters, none twice.
    func finish() -> [String] {
        var titles: [String] = []
        for text in [title.string] + headlines + beforeTables where titles.count < Self.most {
            var short = CollapsedText()
            // A character cut at the end of the kept text becomes U+FFFD, far after the two hundredth.
            short.append(Array(String(text.prefix(Self.longest)).utf8))
            if !short.isEmpty, !titles.contains(short.string) { titles.append(short.string) }
        }
        return titles
    }
}

/// The last two lines of a page. Each cell of a table is one, and most are never needed.
struct RecentLines {
    private var first = CollapsedText()
    private var last = CollapsedText()

    /// In the page's order.
    var strings: [String] { [first, last].filter { !$0.isEmpty }.map(\.string) }

    /// Takes a line that has text, and leaves an empty one.
    mutating func take(_ line: inout CollapsedText) {
        swap(&first, &last)
        swap(&last, &line)
        line.removeAll()
    }
}
