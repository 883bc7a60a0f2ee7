// What a page calls itself: its title, its headlines, and what stands before its tables.

import Text

struct PageTitles {
    private var title = CollapsedText()
    private var headlines: [String] = []
    private var beforeTables: [String] = []
    /// The line being read, and the last two before it.
    private var line = CollapsedText()
    private(set) var recent: [String] = []

    /// All in all, and of these headlines.
    private static let most = 8
    private static let mostHeadlines = 4
    /// Of one title, in characters; and how much text is kept to find them.
    private static let longest = 200
    private static let longestInBytes = 1024

    mutating func appendTitle(_ bytes: UnsafeBufferPointer<UInt8>) {
        if title.bytes.count < Self.longestInBytes {
            title.append(UnsafeBufferPointer(rebasing: bytes.prefix(Self.longestInBytes)))
        }
    }

    mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        if line.bytes.count < Self.longestInBytes {
            line.append(UnsafeBufferPointer(rebasing: bytes.prefix(Self.longestInBytes)))
        }
    }

    /// The line ends here.
    mutating func endLine(isHeadline: Bool) {
        if line.isEmpty { return }
        let text = line.take()
        if !isHeadline {
            recent = recent.suffix(1) + [text]
        } else if headlines.count < Self.mostHeadlines {
            headlines.append(text)
        }
    }

    /// Goes back to the lines before a table, since its own are none.
    mutating func forget(since lines: [String]) {
        line = CollapsedText()
        recent = lines
    }

    /// These lines stand before a table that is one.
    mutating func note(before lines: [String]) {
        if beforeTables.count < 2 * Self.most { beforeTables += lines }
    }

    /// At most eight of at most 200 characters, none twice.
    func finish() -> [String] {
        var titles: [String] = []
        for text in [title.string] + headlines + beforeTables where titles.count < Self.most {
            var short = CollapsedText()
            // A character that is cut at the end of what was kept comes out as U+FFFD, far behind the two hundredth.
            short.append(Array(String(text.prefix(Self.longest)).utf8))
            if !short.isEmpty, !titles.contains(short.string) { titles.append(short.string) }
        }
        return titles
    }
}
