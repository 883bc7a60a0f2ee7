// From a page to the next request without a redirection: its frames, its refresh, its form. The reader finds them as
// written; the fetcher resolves their addresses, by the rules for redirections.

/// What a page leads to.
package struct PageTarget: Codable, Hashable, Sendable {
    package enum Kind: String, Codable, Sendable { case frame, refresh, form }
    package var kind: Kind
    /// Relative to the page, or to its `base`; empty for the page itself.
    package var reference: String
    /// `<base href>` of the page (HTML 4.2.3).
    package var base: String?

    /// The most frames of a page that are tried; also the most steps to a document, redirections included.
    package static let most = 5

    package init(_ kind: Kind, _ reference: String, base: String? = nil) {
        (self.kind, self.reference, self.base) = (kind, reference, base)
    }
}

/// A step from a page to the document that it leads to. Secrets still go only to the origin of the original request.
package struct PageStep: Codable, Hashable, Sendable {
    package var target: PageTarget
    /// The address of the page, after redirections.
    package var page: String
    /// The number of steps and redirections before this one.
    package var before = 0
    /// The cookies from before, see `DocumentFacts.cookies`.
    package var cookies: [String] = []

    package init(_ target: PageTarget, of page: String) {
        (self.target, self.page) = (target, page)
    }
}

/// Whether a text is a line of a cookie file, see `DocumentFacts.cookies`.
package func isCookie(_ line: String) -> Bool {
    line.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 } && line.utf8.count { $0 == 0x09 } == 6
}

/// What a request sends (RFC 9110 6.4).
package struct RequestContent: Codable, Hashable, Sendable {
    /// The media type; nil for the query of a GET request.
    package var type: String?
    package var text: String

    /// The longest text, in bytes: hidden fields of some pages have hundreds of kilobytes.
    package static let longest = 1 << 20

    package static let urlEncoded = "application/x-www-form-urlencoded"

    package init(type: String?, text: String) {
        (self.type, self.text) = (type, text)
    }
}
