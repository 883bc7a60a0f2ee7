// Good and bad certificates from a real server.

import Reading
import TestKit
import Testing

@testable import Fetch

@Suite(.disabled(if: TLSServer.isMissing, "nginx or openssl is not installed")) struct TLSTests {
    let server = TLSServer()

    private func failure(_ site: TLSServer.Site) -> ReadingFailure? {
        outcome(of: asking(server.url(site)), certificates: server.trusted).failure
    }

    @Test func `a trusted server is asked, and asked again on condition`() throws {
        let document = try #require(outcome(of: asking(server.url(.good)), certificates: server.trusted).document)
        #expect(document.bytes == Array(TLSServer.document.utf8))
        #expect(document.validators?.etag != nil)
        #expect(document.validators?.lastModified != nil)
        let again = outcome(
            of: asking(server.url(.good)) { $0.validators = document.validators }, certificates: server.trusted)
        #expect(again == .success(.notModified(Freshness())))
    }

    @Test(arguments: [
        (TLSServer.Site.expired, "has expired"), (.early, "is not valid yet"), (.otherHost, "is for another host: "),
        (.selfSigned, "is self-signed"), (.unknownIssuer, "is from an unknown issuer"),
    ])
    func `a bad certificate is told by what is the matter with it`(_ site: TLSServer.Site, _ words: String) throws {
        let failure = failure(site)
        #expect(failure?.kind == .unreachable)
        let host = server.url(site).split(separator: "/")[1]
        let cause = try #require(failure).cause
        #expect(cause.hasPrefix("the certificate of \(host) \(words)"), "\(cause)")
    }

    @Test func `without its authority a good server is a stranger`() {
        let failure = outcome(of: asking(server.url(.good)), certificates: "/nonexistent").failure
        #expect(failure?.cause.hasSuffix(" is from an unknown issuer") == true, "\(failure?.cause ?? "no failure")")
    }

    @Test func `nobody is followed from https to http`() {
        #expect(failure(.toPlain) == statusFailure("redirected from https to http, which is not followed"))
    }

    @Test func `from http to https is followed, and back is not`() {
        let plain = ScriptedServer([.send("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello")])
        let server = TLSServer(plain: plain.url)
        let start = ScriptedServer([
            .send("HTTP/1.1 301 Moved\r\nLocation: \(server.url(.toPlain))\r\nContent-Length: 0\r\n\r\n")
        ])
        defer { start.stop() }
        defer { plain.stop() }
        let failure = outcome(of: asking(start.url), certificates: server.trusted).failure
        #expect(failure == statusFailure("redirected from https to http, which is not followed"))
        #expect(plain.requests.isEmpty)
    }

    @Test func `silence in the handshake ends at the limit for connecting`() throws {
        let silent = ScriptedServer([.silence(5)])
        defer { silent.stop() }
        let url = "https://127.0.0.1:\(silent.port)/"
        let start = ContinuousClock.now
        let failure = try #require(outcome(of: asking(url) { $0.limits.connectSeconds = 0.3 }).failure)
        #expect(ContinuousClock.now - start < .seconds(2))
        #expect(failure.kind == .unreachable)
        #expect(failure.cause.hasPrefix("timed out connecting to 127.0.0.1:\(silent.port): "), "\(failure.cause)")
    }
}
