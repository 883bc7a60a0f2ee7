// An index in several pages: which of them are fetched, and the result of a poll that cannot get one.

import Reading
import Testing
import WatchKit

@testable import Configuration
@testable import Watch

private let mine = "20121456171"
private let other = "20121456172"
private let page = "https://example.org/decisions/"

/// A scene with pages of links, the first of which is `page`; each document has both batches.
private func scene(_ pick: LinkPick, _ pages: [String: String]) throws -> Scene {
    let scene = try Scene(page, links: LinkRequest(glob: "*", pick: pick), watched: [mine])
    scene.site.published = pages
    for name in ["1.pdf", "2.pdf", "3.pdf"] {
        scene.site.published[page + name] = "\(mine)|in \(name)\n\(other)|refused"
    }
    return scene
}

@Suite struct `An index in several pages` {
    @Test func `is one list in all of its documents, and all pages are asked for whole each time`() throws {
        let scene = try scene(.all, [page: page + "1.pdf\nnext \(page)?page=2", page + "?page=2": page + "2.pdf"])
        try scene.poll()
        #expect(scene.site.askedFor() == ["decisions", "?page=2", "1.pdf", "2.pdf"])
        try scene.poll()
        #expect(scene.site.askedFor() == ["decisions", "?page=2", "1.pdf?", "2.pdf?"])
        scene.site.published[page + "?page=2"] = page + "2.pdf\n" + page + "3.pdf"
        try scene.poll()
        #expect(scene.site.askedFor() == ["decisions", "?page=2", "1.pdf?", "2.pdf?", "3.pdf"])
    }

    @Test func `fails as a whole where one of its pages is missing, and no document is gone because of it`() throws {
        let scene = try scene(.all, [page: page + "1.pdf\nnext \(page)?page=2", page + "?page=2": page + "2.pdf"])
        try scene.poll()
        scene.site.published[page + "?page=2"] = nil
        let result = try scene.outcome()
        #expect(result.outcome == .failed(cause: "page 2 of the index: HTTP 404 Not Found"))
        #expect(result.events.isEmpty)
    }

    @Test func `goes on where the first page has no link, and the newest of all that are asked for is taken`() throws {
        let later = try scene(.newest, [page: "next \(page)?page=2", page + "?page=2": page + "2.pdf 2026-11-13"])
        #expect(try later.poll() == ["observed \(mine):  > in 2.pdf"])
        let rising = try scene(
            .newest,
            [page: page + "1.pdf 2026-11-06\nnext \(page)?page=2", page + "?page=2": page + "2.pdf 2026-11-13"])
        #expect(try rising.poll() == ["observed \(mine):  > in 2.pdf"])
        let last = try scene(.last, [page: page + "1.pdf\nnext \(page)?page=2", page + "?page=2": page + "2.pdf"])
        #expect(try last.poll() == ["observed \(mine):  > in 2.pdf"])
    }

    @Test func `has ten pages, not more, and does not go round in a circle`() throws {
        func pages(_ count: Int) -> [String: String] {
            var pages = [page: page + "1.pdf\nnext \(page)?page=2"]
            for number in 2...count {
                pages["\(page)?page=\(number)"] =
                    page + "\(number % 3 + 1).pdf" + (number < count ? "\nnext \(page)?page=\(number + 1)" : "")
            }
            return pages
        }
        let ten = try scene(.all, pages(10))
        try ten.poll()
        #expect(ten.site.askedFor().count == 13)
        #expect(
            try scene(.all, pages(11)).outcome().outcome == .failed(cause: "the index has more than 10 pages"))
        let circle = try scene(.all, [page: page + "1.pdf\nnext \(page)"])
        #expect(
            try circle.outcome().outcome
                == .failed(cause: "the pages of the index go round in a circle, by way of \(page)"))
    }
}
