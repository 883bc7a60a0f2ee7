// A real proxy between us and the server: tinyproxy, for http and, by CONNECT, for https.

import Reading
import TestKit
import Testing

@testable import Fetch

/// tinyproxy on a loopback port. It ends with this value.
private final class TinyProxy {
    static var isMissing: Bool { !isInstalled("tinyproxy") || TLSServer.isMissing }
    private let port = LoopbackPort()
    private let folder = ServerFolder()

    /// `more` are further lines of its configuration.
    init(_ more: String = "") {
        folder.write(
            "tinyproxy.conf",
            """
            Port \(port.number)
            Listen 127.0.0.1
            Timeout 10
            LogFile "\(folder.path)/tinyproxy.log"
            LogLevel Connect
            PidFile "\(folder.path)/tinyproxy.pid"
            MaxClients 10
            \(more)

            """)
        folder.start("/usr/bin/tinyproxy", ["-d", "-c", "tinyproxy.conf"], port: port)
    }

    var url: String { port.url }
    /// What it says it was asked.
    var log: String { folder.text("tinyproxy.log") }
}

@Suite(.disabled(if: TinyProxy.isMissing, "tinyproxy, nginx or openssl is not installed")) struct ProxyTests {
    let server = TLSServer()
    let credentials = Credentials(scheme: .basic, user: "anna", secret: "s3cret")

    private func ask(
        _ url: String, through proxy: TinyProxy, _ change: (inout FetchRequest) -> Void = { _ in }
    ) -> Result<Fetched, ReadingFailure> {
        let request = asking(url) {
            $0.proxy = proxy.url
            $0.limits.transferSeconds = 40  // tinyproxy takes its time on a busy machine
            change(&$0)
        }
        return outcome(of: request, certificates: server.trusted)
    }

    @Test func `http and https go through a proxy, conditions and credentials with them`() throws {
        let proxy = TinyProxy()
        for url in [server.plainURL("untagged"), server.url(.good), server.plainURL("moved")] {
            let document = try #require(ask(url, through: proxy).document)
            #expect(document.bytes == Array(TLSServer.document.utf8))
            let again = ask(url, through: proxy) { $0.validators = document.validators }
            #expect(again == .success(.notModified(Freshness())))
        }
        let secret = ask(server.url(.good, "secret"), through: proxy) { $0.credentials = credentials }
        #expect(secret.document?.bytes == Array(TLSServer.document.utf8))
        #expect(proxy.log.contains("GET \(server.plainURL("untagged")) HTTP/1.1"))
        #expect(proxy.log.contains("CONNECT 127.0.0.1:"))
    }

    @Test func `behind a proxy, too, certificates are the server's and have to be good`() throws {
        let failure = ask(server.url(.expired), through: TinyProxy()).failure
        #expect(failure?.cause.hasSuffix(" has expired") == true, "\(failure?.cause ?? "no failure")")
        #expect(
            ask(server.url(.toPlain), through: TinyProxy()).failure
                == statusFailure("redirected from https to http, which is not followed"))
    }

    @Test func `a proxy that does not let us through is named`() {
        let strict = TinyProxy("ConnectPort 443")
        let host = server.url(.good).split(separator: "/")[1]
        let refused = "the proxy did not connect to \(host): HTTP 403 Forbidden"
        #expect(ask(server.url(.good), through: strict).failure == ReadingFailure(.unreachable, refused))

        let asking = TinyProxy("BasicAuth otto geheim")
        let name = "HTTP 407 Proxy Authentication Required"
        // The server's credentials are not the proxy's.
        let secure = ask(server.url(.good), through: asking) { $0.credentials = credentials }
        #expect(secure.failure == ReadingFailure(.unreachable, "the proxy did not connect to \(host): \(name)"))
        let plain = ask(server.plainURL("untagged"), through: asking)
        #expect(plain.failure == statusFailure("\(name) (through the proxy)"))
        #expect(server.requests(0).isEmpty)
    }

    @Test func `a server that the proxy cannot reach is told as the proxy tells it`() {
        let failure = ask("http://127.0.0.1:1/", through: TinyProxy()).failure
        #expect(failure?.kind == .status)
        #expect(failure?.cause.hasSuffix(" (through the proxy)") == true, "\(failure?.cause ?? "no failure")")
    }
}
