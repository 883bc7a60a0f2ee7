// The JSON that the hook reads: one CloudEvents 1.0 object per event (hook contract v1).

import FoundationEssentials
import Rows
import Text

/// An event in the JSON format of CloudEvents 1.0. The texts are inert, as everywhere, but not shortened.
package struct CloudEvent: Encodable {
    private let specversion = "1.0"
    private let id: String
    /// The list's URL, without credentials (CloudEvents 3.1.1: a URI-reference).
    private let source: String
    private let type: String
    /// The batch or mask; left out in an event of the source, which has none (CloudEvents 3.1.1: non-empty).
    private let subject: String?
    /// RFC 3339, UTC.
    private let time: String
    private let datacontenttype = "application/json"
    private let data: Payload

    /// What the event says. Every member is always there; those that do not apply are empty.
    private struct Payload: Encodable {
        let kind: String
        let source: String
        let batch: String
        let label: String
        let rows: [Update]
        let previousRows: [Update]
        let message: String
        let detail: String
        let document: Document
    }

    private struct Document: Encodable {
        let url: String
        let title: [String]
        let period: String

        init(_ document: Event.EventDocument?) {
            url = inert(document?.url ?? "")
            title = (document?.title?.lines ?? []).map { inert($0) }
            period = inert(document?.title?.period ?? "")
        }
    }

    package init(_ event: Event) {
        id = inert(event.id)
        source = inert(event.url)
        type = "batchwatch." + event.kind.rawValue
        subject = event.batch.isEmpty ? nil : inert(event.batch)
        time = event.time.formatted(.iso8601)
        data = Payload(
            kind: event.kind.rawValue, source: inert(event.source), batch: inert(event.batch),
            label: inert(event.label), rows: event.rows.map(inert), previousRows: event.previousRows.map(inert),
            message: event.message, detail: inert(event.detail), document: Document(event.document))
    }

    /// The object on one line with its newline, its keys in alphabetical order: the same event gives the same bytes.
    ///
    /// - Returns: UTF-8.
    /// - Throws: never for a value of this type; what JSONEncoder may throw.
    package func line() throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return [UInt8](try encoder.encode(self)) + [UInt8(ascii: "\n")]
    }
}

private func inert(_ row: Update) -> Update {
    Update(status: inert(row.status), date: inert(row.date))
}
