// The messages for faults that no test server can cause.

import CCurl
import Reading
import Testing

@testable import Fetch

private func facts(_ code: CURLcode, _ change: (inout TransferFacts) -> Void = { _ in }) -> TransferFacts {
    var facts = TransferFacts(code: code, host: "example.org", words: "words")
    change(&facts)
    return facts
}

@Suite struct CauseTests {
    // The numbers are X509_V_ERR_… of X509_STORE_CTX_get_error(3).
    @Test(arguments: [
        (facts(CURLE_PEER_FAILED_VERIFICATION) { $0.verdict = 23 }, "the certificate of example.org has been revoked"),
        (
            facts(CURLE_PEER_FAILED_VERIFICATION) { $0.verdict = 2 },
            "the certificate of example.org is from an unknown issuer"
        ),
        (
            facts(CURLE_PEER_FAILED_VERIFICATION) { $0.verdict = 62 },
            "the certificate of example.org is for another host: words"
        ),
        (
            facts(CURLE_PEER_FAILED_VERIFICATION) { $0.verdict = 7 },
            "the certificate of example.org is not accepted: words"
        ),
        (facts(CURLE_SSL_CONNECT_ERROR), "no TLS connection to example.org: words"),
        (facts(CURLE_COULDNT_RESOLVE_PROXY), "the name cannot be resolved (DNS): words"),
        (facts(CURLE_COULDNT_CONNECT) { $0.systemError = 113 }, "no connection to example.org: words"),
        (facts(CURLE_OPERATION_TIMEDOUT), "timed out connecting to example.org: words"),
        (facts(CURLE_HTTP2_STREAM), "the connection to example.org broke: words"),
        (facts(CURLE_OUT_OF_MEMORY), "the connection to example.org broke: words"),
        (facts(CURLcode(100)), "the answer's header is larger than the limit of 65536 bytes"),
        (facts(CURLE_RECV_ERROR) { $0.words = "a\u{1B}b\n" }, "the connection to example.org broke: a\u{FFFD}b "),
    ])
    func `is a sentence`(_ facts: TransferFacts, _ cause: String) {
        #expect(facts.failure.cause == cause)
    }

    @Test(arguments: [
        (
            facts(CURLE_COULDNT_RESOLVE_HOST), ReadingFailure.Kind.unreachable,
            "the name cannot be resolved (DNS): words"
        ),
        (
            facts(CURLE_COULDNT_RESOLVE_HOST) { $0.isResolverAway = true }, .offline,
            "no name server answers this machine (DNS): words"
        ),
        (facts(CURLE_COULDNT_RESOLVE_PROXY), .offline, "the name cannot be resolved (DNS): words"),
        (facts(CURLE_COULDNT_CONNECT) { $0.systemError = 111 }, .unreachable, "example.org refused the connection"),
        (facts(CURLE_COULDNT_CONNECT) { $0.systemError = 113 }, .unreachable, "no connection to example.org: words"),
        (
            facts(CURLE_COULDNT_CONNECT) { $0.hasRoute = false }, .offline,
            "this machine has no route to example.org"
        ),
        (
            facts(CURLE_COULDNT_CONNECT) { ($0.isResolved, $0.hasRoute) = (false, false) }, .unreachable,
            "no connection to example.org: words"
        ),
        (
            facts(CURLE_COULDNT_CONNECT) { ($0.hasProxy, $0.systemError) = (true, 111) }, .offline,
            "the proxy refused the connection"
        ),
        (
            facts(CURLE_COULDNT_CONNECT) { ($0.hasProxy, $0.proxyStatus) = (true, 502) }, .unreachable,
            "the proxy did not connect to example.org: HTTP 502 Bad Gateway"
        ),
        (facts(CURLE_OPERATION_TIMEDOUT), .unreachable, "timed out connecting to example.org: words"),
        (
            facts(CURLE_OPERATION_TIMEDOUT) { $0.isResolved = false }, .offline,
            "timed out connecting to example.org: words"
        ),
        (
            facts(CURLE_OPERATION_TIMEDOUT) { ($0.isResolved, $0.isConnected) = (false, true) }, .unreachable,
            "timed out waiting for example.org: words"
        ),
    ])
    func `is this machine's or the server's`(_ facts: TransferFacts, _ kind: ReadingFailure.Kind, _ cause: String) {
        #expect(facts.failure == ReadingFailure(kind, cause))
    }
}
