// The order of things: fetch, recognise, parse, keep. Each is done elsewhere.

import Fetch
import Reading
import Rows

/// One fetch, and one parse if the document is new.
///
/// `file` is the document where it is a local one.
/// `result` gets the document's bytes once it has been parsed; one that the request knows already is not written again.
/// `text` gets the text of the pages, where the request asks for that.
/// `now` is in seconds since 1970.
func reply(
    to request: ReadingRequest, from file: Int32?, now: Double, into result: ResultDescriptor,
    progress: ProgressReport?,
    text: inout [UInt8]
) throws(ReadingFailure) -> ReadingReply {
    // Who asks for an inspection need not know how the table looks.
    let table = request.inspects ? .london : try layout(of: request)
    switch try fetch(request, file: file, now: now, progress: progress) {
    case .notModified(let freshness):
        return .notModified(freshness)
    case .document(let document):
        // What is printed is not kept, so nobody asks whether it is the same.
        let isPrinted = request.print != nil || request.printsText || request.inspects
        guard let digest = isPrinted ? "" : sha256(document.bytes) else {
            throw ReadingFailure(.reader, "libcrypto provides no SHA-256 here")
        }
        var facts = DocumentFacts(
            validators: document.validators, digest: digest, length: document.bytes.count,
            freshness: document.freshness)
        facts.isPublic = document.isPublic
        facts.modified = document.modified
        if let wanted = request.links {
            if mayEndTooSoon(document, of: request, file: file, now: now) {
                throw ReadingFailure(.unreadable, "the page may end too soon: a second request brought another one")
            }
            let links = try foundLinks(in: document.bytes, base: document.url ?? request.url, matching: wanted)
            return .links(facts, links)
        }
        if digest == request.knownDigest { return .sameDocument(facts) }
        if request.inspects {
            let base = document.url ?? request.url
            return .inspected(facts, try inspect(document.bytes, request: request, base: base))
        }
        if request.printsText {
            let (reading, pages) = try batchwatch_reader.text(of: document.bytes, request: request)
            text = pages
            return .document(facts, reading)
        }
        // A hundred thousand keys take longer to make ready than the answer "not modified" to arrive: only when needed.
        let watched = try watchedKeys(of: request)
        var reading = try parse(document.bytes, layout: table, watched: watched, request: request)
        // Who prints a file knows whether it is being written, and need not wait.
        let isKnown = request.isKept || isPrinted && file != nil
        if !isKnown, mayEndTooSoon(document, of: request, file: file, now: now) { reading.doubtEnd() }
        if !isPrinted { try result.keep(document.bytes) }
        return .document(facts, reading)
    }
}
