// Lists as offices publish them, edition after edition, from a real nginx to the events of `batchwatch poll`. Each
// scenario is a folder of Tests/Fixtures/scenarios: config.toml, the editions 1, 2, …, and expected.json with the
// events of each source for each edition.

import Foundation
import Testing

private let scenarios = URL(filePath: Workshop.project + "/Tests/Fixtures/scenarios")
private let script = Workshop.project + "/scripts/fixtures/make-scenarios"

/// What a poll of a source comes to.
private struct Outcome: Equatable {
    var outcome: String
    var cause = ""
    /// Sorted: nothing is promised of the order of batches.
    var messages: [String] = []
    /// Of the documents of what is told, each once.
    var periods: [String] = []
}

/// What is expected of a source when an edition is new.
private struct Expectation: Decodable {
    var outcome: String
    /// One that ends in "…" is the beginning: libxml2's own words differ by its version.
    var cause: String?
    var told: [String]
    /// What the title of the document says it is about, as the events have it.
    var period: String?

    var asTold: Outcome {
        Outcome(outcome: outcome, cause: cause ?? "", messages: told.sorted(), periods: [period].compactMap { $0 })
    }
    /// What was told, with its cause cut where only the beginning is expected.
    func cut(_ told: Outcome) -> Outcome {
        guard let cause, cause.hasSuffix("…"), told.cause.hasPrefix(cause.dropLast()) else { return told }
        return Outcome(outcome: told.outcome, cause: cause, messages: told.messages, periods: told.periods)
    }
    /// Of the second poll: no word more, and nothing new where there was no trouble.
    var again: Outcome {
        let isTrouble = ["failed", "held"].contains(outcome)
        return Outcome(outcome: isTrouble ? outcome : "unchanged", cause: cause ?? "")
    }
}

/// A server's folder, and what lies in it.
private struct Site {
    let root: URL
    private var published: [String: (bytes: Data, time: Date)] = [:]

    init(_ nginx: Nginx) {
        root = URL(filePath: nginx.folder + "/www")
    }

    /// Has the files of an edition there and no others. What is as it was keeps its time.
    mutating func publish(_ edition: Int, of folder: URL) throws {
        let source = folder.appending(path: "\(edition)").resolvingSymlinksInPath()
        // Older than what a server's clock may hide: a day, and an hour later with each edition.
        let time = Date(timeIntervalSinceNow: Double(edition) * 3600 - 86_400)
        var next: [String: (bytes: Data, time: Date)] = [:]
        for name in try FileManager.default.subpathsOfDirectory(atPath: source.path) {
            guard let bytes = FileManager.default.contents(atPath: source.appending(path: name).path) else { continue }
            next[name] = published[name].flatMap { $0.bytes == bytes ? $0 : nil } ?? (bytes, time)
        }
        for name in published.keys where next[name] == nil {
            try FileManager.default.removeItem(at: root.appending(path: name))
        }
        for (name, file) in next {
            let target = root.appending(path: name)
            try FileManager.default.createDirectory(
                at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
            try file.bytes.write(to: target, options: .atomic)
            chmod(target.path, 0o644)
            try FileManager.default.setAttributes([.modificationDate: file.time], ofItemAtPath: target.path)
        }
        published = next
    }
}

/// A scenario as it runs.
private struct Editions {
    let shop: Workshop
    let nginx: Nginx
    let address: String

    init(_ folder: URL) throws {
        shop = try Workshop()
        nginx = try Nginx(in: shop.path)
        address = nginx.port.url
        let config = try String(contentsOf: folder.appending(path: "config.toml"), encoding: .utf8)
        try shop.hook()
        try shop.write(
            "watched-batches.toml",
            config.replacingOccurrences(of: "@URL@", with: address) + "\n[hook]\nrun = \"\(shop.path)/hook\"\n")
    }

    /// Polls one source: what the hook is told meanwhile, and what the server answers.
    func poll(_ source: String) throws -> (told: Outcome, answers: [Int]) {
        struct Report: Decodable {
            struct Event: Decodable { var id: String }
            var outcome: String
            var cause: String?
            var events: [Event]
        }
        let answered = nginx.answers.count
        let heard = shop.told.count
        let finished = try shop.poll(source, "--json")
        let reports = try JSONDecoder().decode([Report].self, from: Data(finished.output.utf8))
        let report = try #require(reports.count == 1 ? reports.first : nil, "\(finished.said)")
        let news = shop.told.dropFirst(heard)
        #expect(news.map(\.id) == report.events.map(\.id))
        let told = Outcome(
            outcome: report.outcome, cause: plain(report.cause ?? ""),
            messages: news.map { plain($0.data["message"] as? String ?? "") }.sorted(),
            periods: Set(news.compactMap { ($0.data["document"] as? [String: Any])?["period"] as? String })
                .filter { !$0.isEmpty }.sorted())
        return (told, Array(nginx.answers.dropFirst(answered)))
    }

    private func plain(_ text: String) -> String {
        text.replacingOccurrences(of: address, with: "@URL@")
    }
}

@Suite(.enabled(if: Nginx.isInstalled, "needs nginx"))
struct ScenarioTests {
    static let names = ((try? FileManager.default.contentsOfDirectory(atPath: scenarios.path)) ?? [])
        .filter { !$0.contains(".") }.sorted()

    @Test(arguments: names) func `each edition is told as it should be, and once`(name: String) throws {
        let folder = scenarios.appending(path: name)
        let expected = try JSONDecoder().decode(
            [[String: Expectation]].self, from: Data(contentsOf: folder.appending(path: "expected.json")))
        let course = try Editions(folder)
        var site = Site(course.nginx)
        for (index, sources) in expected.enumerated() {
            try site.publish(index + 1, of: folder)
            for (source, expectation) in sources.sorted(by: { $0.key < $1.key }) {
                let first = try course.poll(source)
                #expect(expectation.cut(first.told) == expectation.asTold, "edition \(index + 1), \(source)")
                let second = try course.poll(source)
                #expect(expectation.cut(second.told) == expectation.again, "edition \(index + 1) again, \(source)")
                guard expectation.again.outcome == "unchanged" else { continue }
                // 404 is what a server says of a case that it does not have yet.
                #expect(second.answers.contains(304))
                #expect(second.answers.allSatisfy { $0 == 304 || $0 == 404 }, "\(second.answers)")
            }
        }
    }

    @Test func `each scenario has a line about it, an expectation for each edition, and no large file`()
        throws
    {
        #expect(Self.names.count >= 8)
        let lines = try String(contentsOf: scenarios.appending(path: "README.md"), encoding: .utf8).split(
            separator: "\n")
        for name in Self.names {
            #expect(lines.count { $0.hasPrefix("| `\(name)` |") } == 1, "\(name)")
            let folder = scenarios.appending(path: name)
            let expected = try JSONDecoder().decode(
                [[String: Expectation]].self, from: Data(contentsOf: folder.appending(path: "expected.json")))
            let editions = try FileManager.default.contentsOfDirectory(atPath: folder.path).compactMap { Int($0) }
                .sorted()
            #expect(editions == Array(1...max(1, expected.count)), "\(name)")
            for file in try FileManager.default.subpathsOfDirectory(atPath: folder.path) {
                let size = try FileManager.default.attributesOfItem(atPath: folder.path + "/" + file)[.size] as? Int
                #expect((size ?? 0) < 30_000, "\(name)/\(file)")
            }
        }
    }

    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/python3")))
    func `the editions are what the script makes`() throws {
        let shop = try Workshop()
        let made = try run("/usr/bin/python3", [script, shop.path + "/made"])
        #expect(made.code == 0, "\(made.said)")
        let files = try FileManager.default.subpathsOfDirectory(atPath: shop.path + "/made")
        func isOfEdition(_ file: String) -> Bool {
            let parts = file.split(separator: "/")
            return parts.count > 1 && Int(parts[1]) != nil
        }
        let known = try FileManager.default.subpathsOfDirectory(atPath: scenarios.path)
        #expect(Set(files.filter(isOfEdition)) == Set(known.filter(isOfEdition)))
        for file in files {
            let bytes = FileManager.default.contents(atPath: shop.path + "/made/" + file)
            #expect(bytes == FileManager.default.contents(atPath: scenarios.path + "/" + file), "\(file)")
        }
    }
}
