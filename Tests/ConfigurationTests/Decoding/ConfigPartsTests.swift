// The small parsers of the configuration: durations and sizes, and URLs.

import Testing

@testable import Configuration

@Suite struct `Durations and sizes` {
    @Test(
        arguments: [
            ("90s", 90), ("10m", 600), ("1h", 3600), ("8d", 691_200), ("1h30m", 5400), ("1d1h1m1s", 90061), ("0s", 0),
            ("007s", 7), ("", nil), ("5", nil), ("s", nil), ("1h 30m", nil), ("30m1h", nil), ("1h1h", nil),
            ("-5s", nil),
            ("1.5h", nil), ("1H", nil), ("1hr", nil), (" 1h", nil), ("٣s", nil), ("1w", nil), ("1h30", nil),
        ] as [(String, Int?)])
    func `a duration is numbers with units, the larger first`(text: String, seconds: Int?) {
        #expect(Quantity.seconds(text) == seconds)
    }

    @Test(
        arguments: [
            ("16MiB", 16_777_216), ("500kB", 500_000), ("1B", 1), ("2KiB", 2048), ("3MB", 3_000_000),
            ("1GiB", 1_073_741_824),
            ("1GB", 1_000_000_000), ("16", nil), ("16M", nil), ("16mib", nil), ("16 MiB", nil), ("1MiB1kB", nil),
            ("", nil),
        ] as [(String, Int?)])
    func `a size is a number with a unit`(text: String, bytes: Int?) {
        #expect(Quantity.bytes(text) == bytes)
    }

    @Test(arguments: ["d", "h", "m", "s"])
    func `absurd numbers are long, and trap nowhere`(unit: String) throws {
        let seconds = try #require(Quantity.seconds(String(repeating: "9", count: 1000) + unit))
        #expect(seconds > ConfigLimits.every.upperBound)
        let bytes = try #require(Quantity.bytes(String(repeating: "9", count: 1000) + "GiB"))
        #expect(bytes > ConfigLimits.maxSize.upperBound)
    }

    @Test func `bounds are told in the same form`() {
        #expect([0, 1, 60, 90, 3600, 86400].map(Quantity.text(seconds:)) == ["0s", "1s", "1m", "90s", "1h", "1d"])
        #expect([1, 1024, 256 << 20].map(Quantity.text(bytes:)) == ["1B", "1KiB", "256MiB"])
    }
}

@Suite struct `URLs of sources` {
    @Test(arguments: [
        ("https://example.org/list.pdf", "example.org"), ("http://example.org", "example.org"),
        ("https://example.org:8443/a?b=c@d#e", "example.org"), ("https://[2001:db8::1]:443/", "[2001:db8::1]"),
        ("https://192.0.2.1?x", "192.0.2.1"), ("file:///srv/a%20b.pdf", ""),
    ])
    func `sound ones name a host or a file`(text: String, host: String) throws {
        #expect(try SourceURL(text).host == host)
    }

    @Test(
        arguments: [
            ("", .scheme(allowed: SourceURL.sourceSchemes)),
            ("example.org/a", .noScheme(origin: "https://example.org")),
            ("localhost:8080/x", .noScheme(origin: "http://localhost:8080")),
            ("127.0.0.1/x", .noScheme(origin: "http://127.0.0.1")),
            ("example.org:8080", .noScheme(origin: "https://example.org:8080")),
            ("localhost:x/", .scheme(allowed: SourceURL.sourceSchemes)),
            ("localhost", .scheme(allowed: SourceURL.sourceSchemes)), ("/a", .scheme(allowed: SourceURL.sourceSchemes)),
            ("ftp://example.org/", .scheme(allowed: SourceURL.sourceSchemes)),
            ("HTTPS://example.org/", .scheme(allowed: SourceURL.sourceSchemes)),
            ("https:/example.org/", .scheme(allowed: SourceURL.sourceSchemes)),
            ("https://", .noHost), ("https:///a", .noHost), ("https://:80/", .noHost), ("https://?a", .noHost),
            ("https://me:secret@example.org/", .credentials), ("https://me@example.org/", .credentials),
            ("https://example.org/a b", .character(at: 22)), ("https://example.org/\n", .character(at: 21)),
            ("https://ex\u{E4}mple.org/", .character(at: 11)), ("https://example.org\\@evil.org/", .character(at: 20)),
            ("https://exa%6dple.org/", .host), ("https://[::1/", .host), ("https://[]/", .host),
            ("https://a[::1]/", .host),
            ("https://[::g]/", .host), ("https://example.org:/", .port), ("https://example.org:0/", .port),
            ("https://example.org:65536/", .port), ("https://example.org:+80/", .port), ("https://[::1]80/", .port),
            ("https://a:b:80/", .port),
            ("file://srv/a.pdf", .filePath), ("file://", .filePath), ("file:///", .filePath),
        ] as [(String, SourceURLError)])
    func `unsound ones are refused with their reason`(text: String, error: SourceURLError) {
        #expect(throws: error) { try SourceURL(text) }
    }

    @Test(arguments: ["localhost", "LOCALHOST", "127.0.0.1", "127.255.255.255", "[::1]"])
    func `this machine is known by name and address`(host: String) throws {
        #expect(try SourceURL("http://\(host):8080/").isLoopback)
    }

    @Test(arguments: [
        "localhost.example.org", "127.0.0.1.example.org", "127.1", "127.0.0.256", "[::2]", "128.0.0.1", "127.0.0.+1",
    ])
    func `another machine is not`(host: String) {
        #expect((try? SourceURL("http://\(host)/"))?.isLoopback != true)
    }
}
