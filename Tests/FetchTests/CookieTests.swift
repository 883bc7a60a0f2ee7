// Cookies of one fetch (RFC 6265): they go on to the targets of redirections and to what follows from a page, and to
// nobody else.

import Reading
import TestKit
import Testing

@testable import Fetch

private let found = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nConnection: close\r\n\r\nhello"

private func moved(to location: String, _ cookies: String...) -> [ServerStep] {
    let fields = cookies.map { "Set-Cookie: \($0)\r\n" }.joined()
    return [
        .send("HTTP/1.1 302 Found\r\nLocation: \(location)\r\n\(fields)Content-Length: 0\r\nConnection: close\r\n\r\n")
    ]
}

private func cookies(of request: String?) -> String? {
    request?.split(separator: "\r\n").first { $0.hasPrefix("Cookie: ") }.map { String($0.dropFirst(8)) }
}

@Suite struct CookieTests {
    @Test func `a redirection that sets a cookie and leads back is no loop`() {
        let server = ScriptedServer(moved(to: "/list.pdf", "a=b; Path=/"), [.send(found)])
        defer { server.stop() }
        let answer = outcome(of: asking(server.url))
        #expect(answer.document?.bytes.count == 5)
        #expect(server.requests.map(cookies) == [nil, "a=b"])
        #expect(answer.document?.cookies == ["127.0.0.1\tFALSE\t/\tFALSE\t0\ta\tb"])
        #expect(answer.document?.redirections == 1)
    }

    @Test func `a cookie goes to its host and below its path only`() {
        let other = ScriptedServer(host: "127.0.0.2", [.send(found)])
        let first = ScriptedServer(
            moved(to: "/x", "a=1; Path=/", "b=2; Path=/y", "d=4; Max-Age=0"), moved(to: other.url))
        defer { first.stop() }
        defer { other.stop() }
        #expect(outcome(of: asking(first.url)).document?.bytes.count == 5)
        #expect((first.requests + other.requests).map(cookies) == [nil, "a=1", nil])
    }

    @Test func `a cookie for a public suffix is not taken, nor a secure one over http`() {
        let proxy = ScriptedServer(
            moved(
                to: "http://b.office.co.uk/", "x=1; Domain=co.uk", "y=2; Domain=office.co.uk",
                "z=3; Domain=office.co.uk; Secure"), [.send(found)])
        defer { proxy.stop() }
        let request = asking("http://a.office.co.uk/") { $0.proxy = "http://127.0.0.1:\(proxy.port)" }
        #expect(outcome(of: request).document?.bytes.count == 5)
        #expect(cookies(of: proxy.requests.last) == "y=2")
    }

    @Test func `300 cookies of 4 KB do no harm`() {
        let many = (0..<300).map { "Set-Cookie: c\($0)=\(String(repeating: "x", count: 4_000))\r\n" }
        func answer(_ count: Int) -> [ServerStep] {
            [
                .send(
                    "HTTP/1.1 200 OK\r\n\(many.prefix(count).joined())Content-Length: 5\r\nConnection: close\r\n\r\nhello"
                )
            ]
        }
        #expect(outcome(answer(300)).failure?.kind == .limit)
        #expect(outcome(answer(15)).document?.cookies?.count == 15)
        // As many as the headers of all hops can hold, and more than a request may carry.
        let hops = (0..<5).map { hop in
            [
                ServerStep.send(
                    "HTTP/1.1 302 Found\r\nLocation: /\(hop)\r\n\(many[(hop * 15)..<(hop * 15 + 15)].joined())Content-Length: 0\r\nConnection: close\r\n\r\n"
                )
            ]
        }
        let server = ScriptedServer(scripts: hops + [[.send(found)]])
        defer { server.stop() }
        #expect(outcome(of: asking(server.url)).document?.cookies?.count == 75)
        #expect(server.requests.allSatisfy { $0.utf8.count < 10_000 })
    }

    @Test func `the cookies of a step are sent, and a line that is none is refused`() {
        let server = ScriptedServer([.send(found)])
        defer { server.stop() }
        func ask(_ line: String) -> Result<Fetched, ReadingFailure> {
            outcome(
                of: asking(server.url) {
                    $0.step = PageStep(PageTarget(.refresh, ""), of: server.url)
                    $0.step?.cookies = [line]
                })
        }
        #expect(ask("127.0.0.1\tFALSE\t/\tFALSE\t0\ta\tb").document != nil)
        #expect(cookies(of: server.requests.last) == "a=b")
        for line in ["ALL", "127.0.0.1\tFALSE\t/\tFALSE\t0\ta\tb\r\nX: y", "Set-Cookie: a=b"] {
            #expect(ask(line).failure == ReadingFailure(.reader, "a cookie of the request is none"))
        }
        #expect(server.requests.count == 1)
    }

    @Test func `a cookie of the configuration is in the same field, and stays at its origin`() {
        let other = ScriptedServer(host: "127.0.0.2", [.send(found)])
        let first = ScriptedServer(moved(to: "/x", "a=1"), moved(to: other.url))
        defer { first.stop() }
        defer { other.stop() }
        let field = HeaderField(name: "cookie", value: "own=s3cret", isSecret: true)
        #expect(outcome(of: asking(first.url) { $0.headers = [field] }).document?.bytes.count == 5)
        #expect((first.requests + other.requests).map(cookies) == ["own=s3cret", "a=1; own=s3cret", nil])
        #expect(other.requests.allSatisfy { !$0.contains("s3cret") })
    }
}

/// Where the step of a page leads.
private func destination(_ target: PageTarget, of page: String) -> String {
    do throws(ReadingFailure) {
        var request = FetchRequest(url: "https://office.example/")
        request.step = PageStep(target, of: page)
        return try start(of: request).url
    } catch {
        return "\(error.kind): \(error.cause)"
    }
}

@Suite struct PageStepTests {
    @Test(arguments: [
        (PageTarget(.frame, "b?x#y", base: "/c/"), "https://office.example/c/b?x"),
        (PageTarget(.frame, "//other.example/b"), "https://other.example/b"),
        (PageTarget(.frame, "http://office.example/b"), "status: it leads from https to http, which is not followed"),
        (PageTarget(.frame, "file:///etc/passwd"), "status: it leads to a file: URL, which is not followed"),
        (PageTarget(.frame, "/a#top"), "unreadable: it shows the page itself"),
        (PageTarget(.refresh, ""), "unreadable: it leads to the page itself, which has no rows"),
        (PageTarget(.form, ""), "https://office.example/a"),
        (
            PageTarget(.form, "http://office.example/b"),
            "form: the form leads from https to http, which is not followed"
        ),
        (
            PageTarget(.form, "https://office.example:444/b"),
            "form: the form sends to another host than that of its page, which is not done: https://office.example:444/b"
        ),
    ])
    func `a step leads where a redirection may`(target: PageTarget, expected: String) {
        #expect(destination(target, of: "https://office.example/a#frag") == expected)
    }

    @Test func `secrets stay at the origin of the source, whatever a page leads to`() {
        let office = ScriptedServer([.send(found)])
        let other = ScriptedServer(host: "127.0.0.2", [.send(found)])
        defer { office.stop() }
        defer { other.stop() }
        // From either page to either server: the origin of the URL counts, not that of the page.
        for (page, target) in [(office, other), (other, office), (office, office)] {
            let request = asking(office.url) {
                $0.headers = [HeaderField(name: "X-Api-Key", value: "s3cret", isSecret: true)]
                $0.credentials = Credentials(scheme: .basic, user: "anna", secret: "pass")
                $0.step = PageStep(PageTarget(.frame, target.url + "?x"), of: page.url)
            }
            #expect(outcome(of: request).document?.bytes.count == 5)
        }
        #expect(other.requests.allSatisfy { !$0.contains("s3cret") && !$0.contains("Authorization") })
        #expect(office.requests.allSatisfy { $0.contains("s3cret") && $0.contains("Authorization") })
        #expect(office.requests.count == 2 && other.requests.count == 1)
    }

    private func sending(_ text: String, to server: ScriptedServer) -> FetchRequest {
        asking(server.url) {
            $0.content = RequestContent(type: RequestContent.urlEncoded, text: text)
            $0.validators = Validators(etag: "\"1\"", lastModified: nil)
        }
    }

    @Test(arguments: [(302, "GET"), (303, "GET"), (307, "POST"), (308, "POST")])
    func `what a form sends goes on as browsers have it, to its own origin only`(status: Int, method: String) {
        let other = ScriptedServer(host: "127.0.0.2", [.send(found)])
        func answer(_ location: String) -> [ServerStep] {
            [.send("HTTP/1.1 \(status) X\r\nLocation: \(location)\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")]
        }
        let server = ScriptedServer(answer("/x"), [.send(found)], answer(other.url))
        defer { server.stop() }
        defer { other.stop() }
        let document = outcome(of: sending("a=1", to: server)).document
        #expect(document != nil && document?.validators == nil)
        #expect(server.requests[0].hasPrefix("POST /list.pdf ") && server.requests[0].hasSuffix("\r\n\r\na=1"))
        #expect(!server.requests[0].contains("If-None-Match"))
        #expect(server.requests[1].hasPrefix("\(method) /x "))
        #expect(server.requests[1].hasSuffix("\r\n\r\n" + (method == "POST" ? "a=1" : "")))
        let away = outcome(of: sending("a=1", to: server))
        #expect((away.failure == nil) == (method == "GET"))
        #expect(other.requests.allSatisfy { $0.hasPrefix("GET ") })
    }

    @Test func `a long content is sent at once`() {
        let server = ScriptedServer([.send(found)])
        defer { server.stop() }
        #expect(outcome(of: sending(String(repeating: "x", count: 1 << 20), to: server)).document != nil)
        #expect(server.requests.first?.contains("Expect") == false)
    }
}
