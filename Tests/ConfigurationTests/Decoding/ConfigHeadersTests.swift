// headers = { … }: which fields may be set, where their secrets are, and what is refused with which words.

import Reading
import Rows
import TestKit
import Testing

@testable import Configuration

private func complaint(_ headers: String, url: String = "https://example.org/list.pdf", more: String = "") -> String {
    let config = londonConfig.replacing("https://example.org/list.pdf", with: url)
    let lines = configComplaints(config + "headers = { \(headers) }\n" + more)
    // Only the place of the key varies.
    return lines.map { String($0.drop { $0 != " " }.dropFirst()) }.joined(separator: "\n")
        .replacing("sources.london.headers", with: "headers")
}

@Suite struct `Header fields` {
    @Test func `are kept in the order of the file, with their secrets' places`() throws {
        let toml =
            londonConfig + """
                headers = { Accept-Language = "en, de;q=0.5", X-Api-Key = { secret-file = "/s" }, cookie = { credential = "c" } }
                """
        let source = try #require(try Config(toml: Array(toml.utf8), path: "w.toml").sources.first)
        #expect(
            source.headers == [
                HeaderConfig(name: "Accept-Language", value: .text("en, de;q=0.5")),
                HeaderConfig(name: "X-Api-Key", value: .secret(.file("/s"))),
                HeaderConfig(name: "cookie", value: .secret(.credential("c"))),
            ])
    }

    @Test(arguments: [
        ("Host = \"a\"", "headers.Host: follows from the url; remove it"),
        ("range = \"bytes=0-9\"", "headers.range: would change which part or version the server sends; remove it"),
        (
            "If-None-Match = \"x\"",
            "headers.If-None-Match: would change which part or version the server sends; remove it"
        ),
        (
            "Proxy-Authorization = \"x\"",
            "headers.Proxy-Authorization: concerns a single connection, which the fetcher manages; remove it"
        ),
        ("User-Agent = \"x\"", "headers.User-Agent: has a key of its own; write user-agent = \"…\""),
        (
            "\"A b\" = \"x\"",
            "headers.\"A b\": is not the name of a header field; write at most 64 letters, digits and \"-\""
        ),
        ("A = \"x\", a = \"y\"", "headers.a: is there twice; the case of letters does not count"),
        ("A = \"\"", "headers.A: has 0 characters; write 1 to 4096"),
        (
            "A = \"a\\r\\nHost: b\"",
            "headers.A: has characters that cannot stand there; write letters, digits and signs of ASCII"
        ),
        ("A = \"é\"", "headers.A: has characters that cannot stand there; write letters, digits and signs of ASCII"),
        ("A = 1", "headers.A: expected a text in quotes, or { secret-file = \"/path\" }, found an integer"),
        (
            "Authorization = \"hunter2\"",
            "headers.Authorization: is a secret; write it to a file of its own and name that: { secret-file = \"/path\" }"
        ),
        ("A = {}", "headers.A: there is no secret; add secret-file = \"/path\" or credential = \"name\""),
        (
            "A = { secret = \"hunter2\" }",
            "headers.A.secret: secrets do not belong in this file; write it to a file of its own and name that with secret-file"
        ),
    ])
    func `that cannot be sent are refused`(headers: String, says: String) {
        #expect(complaint(headers) == says)
    }

    @Test func `with secrets need https, and a file needs none`() {
        let secret = "A = { secret-file = \"/s\" }"
        #expect(
            complaint(secret, url: "http://example.org/l.pdf")
                == "headers.A: the secret would be sent unencrypted; use an https url")
        #expect(complaint(secret, url: "http://127.0.0.1/l.pdf") == "")
        #expect(complaint("A = \"b\"", url: "file:///l.pdf") == "headers: a file needs no headers; remove them")
        #expect(
            complaint(
                "authorization = { secret-file = \"/s\" }",
                more: "auth = { scheme = \"bearer\", secret-file = \"/s\" }\n")
                == "headers.authorization: is what auth sends; remove one of the two")
    }

    @Test func `have a limit each`() {
        func fields(_ count: Int) -> String { (1...count).map { "A\($0) = \"b\"" }.joined(separator: ", ") }
        #expect(complaint(fields(20)) == "")
        #expect(complaint(fields(21)) == "headers: has 21 header fields; write at most 20")
        #expect(complaint("A = \"\(String(repeating: "b", count: 4096))\"") == "")
        #expect(
            complaint("A = \"\(String(repeating: "b", count: 4097))\"")
                == "headers.A: has 4097 characters; write 1 to 4096")
        #expect(complaint("\(String(repeating: "b", count: 64)) = \"b\"") == "")
        #expect(
            complaint("\(String(repeating: "b", count: 65)) = \"b\"").hasSuffix(
                "write at most 64 letters, digits and \"-\""))
    }

    @Test func `are read with each poll, and a wrong secret never shows in the message`() throws {
        let folder = try Folder()
        let path = try folder.write("key", "k\u{e9}y\n")
        var source = try SourceConfig(
            name: "a", url: "https://example.org/", layout: TableLayout(key: .london, columns: [.batch, .status]))
        #expect(try source.headerFields(credentialsDirectory: nil) == nil)
        source.headers = [HeaderConfig(name: "X-Api-Key", value: .secret(.file(path)))]
        let error = #expect(throws: SecretError.self) { try source.headerFields(credentialsDirectory: nil) }
        #expect(
            error?.description
                == "the secret of the header field X-Api-Key: has characters outside of ASCII; write the value as it has to be sent"
        )
        _ = try folder.write("key", "k3y\n")
        #expect(
            try source.headerFields(credentialsDirectory: nil)
                == [HeaderField(name: "X-Api-Key", value: "k3y", isSecret: true)])
    }

    @Test func `make another list of the same address`() throws {
        func address(_ value: HeaderConfig.Value) throws -> String {
            var source = try SourceConfig(
                name: "a", url: "https://example.org/", layout: TableLayout(key: .london, columns: [.batch, .status]))
            source.headers = [HeaderConfig(name: "A", value: value)]
            return source.address
        }
        let all = [
            try address(.text("b")), try address(.text("c")), try address(.secret(.file("b"))),
            try address(.secret(.credential("b"))),
        ]
        #expect(Set(all).count == all.count)
    }
}
