// What the daemon asks of the reader: one fetch and one parse. One JSON object on the reader's standard input.

import Rows

/// One fetch and one parse.
package struct ReadingRequest: Codable, Hashable, Sendable {
    /// `https:`, `http:` or `file:`.
    package var url: String
    /// Sent back as `If-None-Match` and `If-Modified-Since`; nil for an unconditional request.
    package var validators: Validators?
    /// The digest of the document that `validators` came with: the same bytes again are not parsed.
    package var knownDigest: String?
    /// The key mask of the list; empty where `inspects` shall find it.
    package var key: String
    /// The cells of a row from left to right: "batch", "status", "date", or "-" for one to skip. Empty where `inspects`
    /// shall find them.
    package var columns: [String]
    /// What the columns are called, where they are told by that and not by their order; `columns` is then empty.
    package var headings: ColumnHeadings?
    /// Which elements or objects are the rows of an XML or JSON document; nil where the format says so itself.
    package var record: String?
    /// The document is the page of this one case: its rows are the case's, also where it does not name it.
    package var onlyBatch: String?
    /// When set, the document is a page whose links are looked for, and no rows.
    package var links: LinkRequest?
    /// Whether the URL was found on a page of the public Internet, so that it may not lead anywhere else.
    package var mustBePublic = false
    /// Whether this URL has led to an address of the public Internet before.
    package var wasPublic = false
    /// What to call oneself (RFC 9110 10.1.5); nil for the name and version of the program.
    package var userAgent: String?
    /// The keys and masks whose rows are wanted; nil for all rows.
    package var watched: [String]?
    package var limits = ReadingLimits()
    /// Where and how to identify oneself; nil for anonymous requests.
    package var credentials: Credentials?
    /// Whether it is a document that was kept: written whole, however young the file is.
    package var isKept = false
    /// The proxy's URL; nil for none (the environment is not asked).
    package var proxy: String?
    /// Whether to report `ReadingMessage.progress` on the way.
    package var progress = false
    /// When set, the rows are not in the reply but follow it on the reader's standard output, in this form.
    package var print: RowFormat?
    /// When set, no rows are looked for: the text of the pages follows the reply on the reader's standard output.
    package var printsText = false
    /// When set, it is told what the document is and how it might be configured; `watched` are then numbers to look up.
    package var inspects = false

    package init(url: String, key: String, columns: [String]) {
        self.url = url
        self.key = key
        self.columns = columns
    }
}

/// What one fetch and parse may cost.
package struct ReadingLimits: Codable, Hashable, Sendable {
    /// The largest document accepted, in bytes; 16 MiB.
    package var documentBytes = 16 << 20
    /// The whole transfer, in seconds.
    package var transferSeconds = 120.0
    /// Until the connection stands, TLS included, in seconds.
    package var connectSeconds = 20.0

    package init() {}
}

/// How to identify oneself to the server (RFC 9110 11).
package struct Credentials: Codable, Hashable, Sendable {
    package enum Scheme: String, Codable, Sendable { case basic, digest, bearer }
    package var scheme: Scheme
    /// Empty for `bearer`.
    package var user: String
    /// The password or the token.
    package var secret: String

    package init(scheme: Scheme, user: String, secret: String) {
        self.scheme = scheme
        self.user = user
        self.secret = secret
    }
}
