// Lists that a program of this machine brings (`command`), with the daemon and the command line; and the shipped
// programs, where this machine has what they need.

import Foundation
import TestKit
import Testing

@Suite(.serialized)
struct SourceProgramTests {
    let shop: Workshop

    init() throws {
        shop = try Workshop(listing: "pending")
    }

    /// A list that a script brings, beside another one.
    private func configure(_ script: String, _ words: String = "", more: String = "", beside other: String = "") throws
    {
        try shop.write("program", "#!/bin/sh\n\(script)\n", mode: 0o700)
        try configure(command: "[\"\(shop.path)/program\"\(words)]", more: more, beside: other)
    }

    private func configure(command: String, more: String = "", beside other: String = "") throws {
        try shop.write(
            "watched-batches.toml",
            """
            [batches]
            20121456171 = "Mine"
            [sources.london]
            command = \(command)
            \(more)
            \(other)
            [hook]
            run = "\(shop.path)/hook"

            """)
    }

    private var row: String { "printf '20121456171,approved,02-Jun-12\\n20121456172,pending,03-Jun-12\\n'" }

    @Test func `the daemon watches what a program prints`() async throws {
        try configure("cat '\(shop.listPath)'; echo looking >&2", ", \"https://example.org/list\"")
        let daemon = try shop.start()
        #expect(await eventually { shop.told.count == 1 && shop.isCleared }, "\(daemon.said)")
        #expect(shop.told.first?.json.description.contains("https://example.org/list") == true)
        #expect(daemon.said.contains("source: looking"), "\(daemon.said)")
        try shop.publish("approved", "02-Jun-12")
        #expect(try shop.poll("london").code == 0)
        #expect(await eventually { shop.told.count == 2 }, "\(daemon.said)")
        // The same bytes again are no news.
        #expect(try shop.poll("london").output.contains("unchanged"))
        #expect(daemon.stop() == 0)
    }

    @Test func `each case has a run of its own`() async throws {
        try configure(
            "printf '%s,approved,02-Jun-12\\n' \"$1\"; echo \"$@\" >> '\(shop.path)/asked'",
            ", \"{batch}\", \"https://example.org/?a={batch}\"")
        #expect(try shop.poll("london").code == 0)
        #expect(shop.text("asked") == "20121456171 https://example.org/?a=20121456171\n")
        #expect(shop.told.count == 1)
    }

    @Test func `the daemon reports a failure once, polls other lists meanwhile, and reports the recovery`() async throws
    {
        try configure(
            "[ -e '\(shop.path)/works' ] && exec cat '\(shop.listPath)'; exec sleep 100", more: "timeout = \"1s\"",
            beside: "[sources.other]\nurl = \"file://\(shop.listPath)\"\nevery = \"1s\"")
        let daemon = try shop.start()
        #expect(await eventually { shop.told.count == 1 }, "\(daemon.said)")
        let cause = "the program \(shop.path)/program did not end within 1 s and was killed"
        #expect(await eventually { daemon.said.contains("london: \(cause)") }, "\(daemon.said)")
        #expect(try shop.poll("london").code != 0)
        #expect(daemon.said.components(separatedBy: cause).count == 2, "\(daemon.said)")
        let status = try shop.batchwatch(["status"] + shop.options)
        #expect(status.output.contains("did not end within 1 s"), "\(status.said)")
        try shop.write("works", "")
        #expect(try shop.poll("london").code == 0)
        #expect(daemon.said.contains("london: can be read again"), "\(daemon.said)")
        #expect(daemon.stop() == 0)
    }

    @Test(arguments: [
        ("exit 0", "printed nothing"), ("exit 75", "has no document now (exit code 75)"),
        ("head -c 2000 /dev/zero", "printed more than max-size allows, 1024 bytes"),
        ("printf '%%PDF-1.4\\nhalf'", "the document has no page tree"), ("echo a >&2; exit 1", "exited with code 1: a"),
    ])
    func `what it does instead of printing a list is said`(script: String, cause: String) throws {
        try configure(script, more: "max-size = \"1KiB\"")
        let polled = try shop.poll("london")
        #expect(polled.code != 0 && polled.said.contains(cause), "\(polled.said)")
    }

    @Test func `check examines it as it does the hook`() throws {
        try configure(row)
        #expect(try shop.batchwatch(["check"] + shop.options).code == 0)
        chmod(shop.path + "/program", 0o777)
        let checked = try shop.batchwatch(["check"] + shop.options)
        #expect(checked.code == 78, "\(checked.said)")
        #expect(checked.said.contains("sources.london.command: users other than its owner can write to"))
    }

    // MARK: The shipped programs

    private static func isThere(_ names: String...) -> Bool {
        names.allSatisfy { name in
            ["/usr/local/bin", "/usr/bin", "/bin"].contains {
                FileManager.default.isExecutableFile(atPath: "\($0)/\(name)")
            }
        }
    }

    /// Copies a program to where it may run, and names it in the configuration.
    private func ship(_ name: String, _ words: [String], more: String) throws {
        let text = try String(contentsOfFile: "\(Workshop.project)/config/sources/\(name)", encoding: .utf8)
        try shop.write(name, text, mode: 0o700)
        let list = ([shop.path + "/" + name] + words).map { "\"\($0)\"" }.joined(separator: ", ")
        try configure(command: "[\(list)]", more: more)
    }

    @Test func `each is short and answers --check`() throws {
        for name in ["browser", "ocr", "office"] {
            let path = "\(Workshop.project)/config/sources/\(name)"
            let text = try String(contentsOfFile: path, encoding: .utf8)
            #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count <= 61, "\(name)")
            #expect(text.hasPrefix("#!/bin/sh\n# batchwatch: --check\n"), "\(name)")
            let checked = try run(path, ["--check"])
            #expect(checked.code == 0 || checked.error.contains("to fix: sudo apt install"), "\(checked)")
        }
    }

    @Test(
        .enabled(if: isThere("chromium"), "SKIP browser: this machine has no chromium"),
        .enabled(if: Nginx.isInstalled, "SKIP browser: this machine has no nginx"))
    func `browser reads a page that a script fills`() throws {
        let nginx = try Nginx(in: shop.path)
        func publish(_ status: String) throws {
            let page = """
                <title>Decisions</title><table id=t><tr><th>Number<th>Status<th>Date</table>
                <script>setTimeout(() => { for (const text of [["20121456171", "\(status)", "02-Jun-12"],
                ["20121456172", "pending", "03-Jun-12"]]) { const row = document.getElementById("t").insertRow();
                for (const cell of text) row.insertCell().textContent = cell } }, 1500)</script>
                """
            try Data(page.utf8).write(to: URL(fileURLWithPath: nginx.folder + "/www/page.html"))
        }
        let page = nginx.port.url + "/page.html"
        try ship("browser", [page], more: "")
        try publish("pending")
        let first = try shop.poll("london")
        #expect(first.code == 0, "\(first.said)")
        try publish("approved")
        let second = try shop.poll("london")
        #expect(second.code == 0 && shop.told.last?.json.description.contains("approved") == true, "\(second.said)")
        try ship("browser", [nginx.port.url.replacingOccurrences(of: "\(nginx.port.number)", with: "1")], more: "")
        let unreachable = try shop.poll("london")
        #expect(unreachable.said.contains("has no document now: browser: "), "\(unreachable.said)")
    }

    @Test(.enabled(if: isThere("tesseract", "pdftoppm"), "SKIP ocr: this machine has no tesseract or no pdftoppm"))
    func `ocr reads a scan`() throws {
        try Data(contentsOf: URL(fileURLWithPath: "\(Workshop.project)/Tests/Fixtures/scans/decisions.pdf"))
            .write(to: URL(fileURLWithPath: shop.path + "/scan.pdf"))
        try ship("ocr", [shop.path + "/scan.pdf"], more: "")
        let polled = try shop.poll("london")
        #expect(polled.code == 0 && shop.told.last?.json.description.contains("approved") == true, "\(polled.said)")
    }

    @Test(.enabled(if: isThere("soffice"), "SKIP office: this machine has no LibreOffice"), arguments: ["rtf", "doc"])
    func `office reads a text document`(kind: String) throws {
        let row = { (cells: [String]) in
            "\\trowd" + (1...3).map { "\\cellx\($0 * 2500)" }.joined() + cells.map { "\($0)\\intbl\\cell " }.joined()
                + "\\row\n"
        }
        let rows = [["Number", "Status", "Date"], ["20121456171", "approved", "02-Jun-12"]].map(row)
        try shop.write("list.rtf", "{\\rtf1\\ansi\n" + rows.joined() + "\\pard}")
        if kind == "doc" {
            _ = try run(
                "/usr/bin/soffice",
                [
                    "-env:UserInstallation=file://\(shop.path)/profile", "--headless", "--convert-to", "doc",
                    "--outdir",
                    shop.path, shop.path + "/list.rtf",
                ], limit: 120)
        }
        try ship("office", [shop.path + "/list.\(kind)"], more: "")
        let polled = try shop.poll("london")
        #expect(polled.code == 0 && shop.told.last?.json.description.contains("approved") == true, "\(polled.said)")
    }
}
