// The short form of a fetch, for the tests.

import Reading
import TestKit

@testable import Fetch

/// 2026-11-21T00:00:00Z, when these tests were written.
let testTime = 1_795_219_200.0

/// A request with limits that suit a test: 1000 bytes, 8 seconds.
func asking(_ url: String, _ change: (inout FetchRequest) -> Void = { _ in }) -> FetchRequest {
    var request = FetchRequest(url: url)
    request.limits.documentBytes = 1_000
    request.limits.transferSeconds = 8
    request.limits.connectSeconds = 6
    change(&request)
    return request
}

/// Fetches, and gives what went wrong as a value. Without what the server's clock says, which no test knows.
func outcome(of request: FetchRequest, certificates: String = "/etc/ssl/certs", now: Double = testTime) -> Result<
    Fetched, ReadingFailure
> {
    do throws(ReadingFailure) {
        return .success(try fetch(request, trust: Trust(directory: certificates), now: now).undated)
    } catch {
        return .failure(error)
    }
}

extension Fetched {
    fileprivate var undated: Fetched {
        switch self {
        case .notModified(var freshness):
            freshness.date = nil
            return .notModified(freshness)
        case .document(var document):
            document.facts.freshness.date = nil
            return .document(document)
        }
    }
}

/// Fetches where one host more counts as public.
func outcome(of request: FetchRequest, publicHost: String) -> Result<Fetched, ReadingFailure> {
    do throws(ReadingFailure) {
        let transfer = try HTTPTransfer(
            request, trust: Trust(), now: testTime, isPublic: { $0 == NetworkAddress(publicHost) || $0.isPublic })
        return .success(try transfer.run())
    } catch {
        return .failure(error)
    }
}

/// What a request to a server with this script comes to; the server is gone afterwards.
func outcome(
    _ script: [ServerStep], _ change: (inout FetchRequest) -> Void = { _ in }
) -> Result<Fetched, ReadingFailure> {
    let server = ScriptedServer(script)
    defer { server.stop() }
    return outcome(of: asking(server.url, change))
}

extension Result where Success == Fetched, Failure == ReadingFailure {
    var document: Document? {
        if case .success(.document(let document)) = self { document } else { nil }
    }

    var freshness: Freshness? {
        switch self {
        case .success(.document(let document)): document.freshness
        case .success(.notModified(let freshness)): freshness
        case .failure: nil
        }
    }

    var failure: ReadingFailure? {
        if case .failure(let failure) = self { failure } else { nil }
    }
}

/// The failure that these words are of, with the status that they name: "HTTP 404 Not Found".
func statusFailure(_ cause: String, retryAfter: Double? = nil) -> ReadingFailure {
    var failure = ReadingFailure(.status, cause, retryAfter: retryAfter)
    if cause.hasPrefix("HTTP ") { failure.status = Int(cause.dropFirst(5).prefix(3)) }
    return failure
}
