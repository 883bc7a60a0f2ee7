// The feed (RFC 4287): one entry for each event, under the event's id.

import Coding
import Text

package struct AtomFeed {
    private let content: PageContent
    private let id: String

    /// - Parameter id: the feed's id: a UUID (RFC 4287 4.2.6: it never changes).
    package init(_ content: PageContent, id: String) {
        (self.content, self.id) = (content, id)
    }

    /// XML in UTF-8.
    package var text: String {
        var lines = [
            #"<?xml version="1.0" encoding="utf-8"?>"#,
            #"<feed xmlns="http://www.w3.org/2005/Atom">"#,
            "<id>\(Self.idPrefix)\(id)</id>",
            "<title>\(escaped(content.title))</title>",
            // The time of the latest event, so that the same events give the same feed; a feed must have one (RFC 4287
            // 4.2.15).
            "<updated>\(rfc3339(content.events.map(\.time).max() ?? Date(timeIntervalSince1970: 0)))</updated>",
            "<author><name>batchwatch</name></author>",
            #"<link rel="self" type="application/atom+xml" href="feed.atom"/>"#,
            #"<link rel="alternate" type="text/html" href="index.html"/>"#,
        ]
        lines += content.events.map(entry)
        lines.append("</feed>")
        return lines.joined(separator: "\n") + "\n"
    }

    /// The prefix of the UUID.
    package static let idPrefix = "urn:uuid:"

    private func entry(_ event: PageContent.Event) -> String {
        let message = escaped(event.message, limit: 4 * longestText)
        return """
            <entry>
            <id>urn:batchwatch:\(escaped(event.id))</id>
            <title>\(message)</title>
            <updated>\(rfc3339(event.time))</updated>
            <published>\(rfc3339(event.time))</published>
            <category term="\(escaped(event.kind))"/>
            <link rel="alternate" type="text/html" href="index.html#source-\(escaped(event.source))"/>
            <content type="text">\(message)</content>
            </entry>
            """
    }
}

/// A time in the form of Atom, HTML and JSON (RFC 3339, UTC).
func rfc3339(_ time: Date) -> String { time.description }

extension AtomFeed {
    /// The id of an existing feed, so that it keeps it; nil for other content.
    package static func id(of bytes: [UInt8]) -> String? {
        let head = String(decoding: bytes.prefix(500), as: UTF8.self)
        guard let start = head.place(of: "<id>\(idPrefix)")?.upperBound,
            let end = head[start...].place(of: "</id>")?.lowerBound
        else { return nil }
        let id = head[start..<end].utf8
        // Eight digits, three times four, twelve (RFC 9562 4).
        let isUUID =
            id.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false).map(\.count) == [8, 4, 4, 4, 12]
            && id.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) || $0 == 0x2D }
        return isUUID ? String(head[start..<end]) : nil
    }
}
