// `command`: the address that stands for what a program prints, and mistakes.

import Testing

@testable import Configuration

private func config(_ lines: String) -> String {
    "[batches]\n20121456171 = \"Mine\"\n[sources.a]\n\(lines)\n"
}

@Suite struct `A program of a source` {
    @Test(arguments: [
        (#""/p""#, "file:///p"), (#"["/p", "-x", "/list"]"#, "file:///p"),
        (#"["/p", "-x", "https://a.example/l", "https://b.example/"]"#, "https://a.example/l"),
        (#"["/p", "{batch}"]"#, "file:///p#{batch}"),
        (#"["/p", "{batch}", "https://a.example/l"]"#, "https://a.example/l#{batch}"),
        (#"["/p", "https://a.example/?n={batch}"]"#, "https://a.example/?n={batch}"),
    ])
    func `has the address of its first argument that is a URL, else its own`(words: String, url: String) throws {
        let source = try Config(toml: Array(config("command = \(words)").utf8), path: "w.toml").sources.first
        #expect(source?.url == url)
        #expect(source?.hasCasePages == words.contains("{batch}") && source?.interval == 3600)
    }

    @Test func `gets the number of a case as it is, and escaped in a URL`() throws {
        let text = config("command = [\"/p\", \"{batch}\", \"https://a.example/?n={batch}\"]")
        let source = try #require(try Config(toml: Array(text.utf8), path: "w.toml").sources.first)
        #expect(source.command(for: "a b") == ["/p", "a b", "https://a.example/?n=a%20b"])
        #expect(source.command(for: nil)?[1] == "{batch}")
    }

    @Test(arguments: [
        ("url = \"https://a.example/\"", ["url"]), ("form-page = \"https://a.example/\"", ["form-page"]),
        ("form = { n = \"{batch}\" }", ["form"]), ("body = \"{batch}\"", ["body"]),
        ("page = \"https://a.example/\"\nlink = \"*\"\npick = \"all\"", ["page", "link", "pick"]),
        ("headers = { A = \"b\" }", ["headers"]), ("proxy = \"http://a.example:80\"", ["proxy"]),
        ("user-agent = \"b\"", ["user-agent"]),
        ("auth = { scheme = \"bearer\", secret-file = \"/s\" }", ["auth"]),
    ])
    func `asks by itself, without the keys for servers`(lines: String, keys: [String]) {
        for command in ["\"/p\"", "[\"/p\", \"https://a.example/\"]"] {
            let found = configComplaints(config("command = \(command)\n\(lines)"))
            let expected = keys.map {
                "sources.a.\($0): cannot be combined with command; give it to the program as an argument"
            }
            let told = found.map { $0.split(separator: ": ").dropFirst().joined(separator: ": ") }
            // Without a URL the program's own address is that of a file, which takes no such key either.
            #expect(told.filter { !$0.hasPrefix("sources.a.\(keys[0]): a file needs no ") } == expected, "\(found)")
        }
    }

    @Test(arguments: [
        ("\"p\"", "expected an absolute path; begin it with \"/\""), ("[]", "is empty; name the program to run"),
        ("[\"/{batch}\"]", "has {batch} in the program's path"), ("[\"/p\", \"a\\u0000\"]", "has a NUL character"),
        ("1", "expected a path in quotes, or a list of a path and arguments"),
    ])
    func `with a mistake is reported`(words: String, complaint: String) {
        let found = configComplaints(config("command = \(words)"))
        #expect(found.count == 1 && found.first?.contains("sources.a.command: \(complaint)") == true, "\(found)")
    }

    @Test func `has at most 64 words`() {
        func complaints(_ count: Int) -> [String] {
            let words = ["\"/p\""] + Array(repeating: "\"a\"", count: count - 1)
            return configComplaints(config("command = [\(words.joined(separator: ", "))]"))
        }
        #expect(complaints(64) == [])
        #expect(complaints(65).map { $0.hasSuffix("command: has 65 words; at most 64 are allowed") } == [true])
    }
}
