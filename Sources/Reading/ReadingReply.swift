// The result of one fetch and one parse.

import Rows

/// The result of a reading. "Not modified" is an answer, not a failure.
package enum ReadingReply: Hashable, Sendable {
    /// 304, or a file with the same modification time and size. Nothing was read.
    case notModified(Freshness)
    /// 200 with the known bytes. Nothing was parsed.
    case sameDocument(DocumentFacts)
    /// 200 with a document that was parsed completely.
    case document(DocumentFacts, Reading)
    /// 200 with a page that was searched for links: the requested ones, in the order of `LinkPick`, and the next page
    /// if it may have more of them. Never empty.
    case links(DocumentFacts, [FoundLink], next: String? = nil)
    /// 200 with a document that was inspected, for a configuration.
    case inspected(DocumentFacts, Inspection)
    case failure(ReadingFailure)

    /// The times in the answer's header; nil without an answer.
    package var freshness: Freshness? {
        if case .notModified(let freshness) = self { freshness } else { facts?.freshness }
    }

    /// The facts from the answer's header, if there is a document.
    package var facts: DocumentFacts? {
        get {
            switch self {
            case .sameDocument(let facts), .document(let facts, _), .links(let facts, _, _), .inspected(let facts, _):
                facts
            case .notModified, .failure: nil
            }
        }
        set {
            guard let newValue else { return }
            switch self {
            case .sameDocument: self = .sameDocument(newValue)
            case .document(_, let reading): self = .document(newValue, reading)
            case .links(_, let links, let next): self = .links(newValue, links, next: next)
            case .inspected(_, let inspection): self = .inspected(newValue, inspection)
            case .notModified, .failure: break
            }
        }
    }
}

/// The facts about a document from the answer's header.
package struct DocumentFacts: Codable, Hashable, Sendable {
    /// Nil if the server sent none that may be sent back.
    package var validators: Validators?
    /// SHA-256 of the body, lower-case hexadecimal; empty if not requested.
    package var digest: String
    /// The body's length in bytes.
    package var length: Int
    package var freshness: Freshness
    /// The server's time of the last change, in seconds since 1970 (RFC 9110 8.8.2); nil if it sends none.
    package var modified: Double?
    /// The server's label of the encoding (`charset`, RFC 9110 8.3.2); nil for none, or for an invalid label.
    package var charset: String?
    /// Whether it came from an address of the public Internet; nil if unknown, as behind a proxy.
    package var isPublic: Bool?
    /// Its final URL after redirections; nil if that is the requested URL.
    package var url: String?
    /// The cookies of this fetch and of those that it follows from, each as a line of a cookie file; nil for none. They
    /// are never stored.
    package var cookies: [String]?
    /// The number of redirections that were followed; nil for none.
    package var redirections: Int?
    /// What led to it besides redirections, each step as a clause; nil for nothing.
    package var way: [String]?
    /// Whether it is known to be complete: by a length, by chunks or frames (RFC 9112 6.3, RFC 9113 8.1), or as a file
    /// that nobody has written to just now.
    package var isEndKnown = true

    package init(validators: Validators?, digest: String, length: Int, freshness: Freshness) {
        self.validators = validators
        self.digest = digest
        self.length = length
        self.freshness = freshness
    }
}

/// The server's hints when to poll again.
package struct Freshness: Codable, Hashable, Sendable {
    /// `Cache-Control: max-age`, in seconds (RFC 9111 5.2.2.1).
    package var maxAge: Double?
    /// `Age`: how many seconds a cache has held it (RFC 9111 5.1); nil if it comes from the server itself.
    package var age: Double?
    /// `Date`: the server's clock, in seconds since 1970 (RFC 9110 6.6.1); nil if missing or invalid.
    package var date: Double?
    /// Whether a 304 is doubtful: unrequested, or with another ETag than was sent (RFC 9110 15.4.5).
    package var isMismatched = false

    package init() {}
}

/// The document's content about the requested batches.
package struct Reading: Codable, Hashable, Sendable {
    /// Rows of the wanted batches, in document order.
    package var rows: [Row]
    /// Rows of the whole list.
    package var rowCount: Int
    /// How many rows follow the reply, if they are printed; if none, nothing follows.
    package var printedRows: Int?
    package var pageCount: Int
    /// Pages and streams that could not be read, each as a sentence: rows may be missing. Empty for a sound document.
    package var damage: [String]
    /// Damage of documents that were accepted nevertheless. It only makes absences uncertain.
    package var knownDamage: [String] = []
    /// Doubts about a readable document; empty for most.
    package var doubts: [Doubt] = []
    /// The watched keys that occur in the document's text but in no row, each batch once, sorted by batch; at most
    /// `Mention.most`.
    package var mentions: [Mention] = []
    /// Whether there are more of them.
    package var hasMoreMentions = false
    /// The headings by which the reader found the columns (`ParseRequest.findsColumns`); nil if the request names the
    /// columns.
    package var columns: ColumnHeadings?
    /// The fingerprint of the edition; nil if rows are printed.
    package var fingerprint: Fingerprint?
    /// The title above the table; nil for none.
    package var title: DocumentTitle?
    /// The whole edition, compared with the one before; nil if not requested, or impossible.
    package var edition: Edition?
    /// The encoding of a text; nil for other documents, and for joined ones.
    package var charset: String?
    /// Whether the encoding is a guess: neither the server nor the document declares it.
    package var isCharsetGuessed = false
    /// Whether the document has an optional end of its format: the end of a line (CSV and other text, JSON on lines),
    /// or of the page (HTML). Nil for formats that always show their end.
    package var hasEnd: Bool?
    /// If it has none: the wanted batches with rows in its last line, or, on a page, at its end.
    package var lastBatches: [String] = []
    /// What a page without rows leads to by itself; nil for nothing.
    package var targets: [PageTarget]?

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
        /// The form is not as configured, or only a person may fill it in: it fails for all cases.
        case form
        /// The answer is not the requested document: short body, other coding, no PDF, no rows, damage, encryption.
        case unreadable
        /// The worker itself: refused request, nonsense for a reply, no end in time, repeated crashes.
        case reader
    }
    package var kind: Kind
    /// Whether this machine failed, and neither the server nor the document.
    package var isOfThisMachine: Bool { kind == .offline || kind == .killed }
    /// One sentence that names the exact cause, without a full stop.
    package var cause: String
    /// `Retry-After` in seconds from now, if the answer had one (RFC 9110 10.2.3).
    package var retryAfter: Double?
    /// The HTTP status, if the failure is one.
    package var status: Int?

    /// A 304 without a conditional request (RFC 9110 15.4.5).
    package static var unaskedNotModified: ReadingFailure {
        ReadingFailure(.status, "HTTP 304 Not Modified, although the request was not conditional")
    }

    package init(_ kind: Kind, _ cause: String, retryAfter: Double? = nil) {
        self.kind = kind
        self.cause = cause
        self.retryAfter = retryAfter
    }
}
