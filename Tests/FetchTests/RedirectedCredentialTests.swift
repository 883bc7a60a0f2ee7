// Each kind of credentials with each kind of redirection: the same server gets them again, no other one does.

import Reading
import TestKit
import Testing

@testable import Fetch

private let found = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nConnection: close\r\n\r\nhello"

private func moved(to location: String) -> [ServerStep] {
    [.send("HTTP/1.1 302 Found\r\nLocation: \(location)\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")]
}

private let kinds: [Credentials?] = [
    nil,
    Credentials(scheme: .basic, user: "anna", secret: "s3cret"),
    Credentials(scheme: .digest, user: "anna", secret: "s3cret"),
    Credentials(scheme: .bearer, user: "", secret: "s3cret"),
]

/// What the first request of digest (RFC 7616 3.3) is answered; with the other kinds nothing is asked.
private func challenge(_ credentials: Credentials?) -> [[ServerStep]] {
    guard credentials?.scheme == .digest else { return [] }
    let field = "WWW-Authenticate: Digest realm=\"r\", nonce=\"n\", qop=\"auth\", algorithm=SHA-256"
    return [[.send("HTTP/1.1 401 Unauthorized\r\n\(field)\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")]]
}

@Suite struct RedirectedCredentialTests {
    /// "HOST" stands for the server's own name and port.
    @Test(
        arguments: kinds,
        [
            ("/other/next.pdf", "/other/next.pdf"), ("next.pdf", "/next.pdf"), ("?page=2", "/list.pdf?page=2"),
            ("../up/next.pdf#top", "/up/next.pdf"), ("http://HOST/next.pdf", "/next.pdf"),
            ("HTTP://HOST/next.pdf", "/next.pdf"), ("//HOST/next.pdf", "/next.pdf"),
            ("/a b.pdf", "/a%20b.pdf"), ("/\u{e4}.pdf", "/%c3%a4.pdf"),
        ])
    func `a redirection within the server is followed, and the credentials go along`(
        _ credentials: Credentials?, _ way: (location: String, target: String)
    ) throws {
        let server = ScriptedServer([])
        defer { server.stop() }
        let location = way.location.replacing("HOST", with: "127.0.0.1:\(server.port)")
        server.answer(challenge(credentials) + [moved(to: location), [.send(found)]])
        let answer = outcome(of: asking(server.url) { $0.credentials = credentials })
        #expect(answer.document?.bytes.count == 5, "\(String(describing: answer.failure))")
        let last = try #require(server.requests.last)
        #expect(last.lowercased().hasPrefix("get \(way.target) http/1.1\r\n"), "\(last)")
        let words: [Credentials.Scheme?: String] = [
            .basic: "\r\nAuthorization: Basic YW5uYTpzM2NyZXQ=\r\n", .bearer: "\r\nAuthorization: Bearer s3cret\r\n",
            .digest: "\r\nAuthorization: Digest username=\"anna\"",
        ]
        #expect(last.contains("Authorization") == (credentials != nil), "\(last)")
        if let word = words[credentials?.scheme] { #expect(last.contains(word), "\(last)") }
        if credentials?.scheme == .digest { #expect(last.lowercased().contains("uri=\"\(way.target)\""), "\(last)") }
        #expect(answer.document?.url?.contains("@") == false)
    }

    @Test(arguments: kinds, ["127.0.0.1", "127.0.0.2"])
    func `another server gets no credentials, and the first one gets them when it is led back to`(
        _ credentials: Credentials?, _ host: String
    ) throws {
        let first = ScriptedServer([])
        defer { first.stop() }
        let other = ScriptedServer(host: host, moved(to: "/again"), moved(to: "\(first.url)?back"))
        defer { other.stop() }
        first.answer(challenge(credentials) + [moved(to: other.url), [.send(found)]])
        #expect(outcome(of: asking(first.url) { $0.credentials = credentials }).document?.bytes.count == 5)
        #expect(other.requests.count == 2)
        for request in other.requests {
            #expect(!request.contains("Authorization") && !request.contains("s3cret") && !request.contains("anna"))
        }
        let last = try #require(first.requests.last)
        #expect(last.hasPrefix("GET /list.pdf?back "))
        #expect(last.contains("\r\nAuthorization: ") == (credentials != nil))
    }

    @Test(arguments: kinds, ["http://anna@HOST/", "http://anna:s3cret@HOST/", "//anna@HOST/", "http://@HOST/"])
    func `a user name in the Location is refused`(_ credentials: Credentials?, _ location: String) {
        let server = ScriptedServer([])
        defer { server.stop() }
        let location = location.replacing("HOST", with: "127.0.0.1:\(server.port)")
        server.answer(challenge(credentials) + [moved(to: location), [.send(found)]])
        let cause = "redirected to a URL with a user name in it, which is not followed"
        #expect(outcome(of: asking(server.url) { $0.credentials = credentials }).failure == statusFailure(cause))
        #expect(server.requests.count == challenge(credentials).count + 1)
    }

    @Test(arguments: kinds)
    func `five redirections are followed with each kind, six are not`(_ credentials: Credentials?) {
        for count in 5...6 {
            let server = ScriptedServer(
                scripts: challenge(credentials) + (1...count).map { moved(to: "/\($0)") } + [[.send(found)]])
            defer { server.stop() }
            let answer = outcome(of: asking(server.url) { $0.credentials = credentials })
            #expect((answer.document?.bytes.count == 5) == (count == 5))
            let cause = "redirected more than 5 times, possibly in a loop"
            if count == 6 { #expect(answer.failure == statusFailure(cause)) }
        }
    }

    @Test func `a server that asks for a digest again and again is left`() {
        let field = "WWW-Authenticate: Digest realm=\"r\", nonce=\"n\", qop=\"auth\", algorithm=SHA-256, stale=true"
        let server = ScriptedServer([
            .send("HTTP/1.1 401 Unauthorized\r\n\(field)\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
        ])
        defer { server.stop() }
        let failure = outcome(of: asking(server.url) { $0.credentials = kinds[2] }).failure
        #expect(failure?.kind == .status)
        #expect(server.requests.count <= 6)
    }
}

@Suite(.disabled(if: TLSServer.isMissing, "nginx or openssl is not installed")) struct RedirectedTLSTests {
    let server = TLSServer()

    private func answer(_ url: String, _ credentials: Credentials?) -> Result<Fetched, ReadingFailure> {
        outcome(of: asking(url) { $0.credentials = credentials }, certificates: server.trusted)
    }

    @Test func `a real server redirects within itself, to a list that needs credentials`() {
        #expect(answer(server.url(.good, "within"), kinds[1]).document?.bytes == Array(TLSServer.document.utf8))
        #expect(answer(server.url(.good, "within"), nil).failure == statusFailure("HTTP 401 Unauthorized"))
        #expect(server.requests(3).filter { $0.hasSuffix("Basic YW5uYTpzM2NyZXQ=") }.count == 2)
    }

    @Test(arguments: kinds) func `from https to http nobody is followed, whatever is to be shown`(
        _ credentials: Credentials?
    ) {
        let cause = "redirected from https to http, which is not followed"
        #expect(answer(server.url(.toPlain), credentials).failure == statusFailure(cause))
    }

    @Test(arguments: kinds) func `from http on this machine to https another port gets no credentials`(
        _ credentials: Credentials?
    ) {
        let answer = answer(server.plainURL("moved"), credentials)
        #expect(answer.document?.bytes == Array(TLSServer.document.utf8))
        #expect(server.requests(2).last?.hasSuffix(" -") == true)
    }
}
