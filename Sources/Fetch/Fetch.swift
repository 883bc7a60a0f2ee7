// One conditional fetch: from a URL and the validators of the last response to "not modified" or a document. It sends
// one request; other code decides when to ask again and what the document means.

import Reading
import Text

/// The result of a fetch that did not fail.
package enum Fetched: Equatable, Sendable {
    /// A 304, or the same file as last time.
    case notModified(Freshness)
    case document(Document)
}

/// A complete document with its metadata; its digest is still empty.
@dynamicMemberLookup
package struct Document: Equatable, Sendable {
    package let bytes: [UInt8]
    package var facts: DocumentFacts

    package init(bytes: [UInt8], validators: Validators?, freshness: Freshness) {
        self.bytes = bytes
        facts = DocumentFacts(validators: validators, digest: "", length: bytes.count, freshness: freshness)
    }

    package subscript<Value>(dynamicMember fact: WritableKeyPath<DocumentFacts, Value>) -> Value {
        get { facts[keyPath: fact] }
        set { facts[keyPath: fact] = newValue }
    }
}

/// Called with the bytes received so far, and the expected number if known.
package typealias ProgressReport = (_ received: Int, _ expected: Int?) -> Void

/// Fetches the URL of `request`, within its limits.
///
/// - Parameters:
///   - request: the URL, the limits and the known validators.
///   - trust: the trusted certificates.
///   - file: a local document that is already open (`openedFile`).
///   - now: seconds since 1970, to judge dates in the response.
///   - progress: called at most ten times a second, and once at the end.
/// - Returns: the document, or that it is unchanged.
/// - Throws: the failure, as a sentence.
package func fetch(
    _ request: FetchRequest,
    trust: Trust,
    file: Int32? = nil,
    now: Double,
    progress: ProgressReport? = nil
) throws(ReadingFailure) -> Fetched {
    switch scheme(of: request.url) {
    case "file":
        let source = FileSource(url: request.url, limit: request.limits.documentBytes)
        guard let file else { return try source.read(unless: request.validators, now: now) }
        return try source.read(from: file, unless: request.validators, now: now)
    case "http", "https":
        return try HTTPTransfer(request, trust: trust, now: now, progress: progress).run()
    default:
        throw ReadingFailure(.reader, "\(told(request.url)) is not an http, https or file URL")
    }
}

/// Opens the document if it is a file, without reading it, so that a process can give up access to files before it
/// reads.
///
/// - Returns: its descriptor for `fetch`; nil if the document is no file.
/// - Throws: why it cannot be opened.
package func openedFile(of request: FetchRequest) throws(ReadingFailure) -> Int32? {
    guard scheme(of: request.url) == "file" else { return nil }
    return try FileSource(url: request.url, limit: request.limits.documentBytes).opened()
}
