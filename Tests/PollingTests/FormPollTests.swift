// Offices that look up a case by a form, and pages that lead on by frames and refreshes: a small site of each kind, the
// built workers, and a change that a poll reports.

import Reading
import Rows
import Synchronization
import TestKit
import Testing

@testable import Configuration
@testable import Watch

private func page(_ body: String, _ fields: String..., status: String = "200 OK") -> String {
    let text = "<!DOCTYPE html><html><head><title>Office</title></head><body>\(body)</body></html>"
    let header =
        [
            "HTTP/1.1 \(status)", "Content-Type: text/html; charset=utf-8", "Content-Length: \(text.utf8.count)",
            "Connection: close",
        ]
        + fields
    return header.map { $0 + "\r\n" }.joined() + "\r\n" + text
}

private func moved(_ fields: String...) -> String {
    (["HTTP/1.1 302 Found", "Content-Length: 0", "Connection: close"] + fields).map { $0 + "\r\n" }.joined() + "\r\n"
}

private func result(_ number: String, _ status: String) -> String {
    "<h1>Result</h1><table><tr><th>Case</th><th>Status</th></tr><tr><td>\(number)</td><td>\(status)</td></tr></table>"
}

private func list(_ status: String) -> String {
    "<table><tr><th>Case</th><th>Status</th></tr>"
        + (0..<8).map { "<tr><td>\(20_110_000_000 + $0)</td><td>pending</td></tr>" }.joined()
        + "<tr><td>\(mine)</td><td>\(status)</td></tr></table>"
}

private let cookie = "Set-Cookie: session=s1; Path=/; HttpOnly"

/// A site with a form or something else before its list.
private struct Office: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var submission: Submission?
    /// The requests of one poll.
    var requests = 2
    /// Answers a request: its method and target, the whole of it, and the status of the case.
    var answer: @Sendable (_ line: String, _ request: String, _ status: String) -> String
}

private func form(_ fields: String, _ attributes: String = "method=post action=/find") -> String {
    page("<h1>Status</h1><form \(attributes)>\(fields)<input type=submit name=go value=Find></form>")
}

private let byNumber = Submission.formOfPage([FormField("number", "{batch}")])

private let offices = [
    Office(testDescription: "plain form", submission: byNumber) { line, request, status in
        if line == "GET /list.pdf" { return form("<input name=number>") }
        return line == "POST /find" && request.hasSuffix("\r\n\r\nnumber=\(mine)&go=Find")
            && request.contains("\r\nContent-Type: application/x-www-form-urlencoded\r\n")
            ? page(result(mine, status)) : page("no such case")
    },
    Office(testDescription: "hidden token and session cookie", submission: byNumber) { line, request, status in
        if line == "GET /list.pdf" {
            let text = form("<input type=hidden name=csrf value=t1><label>Number <input name=number></label>")
            return text.replacing("Connection: close", with: "Connection: close\r\n\(cookie)")
        }
        let isSound =
            request.contains("\r\nCookie: session=s1\r\n") && request.hasSuffix("csrf=t1&number=\(mine)&go=Find")
        return isSound && request.contains("\r\nOrigin: http://127.0.0.1:") && request.contains("\r\nReferer: http://")
            ? page(result(mine, status)) : page("expired", status: "419 Expired")
    },
    Office(
        testDescription: "GET form",
        submission: .formOfPage([FormField("Case number", "{batch}"), FormField("type", "Visa")])
    ) { line, _, status in
        if line == "GET /list.pdf" {
            let choice = "<select name=type><option value=p>Permit<option value=v>Visa</select>"
            return form("<label>Case number:<input id=n name=n></label>\(choice)", "action='find?old=1'")
        }
        return line == "GET /find?n=\(mine)&type=v&go=Find" ? page(result(mine, status)) : page("none")
    },
    Office(testDescription: "several parts", submission: byNumber) { line, request, status in
        if line == "GET /list.pdf" { return form("<input name=number>", "method=post enctype=multipart/form-data") }
        return request.contains("name=\"number\"\r\n\r\n\(mine)\r\n--") ? page(result(mine, status)) : page("none")
    },
    Office(
        testDescription: "page with a view state, and a redirection to its answer",
        submission: .formOfPage([FormField("ctl00$Main$txtNumber", "{batch}")]), requests: 3
    ) { line, request, status in
        if line.hasPrefix("GET /answer") { return page(result(mine, status)) }
        if line == "POST /list.pdf" {
            return request.contains("__VIEWSTATE=%2FwEP%2B%3D%3D&")
                && request.contains("ctl00%24Main%24txtNumber=\(mine)")
                && request.contains("&ctl00%24Main%24btnFind=Find") ? moved("Location: /answer?id=7") : page("none")
        }
        return page(
            """
            <form method="post" action="./list.pdf" id="aspnetForm"><div>
            <input type="hidden" name="__EVENTTARGET" id="__EVENTTARGET" value="" />
            <input type="hidden" name="__VIEWSTATE" id="__VIEWSTATE" value="/wEP+==" /></div>
            <table><tr><td>Number</td><td><input name="ctl00$Main$txtNumber" type="text" /></td>
            <td><input type="submit" name="ctl00$Main$btnFind" value="Find" /></td></tr></table></form>
            """)
    },
    Office(testDescription: "fields without a page", submission: .fields([FormField("n", "{batch}")]), requests: 1) {
        line, request, status in
        line == "POST /list.pdf" && request.hasSuffix("\r\n\r\nn=\(mine)") ? page(result(mine, status)) : page("none")
    },
    Office(testDescription: "JSON", submission: .body("{\"case\": \"{batch}\"}"), requests: 1) {
        line, request, status in
        request.contains("\r\nContent-Type: application/json\r\n") && request.hasSuffix("{\"case\": \"\(mine)\"}")
            ? page(result(mine, status)) : page("none")
    },
    Office(testDescription: "cookie wall", requests: 2) { _, request, status in
        request.contains("\r\nCookie: session=s1\r\n") ? page(list(status)) : moved("Location: /list.pdf", cookie)
    },
    Office(testDescription: "frames", requests: 3) { line, _, status in
        switch line {
        case "GET /list.pdf": page("<frameset><frame src=menu.html><frame src=main.html></frameset>")
        case "GET /main.html": page(list(status))
        default: page("<a href=main.html>Home</a>")
        }
    },
    Office(testDescription: "a page that is only a frame", requests: 2) { line, _, status in
        line == "GET /in/list" ? page(list(status)) : page("<base href='/in/x'><iframe src=list></iframe>")
    },
    Office(testDescription: "refresh, with a cookie", requests: 2) { line, request, status in
        line == "GET /new" && request.contains("\r\nCookie: session=s1\r\n")
            ? page(list(status)) : page("<meta http-equiv=refresh content='0; url=/new'>moved", cookie)
    },
    Office(testDescription: "refresh to itself, with a cookie", requests: 2) { _, request, status in
        request.contains("\r\nCookie: session=s1\r\n")
            ? page(list(status)) : page("<meta http-equiv=refresh content=0>wait", cookie)
    },
]

private func source(_ office: Office, _ status: Mutexed<String>) throws -> PolledSource {
    let source = try PolledSource { request in
        office.answer(request.split(separator: " ").prefix(2).joined(separator: " "), request, status.value)
    }
    source.config.submission = office.submission
    source.config.layout = try TableLayout(key: .london, columns: [.batch, .status])
    source.config.disappearedAfter = 0
    return source
}

private final class Mutexed<Value: Sendable>: Sendable {
    private let content: Mutex<Value>
    init(_ value: Value) { content = Mutex(value) }
    var value: Value {
        get { content.withLock { $0 } }
        set { content.withLock { $0 = newValue } }
    }
}

@Suite struct FormPollTests {
    @Test(arguments: offices)
    private func `a poll reports a change behind it, with as many requests as it needs`(office: Office) throws {
        let status = Mutexed("pending")
        let source = try source(office, status)
        let first = try source.poll()
        #expect(first.brief == ["observed \(mine):  > pending"], "\(first)")
        #expect(source.server.connections == office.requests)
        #expect(try source.poll().outcome == .unchanged)
        status.value = "issued"
        #expect(try source.poll().brief == ["changed \(mine): pending > issued"])
        #expect(source.server.connections == 3 * office.requests)
        #expect(!source.isConditional)
    }

    /// Polls once; why it failed.
    private func cause(_ submission: Submission?, _ office: @escaping @Sendable (String) -> String) throws -> String? {
        let source = try source(
            Office(testDescription: "", submission: submission) { line, _, _ in office(line) }, Mutexed(""))
        source.config.watched.append(WatchedBatch(pattern: try KeyMask("20121456172"), label: ""))
        let cause = try source.poll().cause
        // What fails for all cases is asked once.
        if submission != nil { #expect(source.server.connections == 1) }
        return cause
    }

    @Test func `a form that changed is a failed poll that says what is missing`() throws {
        #expect(
            try cause(byNumber) { _ in form("<input name=case>") }
                == "the form of the page has no field \"number\"; it has \"case\"")
        let elsewhere = try cause(byNumber) { _ in form("<input name=number>", "method=post action=http://127.0.0.2/x")
        }
        #expect(
            elsewhere
                == "the form sends to another host than that of its page, which is not done: http://127.0.0.2/x")
        #expect(
            try cause(byNumber) { _ in form("<input name=number>", "action='javascript:send()'") }
                == "the form leads to a javascript: URL, which is not followed")
        #expect(
            try cause(byNumber) { _ in form("<input name=number><div class=h-captcha></div>") }?
                .hasPrefix("the form asks for a captcha") == true)
        #expect(
            try cause(byNumber) { _ in page("gone", status: "404 Not Found") }
                == "the page of the form: HTTP 404 Not Found")
    }

    @Test func `a token that expires between page and answer is a failed poll, and the next one asks anew`() throws {
        let isExpired = Mutexed(true)
        let office = Office(testDescription: "", submission: byNumber) { line, _, status in
            if line == "GET /list.pdf" { return form("<input name=number>") }
            return isExpired.value ? page("expired", status: "419 Expired") : page(result(mine, status))
        }
        let source = try source(office, Mutexed("pending"))
        #expect(try source.poll().cause?.hasSuffix("after the form was sent: HTTP 419") == true)
        isExpired.value = false
        #expect(try source.poll().brief == ["observed \(mine):  > pending"])
    }

    @Test func `a refresh to itself, frames in a circle and a wall of cookies are clear failures`() throws {
        let refresh = try cause(nil) { _ in page("<meta http-equiv=refresh content='30; url=/list.pdf'>wait") }
        #expect(refresh == "the page's refresh: it leads to the page itself, which has no rows")
        let circle = try cause(nil) { line in
            page("<iframe src=\(line == "GET /a" ? "/b" : "/a")></iframe>")
        }
        #expect(circle?.hasSuffix("the page leads on more than 5 times, possibly in a loop") == true, "\(circle ?? "")")
        let wall = try cause(nil) { _ in moved("Location: /list.pdf", "Set-Cookie: a=b; Domain=example.org") }
        #expect(
            wall
                == "redirected more than 5 times, possibly in a loop: the server wants a cookie that only a browser gets (a cookie wall)"
        )
        let notice = try cause(nil) { _ in page("<p>Please enable cookies in your browser") }
        #expect(
            notice?.contains("it asks for cookies that only a browser gets (a cookie wall)") == true, "\(notice ?? "")")
    }

    @Test func `the page of a case that reloads itself is an answer`() throws {
        let office = Office(testDescription: "", submission: byNumber) { line, _, status in
            line == "GET /list.pdf"
                ? form("<input name=number>") : page("<meta http-equiv=refresh content=60><h1>No such case</h1>")
        }
        let source = try source(office, Mutexed(""))
        #expect(try source.poll().brief == ["observed \(mine):  > "])
    }

    @Test func `cookies are not stored`() throws {
        let source = try source(offices[1], Mutexed("pending"))
        try source.poll()
        let state = try String(contentsOfFile: source.path + "/state/london.json", encoding: .utf8)
        #expect(!state.contains("session") && !state.contains("s1"))
    }
}
