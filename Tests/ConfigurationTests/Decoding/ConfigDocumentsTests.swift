// The keys for lists with changing addresses, with columns found by headings, or with a page for each case.

import Reading
import Rows
import TestKit
import Testing

@testable import Configuration

private func source(_ lines: String) throws -> SourceConfig {
    let toml = "[batches]\n20121456171 = \"Mine\"\n\"2012145###[0-4]\" = \"friends\"\n[sources.a]\n\(lines)\n"
    return try Config(toml: Array(toml.utf8), path: "w.toml").sources[0]
}

private let moving = "[batches]\n[sources.a]\npage = \"https://example.org/\"\n"
private let fixed = "[batches]\n[sources.a]\nurl = \"https://example.org/\"\n"

private let documentMistakes = [
    ConfigMistake(
        "page and url", moving + "link = \"*\"\nurl = \"https://example.org/\"\n",
        "w.toml:3:1: sources.a.page: cannot be combined with url: use url if the list has a fixed address, page if it moves"
    ),
    ConfigMistake(
        "page without link", moving,
        "w.toml:2:1: sources.a.link: missing; write a pattern for the links to the list, like link = \"*Decisions*.pdf\""
    ),
    ConfigMistake(
        "link without page", fixed + "link = \"*\"\npick = \"all\"\n",
        "w.toml:4:1: sources.a.link: is only used with page",
        "w.toml:5:1: sources.a.pick: is only used with page"),
    ConfigMistake(
        "a wrong pick", moving + "link = \"*\"\npick = \"latest\"\n",
        "w.toml:5:1: sources.a.pick: expected \"newest\", \"first\", \"last\", \"all\", found \"latest\""),
    ConfigMistake(
        "an empty link", moving + "link = \" \"\n",
        "w.toml:4:1: sources.a.link: is empty; write what the links look like, like \"*Decisions*.pdf\""),
    ConfigMistake(
        "a wrong page", "[batches]\n[sources.a]\npage = \"ftp://example.org/\"\nlink = \"*\"\n",
        "w.toml:3:1: sources.a.page: does not start with a supported scheme; write https:// or http:// or file://"),
    ConfigMistake(
        "a batch in a page", "[batches]\n[sources.a]\npage = \"https://example.org/{batch}\"\nlink = \"*\"\n",
        "w.toml:3:1: sources.a.page: has {batch} in it, which only url can have"),
    ConfigMistake(
        "a batch in a host", "[batches]\n[sources.a]\nurl = \"https://{batch}.example.org/\"\n",
        "w.toml:3:1: sources.a.url: has {batch} in its host; it may stand in the path or the query",
        "w.toml:3:1: sources.a.url: has a host name with characters that no host has; write letters, digits, \"-\" and \".\""
    ),
    ConfigMistake(
        "a mask for pages of cases",
        "[batches]\n[sources.a]\nurl = \"https://example.org/{batch}\"\n[sources.a.batches]\n\"2#########1\" = \"\"\n",
        "w.toml:5:1: sources.a.batches.\"2#########1\": is a mask, but pages with {batch} are requested one number at a time; write the numbers"
    ),
    ConfigMistake(
        "headings without a batch", fixed + "columns = { status = \"Decision\" }\n",
        "w.toml:4:1: sources.a.columns.batch: missing; write what stands above the batch numbers, like batch = \"Number\""
    ),
    ConfigMistake(
        "headings of nothing", fixed + "columns = { batch = \"Number\" }\n",
        "w.toml:4:1: sources.a.columns.status: missing; write what stands above the statuses, like status = \"Decision\""
    ),
    ConfigMistake(
        "an unknown column", fixed + "columns = { batch = \"Number\", status = \"Decision\", datum = \"D\" }\n",
        "w.toml:4:52: sources.a.columns.datum: unknown key; did you mean \"date\"?"),
    ConfigMistake(
        "keep for a while", fixed + "keep = \"30d\"\n",
        "w.toml:4:1: sources.a.keep: expected \"forever\", found \"30d\""),
    ConfigMistake(
        "a header in the user agent", fixed + "user-agent = \"x\\r\\nCookie: y\"\n",
        "w.toml:4:1: sources.a.user-agent: has characters that cannot stand there; write letters, digits and signs of ASCII"
    ),
    ConfigMistake(
        "no user agent", fixed + "user-agent = \"\"\n",
        "w.toml:4:1: sources.a.user-agent: has 0 characters; write 1 to 256"),
    ConfigMistake(
        "a user agent that is too long", fixed + "user-agent = \"\(String(repeating: "x", count: 257))\"\n",
        "w.toml:4:1: sources.a.user-agent: has 257 characters; write 1 to 256"),
    ConfigMistake(
        "no working days", fixed + "expect-every = \"0 working days\"\n",
        "w.toml:4:1: sources.a.expect-every: expected 1 to 260 working days, found 0"),
    ConfigMistake(
        "too many working days", fixed + "expect-every = \"261 working days\"\n",
        "w.toml:4:1: sources.a.expect-every: expected 1 to 260 working days, found 261"),
    ConfigMistake(
        "editions as text", fixed + "tell-editions = \"true\"\n",
        "w.toml:4:1: sources.a.tell-editions: expected true or false, without quotes, found a string"),
    ConfigMistake(
        "editions of single cases",
        "[batches]\n[sources.a]\nurl = \"https://example.org/{batch}\"\ntell-editions = true\n",
        "w.toml:4:1: sources.a.tell-editions: is of no use with {batch}: pages of single cases are no list"),
]

@Suite struct `Documents in a configuration` {
    @Test(arguments: documentMistakes)
    func `each mistake is told in these words`(mistake: ConfigMistake) {
        #expect(configComplaints(mistake.toml) == mistake.says)
    }

    @Test func `a page with links, the newest unless said otherwise`() throws {
        let newest = try source("page = \"https://example.org/d/\"\nlink = \"*Decisions*.ods\"")
        #expect(newest.url == "https://example.org/d/")
        #expect(newest.links == LinkRequest(glob: "*Decisions*.ods", pick: .newest))
        #expect(newest.isComposed)
        let all = try source("page = \"https://example.org/d/\"\nlink = \"*\"\npick = \"all\"\nkeep = \"forever\"")
        #expect(all.links?.pick == .all && all.keepsForever)
        #expect(newest.address != all.address)
    }

    @Test func `columns by heading, a record, a user agent, working days`() throws {
        let source = try source(
            """
            url = "https://example.org/"
            columns = { batch = "Application Number", status = "Decision" }
            record = "data.items"
            user-agent = "Mozilla/5.0"
            expect-every = "3 working days"
            tell-editions = true
            """)
        #expect(source.tellsEditions)
        #expect(source.layout.headings == ColumnHeadings(batch: "Application Number", status: "Decision"))
        #expect(source.layout.columns.isEmpty && source.hasOwnColumns)
        #expect(source.record == "data.items" && source.userAgent == "Mozilla/5.0")
        #expect(source.expectEvery == .workingDays(3))
        #expect(source.layoutText.contains("\"Application Number\" \"Decision\" - record \"data.items\""))
        #expect(try limit("1 working day") == .workingDays(1))
        #expect(try limit("260 working days") == .workingDays(260))
    }

    private func limit(_ text: String) throws -> Cadence? {
        try source("url = \"https://example.org/\"\nexpect-every = \"\(text)\"").expectEvery
    }

    @Test func `pages of cases need no batch column, and are for numbers only`() throws {
        let source = try source("url = \"https://example.org/{batch}?x\"\ncolumns = { status = \"Status\" }")
        #expect(source.hasCasePages && source.isComposed)
        #expect(source.watched.map(\.label) == ["Mine"])
    }

    private static let stations = """
        [batches]
        20121456171 = "Mine"
        [sources.london]
        url = "https://example.org/list.pdf"
        [sources.fuel]
        url = "https://example.org/prices.xml"
        key = "*"
        columns = { batch = "trading-name", status = "price" }
        [sources.fuel.batches]
        "BP  Albany #3" = "near the bridge"
        """

    @Test func `keys of any text are watched below their own list, and are no masks`() throws {
        let config = try Config(toml: Array(Self.stations.utf8), path: "w.toml")
        #expect(config.sources.map { $0.watched.map(\.pattern.key) } == [["BP Albany #3"], ["20121456171"]])
        #expect(config.sources[0].index.label(of: "BP Albany #3") == "near the bridge")
    }

    @Test func `keys of any text that are the same as read by people are told, and so are those without a list`() {
        #expect(
            configComplaints(Self.stations + "\n\"bp albany #3\" = \"\"\n") == [
                "w.toml:11:1: sources.fuel.batches.\"bp albany #3\": is the same as \"BP  Albany #3\" except for case and spaces; remove one of the two"
            ])
        #expect(
            configComplaints(
                fixed.replacing("[batches]", with: "[batches]\n1 = \"\"")
                    + "key = \"*\"\ncolumns = { batch = \"a\", status = \"b\" }\n") == [
                    "w.toml:2:1: batches.1: would not be watched in any list: for lists with key = \"*\", write it below [sources.NAME.batches]"
                ])
        #expect(
            configComplaints(fixed + "key = \"*\"\n") == [
                "w.toml:4:1: sources.a.key: a key of \"*\" needs columns; add columns = { batch = \"…\", status = \"…\" } with their headings, or a list like [\"batch\", \"status\"]"
            ])
        #expect(
            configComplaints(fixed + "key = \"*\"\ncolumns = [\"batch\", \"status\"]\nbatches.\"Smith\" = \"\"\n") == []
        )
    }

    @Test func `a list of masks is the mask of all its forms`() throws {
        let text =
            fixed + "key = [\"##-####\", \"######(A)?\"]\nkey-in = \"text\"\n[sources.a.batches]\n123456B = \"\"\n"
        let source = try #require(try Config(toml: Array(text.utf8), path: "w.toml").sources.first)
        #expect(source.layout.key.masks == ["##-####", "######(A)?"] && source.layout.key.isInText)
        #expect(source.watched.map(\.pattern.key) == ["123456B"])
        #expect(source.layoutText.hasSuffix(" in text"))
    }

    @Test(arguments: [
        ("key = []", "sources.a.key: is not a list of masks: the mask is empty"),
        ("key = [1]", "sources.a.key: expected strings in the list, found an integer"),
        ("key = [\"##\", \"[\"]", "sources.a.key: \"[\" is not a mask: the \"[\" at character 1 is never closed"),
        (
            "key = [\"##\", \"*\"]",
            "sources.a.key: is not a list of masks: \"*\" allows any text and cannot stand beside other masks"
        ),
        ("key = \"##\"\nkey-in = \"cell\"", "sources.a.key-in: expected \"text\", found \"cell\""),
        (
            "key = \"*\"\nkey-in = \"text\"\ncolumns = { batch = \"a\", status = \"b\" }",
            "sources.a.key-in: cannot go with key = \"*\"; write the masks that the keys have"
        ),
    ])
    func `a wrong list of masks is an error`(lines: String, complaint: String) {
        #expect(configComplaints(fixed + lines + "\n").map { String($0.drop { $0 != " " }.dropFirst()) } == [complaint])
    }

    @Test func `a thousand cases have pages, and not one more`() {
        func complaints(_ count: Int) -> [String] {
            let batches = (0..<count).map { "\(20_121_450_000 + $0) = \"\"" }.joined(separator: "\n")
            return configComplaints(
                "[batches]\n\(batches)\n[sources.a]\nurl = \"https://example.org/{batch}\"\n")
        }
        #expect(complaints(1000) == [])
        #expect(
            complaints(1001) == [
                "w.toml:1004:1: sources.a.url: has {batch} in it, and 1001 batches are watched; at most 1000 are allowed"
            ])
    }
}
