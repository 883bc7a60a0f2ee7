// What to ask the reader for: when validators may be used, and when the document has to come whole. Pure.

import Coding
import Configuration
import Reading
import Rows

extension ReadingRequest {
    /// What is the same for all requests of a source.
    init(for source: SourceConfig) {
        self.init(
            url: source.url, key: source.layout.key.description, columns: source.layout.columns.map(\.rawValue))
        self.headings = source.layout.headings
        self.record = source.record
        self.watched = source.index.descriptions
        self.limits.documentBytes = source.maxSize
        self.limits.transferSeconds = source.timeout
        self.limits.connectSeconds = min(self.limits.connectSeconds, source.timeout)
        self.proxy = source.proxy
        self.userAgent = source.userAgent
    }
}

extension SourceState {
    /// A server that says 304 for ever is believed for so long: 7 days.
    static let longestTrust = 7 * 86_400.0

    /// The request for the next poll.
    ///
    /// - Parameter isKept: whether the accepted document lies in the cache. Without it a newly watched batch could
    ///   not be answered while the server says 304, so the document is fetched again.
    package func request(for source: SourceConfig, isKept: Bool, at now: Date) -> ReadingRequest {
        var request = ReadingRequest(for: source)
        request.wasPublic = isOfSameList(as: source) && document?.isPublic == true
        if isOfSameList(as: source) {
            (request.charsetBefore, request.hadEnd) = (document?.charset, document?.end?.isThere)
        }
        guard let document = knownDocument(of: source) else { return request }
        // A batch that is still unobserved here had its look at the kept document in vain: it needs one to be parsed.
        guard isKept, document.isOpen != true, !hasUnobserved(in: source) else { return request }
        request.knownDigest = document.digest
        if !document.isDoubted && SourceState.isTrusted(since: document.fetched, at: now) {
            request.validators = document.validators
        }
        return request
    }

    /// The accepted document, where it is of the list that the configuration names now and was read as it would be now.
    func knownDocument(of source: SourceConfig) -> AcceptedDocument? {
        isOfSameList(as: source) && document?.readingVersion == ReadingVersion.current ? document : nil
    }

    /// Whether a document that came whole then is young enough for a server to be believed that it is still the one.
    static func isTrusted(since fetched: Date?, at now: Date) -> Bool {
        guard let fetched else { return false }
        let age = now.timeIntervalSince(fetched)
        return age < SourceState.longestTrust && age > -SourceState.longestTrust
    }
}
