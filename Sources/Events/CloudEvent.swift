// The JSON that the hook reads: one CloudEvents 1.0 object per event (hook contract v1).

import Coding
import Rows
import Text

/// An event in the JSON format of CloudEvents 1.0. Its texts are sanitized, as everywhere, but not shortened.
package struct CloudEvent: Encodable {
    private let specversion = "1.0"
    private let id: String
    /// The list's URL, without credentials (CloudEvents 3.1.1: a URI-reference).
    private let source: String
    private let type: String
    /// The batch or mask; absent in an event of the source, which has none (CloudEvents 3.1.1: non-empty).
    private let subject: String?
    /// RFC 3339, UTC.
    private let time: String
    private let datacontenttype = "application/json"
    private let data: Payload

    /// The content of the event. All members are always present and empty if they do not apply, except `edition`, which
    /// only a new edition has, and `batches`, which only an event of a mask has.
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
        let edition: Edition?
        let batches: Int?
    }

    private struct Document: Encodable {
        let url: String
        let title: [String]
        let period: String

        init(_ document: Event.EventDocument?) {
            url = sanitized(document?.url ?? "")
            title = (document?.title?.lines ?? []).map { sanitized($0) }
            period = sanitized(document?.title?.period ?? "")
        }
    }

    /// - Parameter phrasing: how its sentence is put.
    package init(_ event: Event, _ phrasing: Phrasing = Phrasing()) {
        id = sanitized(event.id)
        source = sanitized(event.url)
        type = "batchwatch." + event.kind.rawValue
        subject = event.batch.isEmpty ? nil : sanitized(event.batch)
        time = event.time.description
        data = Payload(
            kind: event.kind.rawValue, source: sanitized(event.source), batch: sanitized(event.batch),
            label: sanitized(event.label), rows: event.rows.map(sanitized),
            previousRows: event.previousRows.map(sanitized),
            message: event.message(phrasing), detail: sanitized(event.detail), document: Document(event.document),
            edition: event.edition?.sanitized, batches: event.batches)
    }

    /// The object on one line with a line feed, its keys in alphabetical order: the same event, phrased in the
    /// same way, gives the same bytes.
    ///
    /// - Returns: UTF-8.
    /// - Throws: errors of `jsonBytes`; never for a value of this type.
    package func line() throws -> [UInt8] {
        try jsonBytes(of: self) + [UInt8(ascii: "\n")]
    }
}

private func sanitized(_ row: Update) -> Update {
    Update(status: sanitized(row.status), date: sanitized(row.date))
}

extension Edition {
    fileprivate var sanitized: Edition {
        var edition = self
        edition.statuses = statuses?.map { StatusCount(status: Text.sanitized($0.status), rows: $0.rows) }
        edition.absent = absent.map(\.sanitized)
        edition.etag = etag.map { Text.sanitized($0) }
        return edition
    }
}

extension Edition.Absent {
    fileprivate var sanitized: Edition.Absent {
        var absent = Edition.Absent(batch: Text.sanitized(batch), below: below?.sanitized, above: above?.sanitized)
        absent.label = Text.sanitized(label)
        return absent
    }
}

extension Edition.Neighbour {
    fileprivate var sanitized: Edition.Neighbour {
        Edition.Neighbour(batch: Text.sanitized(batch), status: Text.sanitized(status))
    }
}
