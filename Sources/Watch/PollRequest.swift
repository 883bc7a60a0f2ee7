// What to ask the reader for: when validators may be used, and when the document has to come whole. Pure.

import FoundationEssentials
import Reading
import Rows

extension SourceState {
    /// A server that says 304 for ever is believed for so long: 7 days.
    static let longestTrust = 7 * 86_400.0

    /// The request for the next poll.
    ///
    /// - Parameter isKept: whether the accepted document lies in the cache. Without it a newly watched batch could
    ///   not be answered while the server says 304, so the document is fetched again.
    package func request(for source: SourceConfig, isKept: Bool, at now: Date) -> ReadingRequest {
        var request = ReadingRequest(
            url: source.url, key: source.layout.key.description, columns: source.layout.columns.map(\.rawValue))
        request.watched = source.index.descriptions
        request.limits.documentBytes = source.maxSize
        request.limits.transferSeconds = source.timeout
        request.limits.connectSeconds = min(request.limits.connectSeconds, source.timeout)
        request.proxy = source.proxy
        guard let document, isOfSameList(as: source), document.readingVersion == ReadingVersion.current else {
            return request
        }
        // A batch that is still unobserved here had its look at the kept document in vain: it needs one to be parsed.
        guard isKept, !hasUnobserved(in: source) else { return request }
        request.knownDigest = document.digest
        if !document.isDoubted && isTrusted(document, at: now) { request.validators = document.validators }
        return request
    }

    private func isTrusted(_ document: AcceptedDocument, at now: Date) -> Bool {
        let age = now.timeIntervalSince(document.fetched)
        return age < SourceState.longestTrust && age > -SourceState.longestTrust
    }
}
