// One of several documents that is wrong or unknown: the effect on the others, and how long it lasts.

import Foundation
import Processes
import Reading
import Rows
import Testing
import WatchKit

@testable import Configuration
@testable import Watch

private let mine = "20121456171"
private let other = "20121456172"

@Suite struct `One document of a list` {
    private let scene: Scene
    private let page = "https://example.org/decisions/"
    private var week: String { page + "week.pdf" }
    private var archive: String { page + "archive.pdf" }

    init() throws {
        scene = try Scene(page, links: LinkRequest(glob: "*", pick: .all), watched: [mine, other])
        scene.site.published = [
            page: page + "week.pdf\n" + page + "archive.pdf", page + "week.pdf": "\(mine)|issued\n20121456173|refused",
            page + "archive.pdf": "\(other)|refused\n20121456174|refused",
        ]
    }

    @Test func `is believed in an older edition that came three times, also where it is the only one`() throws {
        scene.site.published[page] = week
        try scene.poll()
        let old = scene.site.published[week]
        scene.site.published[week] = "\(mine)|collected\n20121456173|refused"
        #expect(try scene.poll() == ["changed \(mine): issued > collected"])
        scene.site.published[week] = old
        #expect(try scene.outcome().outcome == .failed(cause: "the document week.pdf: an older copy of it came"))
        #expect(try scene.poll() == [])
        #expect(try scene.poll() == ["changed \(mine): collected > issued"])
    }

    @Test func `is believed in an older edition that came three times, with a failure in between`() throws {
        try scene.poll()
        let old = scene.site.published[week]
        scene.site.published[week] = "\(mine)|collected\n20121456173|refused"
        try scene.poll()
        scene.site.published[week] = old
        #expect(try scene.poll() == [])
        scene.site.failures[week] = ReadingFailure(.unreadable, "it is something else")
        #expect(try scene.poll() == [])
        scene.site.failures = [:]
        #expect(try scene.poll() == ["failing -:  > "])
        #expect(try scene.poll() == ["changed \(mine): collected > issued", "recovered -:  > "])
    }

    @Test func `is an older copy where a cache has had it since before that document was new`() throws {
        scene.site.hasTags = false
        try scene.poll()
        let old = scene.site.published[week]
        scene.site.published[week] = "\(mine)|collected\n20121456173|refused"
        #expect(try scene.poll(after: 3 * 86_400) == ["changed \(mine): issued > collected"])
        scene.site.published[week] = old
        scene.site.ages[week] = 7200
        #expect(try scene.outcome().outcome == .failed(cause: "the document week.pdf: an older copy of it came"))
        // What the cache took later is what the office says now.
        scene.site.ages[week] = 60
        #expect(try scene.poll() == ["changed \(mine): collected > issued"])
    }

    @Test func `is news where its server says that it is newer, however often it comes back`() throws {
        try scene.poll()
        let editions = ["issued", "collected"].map { "\(mine)|\($0)\n20121456173|refused" }
        for (turn, status) in ["issued > collected", "collected > issued", "issued > collected"].enumerated() {
            scene.site.published[week] = editions[(turn + 1) % 2]
            scene.site.dates[week] = Double(turn)
            #expect(try scene.poll() == ["changed \(mine): \(status)"])
        }
    }

    @Test func `is a stale copy where an old page leads to it and its server says that it is older`() throws {
        scene.source.links = LinkRequest(glob: "*", pick: .newest)
        for (turn, status) in ["issued", "collected"].enumerated() {
            scene.site.published[page] = page + "\(turn).pdf"
            scene.site.published[page + "\(turn).pdf"] = "\(mine)|\(status)\n20121456173|refused"
            scene.site.dates[page + "\(turn).pdf"] = Double(turn)
            #expect(try scene.poll().count == (turn == 0 ? 2 : 1))
        }
        scene.site.published[page] = page + "0.pdf"
        #expect(try scene.outcome().outcome == .held(reason: "it is an older edition of the list"))
    }

    @Test(arguments: [(3599, false), (3601, true)])
    func `is a stale copy where a cache has had the page since before it led to another one`(age: Double, isStale: Bool)
        throws
    {
        scene.site.hasTags = false
        scene.source.links = LinkRequest(glob: "*", pick: .newest)
        for (turn, status) in ["issued", "collected"].enumerated() {
            scene.site.published[page] = page + "\(turn).pdf"
            scene.site.published[page + "\(turn).pdf"] = "\(mine)|\(status)\n20121456173|refused"
            try scene.poll()
        }
        scene.site.published[page] = page + "0.pdf"
        scene.site.ages[page] = age
        #expect(try scene.poll().contains("changed \(mine): collected > issued") == !isStale)
    }

    @Test func `holds up no other, and has lost no row, where it fails and the kept one is lost`() throws {
        try scene.poll()
        scene.site.failures[archive] = ReadingFailure(.unreadable, "it is something else")
        try FileManager.default.removeItem(atPath: scene.folder.path + "/cache")
        scene.site.published[week] = "\(mine)|collected"
        #expect(try scene.poll() == ["changed \(mine): issued > collected"])
        #expect(scene.store.state.batches[other]?.missingSince == nil)
        for _ in 1...4 { #expect(try scene.poll(after: 43_200).filter { $0.contains(other) } == []) }
        scene.site.failures = [:]
        scene.site.published[archive] = "20121456174|refused"
        #expect(try scene.poll().contains("disappeared \(other): refused > "))
    }

    @Test func `is lost where no link leads to it, the kept one is lost and an older copy is at its address`() throws {
        let old = scene.site.published[week]
        for (turn, text) in [old, "\(mine)|collected\n20121456173|refused"].enumerated() {
            scene.site.published[week] = text
            scene.site.dates[week] = Double(turn)
            try scene.poll()
        }
        scene.site.published[page] = archive
        (scene.site.published[week], scene.site.dates[week]) = (old, 0)
        try FileManager.default.removeItem(atPath: scene.folder.path + "/cache")
        #expect(try scene.outcome().outcome == .read(rowCount: 2))
        #expect(scene.store.state.document?.composition?.parts.map(\.url) == [archive])
    }

    @Test func `is a stale copy by an earlier ETag, though the same rows were exported again since`() throws {
        func say(_ status: String, _ note: String) { scene.site.published[week] = "\(note)\n\(mine)|\(status)" }
        say("issued", "of Monday")
        try scene.poll()
        let old = scene.site.published[week]
        say("issued", "of Tuesday")
        #expect(try scene.poll() == [])
        say("collected", "of Wednesday")
        #expect(try scene.poll() == ["changed \(mine): issued > collected"])
        scene.site.published[week] = old
        #expect(try scene.outcome().outcome == .failed(cause: "the document week.pdf: an older copy of it came"))
    }

    @Test func `is known in its older copies though it was forgotten`() throws {
        try scene.poll()
        let old = scene.site.published[week]
        scene.site.published[week] = "\(mine)|collected\n20121456173|refused"
        try scene.poll()
        scene.site.published[week] = old
        try FileManager.default.removeItem(atPath: scene.folder.path + "/cache")
        for _ in 1...2 {
            #expect(try scene.outcome().outcome == .failed(cause: "the document week.pdf: an older copy of it came"))
        }
    }

    @Test func `is fetched again where no link leads to it and the kept one is lost, while it is to be had`() throws {
        try scene.poll()
        scene.site.published[page] = week
        #expect(try scene.poll() == [])
        try FileManager.default.removeItem(atPath: scene.folder.path + "/cache")
        #expect(try scene.outcome().outcome == .unchanged)
        #expect(scene.store.state.batches[other]?.rows.map(\.status) == ["refused"])
        // Something else at its address is another document.
        try FileManager.default.removeItem(atPath: scene.folder.path + "/cache")
        scene.site.published[archive] = "\(other)|issued\n20121456174|refused"
        #expect(try scene.poll() == ["disappeared \(other): refused > "])
    }

    @Test func `holds up no other where the reader comes to no end with it`() throws {
        try scene.poll()
        scene.site.failures[archive] = ReadingFailure(.reader, "the reader was killed by SIGSEGV")
        scene.site.published[week] = "\(mine)|collected\n20121456173|refused"
        let result = try scene.outcome()
        #expect(result.outcome == .failed(cause: "the document archive.pdf: the reader was killed by SIGSEGV"))
        #expect(result.events.brief == ["changed \(mine): issued > collected"])
    }

    @Test func `makes no other edition while it was never read`() throws {
        scene.site.published[page] = week
        scene.source.expectEvery = .seconds(7200)
        try scene.poll()
        #expect(try scene.poll(after: 7200) == ["stale -:  > "])
        scene.site.published[page] = week + "\n" + page + "dead.pdf"
        #expect(try scene.poll() == [])
        scene.site.published[page] = week
        #expect(try scene.poll() == [])
    }

    /// Spoils the kept document that ends with this text.
    private func spoil(_ ending: String) throws {
        for name in scene.files(".document") {
            let url = URL(fileURLWithPath: scene.folder.path + "/cache/" + name)
            var bytes = try Data(contentsOf: url)
            guard String(decoding: bytes, as: UTF8.self).hasSuffix(ending) else { continue }
            bytes[bytes.count - 1] ^= 1
            try bytes.write(to: url)
        }
    }

    @Test func `is kept for a newer reader though no link leads to it, also where another kept one is lost`() throws {
        scene.site.published[week]? += "\n20121456175|refused"
        try scene.poll()
        scene.site.published[page] = week
        scene.site.published[archive] = nil
        try scene.poll()
        try spoil("20121456175|refused")
        try scene.store.update { $0.document?.readingVersion -= 1 }
        _ = scene.site.askedFor()
        #expect(try scene.poll() == [])
        #expect(scene.site.askedFor() == ["decisions", "week.pdf"])
        #expect(scene.store.state.batches[other]?.missingSince == nil)
        #expect(scene.store.state.document?.readingVersion == ReadingVersion.current)
        #expect(scene.store.state.document?.composition?.parts.count == 2)
    }

    @Test func `is known in an older copy though a newer reader knows it by another hash`() throws {
        try scene.poll()
        try scene.store.update { state in
            state.document?.readingVersion -= 1
            for index in 0...1 { state.document?.composition?.parts[index].text = "of an older reader" }
        }
        #expect(try scene.poll() == [])
        let old = scene.site.published[week]
        scene.site.published[week] = "\(mine)|collected\n20121456173|refused"
        try scene.poll()
        scene.site.published[week] = old
        #expect(try scene.outcome().outcome == .failed(cause: "the document week.pdf: an older copy of it came"))
    }

    @Test func `is no other edition of itself, though it had to be fetched again`() throws {
        try scene.poll()
        let saves = scene.saves
        try FileManager.default.removeItem(atPath: scene.folder.path + "/cache")
        #expect(try scene.outcome().outcome == .unchanged)
        #expect(scene.saves == saves)
        #expect(scene.store.state.document?.composition?.parts.compactMap(\.earlier) == [])
    }
}

@Suite struct `The page of one case` {
    private let scene: Scene
    private let address = "https://example.org/status/"

    init() throws {
        scene = try Scene(address + "{batch}", links: nil, watched: [mine, other])
        scene.site.published = [address + mine: "\(mine)|pending"]
    }

    @Test func `says that it is gone three times over a day, with a failure in between`() throws {
        try scene.poll()
        scene.site.published[address + mine] = "No such case"
        try scene.poll()
        scene.site.failures[address + mine] = ReadingFailure(.unreadable, "it is something else")
        try scene.poll(after: 43_200)
        scene.site.failures = [:]
        try scene.poll(after: 21_600)
        #expect(try scene.poll(after: 21_600).contains("disappeared \(mine): pending > "))
    }

    @Test func `has not lost its row where it may end too soon`() throws {
        try scene.poll()
        scene.site.published[address + mine] = "cut"
        let told = try (1...4).map { _ in try scene.poll(after: 43_200) }
        #expect(told == [["unclear \(mine): pending > "], [], [], []])
        #expect(scene.store.state.unclear[mine]?.reason.contains("may end too soon") == true)
        #expect(scene.store.state.batches[mine]?.rows.map(\.status) == ["pending"])
    }

    @Test func `holds up no other, and has not lost its row, where it fails and the kept one is lost`() throws {
        scene.site.published[address + other] = "\(other)|pending"
        try scene.poll()
        scene.site.failures[address + other] = ReadingFailure(.unreadable, "it is something else")
        try FileManager.default.removeItem(atPath: scene.folder.path + "/cache")
        scene.site.published[address + mine] = "\(mine)|issued"
        #expect(try scene.poll() == ["changed \(mine): pending > issued"])
        // That nothing is known of it is no first look either.
        scene.source.watched.removeAll { $0.pattern.key == other }
        try scene.poll()
        scene.source.watched = try [mine, other].map { WatchedBatch(pattern: try KeyMask($0), label: "") }
        #expect(try scene.poll().filter { $0.contains(other) } == [])
        scene.site.failures = [:]
        #expect(try scene.poll().filter { $0.contains(other) } == ["observed \(other):  > pending"])
    }

    @Test func `is gone where the server says so after it could neither be fetched nor read again`() throws {
        scene.site.published[address + other] = "\(other)|pending"
        try scene.poll()
        scene.site.failures[address + other] = ReadingFailure(.unreadable, "it is something else")
        try FileManager.default.removeItem(atPath: scene.folder.path + "/cache")
        try scene.poll()
        var gone = ReadingFailure(.status, "HTTP 410 Gone")
        gone.status = 410
        scene.site.failures[address + other] = gone
        #expect(try scene.poll() == ["disappeared \(other): pending > "])
    }

    @Test func `is told by what it said last where it fails, the kept one is lost, and it comes back`() throws {
        scene.site.published[address + other] = "\(other)|pending"
        try scene.poll()
        scene.site.failures[address + other] = ReadingFailure(.unreadable, "it is something else")
        try FileManager.default.removeItem(atPath: scene.folder.path + "/cache")
        for _ in 1...4 { #expect(try scene.poll(after: 43_200).filter { $0.contains(other) } == []) }
        scene.site.failures = [:]
        scene.site.published[address + other] = "\(other)|issued"
        #expect(try scene.poll().contains("changed \(other): pending > issued"))
    }

    @Test func `makes no other edition because the others are watched no longer`() throws {
        scene.source.expectEvery = .seconds(7200)
        try scene.poll()
        #expect(try scene.poll(after: 7200) == ["stale -:  > "])
        scene.source.watched.removeAll { $0.pattern.key == mine }
        #expect(try scene.poll() == [])
    }
}
