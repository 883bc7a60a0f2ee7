// The output of `try`, and whether the configuration accepts its proposals.

import Reading
import Rows
import Testing
import Text

@testable import Configuration
@testable import Delivery
@testable import batchwatch

/// A proposal as for the lists of Beijing.
private func proposal(_ batch: String = "66357342", columns: [String] = ["batch", "status"]) -> Proposal {
    Proposal(
        key: "########", columns: columns,
        found: ColumnHeadings(batch: "Application Number", status: "Decision"), rowCount: 483,
        samples: [
            Row(batch: batch, update: Update(status: "Approved", date: ""), page: 1),
            Row(batch: "66357343", update: Update(status: "Refused", date: ""), page: 1),
        ])
}

private func trial(_ proposal: Proposal?, url: String = "https://example.org/decisions.pdf") -> Trial {
    var inspection = Inspection(format: "PDF")
    inspection.pageCount = 12
    inspection.proposal = proposal
    return Trial(url: url, name: SourceSnippet.name(for: url), inspection: inspection)
}

/// The configuration that a snippet makes.
private func config(_ trial: Trial) throws -> Config {
    let lines = try #require(trial.snippet).lines
    return try Config(toml: Array(lines.joined(separator: "\n").utf8), path: "pasted")
}

struct TrialTests {
    @Test func `a document, its table, three rows, and what to paste`() {
        #expect(
            trial(proposal()).lines == [
                "https://example.org/decisions.pdf: a PDF of 12 pages, 483 rows",
                "key      ########              e.g. 66357342",
                "columns  batch, status         (under \"Application Number\", \"Decision\")",
                "  66357342  Approved",
                "  66357343  Refused",
                "",
                "[sources.example]",
                "url = \"https://example.org/decisions.pdf\"",
                "key = \"########\"",
                "columns = [\"batch\", \"status\"]",
                "",
                "[sources.example.batches]",
                "# 66357342 = \"Mine\"",
            ])
    }

    @Test(arguments: [(3, false), (4, true)])
    func `what could not be placed is told, the first three and how many more`(count: Int, hasMore: Bool) {
        var trial = trial(proposal())
        trial.inspection.doubts = (1...count).map {
            Doubt(page: $0, word: "66357349", rule: .unreadKey, batches: ["66357349"])
        }
        let told = trial.lines.filter { $0.hasPrefix("doubt ") }
        #expect(told == (1...3).map { "doubt    page \($0): \"66357349\" looks like a batch and is in no row" })
        #expect(trial.lines.contains("         and 1 more: `batchwatch rows --doubts` tells all") == hasMore)
    }

    @Test func `try says where a number stands that no proposal reads`() {
        var trial = trial(nil)
        trial.watch = "66357349"
        trial.inspection.reason = "no row can be read that has 66357349"
        let why = "watch    66357349 is in no row, but the document has it"
        for (page, place) in [(7, "on page 7"), (0, "outside of its tables")] {
            trial.inspection.mentions = [Mention(batch: "66357349", page: page, excerpt: "66357349: see below")]
            let lines = trial.refusal.split(separator: "\n").map(String.init)
            #expect(lines.first?.hasSuffix("nothing can be proposed: no row can be read that has 66357349") == true)
            #expect(lines.contains("\(why) \(place): \"66357349: see below\""), "\(lines)")
        }
        trial.inspection.pageCount = nil
        trial.inspection.mentions = (1...5).map { Mention(batch: "66357349", page: $0, excerpt: "66357349") }
        #expect(trial.refusal.contains("\(why) in table 3: \"66357349\"\n         and in 2 more places\n"))
        #expect(trial.snippet == nil && !trial.lines.contains { $0.contains("on the list") })
    }

    @Test func `what is not certain is not called certain`() {
        var trial = trial(proposal())
        trial.watch = "66357349"
        #expect(trial.lines.contains("watch    66357349 is not on the list"))
        trial.inspection.uncertainty = "page 1: x"
        #expect(
            trial.lines.contains(
                "watch    66357349 was not found, and it is not certain that it is not on the list: page 1: x"))
        trial.inspection.watched = [Row(batch: "66357349", update: Update(status: "Approved", date: ""), page: 1)]
        #expect(trial.lines.contains("watch    66357349 was read with \"Approved\""))
        #expect(trial.lines.contains("         which is not certain: page 1: x"))
        trial.inspection.uncertainty = nil
        #expect(trial.lines.contains("watch    66357349 is on the list with \"Approved\""))
    }

    @Test func `what is usual is not configured`() throws {
        var usual = proposal("20121456171", columns: ["batch", "status", "date"])
        usual.key = KeyMask.london.description
        let lines = try #require(trial(usual).snippet).lines
        #expect(!lines.contains { $0.hasPrefix("key") || $0.hasPrefix("columns") })
        let source = try #require(try config(trial(usual)).sources.first)
        #expect(source.layout == .london)
    }

    @Test(arguments: [
        ("66357342", "watch    66357342 is on the list with \"Approved\" (01-Jun-12)"),
        ("66357399", "watch    66357399 is not on the list"),
        ("6635####", "watch    6635#### is not on the list"),
    ])
    func `what the list says of a watched number`(number: String, line: String) throws {
        var trial = trial(proposal())
        trial.watch = number
        if number == "66357342" {
            trial.inspection.watched = [
                Row(batch: number, update: Update(status: "Approved", date: "01-Jun-12"), page: 1)
            ]
        }
        #expect(trial.lines.contains(line))
        #expect(try config(trial).sources[0].watched.map(\.pattern.description) == [number])
    }

    @Test(arguments: [
        "file:///lists/a \"quoted\" \\ list.pdf", "file:///lists/\u{1B}[31m\u{202E}\u{7}\u{E0041}.pdf",
        "file:///lists/名.pdf",
    ])
    func `the configuration takes each address as it is`(url: String) throws {
        let trial = trial(proposal(), url: url)
        var parser = TOMLParser(try #require(trial.snippet).lines.joined(separator: "\n"))
        let root = try parser.document()
        #expect(root["sources"]?.table?[trial.name]?.table?["url"]?.string == url)
        #expect(trial.lines.allSatisfy { sanitized($0) == $0 })
    }

    @Test(arguments: ["A1234567", "12#45", "a b \"c\"\\", "[x]", "\u{202E}12345"])
    func `a sample key is watched as itself`(key: String) throws {
        var trial = trial(proposal(key))
        let commented = try #require(trial.snippet?.lines.last)
        #expect(commented.hasPrefix("# ") && commented.hasSuffix(" = \"Mine\""))
        var parser = TOMLParser(String(commented.dropFirst(2)))
        let mask = try #require(try parser.document().keys.first)
        #expect(try KeyMask(mask).isLiteral && KeyMask(mask).key == key)
        trial.watch = mask
        parser = TOMLParser(try #require(trial.snippet).lines.joined(separator: "\n"))
        #expect(throws: Never.self) { try parser.document() }
    }

    @Test func `nothing from outside is live`() {
        let evil = "\u{1B}[2J\u{202E}\u{7}\n"
        var found = proposal("6\(evil)6")
        found.key = evil + "#"
        found.found = ColumnHeadings(batch: evil, status: evil)
        found.samples[1].update = Update(status: evil, date: evil)
        found.notes = [evil]
        found.tableNumber = 2
        found.tableName = evil
        var page = Inspection(format: evil)
        page.damage = [evil]
        page.text = [evil]
        page.reason = evil
        page.follow = LinkRequest(glob: evil, pick: .newest)
        page.links = [FoundLink(url: evil, text: evil, date: evil)]
        var index = Trial(url: "https://example.org/\(evil)", name: "x", inspection: page)
        index.watch = evil
        index.userAgent = evil
        for document in [nil, found] {
            var inspection = page
            inspection.proposal = document
            index.document = inspection
            for line in index.lines { #expect(sanitized(line) == line) }
            for line in index.refusal.split(separator: "\n") { #expect(sanitized(line) == String(line)) }
        }
        found.headings = found.found
        page.proposal = found
        for line in Trial(url: evil, name: "x", inspection: page).lines { #expect(sanitized(line) == line) }
    }

    @Test func `a page and its newest document are one source`() throws {
        var page = Inspection(format: "HTML")
        page.tableCount = 0
        page.reason = "no table with a column of numbers was found"
        page.follow = LinkRequest(glob: "*Visa_Decisions*.ods", pick: .newest)
        page.links = (0..<7).map {
            FoundLink(url: "https://example.org/\(20 - $0)_Visa_Decisions.ods", text: "", date: "2026-11-\(20 - $0)")
        }
        var trial = Trial(url: "https://example.org/visas", name: "example", inspection: page)
        #expect(trial.isIndex && trial.proposal == nil && trial.snippet == nil)
        var document = Inspection(format: "ODS")
        document.tableCount = 1
        var found = proposal()
        found.columns = []
        found.headings = found.found
        document.proposal = found
        trial.document = document
        trial.watch = "66357342"
        document.watched = [found.samples[0]]
        trial.document = document
        #expect(
            trial.lines == [
                "https://example.org/visas: an HTML",
                "link     *Visa_Decisions*.ods   (7 links, the newest is taken)",
                "  -> 2026-11-20  https://example.org/20_Visa_Decisions.ods",
                "     2026-11-19  https://example.org/19_Visa_Decisions.ods",
                "     2026-11-18  https://example.org/18_Visa_Decisions.ods",
                "     2026-11-17  https://example.org/17_Visa_Decisions.ods",
                "     2026-11-16  https://example.org/16_Visa_Decisions.ods",
                "     and 2 more",
                "",
                "https://example.org/20_Visa_Decisions.ods: an ODS of 1 table, 483 rows",
                "key      ########              e.g. 66357342",
                "columns  batch is \"Application Number\", status is \"Decision\"",
                "  66357342  Approved",
                "  66357343  Refused",
                "watch    your number is in the list of 20 November: Approved",
                "",
                "[sources.example]",
                "page = \"https://example.org/visas\"",
                "link = \"*Visa_Decisions*.ods\"",
                "pick = \"newest\"",
                "key = \"########\"",
                "columns = { batch = \"Application Number\", status = \"Decision\" }",
                "",
                "[sources.example.batches]",
                "66357342 = \"\"",
            ])
        var parser = TOMLParser(try #require(trial.snippet).lines.joined(separator: "\n"))
        let columns = try parser.document()["sources"]?.table?["example"]?.table?["columns"]?.table
        #expect(columns?["batch"]?.string == "Application Number")
    }

    /// A page of two editions: what each has of the watched number, and its keys.
    private func index(_ newest: (rows: [Row], keys: [String]), _ before: (rows: [Row], keys: [String])) -> Trial {
        var page = Inspection(format: "HTML")
        page.follow = LinkRequest(glob: "Visa decisions*", pick: .newest)
        page.links = ["2026-01-06", "2025-12-30"].map { (day: String) in
            FoundLink(url: "https://example.org/media/\(day)/download", text: "", date: day)
        }
        var trial = Trial(url: "https://example.org/visas", name: "example", inspection: page)
        var document = Inspection(format: "ODS")
        document.proposal = proposal()
        (document.watched, document.keys) = (newest.rows, KeySample(of: newest.keys))
        trial.document = document
        (document.watched, document.keys) = (before.rows, KeySample(of: before.keys))
        trial.older = [(page.links[1], document)]
        trial.watch = "66357342"
        return trial
    }

    @Test func `editions that have no batch in common are kept, or are one list where the older one has the number`() {
        let row = proposal().samples[0]
        let kept = index(([row], ["1", "2"]), ([], ["3", "4"]))
        #expect(kept.lines.contains("watch    your number is in the list of 6 January: Approved"))
        #expect(kept.lines.contains("pick = \"newest\"") && kept.lines.contains("keep = \"forever\""))
        let all = index(([], ["1", "2"]), ([row], ["3", "4"]))
        #expect(all.lines.contains("watch    your number is in the list of 30 December 2025: Approved"))
        #expect(all.lines.contains { $0.hasPrefix("https://example.org/media/2025-12-30/download: an ODS") })
        #expect(all.lines.contains("pick = \"all\"") && all.lines.contains("keep = \"forever\""))
        #expect(all.lines.contains("link     Visa decisions*   (2 links, all are taken)"))
        let whole = index(([], ["1", "2"]), ([row], ["2", "3"]))
        #expect(whole.lines.contains("pick = \"newest\"") && !whole.lines.contains("keep = \"forever\""))
        // By chance one is in both; and a list that began anew last week has none of the one before.
        let many = (10..<40).map { "\($0)" }
        let chance = index(([row], ["1"] + many), ([], ["1"] + many.map { "2" + $0 }))
        #expect(chance.lines.contains("keep = \"forever\""))
        var anew = index(([row], ["1", "2"]), ([], ["3", "4"]))
        anew.older.append(anew.older[0])
        #expect(!anew.lines.contains("keep = \"forever\""))
        let none = index(([], ["1"]), ([], ["1"]))
        #expect(none.lines.contains("watch    66357342 is not in the 2 newest of 2 lists"))
    }

    @Test(arguments: [(1, nil), (2, nil), (7, "6h"), (31, "24h"), (366, "24h")] as [(Int, String?)])
    func `lists that come seldom are looked at less often`(days: Int, every: String?) {
        var trial = index(([], ["1"]), ([], ["1"]))
        trial.inspection.links = (0..<3).map { number in
            let day = civilDay(of: 20_000 - number * days)
            return FoundLink(
                url: "https://example.org/\(number)", text: "", date: "\(day.year)-\(day.month)-\(day.day)")
        }
        #expect(trial.snippet?.every == every)
        #expect(trial.lines.contains { $0.hasPrefix("every = ") } == (every != nil))
        trial.inspection.links[2].date = nil
        #expect(trial.snippet?.every == nil)
    }

    @Test func `an edition that a poll with the proposal does not read is told, and the newest proposes nothing`() {
        let row = proposal().samples[0]
        var trial = index(([row], ["1"]), ([], ["1"]))
        trial.misread = "x cannot be read with this: y"
        #expect(trial.lines.contains("note     x cannot be read with this: y") && trial.snippet != nil)
        trial.isNewestMisread = true
        #expect(trial.proposal == nil && trial.snippet == nil)
        #expect(trial.refusal.contains("nothing can be proposed: x cannot be read with this: y"))
    }

    @Test func `an edition that has the number and no row of it leaves nothing to propose`() {
        var trial = index(([], ["1"]), ([], ["1"]))
        trial.older[0].inspection.proposal = nil
        trial.older[0].inspection.mentions = [Mention(batch: "66357342", page: 1, excerpt: "see 66357342")]
        #expect(trial.proposal == nil && trial.snippet == nil)
        #expect(trial.refusal.hasPrefix("https://example.org/media/2025-12-30/download: nothing can be proposed"))
        #expect(trial.refusal.contains("in table 1: \"see 66357342\""))
    }

    @Test func `a page of links to editions is no list of names, and one of names with links is`() {
        var page = Inspection(format: "HTML")
        page.follow = LinkRequest(glob: "*decisions*.csv", pick: .newest)
        page.links = (1...3).map { FoundLink(url: "https://example.org/decisions-\($0).csv", text: "") }
        var listing = proposal("decisions-3.csv")
        listing.key = "*"
        listing.samples[1].batch = "decisions-2.csv"
        page.proposal = listing
        #expect(Trial(url: "https://example.org/", name: "x", inspection: page).isIndex)
        listing.samples = ["Roe v. Doe", "Doe v. Roe"].map {
            Row(batch: $0, update: Update(status: "", date: ""), page: 1)
        }
        page.proposal = listing
        #expect(!Trial(url: "https://example.org/", name: "x", inspection: page).isIndex)
        page.proposal = nil
        let undated = Trial(url: "https://example.org/", name: "x", inspection: page)
        #expect(undated.lines.contains("note     no link has a date: the first on the page is taken for the newest"))
    }

    @Test func `a page with a list of its own is configured as that`() {
        var trial = trial(proposal())
        trial.inspection.follow = LinkRequest(glob: "*x.pdf", pick: .newest)
        trial.inspection.links = [FoundLink(url: "https://example.org/x.pdf", text: "")]
        #expect(!trial.isIndex)
        #expect(trial.lines.contains("url = \"https://example.org/decisions.pdf\""))
        #expect(trial.lines.contains { $0.hasPrefix("note     the page also leads to documents") })
    }

    @Test func `damage and notes are told, and dates stand beside statuses`() {
        var found = proposal()
        found.samples[0].update.date = "1-Jun-12"
        found.notes = ["look"]
        var trial = trial(found)
        trial.inspection.damage = ["a", "b", "c", "d"]
        #expect(trial.lines[1...3] == ["damage   a", "damage   b", "damage   c"])
        #expect(
            trial.lines[6...8] == ["  66357342  1-Jun-12  Approved", "  66357343            Refused", "note     look"])
    }

    @Test(arguments: [
        ("https://example.org/decisions.pdf", "example"), ("https://photos.state.gov/x.pdf", "state"),
        ("https://www.gov.uk/list.pdf", "gov"), ("https://visa.example.co.uk/", "example"),
        ("http://127.0.0.1:8080/Visa%20list.pdf?x=1", "visa-list"), ("http://localhost/a.b.pdf", "a"),
        ("file:///tmp/Liste%20%C3%A9t%C3%A9.pdf", "liste-t"), ("file:///", "list"), ("https://[::1]/x.pdf", "x"),
        ("https://user@example.org:1/x", "example"), ("https://EXAMPLE.org", "example"),
    ])
    func `a source is called after its host, else its file`(url: String, name: String) {
        #expect(SourceSnippet.name(for: url) == name)
        #expect(SourceSnippet.isName(name))
    }

    @Test func `a name has so many characters and no others`() {
        #expect(SourceSnippet.isName(String(repeating: "a", count: 64)))
        #expect(!SourceSnippet.isName(String(repeating: "a", count: 65)))
        #expect(!SourceSnippet.isName("") && !SourceSnippet.isName("a.b") && !SourceSnippet.isName("É"))
        #expect(SourceSnippet.name(for: "file:///" + String(repeating: "a", count: 99)).count == 64)
    }
}
