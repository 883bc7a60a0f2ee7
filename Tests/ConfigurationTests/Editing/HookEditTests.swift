// The program of `[hook] run`, in a file that keeps everything else, and the lines of hooks.conf.

import Testing

@testable import Configuration

@Suite struct HookEditTests {
    /// The file afterwards, or what is said instead.
    private func edited(_ run: [String], in text: String) -> String {
        let result = Result { () throws(ConfigEditError) in
            try HookEdit(run: run).applied(to: Array(text.utf8), path: "c.toml")
        }
        return switch result {
        case .success(let edited): String(decoding: edited.bytes, as: UTF8.self)
        case .failure(let error): "\(error)"
        }
    }

    private let list = "[sources.london]\nurl = \"https://example.org/a.pdf\"\nbatches = {}\n"

    @Test func `a file without a hook gets the section at its end`() {
        #expect(edited(["/a"], in: list) == list + "\n[hook]\nrun = \"/a\"\n")
        #expect(
            edited(["/usr/bin/env", "A=\"b\"", "/a"], in: list)
                == list + "\n[hook]\nrun = [\"/usr/bin/env\", \"A=\\\"b\\\"\", \"/a\"]\n")
    }

    @Test(arguments: [
        ("[hook]\nrun = \"/b\" # mine\ntimeout = \"5s\"\n", "[hook]\nrun = \"/a\" # mine\ntimeout = \"5s\"\n"),
        ("[hook]\nrun = [ \"/b\",\n  \"c\" ]\n", "[hook]\nrun = \"/a\"\n"),
        ("\u{FEFF}hook.run = '/b'\r\n", "\u{FEFF}hook.run = \"/a\"\r\n"),
        ("hook = { run = \"/b\", timeout = \"5s\" }\n", "hook = { run = \"/a\", timeout = \"5s\" }\n"),
        ("[hook]\nrun = \"/a\"\n", "[hook]\nrun = \"/a\"\n"),
    ])
    func `another program takes the place of the old one alone`(before: String, after: String) {
        #expect(edited(["/a"], in: before + list) == after + list)
    }

    @Test func `what was there is told, and a wrong file or path is refused`() throws {
        let text = Array((list + "[hook]\nrun = \"/b\"\n").utf8)
        #expect(try HookEdit(run: ["/a"]).applied(to: text, path: "c.toml").previous == ["/b"])
        #expect(edited(["/a"], in: "[hook\n").hasPrefix("invalid("))
        #expect(edited(["a"], in: list).hasPrefix("impossible("), "\(edited(["a"], in: list))")
    }
}

@Suite struct HookSettingsTests {
    private func set(_ name: String, to value: String?, in text: String) throws -> String {
        var settings = try HookSettings(text)
        try settings.set(name, to: value)
        #expect(settings.value(of: name) == value)
        return settings.text
    }

    @Test(
        arguments: [
            // An example in a comment is used, or the line stands below it.
            ("#A='x'\n#B='y'\n", "x", "A='x'\n#B='y'\n"), ("#A='x'\n#B='y'\n", "z", "#A='x'\nA='z'\n#B='y'\n"),
            // What was set becomes a comment, and comes back.
            ("A='x'\n", "z", "#A='x'\nA='z'\n"), ("#A='x'\nA='z'\n", "x", "A='x'\n#A='z'\n"),
            ("A=\"x\" # mine\n", "z", "#A=\"x\" # mine\nA='z'\n"), ("A=1\nA=2\n", "3", "#A=1\n#A=2\nA='3'\n"),
            ("B='y'", "it's", "B='y'\nA='it'\\''s'\n"), ("A='it'\\''s'\n", "it's", "A='it'\\''s'\n"),
            ("A=x\n", nil, "#A=x\n"), ("B=x\n", nil, "B=x\n"), ("", "x", "A='x'\n"),
        ] as [(String, String?, String)])
    func `one setting changes and every other line stays`(before: String, value: String?, after: String) throws {
        #expect(try set("A", to: value, in: before) == after)
        #expect(try set("A", to: value, in: after) == after, "twice is once")
    }

    @Test func `values are those that a shell reads`() throws {
        let text =
            "A=a\\ b\"c $(x\\\"'\nB='$x'\"y\\$\\n\"\n export C=1\n  D='2' # three\nE=$(f)\n\n# F=1\n"
        #expect(throws: ConfigEditError.self) { try HookSettings("A='open\n'\n") }
        #expect(throws: ConfigEditError.self) { try HookSettings("A=b\\\n") }
        #expect(throws: ConfigEditError.self) { try HookSettings("A=b\r\n") }
        for code in ["if true; then", "fi", "readonly A=1", "unset A", "export A", ". /x", "f() {", "1A=2", "=x"] {
            let error = #expect(throws: ConfigEditError.self) { try HookSettings("A=1\n\(code)\n") }
            #expect(String(describing: error).contains("line 2 is shell code"), "\(code)")
        }
        let settings = try HookSettings(String(text.split(separator: "\n", maxSplits: 1)[1]))
        #expect(settings.value(of: "B") == "$xy$\\n")
        #expect(settings.value(of: "C") == "1" && settings.value(of: "D") == "2")
        #expect(settings.value(of: "E") == nil && settings.value(of: "F") == nil)
    }

    @Test(arguments: ["A=$(pass show mail)\n", "A=\"$HOME\"\n", "A=x; B=y\n", "export A=~/x\n"])
    func `a value that only a shell can tell is left to a person`(text: String) {
        #expect(throws: ConfigEditError.self) { try set("A", to: "x", in: text) }
        #expect(throws: Never.self) { try set("B", to: "x", in: text) }
    }
}
