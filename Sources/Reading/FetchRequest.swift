// The request to the fetcher, and its answer: one request to a server, or one check of a file. The fetcher reads one
// JSON object from its standard input, writes JSON lines to its standard output, and the document to its descriptor 3.

/// One conditional fetch.
package struct FetchRequest: Codable, Hashable, Sendable {
    /// `https:`, `http:` or `file:`.
    package var url: String
    /// Sent back as `If-None-Match` and `If-Modified-Since`; nil for an unconditional request.
    package var validators: Validators?
    /// Whether the URL was found on a page of the public Internet, and may therefore lead only there.
    package var mustBePublic = false
    /// Whether this URL has led to an address of the public Internet before.
    package var wasPublic = false
    /// The User-Agent field (RFC 9110 10.1.5); nil for the name and version of the program.
    package var userAgent: String?
    package var limits = ReadingLimits()
    /// The credentials for one origin; nil for anonymous requests.
    package var credentials: Credentials?
    /// Further header fields; nil for none.
    package var headers: [HeaderField]?
    /// The proxy's URL; nil for none (the environment is not asked).
    package var proxy: String?
    /// How the request follows from a page; nil for a request to `url`.
    package var step: PageStep?
    /// What to send to `url`, or where `step` leads; nil for nothing.
    package var content: RequestContent?
    /// Whether to report progress on the way.
    package var progress = false
    /// Whether the caller needs the document's digest. If the document's end is unknown, the digest is reported anyway.
    package var wantsDigest = true

    package init(url: String) {
        self.url = url
    }
}

extension FetchRequest {
    /// Whether the request has anything that only the origin of its URL may receive.
    package var hasSecrets: Bool { credentials != nil || headers?.contains { $0.isSecret } == true }

    /// Removes what only the origin of the source's URL may receive, for a request to another one.
    package mutating func removeSecrets() {
        credentials = nil
        headers?.removeAll { $0.isSecret }
    }
}

/// A header field of a request (RFC 9110 5).
package struct HeaderField: Codable, Hashable, Sendable {
    package var name: String
    package var value: String
    /// Whether only the origin of the URL receives it, over https only.
    package var isSecret: Bool

    package init(name: String, value: String, isSecret: Bool) {
        self.name = name
        self.value = value
        self.isSecret = isSecret
    }
}

/// What one fetch may cost.
package struct ReadingLimits: Codable, Hashable, Sendable {
    /// The largest document accepted, in bytes; 16 MiB.
    package var documentBytes = 16 << 20
    /// Time for the whole transfer, in seconds.
    package var transferSeconds = 120.0
    /// Time until the connection is established, including TLS, in seconds.
    package var connectSeconds = 20.0

    package init() {}
}

/// Credentials for the server (RFC 9110 11).
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

/// The result of a fetch. "Not modified" is an answer, not a failure.
package enum FetchReply: Codable, Hashable, Sendable {
    /// 304, or an unchanged file. Nothing was written to descriptor 3.
    case notModified(Freshness)
    /// A document; it is the whole content of descriptor 3.
    case document(DocumentFacts)
    case failure(ReadingFailure)
}

/// One line of a worker's standard output; the reply is the last, and printed rows follow it.
package enum WorkerMessage<Reply: Codable & Hashable & Sendable>: Codable, Hashable, Sendable {
    /// Bytes received so far, and the expected number if the server announced it.
    case progress(received: Int, expected: Int?)
    case reply(Reply)
}
