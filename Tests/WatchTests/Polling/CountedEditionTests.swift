// The records and reports about a list as a whole, edition after edition.

import Delivery
import Events
import Foundation
import Reading
import Rows
import TestKit
import Testing
import WatchKit

@testable import Configuration
@testable import Watch

private let mine = "20121456171"
private let page = "https://example.org/decisions/"
private let list = "https://example.org/list.pdf"

/// A list of so many rows, none of them mine.
private func rows(_ numbers: ClosedRange<Int>, _ status: String = "pending") -> String {
    numbers.map { "201214561\($0)|\(status)" }.joined(separator: "\n")
}

@Suite struct `The editions of a list` {
    private let scene: Scene

    init() throws {
        scene = try Scene(list, links: nil, watched: [mine])
        scene.sinks = [.journal, Sink.archive.name]
        scene.source.tellsEditions = true
        scene.site.published[list] = "A list\n" + rows(60...69)
    }

    @Test func `the first is recorded, compared with none, and not told`() throws {
        #expect(try scene.poll() == ["observed \(mine):  > "])
        let first = try #require(scene.editions().first)
        #expect(scene.numbers == [10, nil, nil, nil] && first.edition?.isFirst == true)
        #expect(first.message.hasPrefix("visas: the list has 10 rows, 10 pending; yours is not on it; nearest below "))
        #expect(scene.editions(for: .journal).isEmpty)
    }

    @Test func `each further one is told, and says what differs and where mine would be`() throws {
        try scene.poll()
        scene.site.published[list] = "A list\n" + rows(61...69) + "\n" + rows(72...73, "issued")
        #expect(try scene.poll() == ["edition -:  > "])
        let event = try #require(scene.editions(for: .journal).last)
        #expect(
            event.message == "visas: a new list is out: 11 rows, 9 pending, 2 issued; 2 new, 1 gone, 0 changed; "
                + "yours is not on it; nearest below 20121456169 pending, nearest above 20121456172 issued")
        #expect(event.document?.url == list && event.document?.title?.lines == ["A list"])
        #expect(event.edition?.etag == scene.store.state.document?.validators?.etag)
        #expect(event.edition?.sha256 == scene.store.state.document?.digest)
        scene.site.published[list] = rows(61...69, "issued") + "\n\(mine)|pending"
        #expect(try scene.poll() == ["appeared \(mine):  > pending", "edition -:  > "])
        #expect(scene.numbers == [10, 1, 2, 9])
        // Compared while they were read: but for the first, nobody was asked for once more.
        #expect(scene.site.counted.count == 1)
        #expect(scene.editions().last?.edition?.absent == [] && scene.editions().last?.edition?.missing == 0)
        #expect(scene.editions().count == 3 && scene.editions(for: .journal).count == 2)
    }

    @Test func `without the key, only the history has them`() throws {
        scene.source.tellsEditions = false
        try scene.poll()
        scene.site.published[list] = rows(60...70)
        #expect(try scene.poll() == [])
        #expect(scene.numbers == [11, 1, 0, 0] && scene.editions(for: .journal).isEmpty)
    }

    @Test func `what is the same list is none: 304, the same bytes, the same rows`() throws {
        try scene.poll()
        let counted = scene.site.counted.count
        #expect(try scene.poll() == [])
        scene.site.hasTags = false
        #expect(try scene.poll() == [])
        scene.site.published[list] = "Another title\n" + rows(60...69)
        #expect(try scene.poll() == [])
        #expect(scene.editions().count == 1 && scene.site.counted.count == counted)
        scene.site.published[list] = rows(60...68)
        try scene.poll()
        #expect(scene.numbers == [9, 0, 1, 0])
    }

    @Test func `one that is held is none before it is believed`() throws {
        try scene.poll()
        scene.site.published[list] = rows(60...62)
        #expect(try scene.poll().count == 1)
        #expect(scene.editions().count == 1)
        try scene.accept()
        #expect(scene.editions().count == 2 && scene.numbers == [3, 0, 7, 0])
        #expect(scene.editions(for: .journal).count == 1)
    }

    @Test func `one that is let go is none at all`() throws {
        try scene.poll()
        scene.site.published[list] = rows(60...62)
        try scene.poll()
        scene.site.published[list] = rows(60...70)
        try scene.poll()
        #expect(scene.editions().count == 2 && scene.numbers == [11, 1, 0, 0])
    }

    @Test func `what is not kept any more is not compared, and the next one is`() throws {
        try scene.poll()
        for file in scene.files(".rows") { unlink(scene.folder.path + "/cache/" + file) }
        scene.site.published[list] = rows(60...70)
        #expect(try scene.poll() == ["edition -:  > "])
        #expect(scene.numbers == [11, nil, nil, nil])
        #expect(scene.editions().last?.edition?.isFirst == nil && scene.editions().last?.edition?.statuses?.count == 1)
        scene.site.published[list] = rows(60...71)
        try scene.poll()
        #expect(scene.numbers == [12, 1, 0, 0])
    }

    @Test func `a table that is not as it was is not compared`() throws {
        try scene.poll()
        let file = scene.folder.path + "/cache/" + (try #require(scene.files(".rows").first))
        var bytes = try #require(FileManager.default.contents(atPath: file))
        bytes[40] ^= 1
        try bytes.write(to: URL(fileURLWithPath: file))
        scene.site.published[list] = rows(60...70)
        try scene.poll()
        #expect(scene.numbers == [11, nil, nil, nil])
    }

    @Test func `a list that is read in another way begins anew`() throws {
        try scene.poll()
        scene.source.layout = try TableLayout(key: .london, columns: [.batch, .date])
        scene.site.published[list] = rows(60...70)
        try scene.poll()
        #expect(scene.numbers == [11, nil, nil, nil] && scene.editions().last?.edition?.isFirst == true)
        #expect(scene.editions(for: .journal).isEmpty)
    }

    @Test func `one table lies beside each kept document, and no other`() throws {
        try scene.poll()
        scene.site.published[list] = rows(60...70)
        try scene.poll()
        #expect(scene.kept == 1 && scene.files(".rows").count == 1)
        scene.site.published[list] = rows(60...62)
        try scene.poll()
        #expect(scene.kept == 2 && scene.files(".rows").count == 2)
        try DocumentCache(scene.folder.path + "/cache").removeAll(of: "visas")
        #expect(scene.files("").isEmpty)
    }

    @Test func `twenty of those that are not on it are told, and all are counted`() throws {
        for count in [20, 21] {
            scene.source.watched = try (0..<count).map {
                WatchedBatch(pattern: try KeyMask("\(20_121_456_200 + $0)"), label: "n\($0)")
            }
            scene.site.published[list] = rows(60...(50 + count))
            try scene.poll()
            let edition = try #require(scene.editions().last?.edition)
            #expect(edition.absent.count == 20 && edition.missing == count && edition.watched == count)
            #expect(edition.absent.first?.label == "n0" && edition.absent.first?.below != nil)
        }
    }
}

@Suite struct `The editions of a list in several documents` {
    private let scene: Scene

    init() throws {
        scene = try Scene(page, links: LinkRequest(glob: "*", pick: .all), watched: [mine])
        scene.sinks = [.journal, Sink.archive.name]
        scene.source.tellsEditions = true
        scene.site.published = [
            page: page + "1.pdf\n" + page + "2.pdf", page + "1.pdf": rows(60...64), page + "2.pdf": rows(64...69),
        ]
    }

    @Test func `are one each, whatever changes`() throws {
        try scene.poll()
        #expect(scene.numbers == [10, nil, nil, nil])
        scene.site.published[page + "2.pdf"] = rows(64...68)
        #expect(try scene.poll() == ["edition -:  > "])
        #expect(scene.numbers == [9, 0, 1, 0] && scene.editions().last?.edition?.sha256 == nil)
        scene.site.published[page] = page + "1.pdf\n" + page + "2.pdf\n" + page + "3.pdf"
        scene.site.published[page + "3.pdf"] = rows(60...61, "issued")
        try scene.poll()
        #expect(scene.numbers == [11, 2, 0, 0] && scene.editions().count == 3)
    }

    @Test func `say nothing of what is missing while a document cannot be read`() throws {
        scene.site.failures[page + "2.pdf"] = ReadingFailure(.unreadable, "it is something else")
        try scene.poll()
        let first = try #require(scene.editions().last?.edition)
        #expect(first.isIncomplete == true && first.watched == nil && first.absent.isEmpty && first.rows == 5)
        scene.site.published[page + "1.pdf"] = rows(60...65)
        try scene.poll()
        #expect(scene.numbers == [6, nil, nil, nil])
        scene.site.failures = [:]
        try scene.poll()
        #expect(scene.numbers == [10, nil, nil, nil] && scene.editions().last?.edition?.isIncomplete == nil)
        scene.site.published[page + "1.pdf"] = rows(60...66)
        scene.site.published[page + "2.pdf"] = rows(64...70)
        try scene.poll()
        #expect(scene.numbers == [11, 1, 0, 0])
    }

    @Test func `of cases with pages of their own there are none`() throws {
        let scene = try Scene(page + "{batch}", links: nil, watched: [mine])
        scene.sinks = [Sink.archive.name]
        scene.site.published[page + mine] = "\(mine)|pending"
        try scene.poll()
        scene.site.published[page + mine] = "\(mine)|issued"
        #expect(try scene.poll() == ["changed \(mine): pending > issued"])
        #expect(scene.editions().isEmpty && scene.files(".rows").isEmpty)
    }
}
