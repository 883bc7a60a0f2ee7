// Real, correct servers: nginx over TLS with its validators, its compression and its passwords; lighttpd for digests.

import Reading
import TestKit
import Testing

@testable import Fetch

private let document = Array(TLSServer.document.utf8)

private func anna(_ scheme: Credentials.Scheme, _ secret: String = "s3cret") -> Credentials {
    Credentials(scheme: scheme, user: "anna", secret: secret)
}

@Suite(.disabled(if: TLSServer.isMissing, "nginx or openssl is not installed")) struct NginxTests {
    let server = TLSServer()

    private func ask(_ url: String, _ change: (inout FetchRequest) -> Void = { _ in }) -> Result<
        Fetched, ReadingFailure
    > {
        outcome(of: asking(url, change), certificates: server.trusted)
    }

    @Test(arguments: [("", true, true), ("untagged", false, true), ("undated", true, false), ("gzip", true, true)])
    func `what is published is fetched once, and not again by what there is to know it by`(
        _ path: String, _ hasTag: Bool, _ hasDate: Bool
    ) throws {
        let first = try #require(ask(server.url(.good, path)).document)
        #expect(first.bytes == document)
        #expect((first.validators?.etag != nil) == hasTag)
        #expect((first.validators?.lastModified != nil) == hasDate)
        #expect(
            ask(server.url(.good, path)) { $0.validators = first.validators } == .success(.notModified(Freshness())))
        #expect(server.requests(2).map { String($0.prefix(3)) } == ["200", "304"])
    }

    @Test func `a server that packs is asked not to`() throws {
        let document = try #require(ask(server.url(.good, "gzip")).document)
        #expect(document.validators?.etag?.hasPrefix("\"") == true)
        #expect(server.requests(1).first?.contains("\"-\"") == true)
    }

    @Test func `a server that packs all the same is understood, and not where it lies or breaks off`() throws {
        let first = try #require(ask(server.url(.good, "packed")).document)
        #expect(first.bytes == document)
        #expect(first.isEndKnown)
        #expect(
            ask(server.url(.good, "packed")) { $0.validators = first.validators } == .success(.notModified(Freshness()))
        )
        #expect(server.requests(2).first?.contains("\"gzip\"") == true)
        let cut = "the document is cut short inside its content coding gzip"
        #expect(ask(server.url(.good, "cut")).failure == ReadingFailure(.unreadable, cut))
        let lie = "the content coding gzip of the answer is damaged: incorrect header check"
        #expect(ask(server.url(.good, "broken")).failure == ReadingFailure(.unreadable, lie))
    }

    @Test func `without a length, HTTP 2 tells where the end is, and a connection that is closed does not`() throws {
        let streamed = try #require(ask(server.url(.good, "unmeasured")).document)
        let closed = try #require(ask(server.plainURL("unmeasured")).document)
        #expect(streamed.bytes == document && streamed.isEndKnown)
        #expect(closed.bytes == document && !closed.isEndKnown)
        #expect(try #require(ask(server.plainURL("untagged")).document).isEndKnown)
    }

    @Test func `a redirection from http to https is followed`() {
        #expect(ask(server.plainURL("moved")).document?.bytes == document)
    }

    @Test func `a password opens what it is for, and another or none is refused at once`() {
        let url = server.url(.good, "secret")
        #expect(ask(url) { $0.credentials = anna(.basic) }.document?.bytes == document)
        let refused = statusFailure("HTTP 401 Unauthorized")
        #expect(ask(url).failure == refused)
        #expect(ask(url) { $0.credentials = anna(.basic, "other") }.failure == refused)
        #expect(ask(url) { $0.credentials = anna(.digest) }.failure == refused)
        #expect(server.requests(4).map { String($0.prefix(3)) } == ["200", "401", "401", "401"])
        // Who offers only basic is not told a secret that is meant for digests.
        #expect(server.requests(4).last?.contains("Basic") == false)
    }
}

/// lighttpd with a list for anna, by digest.
private final class DigestServer {
    static var isMissing: Bool { !isInstalled("lighttpd", "openssl") }
    private let port = LoopbackPort()
    private let folder = ServerFolder()

    init(_ algorithm: String) {
        let hash = algorithm == "MD5" ? "md5" : "sha256"
        folder.run(
            "printf 'anna:lists:%s\\n' $(printf anna:lists:s3cret | openssl dgst -\(hash) -r | cut -d' ' -f1) >users")
        folder.publish("list.pdf", TLSServer.document)
        folder.write(
            "lighttpd.conf",
            """
            server.modules = ("mod_auth", "mod_authn_file")
            server.bind = "127.0.0.1"
            server.port = \(port.number)
            mimetype.assign = (".pdf" => "application/pdf")
            server.document-root = "\(folder.path)"
            auth.backend = "htdigest"
            auth.backend.htdigest.userfile = "\(folder.path)/users"
            auth.require = ("/" => (
                "method" => "digest", "algorithm" => "\(algorithm)", "realm" => "lists", "require" => "valid-user"))

            """)
        folder.start("/usr/sbin/lighttpd", ["-D", "-f", "lighttpd.conf"], port: port)
    }

    var url: String { port.url + "/list.pdf" }
}

@Suite(.disabled(if: DigestServer.isMissing, "lighttpd or openssl is not installed")) struct DigestTests {
    @Test(arguments: ["MD5", "SHA-256"])
    func `a digest opens what it is for, and another or none is refused`(_ algorithm: String) throws {
        let server = DigestServer(algorithm)
        let first = try #require(outcome(of: asking(server.url) { $0.credentials = anna(.digest) }).document)
        #expect(first.bytes == document)
        let again = outcome(
            of: asking(server.url) {
                $0.credentials = anna(.digest)
                $0.validators = first.validators
            })
        #expect(again == .success(.notModified(Freshness())))
        for credentials in [nil, anna(.digest, "other"), anna(.basic)] {
            let failure = outcome(of: asking(server.url) { $0.credentials = credentials }).failure
            #expect(failure == statusFailure("HTTP 401 Unauthorized"))
        }
    }
}
