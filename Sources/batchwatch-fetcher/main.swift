// Sends one request to a server or checks one file, then ends. Enters the sandbox before it reads a byte from outside,
// and does not look into the document.

import Coding
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
    let environment = Trust.variables.compactMap { name in getenv(name).map { (name, String(cString: $0)) } }
    let trust = file == nil ? Trust.found(in: Dictionary(uniqueKeysWithValues: environment)) : Trust()
    try enterSandbox(connects: file == nil, reading: trust.paths)
    if file == nil {
        try loadTransfer()
        try refuseCode()
    }
    let progress: ProgressReport? =
        request.progress
        ? { send(WorkerMessage<FetchReply>.progress(received: $0, expected: $1)) } : nil
    // The clock with fractions: time(2) may lag by a tick, so that a date an hour ahead would be 3 601 seconds away.
    let now = Date().timeIntervalSince1970
    switch try fetch(request, trust: trust, file: file, now: now, progress: progress) {
    case .notModified(let freshness): return .notModified(freshness)
    case .document(let document):
        if file != nil {
            // Usually a file has not changed and needs no digest. No code has looked into it yet.
            loadDigest()
            try refuseCode()
        }
        let facts = try facts(of: document, wantsDigest: request.wantsDigest)
        try output.take(document.bytes)
        return .document(facts)
    }
}

func facts(of document: Document, wantsDigest: Bool) throws(ReadingFailure) -> DocumentFacts {
    // A document with an unknown end is fetched again, and compared.
    guard let digest = wantsDigest || !document.isEndKnown ? sha256(document.bytes) : "" else {
        throw ReadingFailure(.reader, "libcrypto provides no SHA-256 here")
    }
    var facts = document.facts
    facts.digest = digest
    return facts
}

do throws(ReadingFailure) {
    send(.reply(try reply()))
} catch {
    send(.reply(FetchReply.failure(error)))
}
end()
