// One conditional fetch: a URL and what was kept of the last answer, to "not modified" or a document.
// It asks once: when to ask again, and what to make of the document, is for others to decide.

import Reading
import Text

/// How a fetch ended, when it did not fail.
package enum Fetched: Equatable, Sendable {
    /// 304, or a file that is the one of the last time.
    case notModified(Freshness)
    case document(Document)
}

/// A document as it was received, whole, with what is known of it; its digest is left empty.
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

/// Called with the bytes received so far, and how many are expected where that is known.
package typealias ProgressReport = (_ received: Int, _ expected: Int?) -> Void

/// Fetches what `request` names, within its limits.
///
/// - Parameters:
///   - request: what to ask for, and what is known already.
///   - trust: whose certificates are good.
///   - file: the document where it is a local one that is open already (`openedFile`).
///   - now: seconds since 1970, to judge the dates that a server names.
///   - progress: called ten times a second at most, and once at the end.
/// - Returns: the document, or that it is still the one of the last time.
/// - Throws: what went wrong, in a sentence.
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

/// Opens the document if it is a file, and reads nothing of it: a process can then give up all files before it reads.
///
/// - Returns: its descriptor, to be passed to `fetch`; nil for a document that is no file.
/// - Throws: why it cannot be opened.
package func openedFile(of request: FetchRequest) throws(ReadingFailure) -> Int32? {
    guard scheme(of: request.url) == "file" else { return nil }
    return try FileSource(url: request.url, limit: request.limits.documentBytes).opened()
}
