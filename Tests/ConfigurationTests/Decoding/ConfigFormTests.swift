// form-page, form and body: what is sent for each case, and mistakes.

import Reading
import Testing

@testable import Configuration

private func config(_ lines: String) -> String {
    "[batches]\n20121456171 = \"Mine\"\n[sources.a]\n\(lines)\n"
}

private func source(_ lines: String) throws -> SourceConfig {
    try #require(try Config(toml: Array(config(lines).utf8), path: "w.toml").sources.first)
}

private let page = "form-page = \"https://office.example/status\""

@Suite struct `Forms of a source` {
    @Test func `are filled in for each case`() throws {
        let office = try source("\(page)\nform = { number = \"{batch}\", type = \"visa\" }")
        #expect(office.hasCasePages && office.isComposed && office.url == "https://office.example/status")
        #expect(office.submission?.hasPage == true && office.interval == 3600)
        #expect(
            office.submission?.form(for: "A{batch}")?.fields
                == [FormField("number", "A{batch}"), FormField("type", "visa")])
        #expect(office.submission?.content(for: "1") == nil)
        let all = try source("\(page)\nform = { type = \"all\" }\nevery = \"10m\"")
        #expect(!all.hasCasePages && all.interval == 600)
        #expect(office.address != all.address)
    }

    @Test func `without a page send their fields at once, escaped`() throws {
        let source = try source("url = \"https://office.example/find\"\nform = { \"n o\" = \"{batch}\", b = \"x&y\" }")
        #expect(
            source.submission?.content(for: "1 é=")
                == RequestContent(type: "application/x-www-form-urlencoded", text: "n+o=1+%C3%A9%3D&b=x%26y"))
        #expect(source.submission?.form(for: "1") == nil && source.hasCasePages)
    }

    @Test(arguments: [
        (#"{"case": "{batch}"}"#, #"{"case": "a\"b\\c\u0001<&{batch}"}"#, "application/json"),
        ("<case>{batch}</case>", "<case>a&quot;b\\c\u{1}&lt;&amp;{batch}</case>", "text/xml; charset=utf-8"),
        ("case {batch}", "case a\"b\\c\u{1}<&{batch}", "text/plain; charset=utf-8"),
    ])
    func `as a body are escaped as what they are`(body: String, expected: String, type: String) throws {
        let source = try source("url = \"https://office.example/find\"\nbody = '\(body)'")
        #expect(
            source.submission?.content(for: "a\"b\\c\u{1}<&{batch}") == RequestContent(type: type, text: expected))
    }

    @Test(arguments: [
        ("\(page)", "form: missing; write the fields to fill in, like form = { number = \"{batch}\" }"),
        (
            "\(page)\nurl = \"https://b.example/\"\nform = { a = \"\" }",
            "form-page: cannot be combined with url: write form-page if the form is on a page, url without one"
        ),
        (
            "form-page = \"https://a.example/{batch}\"\nform = { a = \"\" }",
            "form-page: has {batch} in it, which belongs into form"
        ),
        ("\(page)\nform = {}", "form: has 0 fields; write 1 to 50"),
        ("\(page)\nform = { a = 1 }", "form.a: expected a text in quotes, like \"{batch}\", found an integer"),
        ("\(page)\nform = { a = \"b\\r\\nc\" }", "form.a: has a control character; write one line of plain text"),
        (
            "\(page)\nform = { a = \"b\" }\nbody = \"c\"",
            "body: cannot be combined with form; remove one of the two"
        ),
        ("\(page)\nbody = \"c\"", "body: cannot be combined with form-page; remove one of the two"),
        (
            "page = \"https://a.example/\"\nlink = \"*\"\nform = { a = \"b\" }",
            "form: cannot be combined with page"
        ),
        ("url = \"file:///srv/list\"\nbody = \"c\"", "body: a file takes no body; remove it"),
        (
            "\(page)\nform = { a = \"b\" }\nevery = \"9m\"",
            "every: is too short; the minimum is 10m for a form on a server that is not this machine"
        ),
    ])
    func `that are wrong are reported`(lines: String, complaint: String) {
        #expect(
            configComplaints(config(lines)).map { $0.split(separator: ": sources.a.").last.map(String.init) } == [
                complaint
            ])
    }

    @Test func `have a limit each`() {
        func fields(_ count: Int) -> [String] {
            let fields = (1...count).map { "f\($0) = \"{batch}\"" }.joined(separator: ", ")
            return configComplaints(config("\(page)\nform = { \(fields) }"))
        }
        #expect(fields(50) == [] && fields(51).first?.hasSuffix("form: has 51 fields; write 1 to 50") == true)
        func value(_ count: Int) -> [String] {
            configComplaints(config("\(page)\nform = { a = \"\(String(repeating: "x", count: count))\" }"))
        }
        #expect(value(4096) == [] && value(4097).count == 1)
        func body(_ count: Int) -> [String] {
            configComplaints(config("url = \"https://a.example/\"\nbody = \"\(String(repeating: "x", count: count))\""))
        }
        #expect(body(64 << 10) == [] && body((64 << 10) + 1).count == 1)
    }
}
