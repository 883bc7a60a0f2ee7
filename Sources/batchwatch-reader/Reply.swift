// The order of things: fetch, recognise, parse, keep. Each is done elsewhere.

import Fetch
import Reading
import Rows

/// One fetch, and one parse if the document is new.
///
/// `kept` gets the document's bytes once it has been parsed; one that the request knows already is not written again.
/// `now` is in seconds since 1970.
func reply(
    to request: ReadingRequest, now: Double, keeping kept: KeptDocument, progress: ProgressReport?
) throws(ReadingFailure) -> ReadingReply {
    let table = try layout(of: request)
    switch try fetch(request, now: now, progress: progress) {
    case .notModified(let freshness):
        return .notModified(freshness)
    case .document(let document):
        guard let digest = sha256(document.bytes) else { throw ReadingFailure(.reader, "libcrypto has no SHA-256") }
        let facts = DocumentFacts(
            validators: document.validators, digest: digest, length: document.bytes.count,
            freshness: document.freshness)
        if digest == request.knownDigest { return .sameDocument(facts) }
        // A hundred thousand keys take longer to make ready than the answer "not modified" to arrive: only when needed.
        let watched = try watchedKeys(of: request)
        let reading = try parse(document.bytes, layout: table, watched: watched, request: request)
        try kept.keep(document.bytes)
        return .document(facts, reading)
    }
}
