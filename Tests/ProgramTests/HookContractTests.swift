// The hook contract under faults, with the real daemon, its journal on standard error, and hostile or careless hooks.

import Foundation
import Testing

@Suite(.serialized)
struct HookContractTests {
    let shop: Workshop

    init() throws {
        shop = try Workshop()
        try shop.publish("pending", "01-Jun-12")
        try shop.configure("file://" + shop.listPath)
    }

    @Test func `while the hook for one batch hangs and fails, the others are told`() async throws {
        try list([
            ["20121456171", "pending", "01-Jun-12"], ["20121456172", "issued", "02-Jun-12"],
            ["20121456173", "refused", "03-Jun-12"],
        ])
        .write(to: URL(fileURLWithPath: shop.listPath))
        try shop.configure(
            "file://" + shop.listPath,
            batches: "20121456171 = \"A\"\n20121456172 = \"B\"\n20121456173 = \"C\"")
        try shop.hook(
            #"[ "$BATCHWATCH_BATCH" = 20121456171 ] && { trap "" TERM; sleep 1000 & echo $! >> children; wait; sleep 1000; }; exit 0"#
        )
        let daemon = try shop.start()
        func batches() -> [String] { shop.told.map { $0.environment["BATCHWATCH_BATCH"] ?? "" } }
        #expect(await eventually(30) { Set(batches()).count == 3 }, "\(daemon.said)")
        #expect(
            await eventually(20) { daemon.said.contains("did not end within 2 s and was killed") }, "\(daemon.said)")
        #expect(daemon.stop() == 0)
        for child in shop.text("told/children").split(separator: "\n").compactMap({ Int32($0) }) {
            #expect(await eventually { kill(child, 0) != 0 })
        }
        // The one that hangs is still to be told; the others are not told again.
        #expect(batches().filter { $0 != "20121456171" }.sorted() == ["20121456172", "20121456173"])
        #expect(!shop.isCleared)
    }

    @Test func `a gigabyte of output takes neither memory nor journal`() async throws {
        try shop.hook("head -c 512M /dev/zero | tr '\\0' x; head -c 512M /dev/zero >&2; exit 0")
        try shop.write(
            "watched-batches.toml", shop.text("watched-batches.toml").replacingOccurrences(of: "2s", with: "60s"))
        let daemon = try shop.start()
        #expect(await eventually(60) { shop.told.count == 1 && shop.isCleared }, "\(daemon.said)")
        let status = try String(contentsOfFile: "/proc/\(daemon.pid)/status", encoding: .utf8)
        let peak = status.components(separatedBy: "VmHWM:").last.flatMap {
            Int($0.prefix { $0 != "k" }.filter(\.isNumber))
        }
        #expect(try #require(peak) < 64 << 10)
        #expect(daemon.said.utf8.count < 20_000)
        #expect(daemon.said.contains("bytes more"))
        #expect(daemon.stop() == 0)
    }

    /// Events of a batch, and those of a source, which have none.
    @Test(arguments: [
        ("observed", true), ("appeared", true), ("changed", true), ("disappeared", true), ("failing", false),
        ("suspect", false), ("stale", false), ("recovered", false),
    ])
    func `hook-test tells what an event of that kind has`(kind: String, hasBatch: Bool) throws {
        try shop.hook()
        #expect(try shop.batchwatch("hook-test", "--kind", kind, "--config", shop.config).code == 0)
        let told = try #require(shop.told.first)
        #expect(told.kind == kind)
        #expect((told.environment["BATCHWATCH_BATCH"] ?? "").isEmpty == !hasBatch)
    }

    @Test(
        arguments: [
            ("echo hello\n", 0o755, "is a text whose first line names no interpreter"),
            ("#!/nonexistent/sh\n", 0o755, "names the interpreter /nonexistent/sh, which is not there"),
            ("#!/bin/sh\n", 0o644, "is not executable; to fix: chmod +x"),
            ("#!/bin/sh\n", 0o775, "users other than its owner can write"),
            ("#!/bin/sh\n", 0o4755, "has the setuid or setgid bit"),
        ] as [(String, mode_t, String)])
    func `a hook that cannot be run is told once; when it is mended all is delivered as the first attempt`(
        script: String, mode: mode_t, cause: String
    ) async throws {
        try shop.write("hook", script, mode: mode)
        let daemon = try shop.start()
        #expect(await eventually { daemon.said.contains(cause) }, "\(daemon.said)")
        #expect(!shop.isCleared)
        try shop.hook()
        daemon.kill(SIGHUP)
        #expect(await eventually { shop.told.count == 1 && shop.isCleared }, "\(daemon.said)")
        #expect(shop.told.first?.environment["BATCHWATCH_ATTEMPT"] == "1")
        #expect(daemon.stop() == 0)
        #expect(daemon.said.components(separatedBy: cause).count == 2)
    }

    /// What a PDF can hold of it, as the text of a cell: control characters and bidirectional overrides by its
    /// character map.
    @Test(arguments: [
        "() { :;}; echo x", "$(id)", "`id`", "; rm -rf ~", "a\u{1B}[31mred", "a\u{7}\u{8}b", "a\u{202E}cba\u{2066}",
        "%s%n%x", "'\"\\\\", "--option=1", "-rf", "A=B", "\u{9B}2J", String(repeating: "long ", count: 13_000) + "end",
    ])
    func `a hostile status is sanitized wherever it arrives`(status: String) async throws {
        try hostileList(status).write(to: URL(fileURLWithPath: shop.listPath))
        try shop.hook(#"echo "$BATCHWATCH_STATUS"; : > "$PWD/ran"; exit 0"#)
        let daemon = try shop.start()
        #expect(await eventually { shop.told.count == 1 && shop.isCleared }, "\(daemon.said)")
        let told = try #require(shop.told.first)
        let rows = told.data["rows"] as? [[String: Any]]
        let poll = try shop.batchwatch("rows", shop.listPath, "--key", "20121456171")
        let text = told.environment["BATCHWATCH_STATUS"] ?? ""
        for place in [
            text, rows?.first?["status"] as? String ?? "", daemon.said, poll.output,
        ] {
            #expect(!place.isEmpty)
            #expect(place.unicodeScalars.allSatisfy { isInert($0) }, "\(place.prefix(200))")
        }
        // It is data: what stands in it arrives as it stands, and nothing of it is carried out.
        let plain = status.unicodeScalars.allSatisfy { (0x20...0x7E).contains($0.value) }
        if plain && status.utf8.count < 100 { #expect(text == status) }
        #expect(told.arguments == "observed")
        #expect(!daemon.said.contains("uid="))
        #expect(daemon.said.utf8.count < 40_000)
        #expect(daemon.stop() == 0)
    }

    private func isInert(_ scalar: Unicode.Scalar) -> Bool {
        if scalar == "\n" || scalar == "\r" { return true }
        return scalar.properties.generalCategory != .control && !scalar.properties.isBidiControl
    }
}

/// Takes a minute, and sleeps through it: beside the others, and not behind them.
@Suite struct HookLaterTests {
    @Test func `exit 75 is later and uses no attempt, exit 65 is the end of it`() async throws {
        let shop = try Workshop()
        try list("pending", "01-Jun-12").write(to: URL(fileURLWithPath: shop.path + "/list.pdf"))
        try shop.configure("file://\(shop.path)/list.pdf")
        try shop.hook("[ $n = 1 ] && exit 75; exit 65")
        let daemon = try shop.start()
        #expect(await eventually { shop.told.count >= 1 }, "\(daemon.said)")
        #expect(
            await eventually(90) { daemon.said.contains("is a dead letter: the hook refused it (exit code 65)") },
            "\(daemon.said)")
        #expect(shop.told.map { $0.environment["BATCHWATCH_ATTEMPT"] } == ["1", "1"])
        #expect(shop.told.first?.id == shop.told.last?.id)
        #expect(daemon.stop() == 0)
        let again = try shop.start()
        #expect(await eventually { again.said.contains("watching") })
        #expect(await stays(2) { shop.told.count == 2 })
        #expect(again.stop() == 0)
    }
}

/// A PDF of one row whose status is this text, of any characters: each code of its font has its character in
/// `ToUnicode`.
private func hostileList(_ status: String) -> Data {
    var codes: [Unicode.Scalar] = []
    for scalar in (status + "0123456789-Jun").unicodeScalars where !codes.contains(scalar) { codes.append(scalar) }
    func hexadecimal(_ number: Int, _ width: Int) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
    func text(_ string: String) -> String {
        "<" + string.unicodeScalars.map { hexadecimal((codes.firstIndex(of: $0) ?? 0) + 1, 4) }.joined() + ">"
    }
    let pairs = codes.enumerated().map { "<\(hexadecimal($0 + 1, 4))> <\(hexadecimal(Int($1.value), 4))>" }
    let map = """
        /CIDInit /ProcSet findresource begin begincmap 1 begincodespacerange <0000> <ffff> endcodespacerange
        \(pairs.count) beginbfchar
        \(pairs.joined(separator: "\n"))
        endbfchar endcmap end
        """
    // Glyphs without width keep a long status in its column.
    let cells = [(72, "20121456171"), (200, status), (400, "01-Jun-12")]
        .map { "1 0 0 1 \($0) 700 Tm \(text($1)) Tj" }.joined(separator: "\n")
    let content = "BT /F1 10 Tf\n\(cells)\nET"
    let width = status.unicodeScalars.count > 30 ? 0 : 500
    let objects = [
        "<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
        "<< /Length \(content.utf8.count) >>\nstream\n\(content)\nendstream",
        "<< /Type /Font /Subtype /Type0 /BaseFont /F /Encoding /Identity-H /DescendantFonts [6 0 R] /ToUnicode 7 0 R >>",
        "<< /Type /Font /Subtype /CIDFontType2 /BaseFont /F /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) >> /DW \(width) >>",
        "<< /Length \(map.utf8.count) >>\nstream\n\(map)\nendstream",
    ]
    var file = "%PDF-1.4\n"
    var offsets: [Int] = []
    for (number, object) in objects.enumerated() {
        offsets.append(file.utf8.count)
        file += "\(number + 1) 0 obj\n\(object)\nendobj\n"
    }
    let start = file.utf8.count
    let entries = offsets.map { String(String(10_000_000_000 + $0).dropFirst()) + " 00000 n \n" }
    file += "xref\n0 \(objects.count + 1)\n0000000000 65535 f \n" + entries.joined()
    return Data((file + "trailer << /Size \(objects.count + 1) /Root 1 0 R >>\nstartxref\n\(start)\n%%EOF\n").utf8)
}
