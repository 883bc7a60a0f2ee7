// What became of one fetch and one parse.

import Rows

/// How a reading ended. "Not modified" is an answer, not a failure.
package enum ReadingReply: Hashable, Sendable {
    /// 304, or a file with the same modification time and size. Nothing was read.
    case notModified(Freshness)
    /// 200 with the bytes already known. Nothing was parsed.
    case sameDocument(DocumentFacts)
    /// 200 with a document that was parsed whole.
    case document(DocumentFacts, Reading)
    /// 200 with a page whose links were looked for: those that are asked for, in the order of `LinkPick`, and the next
    /// page where that may have more of them. Never nothing.
    case links(DocumentFacts, [FoundLink], next: String? = nil)
    /// 200 with a document that was looked at, to be configured.
    case inspected(DocumentFacts, Inspection)
    case failure(ReadingFailure)

    /// What the answer's header said of its time; nil where there is no answer.
    package var freshness: Freshness? {
        if case .notModified(let freshness) = self { freshness } else { facts?.freshness }
    }

    /// What the answer's header said, where there is a document.
    package var facts: DocumentFacts? {
        switch self {
        case .sameDocument(let facts), .document(let facts, _), .links(let facts, _, _), .inspected(let facts, _): facts
        case .notModified, .failure: nil
        }
    }
}

/// What the answer's header said, beside the document.
package struct DocumentFacts: Codable, Hashable, Sendable {
    /// Nil where the server gave none that may be sent back.
    package var validators: Validators?
    /// SHA-256 of the body, lower-case hexadecimal; empty where nobody wants it.
    package var digest: String
    /// The body's length in bytes.
    package var length: Int
    package var freshness: Freshness
    /// When the server says that it was last changed, in seconds since 1970 (RFC 9110 8.8.2); nil where it does not say.
    package var modified: Double?
    /// What the server says of its encoding (`charset`, RFC 9110 8.3.2); nil for nothing, or for what is no label.
    package var charset: String?
    /// Whether it came from an address of the public Internet; nil where nobody knows, as behind a proxy.
    package var isPublic: Bool?
    /// Where it came from in the end, after redirections; nil for where it was asked for.
    package var url: String?
    /// Whether it is known to be whole: by a length, by chunks or frames (RFC 9112 6.3, RFC 9113 8.1), or as a file that
    /// nobody has written to just now.
    package var isEndKnown = true

    package init(validators: Validators?, digest: String, length: Int, freshness: Freshness) {
        self.validators = validators
        self.digest = digest
        self.length = length
        self.freshness = freshness
    }
}

/// What the server said of when to come again.
package struct Freshness: Codable, Hashable, Sendable {
    /// `Cache-Control: max-age`, in seconds (RFC 9111 5.2.2.1).
    package var maxAge: Double?
    /// `Age`: for how many seconds a cache has had it (RFC 9111 5.1); nil where it comes from the server itself.
    package var age: Double?
    /// `Date`: what the server's clock says, in seconds since 1970 (RFC 9110 6.6.1); nil where it says nothing, or
    /// nonsense.
    package var date: Double?
    /// Whether a 304 has to be doubted: unasked for, or with another ETag than was sent (RFC 9110 15.4.5).
    package var isOdd = false

    package init() {}
}

/// What the document says of the batches asked for.
package struct Reading: Codable, Hashable, Sendable {
    /// Rows of the wanted batches, in document order.
    package var rows: [Row]
    /// Rows of the whole list, wanted or not.
    package var rowCount: Int
    /// How many rows follow the reply, where they were to be printed; for none nothing does.
    package var printedRows: Int?
    package var pageCount: Int
    /// Pages and streams that could not be read, each in a sentence: rows may be missing. Empty for a sound document.
    package var damage: [String]
    /// The same of documents that were accepted in spite of it. Absences are not certain because of it, and no more.
    package var knownDamage: [String] = []
    /// What is not certain in a document that could be read; empty for most.
    package var doubts: [Doubt] = []
    /// The watched keys that stand in the document's text and in no row, a batch once each, sorted by batch; `Mention.most` at most.
    package var mentions: [Mention] = []
    /// Whether there are more of them.
    package var hasMoreMentions = false
    /// The headings that the reader found the columns by (`ParseRequest.findsColumns`); nil where the request names them.
    package var columns: ColumnHeadings?
    /// What the edition is known by; nil where rows are printed.
    package var fingerprint: Fingerprint?
    /// What stands above the table; nil for nothing.
    package var title: DocumentTitle?
    /// The edition as a whole, compared with the one before; nil where that was not asked for, or cannot be done.
    package var edition: Edition?
    /// In which encoding a text was read; nil for what is no text, and for documents put together.
    package var charset: String?
    /// Whether that is a guess: neither the server nor the document says it.
    package var isCharsetGuessed = false
    /// Whether the document ends as one of its format does that is whole, though it need not: with the end of a line
    /// (CSV and other text, JSON on lines), with that of the page (HTML). Nil for formats that always show their end.
    package var hasEnd: Bool?
    /// Where it does not: the wanted batches of which rows stand in its last line, or, on a page, at its end.
    package var lastBatches: [String] = []

    package init(rows: [Row], rowCount: Int, pageCount: Int, damage: [String], fingerprint: Fingerprint? = nil) {
        self.fingerprint = fingerprint
        self.rows = rows
        self.rowCount = rowCount
        self.pageCount = pageCount
        self.damage = damage
    }
}

/// Why there is no reading.
package struct ReadingFailure: Codable, Hashable, Sendable, Error {
    package enum Kind: String, Codable, Sendable {
        /// No connection, or it broke or took too long: DNS, refused, reset, TLS, proxy, deadline.
        case unreachable
        /// This machine failed. It has no way out: no route, no name server that answers, its proxy is away, or the
        /// secret to send is not there. No request was sent.
        case offline
        /// A worker was killed, perhaps for lack of memory, or crashed for the first times. The server may have answered.
        case killed
        /// An HTTP status that is no success.
        case status
        /// The document or its header is larger than a limit.
        case limit
        /// The answer is not what was asked for: short body, other coding, no PDF, no rows, damage, encryption.
        case unreadable
        /// The worker itself: refused request, nonsense for a reply, no end in time, a crash that comes again and again.
        case reader
    }
    package var kind: Kind
    /// Whether this machine failed, and neither the server nor the document.
    package var isOfThisMachine: Bool { kind == .offline || kind == .killed }
    /// One sentence that names the exact cause, without a full stop.
    package var cause: String
    /// `Retry-After` in seconds from now, where the answer had one (RFC 9110 10.2.3).
    package var retryAfter: Double?
    /// The HTTP status, where the failure is one.
    package var status: Int?

    /// A 304 that nobody asked for (RFC 9110 15.4.5).
    package static var unaskedNotModified: ReadingFailure {
        ReadingFailure(.status, "HTTP 304 Not Modified, although the request was not conditional")
    }

    package init(_ kind: Kind, _ cause: String, retryAfter: Double? = nil) {
        self.kind = kind
        self.cause = cause
        self.retryAfter = retryAfter
    }
}
