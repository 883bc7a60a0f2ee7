// `batchwatch try` on pages with a form, with frames, and with a refresh.

import Foundation
import TestKit
import Testing

private func tried(_ arguments: String...) throws -> Finished {
    try run(Workshop.programs + "/batchwatch", ["try"] + arguments)
}

@Suite struct TryFormTests {
    private func office(_ fields: String) -> ScriptedServer {
        ScriptedServer { request in
            let isAnswer = request.hasPrefix("POST /find ") && request.hasSuffix("\r\ncase_no=66357342&go=1")
            let body =
                isAnswer
                ? "<table><tr><th>Case number</th><th>Status</th></tr><tr><td>66357342</td><td>Approved</td></tr></table>"
                : "<form method=post action=/find><label>Case number <input name=case_no></label>\(fields)"
                    + "<button name=go value=1>Find</button></form>"
            let page = "<!DOCTYPE html><html><body>\(body)</body></html>"
            return
                "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: \(page.utf8.count)\r\nConnection: close\r\n\r\n"
                + page
        }
    }

    @Test func `a page with a form is named, and nothing is sent until somebody permits it`() throws {
        let server = office("")
        defer { server.stop() }
        let asked = try tried(server.url, "--watch", "66357342")
        #expect(asked.code == 65 && asked.output == "")
        #expect(
            asked.error.contains(
                "the page has a form, whose field \"case_no\" (Case number) may take the number; nothing was sent: --submit"
            ),
            "\(asked.said)")
        #expect(server.requests.map { $0.prefix(4) } == ["GET "])
        let sent = try tried(server.url, "--watch", "66357342", "--submit", "--name", "office")
        #expect(sent.code == 0, "\(sent.said)")
        #expect(sent.output.contains("is on the list with \"Approved\""), "\(sent.said)")
        let lines = sent.output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let start = try #require(lines.firstIndex(of: "[sources.office]"))
        #expect(lines[start...].contains("form-page = \"\(server.url)\""))
        #expect(lines[start...].contains("form = { case_no = \"{batch}\" }"))
        let shop = try Workshop()
        let config = try shop.write("pasted.toml", lines[start...].joined(separator: "\n"))
        let check = try shop.batchwatch("check", "--online", "--config", config)
        #expect(check.code == 0 && check.said.contains("1 row"), "\(check.said)")
    }

    @Test(arguments: [
        ("<div class=g-recaptcha></div>", "but the form asks for a captcha"),
        ("<input name=birth required>", "but the form also asks for \"birth\""),
    ])
    func `a form that needs a person is refused before anything is sent`(fields: String, why: String) throws {
        let server = office(fields)
        defer { server.stop() }
        let finished = try tried(server.url, "--watch", "66357342", "--submit")
        #expect(finished.code == 65 && finished.error.contains(why), "\(finished.said)")
        #expect(server.requests.count == 1)
    }

    @Test func `frames and refreshes are named`() throws {
        let list = (0..<9).map { "<tr><td>\(66_357_340 + $0)</td><td>Approved</td></tr>" }.joined()
        let server = ScriptedServer { request in
            let body =
                request.hasPrefix("GET /in ")
                ? "<table><tr><th>Case</th><th>Decision</th></tr>\(list)</table>"
                : request.hasPrefix("GET /next ")
                    ? "<iframe src=/in></iframe>" : "<meta http-equiv=refresh content='0;/next'>"
            let page = "<html><body>\(body)</body></html>"
            return "HTTP/1.1 200 OK\r\nContent-Length: \(page.utf8.count)\r\nConnection: close\r\n\r\n" + page
        }
        defer { server.stop() }
        let finished = try tried(server.url, "--watch", "66357342")
        #expect(finished.code == 0, "\(finished.said)")
        #expect(
            finished.output.contains("note     the page refreshes to /next\nnote     the page shows http://"),
            "\(finished.said)")
        #expect(finished.output.contains("\nurl = \"\(server.url)\"\n"))
    }
}
