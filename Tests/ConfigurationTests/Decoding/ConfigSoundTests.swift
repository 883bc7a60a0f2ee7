// Valid configurations and their values; each bound at the bound and one past it.

import Reading
import Rows
import Testing

@testable import Configuration

private func config(_ toml: String) throws -> Config {
    try Config(toml: Array(toml.utf8), path: "w.toml")
}

private func source(_ lines: String) throws -> SourceConfig {
    try #require(try config(londonConfig + lines).sources.first)
}

/// One line below `[sources.london]`, sound or not.
struct ConfigBound: Sendable, CustomTestStringConvertible {
    let line: String
    let isSound: Bool

    init(_ line: String, _ isSound: Bool) {
        self.line = line
        self.isSound = isSound
    }

    var testDescription: String { String(line.prefix(60)) }
}

private let bounds = [
    ConfigBound("every = \"1m\"", true), ConfigBound("every = \"59s\"", false),
    ConfigBound("every = \"30d\"", true), ConfigBound("every = \"30d1s\"", false),
    ConfigBound("timeout = \"1s\"", true), ConfigBound("timeout = \"0s\"", false),
    ConfigBound("timeout = \"1h\"", true), ConfigBound("timeout = \"1h1s\"", false),
    ConfigBound("disappeared-after = \"0s\"", true),
    ConfigBound("disappeared-after = \"30d\"", true), ConfigBound("disappeared-after = \"30d1s\"", false),
    ConfigBound("max-size = \"1KiB\"", true), ConfigBound("max-size = \"1023B\"", false),
    ConfigBound("max-size = \"256MiB\"", true), ConfigBound("max-size = \"268435457B\"", false),
    ConfigBound("[hook]\nrun = \"/h\"\ntimeout = \"1s\"", true),
    ConfigBound("[hook]\nrun = \"/h\"\ntimeout = \"0s\"", false),
    ConfigBound("[hook]\nrun = \"/h\"\ntimeout = \"1h\"", true),
    ConfigBound("[hook]\nrun = \"/h\"\ntimeout = \"61m\"", false),
    ConfigBound("[sources.\(String(repeating: "n", count: 64))]\nurl = \"file:///a\"", true),
    ConfigBound("[sources.\(String(repeating: "n", count: 65))]\nurl = \"file:///a\"", false),
    ConfigBound("[sources.\"a-1_b.c\"]\nurl = \"file:///a\"", true),
    ConfigBound("[sources.\".a\"]\nurl = \"file:///a\"", false),
    ConfigBound("[sources.London]\nurl = \"file:///a\"", false),
    ConfigBound("[sources.\"a/b\"]\nurl = \"file:///a\"", false),
    ConfigBound("[sources.\"\"]\nurl = \"file:///a\"", false),
    ConfigBound("[sources.\"café\"]\nurl = \"file:///a\"", false),
    ConfigBound("columns = [\"batch\"\(String(repeating: ",\"-\"", count: 63))]", true),
    ConfigBound("columns = [\"batch\"\(String(repeating: ",\"-\"", count: 64))]", false),
    ConfigBound("[sources.b]\nurl = \"file:///b\"\nkey = \"\(String(repeating: "?", count: 64))\"", true),
    ConfigBound("[sources.b]\nurl = \"file:///b\"\nkey = \"\(String(repeating: "?", count: 65))\"", false),
    ConfigBound("[sources.london.batches]\n20121456172 = \"\(String(repeating: "é", count: 200))\"", true),
    ConfigBound("[sources.london.batches]\n20121456172 = \"\(String(repeating: "é", count: 201))\"", false),
]

@Suite struct `Sound configurations` {
    @Test func `the least that is needed gets the defaults`() throws {
        let found = try source("")
        #expect(found.name == "london")
        #expect(found.url == "https://example.org/list.pdf")
        #expect(found.interval == 3600)
        #expect(found.layout == .london)
        #expect(found.maxSize == 16 << 20)
        #expect(found.timeout == 120)
        #expect(found.disappearedAfter == 3600)
        #expect(found.auth == nil)
        #expect(found.proxy == nil)
        #expect(found.watched == [WatchedBatch(pattern: try KeyMask("20121456171"), label: "Mine")])
        #expect(try config(londonConfig).hook == nil)
    }

    @Test func `every key of a source arrives`() throws {
        let found = try source(
            """
            every = "1h30m"
            key = "2##########"
            columns = ["-", "batch", "date", "status"]
            max-size = "500kB"
            timeout = "90s"
            disappeared-after = "2d"
            proxy = "http://proxy.example.org:3128"
            auth = { scheme = "digest", user = "me", secret-file = "/etc/s" }
            """)
        #expect(found.interval == 5400)
        #expect(
            found.layout == (try TableLayout(key: KeyMask("2##########"), columns: [.skip, .batch, .date, .status])))
        #expect(found.maxSize == 500_000)
        #expect(found.timeout == 90)
        #expect(found.disappearedAfter == 2 * 86400)
        #expect(found.proxy == "http://proxy.example.org:3128")
        #expect(found.auth == AuthConfig(scheme: .digest, user: "me", secret: .file("/etc/s")))
    }

    @Test func `auth is a section or one line, a bearer has no user, a credential is a name`() throws {
        let auth = try source("[sources.london.auth]\nscheme = \"bearer\"\ncredential = \"office-token\"\n").auth
        #expect(auth == AuthConfig(scheme: .bearer, secret: .credential("office-token")))
    }

    @Test(arguments: ["\"/h\"", "[\"/h\"]"])
    func `a hook is a path or a list`(run: String) throws {
        #expect(try config(londonConfig + "[hook]\nrun = \(run)\n").hook == HookConfig(run: ["/h"], timeout: 30))
    }

    @Test func `a hook has arguments and a timeout`() throws {
        let hook = try config(londonConfig + "[hook]\nrun = [\"/h\", \"\", \"-v x\"]\ntimeout = \"2m\"\n").hook
        #expect(hook == HookConfig(run: ["/h", "", "-v x"], timeout: 120))
    }

    @Test func `a page has a directory, perhaps a title, and may leave the numbers out`() throws {
        #expect(try config(londonConfig).page == nil)
        let least = try config(londonConfig + "[page]\ndirectory = \"/srv/www\"\n").page
        #expect(least == PageConfig(directory: "/srv/www", title: "batchwatch", hidesNumbers: false))
        let most = "[page]\ndirectory = \"/w\"\ntitle = \"Our cases\"\nbatches = \"labels\"\n"
        #expect(
            try config(londonConfig + most).page
                == PageConfig(directory: "/w", title: "Our cases", hidesNumbers: true))
        let numbers = londonConfig + "[page]\ndirectory = \"/w\"\nbatches = \"numbers\"\n"
        #expect(try config(numbers).page?.hidesNumbers == false)
    }

    @Test(arguments: bounds)
    func `bounds hold at the bound and not one past it`(bound: ConfigBound) {
        #expect(
            configComplaints(londonConfig + bound.line + "\n").isEmpty == bound.isSound,
            "\(configComplaints(londonConfig + bound.line))")
    }

    @Test(arguments: [
        "file:///srv/a.pdf", "http://localhost:8080/a", "http://127.0.0.1/a", "http://127.9.9.9/a", "https://[::1]:1/a",
    ])
    func `a file and this machine may be read every second`(url: String) {
        let toml = "[batches]\n[sources.a]\nurl = \"\(url)\"\nevery = "
        #expect(configComplaints(toml + "\"1s\"").isEmpty)
        #expect(configComplaints(toml + "\"0s\"") == ["w.toml:4:1: sources.a.every: is too short; the minimum is 1s"])
    }

    @Test func `auth over plain http is for this machine alone`() {
        let auth = "auth = { scheme = \"bearer\", credential = \"s\" }\n"
        #expect(configComplaints("[batches]\n[sources.a]\nurl = \"http://[::1]:80/\"\n" + auth).isEmpty)
        #expect(configComplaints("[batches]\n[sources.a]\nurl = \"http://127.0.0.1.example.org/\"\n" + auth).count == 1)
    }

    @Test func `a batch is watched in several lists if the keys of several can be it`() throws {
        let text = """
            [batches]
            66357342 = ""
            "6635734[5-6]" = ""
            [sources.a]
            url = "https://example.org/a"
            key = "########"
            batches.66357343 = ""
            [sources.b]
            url = "https://example.org/b"
            key = "########"
            [sources.c]
            url = "https://example.org/c"
            """
        let config = try Config(toml: Array(text.utf8), path: "w.toml")
        let several = ["66357342", "6635734[5-6]", "66357345"]
        #expect(several.allSatisfy(config.isWatchedInSeveral))
        #expect(!["66357343", "66357347", "", "x"].contains(where: config.isWatchedInSeveral))
    }

    @Test func `sources are sorted and watch what their keys can be, their own labels first`() throws {
        let config = try config(
            """
            [batches]
            28888888888 = "global"
            20000000000 = "both"
            "2012145###[0-4]" = "mask"
            66357342 = "eight"
            [sources.b]
            url = "file:///b"
            [sources.b.batches]
            20000000000 = "own"
            [sources.a]
            url = "file:///a"
            key = "########"
            [sources.c]
            url = "file:///c"
            key = "C#"
            """)
        #expect(config.sources.map(\.name) == ["a", "b", "c"])
        let watched = config.sources.map { $0.watched.map { "\($0.pattern) \($0.label)" } }
        #expect(
            watched == [["66357342 eight"], ["20000000000 own", "2012145###[0-4] mask", "28888888888 global"], []])
    }

    @Test func `batches of a source alone are enough, and an empty table is too`() throws {
        let own = try config("[sources.a]\nurl = \"file:///a\"\n[sources.a.batches]\n20121456171 = \"\"\n")
        #expect(own.sources.first?.watched.count == 1)
        let none = try config("[batches]\n[sources.a]\nurl = \"file:///a\"\n")
        #expect(none.sources.first?.watched == [])
    }

    @Test func `a number for one list is no mistake in the other`() {
        #expect(configComplaints(londonConfig + "[sources.b]\nurl = \"file:///b\"\nkey = \"########\"\n").isEmpty)
    }
}
