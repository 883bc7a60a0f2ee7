// Sample contents of pages.

import Coding
import Rows

@testable import Page

let noon = Date(timeIntervalSince1970: 1_750_000_000)

let clock = IndexPage.Clock(zone: "UTC") { time in time.description }

/// A list with one batch that says this.
func content(saying text: String) -> PageContent {
    var batch = PageContent.Batch(
        number: text, label: text, isListed: true, rows: [Update(status: text, date: text)], since: noon)
    batch.changes = [PageContent.Change(time: noon, message: text, isListed: true)]
    batch.unclear = PageContent.Unclear(reason: text, rows: [Update(status: text, date: text)], since: noon)
    var edition = PageContent.Edition(time: noon, title: text, rows: 3)
    edition.statuses = [PageContent.StatusCount(status: text, rows: 3)]
    var source = PageContent.Source(name: "london", url: text, interval: 3600)
    source.lastPoll = noon
    source.gap = text
    source.batches = [batch]
    source.editions = [edition]
    source.troubles = [PageContent.Trouble(text, since: noon)]
    let event = PageContent.Event(id: "u-1", kind: "changed", source: "london", time: noon, message: text)
    return PageContent(title: text, troubles: [PageContent.Trouble(text)], sources: [source], events: [event])
}

/// Everything that is made of a content.
func texts(of content: PageContent) -> [String] {
    [
        IndexPage(content, clock: clock).text, AtomFeed(content, id: "0b5c").text, StatusDocument(content).text,
    ]
}
