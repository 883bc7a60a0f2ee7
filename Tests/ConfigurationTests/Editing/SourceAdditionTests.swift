// Adding one source at the end of a configuration file changes nothing else.

import Testing

@testable import Configuration

@Suite struct SourceAdditionTests {
    private let cairo = SourceAddition(
        name: "cairo",
        lines: [
            "[sources.cairo]", "url = \"https://example.org/cairo.pdf\"", "key = \"####\"", "",
            "[sources.cairo.batches]", "1234 = \"\"",
        ])

    /// The file afterwards, or what is said instead.
    private func added(_ addition: SourceAddition, to text: String) -> String {
        let result = Result { () throws(ConfigEditError) in
            try addition.applied(to: Array(text.utf8), path: "c.toml")
        }
        return switch result {
        case .success(let added): String(decoding: added.bytes, as: UTF8.self)
        case .failure(let error): "\(error)"
        }
    }

    @Test func `comes after all that is there, which stays byte for byte`() throws {
        let section = cairo.lines.joined(separator: "\n") + "\n"
        #expect(added(cairo, to: plain) == plain + "\n" + section)
        let place = try cairo.applied(to: Array(plain.utf8), path: "c.toml").firstLine
        let lines = (plain + "\n" + section).split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines[place - 1] == "[sources.cairo]")
        #expect(try Config(toml: Array((plain + "\n" + section).utf8), path: "c.toml").sources.count == 3)
    }

    @Test func `has the line ends of the file, its mark, and a line of its own`() throws {
        let text = "\u{FEFF}[batches]\r\n[sources.london]\r\nurl = \"https://example.org/a.pdf\"\r\n# end"
        #expect(added(cairo, to: text) == text + "\r\n\r\n" + cairo.lines.joined(separator: "\r\n"))
        let place = try cairo.applied(to: Array(text.utf8), path: "c.toml").firstLine
        #expect(place == 6)
    }

    @Test(arguments: ["", "[batches]\n", "# nothing yet\n"]) func `is the first source of a file without any`(
        text: String
    ) {
        #expect(added(cairo, to: text).hasPrefix(text))
        #expect(added(cairo, to: text).hasSuffix("1234 = \"\"\n"))
    }

    @Test func `is refused where the file is wrong, the name is taken, or it would not be valid`() {
        #expect(added(cairo, to: "[hook\n").hasPrefix("invalid("))
        #expect(added(cairo, to: "[sources.a]\nurl = 1\n").hasPrefix("invalid("))
        let taken = added(SourceAddition(name: "london", lines: cairo.lines), to: plain)
        #expect(taken.hasPrefix("byHand("), "\(taken)")
        let twice = added(
            SourceAddition(name: "london", lines: ["[sources.london]", "url = \"https://a.example/\""]), to: plain)
        #expect(twice.hasPrefix("impossible("), "\(twice)")
        let wrong = added(SourceAddition(name: "x", lines: ["[sources.x]", "url = \"nothing\""]), to: plain)
        #expect(wrong.hasPrefix("impossible("), "\(wrong)")
        let more = added(
            SourceAddition(name: "cairo", lines: cairo.lines + ["[sources.more]", "url = \"https://a.example/\""]),
            to: plain)
        #expect(more.hasPrefix("byHand("), "\(more)")
        let nothing = added(SourceAddition(name: "cairo", lines: []), to: plain)
        #expect(nothing.hasPrefix("byHand("), "\(nothing)")
    }
}
