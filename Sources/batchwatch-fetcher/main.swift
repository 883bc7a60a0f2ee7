// One request to a server or one look at a file, and the end: the sandbox first, before a byte from outside is read.
// What a document says is not looked at here.

import Fetch
import Glibc
import Reading
import Worker

func reply() throws(ReadingFailure) -> FetchReply {
    try limitResources()
    let output = try OutputDescriptor()
    let request: FetchRequest = try readRequest()
    let most = request.limits.documentBytes
    try lowerLimits(documentBytes: most, fileBytes: most)
    let file = try openedFile(of: request)
    try enterSandbox(connects: file == nil)
    let progress: ProgressReport? =
        request.progress
        ? { send(WorkerMessage<FetchReply>.progress(received: $0, expected: $1)) } : nil
    switch try fetch(request, file: file, now: Double(time(nil)), progress: progress) {
    case .notModified(let freshness): return .notModified(freshness)
    case .document(let document):
        let facts = try facts(of: document, wantsDigest: request.wantsDigest)
        try output.take(document.bytes)
        return .document(facts)
    }
}

func facts(of document: Document, wantsDigest: Bool) throws(ReadingFailure) -> DocumentFacts {
    // One whose end is not known is fetched again, and compared.
    guard let digest = wantsDigest || !document.isEndKnown ? sha256(document.bytes) : "" else {
        throw ReadingFailure(.reader, "libcrypto provides no SHA-256 here")
    }
    var facts = DocumentFacts(
        validators: document.validators, digest: digest, length: document.bytes.count, freshness: document.freshness)
    facts.modified = document.modified
    facts.isPublic = document.isPublic
    facts.charset = document.charset
    facts.url = document.url
    facts.isEndKnown = document.isEndKnown
    return facts
}

do throws(ReadingFailure) {
    send(.reply(try reply()))
} catch {
    send(.reply(FetchReply.failure(error)))
}
