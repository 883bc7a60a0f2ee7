// `batchwatch try` on lists and other files, from the user's view.

import Foundation
import TestKit
import Testing

private let lists = Workshop.project + "/Tests/Fixtures/lists/"

private func tried(_ arguments: String...) throws -> Finished {
    try run(Workshop.programs + "/batchwatch", ["try"] + arguments)
}

private func found(_ document: String, status: String = "200 OK") -> [ServerStep] {
    [.send("HTTP/1.1 \(status)\r\nContent-Length: \(document.utf8.count)\r\nConnection: close\r\n\r\n" + document)]
}

struct TryTests {
    @Test(arguments: [
        "cairo", "calc", "glyph-by-glyph", "groff", "london", "london-bottom", "london-middle", "london-next",
        "london-pages",
        "pdftex", "turned-bold", "two-columns", "writer",
    ])
    func `each list is read with what is proposed as with what is right`(name: String) throws {
        struct Truth: Decodable {
            var key: String
            var columns: [String]
            var rows: [[String]]
        }
        struct Row: Decodable {
            var batch: String
            var status: String
            var date: String
        }
        struct Tried: Decodable {
            struct Inspection: Decodable { var proposal: Proposal }
            struct Proposal: Decodable {
                var key: String
                var columns: [String]
                var headings: [String: String]?
                var rowCount: Int
            }
            var inspection: Inspection
        }
        let truth = try JSONDecoder().decode(
            Truth.self, from: Data(contentsOf: URL(fileURLWithPath: lists + name + ".json")))
        let finished = try tried("--json", lists + name + ".pdf")
        #expect(finished.code == 0 && finished.error == "")
        let proposal = try JSONDecoder().decode(Tried.self, from: Data(finished.output.utf8)).inspection.proposal
        #expect(proposal.key == truth.key)
        #expect(proposal.rowCount == truth.rows.count)
        let columns = proposal.headings?.map { "\($0)=\($1)" } ?? proposal.columns
        #expect(proposal.headings == nil || proposal.columns.isEmpty)
        let rows = try Workshop().batchwatch(
            "rows", lists + name + ".pdf", "--key", proposal.key, "--columns", columns.joined(separator: ","),
            "--format", "json")
        let read = try JSONDecoder().decode([Row].self, from: Data(rows.output.utf8))
        #expect(
            read.map { [$0.batch, $0.status, $0.date] }
                == truth.rows.map { $0 + Array(repeating: "", count: 3 - $0.count) })
    }

    @Test func `what is proposed can be pasted and is sound`() throws {
        let finished = try tried(lists + "two-columns.pdf", "--watch", "66357342", "--name", "beijing")
        #expect(finished.code == 0)
        let lines = finished.output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        #expect(lines[0] == "file://\(lists)two-columns.pdf: a PDF of 1 page, 30 rows")
        #expect(lines.contains("columns  batch is \"Application Number\", status is \"Decision\""))
        #expect(lines.contains("watch    66357342 is on the list with \"Approved\""))
        let start = try #require(lines.firstIndex(of: "[sources.beijing]"))
        let shop = try Workshop()
        let config = try shop.write("pasted.toml", lines[start...].joined(separator: "\n"))
        let check = try shop.batchwatch("check", "--config", config)
        #expect(check.code == 0, "\(check.said)")
    }

    @Test func `a key mask and columns that are given hold`() throws {
        let finished = try tried(lists + "two-columns.pdf", "--key", "6#######", "--columns", "batch,-")
        #expect(finished.output.contains("key = \"6#######\"\ncolumns = [\"batch\", \"-\"]\n"), "\(finished.output)")
        let none = try tried(lists + "two-columns.pdf", "--key", "#####")
        #expect(none.code == 65 && none.output.hasPrefix("file:///"))
        #expect(none.error.contains("no text on its pages matches the key mask #####"), "\(none.error)")
    }

    @Test func `a list of a server is looked at`() throws {
        let server = ScriptedServer(
            found(pdf((0..<12).map { ["GWF0\(12_345_678 + $0 * 7_919)", "Approved", "\(10 + $0)-Nov-26"] })))
        defer { server.stop() }
        let finished = try tried(server.url)
        #expect(finished.code == 0)
        #expect(finished.output.contains("key = \"AAA#########\""), "\(finished.output)")
        #expect(finished.output.contains("[sources.list]\nurl = \"\(server.url)\"\n"))
    }

    @Test(arguments: [
        ("404 Not Found", "", 69, "HTTP 404 Not Found"), ("200 OK", "\u{1}", 65, "the document is of an unknown kind"),
        ("304 Not Modified", "", 69, "HTTP 304 Not Modified, although the request was not conditional"),
    ])
    func `what cannot be read is told as rows tells it`(status: String, body: String, code: Int, cause: String) throws {
        let server = ScriptedServer(found(body, status: status))
        defer { server.stop() }
        let finished = try tried(server.url)
        #expect(Int(finished.code) == code && finished.output == "")
        #expect(finished.error.hasPrefix("batchwatch: ") && finished.error.contains(cause), "\(finished.error)")
        let rows = try run(Workshop.programs + "/batchwatch", ["rows", server.url])
        #expect(rows.code == finished.code && rows.error.contains(cause), "\(rows.error)")
    }

    @Test func `a document without a list shows how it begins, and says what to try`() throws {
        let server = ScriptedServer(found(pdf([["How to", "apply", "for a visa"], ["Fees", "none", "12.50"]])))
        defer { server.stop() }
        let finished = try tried(server.url)
        #expect(finished.code == 65)
        #expect(finished.output == "\(server.url): a PDF of 1 page\n")
        #expect(
            finished.error.hasPrefix(
                """
                batchwatch: \(server.url): nothing can be proposed: no table with a column of numbers was found
                It begins with:
                  How to apply for a visa
                  Fees none 12.50
                Try `batchwatch rows --text`
                """), "\(finished.error)")
    }

    @Test(arguments: [
        (["/nowhere/list.pdf"], 66, "cannot read /nowhere/list.pdf"),
        (["x.pdf", "--key", "["], 64, "--key: the \"[\" at character 1 is never closed"),
        (["x.pdf", "--watch", ""], 64, "--watch: the mask is empty"),
        (
            ["x.pdf", "--columns", "batch,what"], 64,
            "--columns: \"batch,what\" is not a list of batch, status, date and -"
        ),
        (["x.pdf", "--columns", "status"], 64, "--columns: there is no column \"batch\""),
        (["x.pdf", "--name", "Big List"], 64, "--name: write a-z"),
    ])
    func `wrong words are told`(words: [String], code: Int, cause: String) throws {
        let finished = try run(Workshop.programs + "/batchwatch", ["try"] + words)
        #expect(Int(finished.code) == code && finished.output == "")
        #expect(finished.error.contains(cause), "\(finished.error)")
    }

    @Test func `what a document draws is sanitized on the terminal`() throws {
        let rows = (0..<6).map { ["\(66_357_342 + $0 * 7_919)", "Ap\u{1B}[31mproved \($0 % 2)", "x"] }
        let server = ScriptedServer(found(pdf(rows)))
        defer { server.stop() }
        let finished = try tried(server.url + "?\u{1B}[2J")
        #expect(!finished.said.unicodeScalars.contains("\u{1B}"), "\(finished.said)")
    }

    /// A fetcher to whom each URL is a document, but for one.
    private static let anyFetcher = """
        #!/bin/sh
        cat > "$(dirname "$0")/../request"
        if grep -q gone.pdf "$(dirname "$0")/../request"; then
        echo '{"reply":{"_0":{"failure":{"_0":{"kind":"status","cause":"HTTP 404 Not Found"}}}}}'; exit
        fi
        facts='{"digest":"","length":1,"isEndKnown":true,"freshness":{"isMismatched":false}}'
        echo '{"reply":{"_0":{"document":{"_0":'$facts'}}}}'
        """

    /// A reader that finds a page with two links, and a list at each PDF.
    private static let pageReader = """
        #!/bin/sh
        case "$(tee "$(dirname "$0")/../parsed")" in
        *list_2.pdf*) more='"pageCount":1,"links":[],"watched":[{"batch":"66357342","status":"Approved","date":"","page":1}],
        "proposal":{"key":"########","columns":["batch","status"],"found":{},"rowCount":9,"samples":[],"notes":[]}' ;;
        *broken*) more='"links":[{"url":"https://example.org/gone.pdf","text":""}],"watched":[],
        "follow":{"glob":"*gone.pdf","pick":"newest"}' ;;
        *) more='"links":[{"url":"https://example.org/list_2.pdf","text":"2","date":"2026-11-13"},
        {"url":"https://example.org/list_1.pdf","text":"1","date":"2026-11-06"}],"watched":[],
        "follow":{"glob":"*list*.pdf","pick":"newest"}' ;;
        esac
        echo '{"reply":{"_0":{"inspected":{"_0":{"format":"PDF","damage":[],"doubts":[],"text":[],'$more'}}}}}' | tr -d '\n'
        echo
        """

    @Test func `a page's newest document is looked at too, and both are one source`() throws {
        let shop = try Workshop()
        try shop.useOwnPrograms()
        try shop.set(.fetcher, Self.anyFetcher)
        try shop.set(.reader, Self.pageReader)
        let words = ["--watch", "66357342", "--user-agent", "Mozilla/5.0"]
        let finished = try run(shop.path + "/bin/batchwatch", ["try", "https://example.org/visas"] + words)
        #expect(finished.code == 0, "\(finished.said)")
        #expect(
            finished.output.hasSuffix(
                """
                  -> 2026-11-13  https://example.org/list_2.pdf
                     2026-11-06  https://example.org/list_1.pdf

                https://example.org/list_2.pdf: a PDF of 1 page, 9 rows
                key      ########
                columns  batch, status
                watch    your number is in the list of 13 November: Approved

                [sources.example]
                page = "https://example.org/visas"
                link = "*list*.pdf"
                pick = "newest"
                user-agent = "Mozilla/5.0"
                key = "########"
                columns = ["batch", "status"]

                [sources.example.batches]
                66357342 = ""

                """), "\(finished.output)")
        let request = shop.text("request")
        #expect(request.contains("Mozilla") && request.contains("list_1.pdf"), "\(request)")
        #expect(shop.text("parsed").contains("66357342"))
        let json = try run(shop.path + "/bin/batchwatch", ["try", "--json", "https://example.org/visas"])
        let report = try #require(
            JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any])
        #expect((report["document"] as? [String: Any])?["proposal"] != nil)
        #expect((report["configuration"] as? String)?.hasPrefix("[sources.example]\npage = ") == true)
    }

    @Test func `a page whose newest document cannot be had is shown all the same`() throws {
        let shop = try Workshop()
        try shop.useOwnPrograms()
        try shop.set(.fetcher, Self.anyFetcher)
        try shop.set(.reader, Self.pageReader)
        let finished = try run(shop.path + "/bin/batchwatch", ["try", "https://example.org/broken"])
        #expect(finished.code == 69)
        #expect(finished.output.contains("-> https://example.org/gone.pdf"), "\(finished.output)")
        #expect(finished.error == "batchwatch: https://example.org/gone.pdf: HTTP 404 Not Found\n")
    }

    @Test func `XML and JSON are read by the records that they have`() throws {
        let users = (1...12).map { "<user id='\($0)'><name>N\($0)a</name><status>active</status></user>" }.joined()
        let xml = try tried(try write("users.xml", "<users><note>x</note>\(users)</users>"))
        #expect(xml.output.contains("record = \"user\"\nkey = \"*\"\n"), "\(xml.output)")
        #expect(xml.output.contains("columns = { batch = \"@id\", status = \"status\" }"), "\(xml.output)")
        let cases = (10...30).map { "{\"case\": \"IOE09123456\($0)\", \"status\": \"Received \($0 % 3)\"}" }
        let json = try tried(
            try write(
                "cases.json", "{\"data\": {\"items\": [\(cases.joined(separator: ","))], \"other\": [{\"a\": 1}]}}"))
        #expect(json.output.contains("record = \"data.items\"\n"), "\(json.output)")
        #expect(json.output.contains("columns = { batch = \"case\", status = \"status\" }"), "\(json.output)")
    }

    @Test(arguments: [("", "404 Not Found"), ("Report of the year\n", "200 OK")])
    func `where the likeliest links lead to no list, others are looked at`(report: String, status: String) throws {
        let page = """
            <html><a href='annual-report-2024.csv'>Annual report</a><ul><li><a href='/get/812/'>Decisions of 3 June 2026</a></li>
            <li><a href='/get/799/'>Decisions of 27 May 2026</a></li></ul></html>
            """
        let list = "Number,Decision\n66357342,Approved\n66357343,Refused\n"
        let server = ScriptedServer(found(page), found(report, status: status), found(list))
        defer { server.stop() }
        let finished = try tried(server.url, "--watch", "66357343")
        #expect(finished.code == 0, "\(finished.error)")
        #expect(finished.output.contains("link = \"Decisions of*\"\npick = \"newest\"\n"), "\(finished.output)")
        #expect(
            finished.output.contains("watch    your number is in the list of 3 June: Refused\n"), "\(finished.output)")
    }

    @Test func `a page of records that lead to lists is an index, where the number is not on it`() throws {
        let items = [("27 May", "a"), ("3 June", "b")].map {
            "{\"title\": \"Decisions \($0) 2026\", \"url\": \"/f/\($1).csv\"}"
        }
        let page = "{\"items\": [\(items.joined(separator: ","))]}"
        let server = ScriptedServer(found(page), found("Number,Decision\n66357342,Approved\n66357343,Refused\n"))
        defer { server.stop() }
        let finished = try tried(server.url, "--watch", "66357343")
        #expect(server.requests.dropFirst().first?.hasPrefix("GET /f/b.csv ") == true)
        #expect(
            finished.output.contains("watch    your number is in the list of 3 June: Refused\n"), "\(finished.output)")
    }

    @Test func `the page of a case is proposed with the number's place in its address`() throws {
        let page = """
            <html><h1>Case</h1><table><tr><th>Application number</th><td>66357342</td></tr><tr><th>Office</th><td>London</td></tr>
            <tr><th>Status</th><td>Refused</td></tr></table></html>
            """
        let server = ScriptedServer(found(page))
        defer { server.stop() }
        let finished = try tried(server.url + "/case?no=66357342&lang=en", "--watch", "66357342")
        #expect(finished.output.contains("watch    66357342 is on the list with \"Refused\"\n"), "\(finished.output)")
        #expect(
            finished.output.contains(
                """
                url = "\(server.url)/case?no={batch}&lang=en"
                key = "########"
                columns = { batch = "Application number", status = "Status" }
                """), "\(finished.output)")
    }

    @Test(arguments: [
        "<html><h1>Decisions</h1><ul><li>66357342: Refused</li><li>66357343: Approved</li></ul></html>",
        "<html><p>66357342 – Refused</p><p>66357343 – Approved</p><a href='/'>Home</a></html>",
        "<html><p>Decisions<br>66357342 - Refused<br>66357343 - Approved</p></html>",
        "<html><pre>\nNumber     Decision\n\n66357342   Refused\n66357343   Approved\n</pre></html>",
        "<table><tr><td><a href='/'>Home</a></td><td>66357342: Refused<br>66357343: Approved</td></tr></table>",
        "Decisions, as of today\n\n66357342: Refused\n66357343: Approved\n",
    ])
    func `a list that is lines of text is proposed, and read so`(page: String) throws {
        let file = try write("list.txt", page)
        for arguments in [[], ["--watch", "66357342"]] {
            let finished = try run(Workshop.programs + "/batchwatch", ["try", file] + arguments)
            #expect(
                finished.output.contains("key = \"########\"\ncolumns = [\"batch\", \"status\"]\n"), "\(finished)")
        }
        let rows = try run(Workshop.programs + "/batchwatch", ["rows", file, "--key", "########", "--format", "csv"])
        #expect(rows.output == "batch,status,date,page\r\n66357342,Refused,,1\r\n66357343,Approved,,1\r\n", "\(rows)")
    }

    @Test func `lines with keys that cannot be told apart are told, and no row is`() throws {
        let page = "<html><p>Refused: 66357342, 66357343</p><p>Approved: 66357344, 66357345</p></html>"
        let file = try write("list.html", page)
        let rows = try run(Workshop.programs + "/batchwatch", ["rows", file, "--key", "########"])
        #expect(rows.code == 65 && rows.error.contains("may be another batch or several"), "\(rows)")
        let finished = try run(Workshop.programs + "/batchwatch", ["try", file])
        #expect(finished.code == 65)
    }

    @Test func `a case in JSON that has a history is the case`() throws {
        let history =
            "[{\"date\": \"2026-11-09\", \"status\": \"sent\"}, {\"date\": \"2026-11-10\", \"status\": \"read\"}]"
        let page = "{\"caseNumber\": 66357342, \"status\": \"Refused\", \"history\": \(history)}"
        for arguments in [[], ["--watch", "66357342"]] {
            let finished = try run(
                Workshop.programs + "/batchwatch", ["try", try write("case.json", page)] + arguments)
            #expect(finished.output.contains("record = \".\"\nkey = \"########\"\n"), "\(finished.output)")
            #expect(finished.output.contains("batch = \"caseNumber\", status = \"status\""), "\(finished.output)")
        }
    }

    @Test func `a page that leads to lists is proposed with the newest of them`() throws {
        let rows = (10...30).map { "663573\($0);\($0 % 3 == 0 ? "Approved" : "Refused")" }.joined(separator: "\n")
        let links = [9, 13].map { "<li><a href='Visa_Decisions_\($0)_November_2026.csv'>\($0) November</a>" }
        let page = "<html><title>Decisions</title><ul>\(links.joined())</ul></html>"
        let server = ScriptedServer(found(page), found("Application Number;Decision\n\(rows)\n"))
        defer { server.stop() }
        let finished = try tried(server.url, "--watch", "66357321")
        #expect(finished.code == 0)
        #expect(server.requests.dropFirst().first?.hasPrefix("GET /Visa_Decisions_13_November_2026.csv ") == true)
        #expect(finished.output.contains("-> 2026-11-13  http://"), "\(finished.output)")
        #expect(
            finished.output.contains("watch    your number is in the list of 13 November: Approved\n"),
            "\(finished.output)")
        #expect(
            finished.output.contains(
                """
                link = "*Visa_Decisions*.csv"
                pick = "newest"
                key = "########"
                columns = { batch = "Application Number", status = "Decision" }
                """), "\(finished.output)")
    }

    @Test func `a page on disk leads to no file`() throws {
        let rows = (10...30).map { "663573\($0);secret" }.joined(separator: "\n")
        let secret = try write("Decisions_13_November_2026.csv", "Application Number;Decision\n\(rows)\n")
        let page = try write("decisions.html", "<html><ul><li><a href='file://\(secret)'>Decisions</a></ul></html>")
        let finished = try tried(page)
        #expect(finished.code == 65)
        #expect(!finished.said.contains("663573"))
        #expect(
            finished.error.contains("a page on disk may not lead to other files; look at the file itself"),
            "\(finished.error)")
    }

    private let workshop: Workshop

    init() throws {
        workshop = try Workshop()
    }

    @discardableResult
    private func write(_ name: String, _ text: String) throws -> String {
        try workshop.write(name, text)
    }
}

/// `try --write`: the proposal in the configuration file, and nothing else changed there.
struct TryWriteTests {
    let shop: Workshop
    private let list: String

    init() throws {
        shop = try Workshop()
        list = try shop.write(
            "decisions.csv", "Number,Decision\n66357342,Approved\n66357343,Refused\n66357399,Approved\n")
    }

    private func written(_ arguments: String..., watching batch: String? = "66357343") throws -> Finished {
        try tried(list, "--write", "--config", shop.config, watching: batch, arguments)
    }

    private func tried(_ first: String..., watching batch: String?, _ more: [String]) throws -> Finished {
        try run(
            Workshop.programs + "/batchwatch", ["try"] + first + (batch.map { ["--watch", $0] } ?? []) + more)
    }

    @Test func `a new file has the list and the batch, and the daemon watches it`() async throws {
        let done = try written("--yes")
        #expect(done.code == 0, "\(done.said)")
        #expect(done.output.contains("\(shop.config): added [sources.decisions], lines 1 to "), "\(done.output)")
        #expect(try shop.poll().output.contains("66357343: on the list with \"Refused\""))
    }

    @Test func `a file that is there stays byte for byte, and a running daemon notices`() async throws {
        try shop.publish("pending", "01-Jun-12")
        try shop.hook()
        try shop.configure("file://" + shop.listPath)
        let before = shop.text("watched-batches.toml")
        let daemon = try shop.start()
        #expect(await eventually { shop.told.count == 1 })
        #expect(try written("--yes").code == 0)
        #expect(shop.text("watched-batches.toml").hasPrefix(before))
        #expect(await eventually { shop.told.count == 2 }, "\(daemon.said)")
        #expect(shop.told.last?.environment["BATCHWATCH_STATUS"] == "Refused")
        // Once more, another batch: a line, where the list is.
        let more = try written("--yes", watching: "66357399")
        #expect(more.output.contains("[sources.decisions.batches]: added 66357399"), "\(more.said)")
        let again = try written("--yes", watching: "66357399")
        #expect(again.output.contains("66357399 is already there"), "\(again.said)")
        let removed = try run(
            Workshop.programs + "/batchwatch",
            ["batches", "remove", "--source", "decisions", "66357399", "--config", shop.config])
        #expect(removed.code == 0, "\(removed.said)")
        #expect(daemon.stop() == 0)
    }

    @Test func `without a terminal and --yes nothing is written`() throws {
        let refused = try written()
        #expect(refused.code == 64)
        #expect(refused.error.contains("add --yes"), "\(refused.error)")
        #expect(!FileManager.default.fileExists(atPath: shop.config))
    }

    @Test(arguments: [("y", 0, true), ("n", 64, false), ("", 64, false)] as [(String, Int32, Bool)])
    func `on a terminal it asks`(answer: String, code: Int32, isWritten: Bool) throws {
        let command = [Workshop.programs + "/batchwatch", "try", list, "--write", "--config", shop.config]
        let script = """
            import os, pty, sys
            answer, command = sys.argv[1], sys.argv[2:]
            pid, terminal = pty.fork()
            if pid == 0: os.execv(command[0], command)
            said, asked = b"", False
            while True:
                try: part = os.read(terminal, 4096)
                except OSError: break
                if not part: break
                said += part
                if b"[y/N]" in said and not asked:
                    asked = True
                    os.write(terminal, answer.encode() + b"\\n")
            print(asked, os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
            """
        let done = try run("/usr/bin/python3", ["-c", script, answer] + command)
        #expect(done.output == "True \(code)\n", "\(done.said)")
        #expect(FileManager.default.fileExists(atPath: shop.config) == isWritten)
    }

    @Test func `a name that is taken is given a number, and one that was asked for is refused`() throws {
        try shop.configure("file://\(shop.path)/none.pdf")
        try shop.write(
            "watched-batches.toml",
            shop.text("watched-batches.toml").replacingOccurrences(of: "sources.london", with: "sources.decisions"))
        let named = try written("--yes", "--name", "decisions")
        #expect(named.code == 64 || named.code == 78, "\(named.said)")
        #expect(named.error.contains("decisions"), "\(named.error)")
        #expect(try written("--yes").output.contains("added [sources.decisions-2]"))
    }

    @Test func `a file that is wrong already is told, and left alone`() throws {
        try shop.write("watched-batches.toml", "[batches\n")
        let refused = try written("--yes")
        #expect(refused.code == 78, "\(refused.said)")
        #expect(refused.error.contains("nothing was changed"), "\(refused.error)")
        #expect(shop.text("watched-batches.toml") == "[batches\n")
    }
}
