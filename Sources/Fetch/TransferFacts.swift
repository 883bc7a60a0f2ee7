// The facts about a failed transfer, and the sentence that explains it to a person. Pure, so that a table can test it.

import CCurl
import Glibc
import Reading
import Text

/// The facts about a failed transfer.
struct TransferFacts {
    var code: CURLcode
    /// Host of the failed hop, and port if it is not the scheme's default.
    var host: String
    /// libcurl's message.
    var words: String
    /// `errno` of the last failed connect.
    var systemError = 0
    /// OpenSSL's verdict on the certificate: 0 is good (openssl-verify(1)).
    var verdict = 0
    var isConnected = false
    var hasAnswer = false
    var isHeaderComplete = false
    /// Whether the last response sets a cookie, although cookies go back.
    var setsCookie = false
    /// Whether a redirection led to the failed hop.
    var isRedirected = false
    /// Bytes of the document received, and the announced number.
    var received = 0
    var expected: Int?
    /// Whether a proxy connects for the fetcher.
    var hasProxy = false
    /// Whether a name was resolved, and whether one of its addresses had a route from here.
    var isResolved = true
    var hasRoute = true
    /// Whether no name server was available for a name that cannot be resolved: the name itself may be right.
    var isResolverAway = false
    /// The proxy's status for CONNECT (RFC 9110 9.3.6); 0 without a request or an answer.
    var proxyStatus = 0
    /// Places without trusted certificates; empty if there are certificates.
    var missingTrust: [String] = []

    /// CURLE_TOO_LARGE, since libcurl 8.6.
    private static let tooLarge = CURLcode(100)

    /// The failure: its kind, and the sentence.
    var failure: ReadingFailure {
        var failure = failureOfServer
        if isOffline { failure.kind = .offline }
        return failure
    }

    /// Whether this machine failed and not the server. A refused connection or a silent host counts as the server's
    /// failure; the proxy counts as this machine's.
    private var isOffline: Bool {
        switch code {
        case CURLE_COULDNT_RESOLVE_PROXY: true
        case CURLE_COULDNT_RESOLVE_HOST: isResolverAway
        case CURLE_COULDNT_CONNECT: hasProxy && proxyStatus == 0 || isResolved && !hasRoute
        // The fetcher waited for name resolution all the time.
        case CURLE_OPERATION_TIMEDOUT: !isConnected && !isResolved
        default: false
        }
    }

    private var failureOfServer: ReadingFailure {
        // The code depends on libcurl's version.
        if code != CURLE_OK, hasProxy, proxyStatus != 0, !(200...299).contains(proxyStatus) {
            return ReadingFailure(
                .unreachable, "the proxy did not connect to \(host): \(name(ofStatus: proxyStatus))")
        }
        switch code {
        case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY:
            let what = isResolverAway ? "no name server answers this machine" : "the name cannot be resolved"
            return ReadingFailure(.unreachable, "\(what) (DNS): \(told(words))")
        case CURLE_COULDNT_CONNECT:
            return ReadingFailure(.unreachable, connection)
        case CURLE_PEER_FAILED_VERIFICATION:
            return ReadingFailure(.unreachable, certificate)
        case CURLE_SSL_CONNECT_ERROR:
            return ReadingFailure(.unreachable, "no TLS connection to \(host): \(told(words))")
        case CURLE_OPERATION_TIMEDOUT:
            return timeout
        case CURLE_GOT_NOTHING:
            return ReadingFailure(.unreachable, "\(host) closed the connection without an answer")
        case CURLE_PARTIAL_FILE:
            return ReadingFailure(.unreadable, "the document is cut short: \(amount)")
        case CURLE_WEIRD_SERVER_REPLY:
            return ReadingFailure(.unreadable, "\(host) did not answer with HTTP: \(told(words))")
        case CURLE_OUT_OF_MEMORY where isConnected && !isHeaderComplete, Self.tooLarge where !isHeaderComplete:
            // libcurl's message for a header line longer than its limit of 100 KiB.
            return HTTPTransfer.headerTooLarge
        case CURLE_TOO_MANY_REDIRECTS, CURLE_UNSUPPORTED_PROTOCOL, CURLE_URL_MALFORMAT, CURLE_LOGIN_DENIED:
            return destination
        default:
            return ReadingFailure(.unreachable, "the connection to \(host) broke: \(told(words))")
        }
    }

    private var connection: String {
        let host = hasProxy ? "the proxy" : host
        if isResolved && !hasRoute { return "this machine has no route to \(host)" }
        return systemError == Int(ECONNREFUSED)
            ? "\(host) refused the connection" : "no connection to \(host): \(told(words))"
    }

    /// The verdicts of X509_STORE_CTX_get_error(3) that have messages of their own. libcurl compares the host itself,
    /// and then leaves no verdict (0, or 1 before OpenSSL has run).
    private var certificate: String {
        switch verdict {
        case 0, 1, 62: "the certificate of \(host) is for another host: \(told(words))"
        case 9: "the certificate of \(host) is not valid yet"
        case 10: "the certificate of \(host) has expired"
        case 18 where missingTrust.isEmpty: "the certificate of \(host) is self-signed"
        case 18, 19, 2, 20, 21: "the certificate of \(host) \(strangeness)"
        case 23: "the certificate of \(host) has been revoked"
        default: "the certificate of \(host) is not accepted: \(told(words))"
        }
    }

    private var strangeness: String {
        if missingTrust.isEmpty { return "is from an unknown issuer" }
        let places = missingTrust.map { told($0) }.joined(separator: ", ")
        return "cannot be checked: there are no certificates of authorities in \(places)"
    }

    /// libcurl has one code for all timeouts.
    private var timeout: ReadingFailure {
        if !isConnected {
            return ReadingFailure(.unreachable, "timed out connecting to \(host): \(told(words))")
        }
        if !hasAnswer {
            return ReadingFailure(.unreachable, "timed out waiting for \(host): \(told(words))")
        }
        return ReadingFailure(.unreachable, "\(host) is too slow, \(amount): \(told(words))")
    }

    private var amount: String {
        expected.map { "\(received) of \($0) bytes" } ?? "\(received) bytes"
    }

    /// A refused target: of the first URL, or of a redirection.
    private var destination: ReadingFailure {
        switch code {
        case CURLE_TOO_MANY_REDIRECTS:
            let wall = setsCookie ? ": the server wants a cookie that only a browser gets (a cookie wall)" : ""
            return ReadingFailure(
                .status, "redirected more than \(HTTPTransfer.mostRedirections) times, possibly in a loop\(wall)")
        case CURLE_LOGIN_DENIED:
            return ReadingFailure(.reader, "URLs with a user name are not fetched: use auth")
        case CURLE_UNSUPPORTED_PROTOCOL where isConnected:
            return ReadingFailure(.unreadable, "\(host) did not answer with HTTP: \(told(words))")
        case _ where isRedirected:
            return ReadingFailure(.status, "redirected to something that is not a URL")
        default:
            return ReadingFailure(.reader, "this is not an http or https URL: \(told(words))")
        }
    }
}

extension TransferFacts {
    /// Collects the facts from a transfer that failed with `code`.
    init(_ transfer: HTTPTransfer, code: CURLcode) {
        let handle = transfer.handle
        let response = transfer.response
        self.init(
            code: code,
            host: Self.host(of: transfer.url),
            words: handle.description(of: code),
            systemError: handle.number(CURLINFO_OS_ERRNO),
            verdict: handle.number(CURLINFO_SSL_VERIFYRESULT),
            isConnected: transfer.isConnected,
            hasAnswer: response.status != 0,
            isHeaderComplete: response.isComplete,
            setsCookie: transfer.setsCookie,
            isRedirected: transfer.url != transfer.request.url,
            received: transfer.received,
            expected: response.expectedLength,
            hasProxy: transfer.request.proxy != nil,
            isResolved: transfer.isResolved,
            hasRoute: transfer.hasRoute,
            isResolverAway: code == CURLE_COULDNT_RESOLVE_HOST && Self.isResolverAway(transfer),
            proxyStatus: handle.number(CURLINFO_HTTP_CONNECTCODE),
            missingTrust: transfer.trust.missing)
    }

    /// If a name server is silent, the resolver gives up after five seconds (resolv.conf(5) `timeout`). A server that
    /// answered before, even with "no such name", is asked again.
    private static let silence = 5_000

    private static func isResolverAway(_ transfer: HTTPTransfer) -> Bool {
        if monotonicMilliseconds() - transfer.began >= silence { return true }
        guard let host = part(CURLUPART_HOST, of: transfer.url) else { return false }
        return lacksNameServer(for: host)
    }

    private static func host(of url: String) -> String {
        guard let host = part(CURLUPART_HOST, of: url) else { return "the server" }
        let scheme = part(CURLUPART_SCHEME, of: url)
        guard let port = part(CURLUPART_PORT, of: url), port != (scheme == "https" ? "443" : "80") else {
            return told(host)
        }
        return told("\(host):\(port)")
    }
}
