// Allowed targets of redirections, and the fields sent there (RFC 9110 15.4, 11.2).

import Reading
import TestKit
import Testing

@testable import Fetch

private let found = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nConnection: close\r\n\r\nhello"

private func moved(to location: String) -> [ServerStep] {
    [.send("HTTP/1.1 302 Found\r\nLocation: \(location)\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")]
}

private let schemes: [Credentials] = [
    Credentials(scheme: .basic, user: "anna", secret: "s3cret"),
    Credentials(scheme: .digest, user: "anna", secret: "s3cret"),
    Credentials(scheme: .bearer, user: "", secret: "s3cret"),
]

/// Asks for a digest (RFC 7616 3.3) where the scheme needs it, and then for nothing more.
private func challenge(_ credentials: Credentials) -> [[ServerStep]] {
    guard credentials.scheme == .digest else { return [] }
    let field = "WWW-Authenticate: Digest realm=\"r\", nonce=\"n\", qop=\"auth\", algorithm=SHA-256"
    return [[.send("HTTP/1.1 401 Unauthorized\r\n\(field)\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")]]
}

@Suite struct RedirectionTests {
    @Test func `five redirections are followed, six are not`() {
        let five = ScriptedServer(
            moved(to: "/1"), moved(to: "/2"), moved(to: "/3"), moved(to: "/4"), moved(to: "/5"), [.send(found)])
        let six = ScriptedServer(
            moved(to: "/1"), moved(to: "/2"), moved(to: "/3"), moved(to: "/4"), moved(to: "/5"), moved(to: "/6"),
            [.send(found)])
        defer { five.stop() }
        defer { six.stop() }
        #expect(outcome(of: asking(five.url)).document?.bytes.count == 5)
        let cause = "redirected more than 5 times, possibly in a loop"
        #expect(outcome(of: asking(six.url)).failure == statusFailure(cause))
        #expect(six.requests.count == 6)
        #expect(outcome(moved(to: "/list.pdf")).failure == statusFailure(cause))
    }

    @Test(arguments: [
        ("file:///etc/passwd", "redirected to a file: URL, which is not followed"),
        ("ftp://127.0.0.1/", "redirected to a ftp: URL, which is not followed"),
        ("http://user:pw@127.0.0.1/", "redirected to a URL with a user name in it, which is not followed"),
        ("http://", "redirected to something that is not a URL"), ("", "HTTP 302 Found"),
    ])
    func `a redirection to what is no web address is refused`(_ location: String, _ cause: String) {
        #expect(outcome(moved(to: location)).failure == statusFailure(cause))
    }

    @Test(arguments: [
        "Connection: keep-alive", "Content-Length: 1000000000\r\nConnection: close", "Transfer-Encoding: gzip",
    ])
    func `the body of a redirection that may not end is not waited for`(_ field: String) {
        let head = "HTTP/1.1 302 Found\r\nLocation: /next\r\n\(field)\r\n\r\n"
        let server = ScriptedServer([.send(head), .endless("moved", every: 0.01)], [.send(found)])
        defer { server.stop() }
        let begin = ContinuousClock.now
        #expect(outcome(of: asking(server.url)).document?.bytes.count == 5)
        #expect(ContinuousClock.now - begin < .seconds(6))
    }

    @Test func `the body of a redirection is no document, however long it is`() {
        let body = String(repeating: "moved", count: 1_000)
        let head = "HTTP/1.1 302 Found\r\nLocation: /next\r\nContent-Length: 5000\r\n\r\n"
        let server = ScriptedServer([.send(head + body)], [.send(found)])
        defer { server.stop() }
        #expect(outcome(of: asking(server.url)).document?.bytes == Array("hello".utf8))
    }

    @Test func `the time is for all hops together`() {
        let server = ScriptedServer(
            [.silence(0.6)] + moved(to: "/1"), [.silence(0.6)] + moved(to: "/2"), [.silence(0.6)] + moved(to: "/3"),
            [.send(found)])
        defer { server.stop() }
        let answer = outcome(of: asking(server.url) { $0.limits.transferSeconds = 1 })
        #expect(answer.failure?.cause.hasPrefix("timed out waiting for 127.0.0.1:") == true, "\(answer)")
        #expect(server.requests.count == 2)
    }

    @Test func `a Location that is not UTF-8 is followed byte by byte`() {
        let head = Array("HTTP/1.1 302 Found\r\nLocation: /".utf8) + [0xE4] + Array(".pdf\r\n".utf8)
        let server = ScriptedServer(
            [.bytes(head), .send("Content-Length: 0\r\nConnection: close\r\n\r\n")], [.send(found)])
        defer { server.stop() }
        #expect(outcome(of: asking(server.url)).document?.bytes.count == 5)
        #expect(server.requests.last?.hasPrefix("GET /%E4.pdf ") == true)
    }

    @Test func `an answer of "not modified" sends nobody elsewhere`() {
        let answer = outcome([
            .send("HTTP/1.1 304 Not Modified\r\nLocation: /next\r\nConnection: close\r\n\r\n")
        ]) { $0.validators = Validators(etag: "\"1\"", lastModified: nil) }
        #expect(answer == .success(.notModified(Freshness())))
    }

    @Test(arguments: schemes)
    func `credentials go to the server they are for`(_ credentials: Credentials) throws {
        let server = ScriptedServer(scripts: challenge(credentials) + [[.send(found)]])
        defer { server.stop() }
        #expect(outcome(of: asking(server.url) { $0.credentials = credentials }).document?.bytes.count == 5)
        let sent = try #require(server.requests.last)
        switch credentials.scheme {
        case .basic: #expect(sent.contains("\r\nAuthorization: Basic YW5uYTpzM2NyZXQ=\r\n"))
        case .digest: #expect(sent.contains("\r\nAuthorization: Digest username=\"anna\""))
        case .bearer: #expect(sent.contains("\r\nAuthorization: Bearer s3cret\r\n"))
        }
    }

    @Test(arguments: schemes, ["127.0.0.1", "127.0.0.2"])
    func `credentials do not go to another port or host`(_ credentials: Credentials, _ host: String) throws {
        let other = ScriptedServer(host: host, [.send(found)])
        let first = ScriptedServer(scripts: challenge(credentials) + [moved(to: other.url)])
        defer { first.stop() }
        defer { other.stop() }
        #expect(outcome(of: asking(first.url) { $0.credentials = credentials }).document?.bytes.count == 5)
        #expect(try #require(first.requests.last).contains("\r\nAuthorization: "))
        let header = try #require(other.requests.first)
        #expect(!header.contains("Authorization"))
        #expect(!header.contains("s3cret"))
    }

    @Test(arguments: schemes)
    func `a server that asks another's credentials does not get them`(_ credentials: Credentials) {
        let other = ScriptedServer(scripts: challenge(schemes[1]) + [[.send(found)]])
        let first = ScriptedServer(scripts: challenge(credentials) + [moved(to: other.url)])
        defer { first.stop() }
        defer { other.stop() }
        _ = outcome(of: asking(first.url) { $0.credentials = credentials })
        #expect(!other.requests.isEmpty)
        #expect(other.requests.allSatisfy { !$0.contains("Authorization") })
    }

    @Test(arguments: ["127.0.0.1", "127.0.0.2"])
    func `a secret header field stays at its origin, others go on`(_ host: String) throws {
        let other = ScriptedServer(host: host, [.send(found)])
        let first = ScriptedServer(moved(to: "/there"), moved(to: other.url))
        defer { first.stop() }
        defer { other.stop() }
        let fields = [
            HeaderField(name: "X-Api-Key", value: "s3cret", isSecret: true),
            HeaderField(name: "Accept-Language", value: "en", isSecret: false),
        ]
        #expect(outcome(of: asking(first.url) { $0.headers = fields }).document?.bytes.count == 5)
        #expect(first.requests.count == 2)
        #expect(first.requests.allSatisfy { $0.contains("\r\nX-Api-Key: s3cret\r\nAccept-Language: en\r\n") })
        let header = try #require(other.requests.first)
        #expect(header.contains("\r\nAccept-Language: en\r\n") && !header.contains("s3cret"))
        // Each hop sends each field once.
        #expect(header.matches(of: /Accept-/).count == 2)
    }

    @Test func `a header field with a line break is never sent`() {
        let server = ScriptedServer([.send(found)])
        defer { server.stop() }
        let field = HeaderField(name: "A", value: "b\r\nHost: c", isSecret: false)
        let answer = outcome(of: asking(server.url) { $0.headers = [field] })
        #expect(answer.failure == ReadingFailure(.reader, "the header field A has characters outside of ASCII"))
        #expect(server.requests.isEmpty)
    }

    @Test func `a challenge that credentials do not meet is an error at once`() {
        let field = "WWW-Authenticate: Basic realm=\"r\"\r\nContent-Length: 0\r\nConnection: close"
        let server = ScriptedServer([.send("HTTP/1.1 401 Unauthorized\r\n\(field)\r\n\r\n")])
        defer { server.stop() }
        let answer = outcome(of: asking(server.url) { $0.credentials = schemes[0] })
        #expect(answer.failure == statusFailure("HTTP 401 Unauthorized"))
        #expect(server.requests.count == 1)
    }

    @Test func `a public server cannot send us into a private network`() throws {
        let inside = ScriptedServer([.send(found)])
        let outside = ScriptedServer(host: "127.0.0.2", moved(to: inside.url))
        defer { inside.stop() }
        defer { outside.stop() }
        let answer = outcome(of: asking(outside.url), publicHost: "127.0.0.2")
        #expect(
            answer.failure
                == statusFailure("redirected from a public address to 127.0.0.1, which is not followed"))
        #expect(inside.connections == 0)
        #expect(outcome(of: asking(outside.url), publicHost: "none").document?.bytes.count == 5)
    }

    @Test(arguments: [
        "127.0.0.1", "10.255.255.254", "172.16.0.1", "192.168.255.254", "169.254.169.254", "100.64.0.1", "[::1]",
        "[::ffff:127.0.0.1]", "[::ffff:10.0.0.1]", "[fe80::1]", "[fd00::1]", "0.0.0.0", "2130706433", "0x7f.1",
        "localhost",
    ])
    func `a public server's redirection to a private address is refused before anything connects`(_ host: String) throws
    {
        for scheme in ["http", "https"] {
            let outside = ScriptedServer(host: "127.0.0.2", moved(to: "\(scheme)://\(host):9/"))
            defer { outside.stop() }
            let begin = ContinuousClock.now
            let failure = outcome(of: asking(outside.url), publicHost: "127.0.0.2").failure
            #expect(ContinuousClock.now - begin < .seconds(6))
            let cause = try #require(failure).cause
            #expect(cause.hasPrefix("redirected from a public address to "), "\(cause)")
            #expect(cause.hasSuffix(", which is not followed"), "\(cause)")
        }
    }

    @Test func `a proxy that is not there is named`() {
        let proxy = ScriptedServer([])
        proxy.stop()
        let answer = outcome(of: asking("http://host.invalid/") { $0.proxy = "http://127.0.0.1:\(proxy.port)" })
        #expect(answer.failure == ReadingFailure(.offline, "the proxy refused the connection"))
    }

    @Test func `a proxy is used where one is named, and gets the whole URL`() throws {
        let proxy = ScriptedServer([.send(found)])
        defer { proxy.stop() }
        let answer = outcome(of: asking("http://host.invalid/list.pdf") { $0.proxy = "http://127.0.0.1:\(proxy.port)" })
        #expect(answer.document?.bytes.count == 5)
        #expect(try #require(proxy.requests.first).hasPrefix("GET http://host.invalid/list.pdf HTTP/1.1\r\n"))
    }

    @Test(
        arguments: [
            // secure, peer public, peer loopback; before: secure, public
            (false, true, false, false, true, nil), (true, true, false, false, true, nil),
            (false, true, false, true, true, "redirected from https to http, which is not followed"),
            (true, false, false, true, true, "redirected from a public address to PEER, which is not followed"),
            (true, false, true, true, true, "redirected from a public address to PEER, which is not followed"),
            (true, false, true, true, false, nil), (true, true, false, true, false, nil),
        ] as [(Bool, Bool, Bool, Bool, Bool, String?)])
    func `where a chain may lead`(
        _ isSecure: Bool, _ isPublic: Bool, _ isLoopback: Bool, _ wasSecure: Bool, _ wasPublic: Bool, _ cause: String?
    ) {
        var rules = RequestGuard(hasCredentials: false, hasProxy: false)
        #expect(rules.refusal(isSecure: wasSecure, peer: "FIRST", isPublic: wasPublic, isLoopback: false) == nil)
        let refusal = rules.refusal(isSecure: isSecure, peer: "PEER", isPublic: isPublic, isLoopback: isLoopback)
        #expect(refusal?.cause == cause)
    }

    @Test(arguments: [(true, false, true), (false, true, true), (false, false, false)])
    func `credentials need TLS or this machine`(_ isSecure: Bool, _ isLoopback: Bool, _ isAllowed: Bool) {
        var rules = RequestGuard(hasCredentials: true, hasProxy: false)
        let refusal = rules.refusal(isSecure: isSecure, peer: "PEER", isPublic: false, isLoopback: isLoopback)
        #expect(
            refusal
                == (isAllowed
                    ? nil : ReadingFailure(.reader, "secrets are sent over https only, and this is http to PEER")))
    }

    @Test func `credentials do not go through a proxy in the clear, though it is on this machine`() {
        let proxy = ScriptedServer([.send(found)])
        defer { proxy.stop() }
        let answer = outcome(
            of: asking("http://127.0.0.1:9/list.pdf") {
                $0.proxy = "http://127.0.0.1:\(proxy.port)"
                $0.credentials = schemes[0]
            })
        let cause = "secrets are sent over https only, and this is http through a proxy"
        #expect(answer.failure == ReadingFailure(.reader, cause))
        #expect(proxy.requests.isEmpty)
    }

    @Test(arguments: [
        ("403 No", "HTTP 403 Forbidden"), ("407 No", "HTTP 407 Proxy Authentication Required"),
        ("502 No", "HTTP 502 Bad Gateway"),
    ])
    func `a proxy that refuses is named`(_ line: String, _ name: String) {
        let proxy = ScriptedServer([.send("HTTP/1.1 \(line)\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")])
        defer { proxy.stop() }
        let plain = outcome(of: asking("http://host.invalid/") { $0.proxy = proxy.url })
        #expect(plain.failure == statusFailure("\(name) (through the proxy)"))
        let secure = outcome(
            of: asking("https://host.invalid/") {
                $0.proxy = proxy.url
                $0.credentials = schemes[0]
            })
        #expect(secure.failure == ReadingFailure(.unreachable, "the proxy did not connect to host.invalid: \(name)"))
        #expect(proxy.requests.last?.hasPrefix("CONNECT host.invalid:443 HTTP/1.1\r\n") == true)
        #expect(!proxy.requests.contains { $0.contains("uthorization") })
    }

    @Test func `a list that was public is not read from a private address, whatever its name leads to now`() {
        let server = ScriptedServer([.send(found)])
        defer { server.stop() }
        let answer = outcome(of: asking(server.url) { $0.wasPublic = true })
        let cause = "the list was at a public address, and its name now leads to 127.0.0.1, which is not followed"
        #expect(answer.failure == statusFailure(cause))
        #expect(server.connections == 0)
        #expect(outcome(of: asking(server.url)).document?.isPublic == false)
    }

    @Test func `a name with addresses of both kinds is a public one`() {
        var rules = RequestGuard(hasCredentials: false, hasProxy: false)
        #expect(rules.barrier(peer: "10.0.0.1", isPublic: false) == nil)
        #expect(rules.barrier(peer: "1.1.1.1", isPublic: true) == nil)
        let cause = "the name leads to a public address, and also to 10.0.0.1, which is not followed"
        #expect(rules.barrier(peer: "10.0.0.1", isPublic: false) == statusFailure(cause))
        var behindProxy = RequestGuard(hasCredentials: false, hasProxy: true, wasPublic: true)
        #expect(behindProxy.barrier(peer: "1.1.1.1", isPublic: true) == nil)
        #expect(behindProxy.barrier(peer: "10.0.0.1", isPublic: false) == nil)
    }

    @Test func `a proxy's address says nothing of the server's`() {
        var rules = RequestGuard(hasCredentials: false, hasProxy: true)
        #expect(rules.refusal(isSecure: true, peer: "FIRST", isPublic: true, isLoopback: false) == nil)
        #expect(rules.refusal(isSecure: true, peer: "PEER", isPublic: false, isLoopback: false) == nil)
    }
}
