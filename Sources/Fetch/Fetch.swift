// One conditional fetch: a URL and what was kept of the last answer, to "not modified" or a document.
// It asks once: when to ask again, and what to make of the document, is for others to decide.

import Reading

/// How a fetch ended, when it did not fail.
package enum Fetched: Equatable, Sendable {
    /// 304, or a file that is the one of the last time.
    case notModified(Freshness)
    case document(Document)
}

/// A document as it was received, whole.
package struct Document: Equatable, Sendable {
    package var bytes: [UInt8]
    /// What may be sent back the next time; nil where the answer had nothing of the kind.
    package var validators: Validators?
    package var freshness: Freshness

    package init(bytes: [UInt8], validators: Validators?, freshness: Freshness) {
        self.bytes = bytes
        self.validators = validators
        self.freshness = freshness
    }
}

/// Called with the bytes received so far, and how many are expected where that is known.
package typealias ProgressReport = (_ received: Int, _ expected: Int?) -> Void

/// Fetches what `request` names, within its limits.
///
/// - Parameters:
///   - request: what to ask for, and what is known already.
///   - certificates: the directory of trusted certificates under their hashed names (`openssl rehash`).
///   - now: seconds since 1970, to judge the dates that a server names.
///   - progress: called ten times a second at most, and once at the end.
/// - Returns: the document, or that it is still the one of the last time.
/// - Throws: what went wrong, in a sentence.
package func fetch(
    _ request: ReadingRequest,
    certificates: String = "/etc/ssl/certs",
    now: Double,
    progress: ProgressReport? = nil
) throws(ReadingFailure) -> Fetched {
    let scheme = request.url.prefix { $0 != ":" }.lowercased()
    switch scheme {
    case "file":
        return try FileSource(url: request.url, limit: request.limits.documentBytes)
            .read(unless: request.validators, now: now)
    case "http", "https":
        return try HTTPTransfer(request, certificates: certificates, now: now, progress: progress).run()
    default:
        throw ReadingFailure(.reader, "\(told(request.url)) is no http, https or file URL")
    }
}
