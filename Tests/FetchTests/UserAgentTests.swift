// The User-Agent field, and the message if a server may dislike it.

import Reading
import TestKit
import Text
import Testing

@testable import Fetch

private let hint =
    "; the server may refuse unknown user agents: set user-agent for the source"

private func answer(_ line: String) -> [ServerStep] {
    [.send("HTTP/1.1 \(line)\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")]
}

@Suite struct UserAgentTests {
    @Test func `a source's own user agent goes out as it is written`() {
        let server = ScriptedServer(answer("403 No"))
        defer { server.stop() }
        let refused = outcome(of: asking(server.url) { $0.userAgent = "Mozilla/5.0 (X11; \"~\") a  b" })
        #expect(server.requests.last?.contains("\r\nUser-Agent: Mozilla/5.0 (X11; \"~\") a  b\r\n") == true)
        #expect(refused.failure == statusFailure("HTTP 403 Forbidden"))
    }

    @Test(arguments: [
        ("403 No", "HTTP 403 Forbidden" + hint), ("406 No", "HTTP 406 Not Acceptable" + hint),
        ("404 No", "HTTP 404 Not Found"), ("429 No", "HTTP 429 Too Many Requests"), ("401 No", "HTTP 401 Unauthorized"),
    ])
    func `where another may help, the cause says so`(line: String, cause: String) {
        #expect(outcome(answer(line)).failure == statusFailure(cause))
    }

    @Test(arguments: ["", "a\r\nCookie: b", "a\n", "a\u{0}b", "a\tb", "a\u{7F}", "caf\u{E9}", "a\u{85}b"])
    func `a user agent that would be something else in a header asks nobody`(agent: String) {
        let server = ScriptedServer(answer("200 OK"))
        defer { server.stop() }
        let refused = outcome(of: asking(server.url) { $0.userAgent = agent })
        let cause = "the user-agent \"\(told(agent))\" is empty or has other characters than those of ASCII"
        #expect(refused.failure == ReadingFailure(.reader, cause))
        #expect(server.connections == 0)
    }
}
