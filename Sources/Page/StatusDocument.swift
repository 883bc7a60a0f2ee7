// status.json: the content of the page for programs. The names are those of `batchwatch status --json`.

import Coding
import Rows
import Text

package struct StatusDocument {
    private let content: PageContent

    package init(_ content: PageContent) {
        self.content = content
    }

    /// JSON in UTF-8, keys in order.
    package var text: String {
        let form = Form(
            title: cut(content.title), troubles: content.troubles.map(shown),
            sources: content.sources.map(SourceForm.init))
        return ((try? jsonBytes(of: form, isIndented: true)).map { String(decoding: $0, as: UTF8.self) } ?? "null")
            + "\n"
    }

    private struct Form: Encodable {
        var title: String
        var troubles: [PageContent.Trouble]
        var sources: [SourceForm]
    }

    private struct SourceForm: Encodable {
        var name: String
        var url: String
        var lastPoll: Date?
        var nextPoll: Date?
        var lastChange: Date?
        var rowCount: Int?
        var gap: String?
        var troubles: [PageContent.Trouble]
        var batches: [BatchForm]
        var editions: [EditionForm]

        init(_ source: PageContent.Source) {
            name = source.name
            url = cut(source.url)
            (lastPoll, nextPoll, lastChange) = (source.lastPoll, source.nextPoll, source.lastChange)
            rowCount = source.rowCount
            gap = source.gap.map(cut)
            troubles = source.troubles.map(shown)
            batches = source.batches.map(BatchForm.init)
            editions = source.editions.map(EditionForm.init)
        }
    }

    private struct EditionForm: Encodable {
        var time: Date
        var title: String
        var rows: Int
        var new: Int?
        var gone: Int?
        var changed: Int?
        var statuses: [PageContent.StatusCount]
        var otherStatuses: Int

        init(_ edition: PageContent.Edition) {
            (time, title, rows) = (edition.time, cut(edition.title), edition.rows)
            (new, gone, changed) = (edition.new, edition.gone, edition.changed)
            statuses = edition.statuses.map { .init(status: cut($0.status), rows: $0.rows) }
            otherStatuses = edition.otherStatuses
        }
    }

    private struct BatchForm: Encodable {
        var batch: String?
        var label: String
        var isListed: Bool?
        var rows: [Update]
        var previousRows: [Update]?
        var since: Date?
        var missingSince: Date?
        var unclear: UnclearForm?

        init(_ batch: PageContent.Batch) {
            let rows = batch.rows.map(cut)
            self.batch = batch.number.map(cut)
            label = cut(batch.label)
            isListed = batch.isListed
            self.rows = batch.isListed == false ? [] : rows
            previousRows = batch.isListed == false && !rows.isEmpty ? rows : nil
            (since, missingSince) = (batch.since, batch.missingSince)
            unclear = batch.unclear.map(UnclearForm.init)
        }
    }

    private struct UnclearForm: Encodable {
        var reason: String
        var rows: [Update]
        var since: Date

        init(_ unclear: PageContent.Unclear) {
            (reason, rows, since) = (cut(unclear.reason), unclear.rows.map(cut), unclear.since)
        }
    }
}

private func shown(_ trouble: PageContent.Trouble) -> PageContent.Trouble {
    PageContent.Trouble(cut(trouble.what), since: trouble.since)
}

private func cut(_ row: Update) -> Update { Update(status: cut(row.status), date: cut(row.date)) }

private func cut(_ text: String) -> String { sanitized(text, limit: longestText) }
