// The remembered facts about a source: the content of its state file. A value; StateDirectory reads and writes it,
// Judgement changes it.

import Coding
import Delivery
import Reading
import Rows

/// Everything about one source that must outlive the process.
package struct SourceState: Codable, Equatable, Sendable {
    /// The version of the file format; a newer batchwatch wrote a higher number.
    package static let currentSchema = 2

    package var schema = SourceState.currentSchema
    /// Identifies this history: event ids are `<uuid>-<sequence>`. A new state gets another one.
    package var uuid: String
    /// The number of the last event.
    package var sequence = 0
    /// The accepted document; nil before the first success.
    package var document: AcceptedDocument?
    /// The hashes of the editions accepted before it (`Fingerprint.text`), the latest last, at most
    /// `SourceState.mostEarlier`: if one returns, it may be an older edition.
    package var earlier: [String] = []
    /// The known facts about those editions, by their hashes.
    package var replaced: [String: ReplacedEdition] = [:]
    /// When a replaced edition was last accepted again.
    package var returned: Date?
    /// The held document; nil while the list is as it should be.
    package var held: HeldDocument?
    /// When `suspect` was reported, by the document's identity; remembered for a day.
    package var suspected: [String: Date] = [:]
    /// The keys and masks with a reported first look, sorted.
    package var observed: [String] = []
    /// The watched batches that are on the list, by batch.
    package var batches: [String: BatchState] = [:]
    /// The batches watched by number that were on the list and are reported as gone, by batch.
    package var gone: [String: GoneBatch] = [:]
    /// The watched batches with an uncertain last reading, by batch; those that are on the list by the last report are
    /// in `batches`, too.
    package var unclear: [String: UnclearBatch] = [:]
    /// When something was reported as unclear, by a hash of it; remembered for a day.
    package var unclearTold: [String: Date] = [:]
    /// Failed polls since the last success; nil for none.
    package var failures: Failures?
    /// The due time of the next poll when this was saved.
    package var nextDue: Date?
    /// The interval configured then, in seconds.
    package var dueInterval: Double?
    /// When a row of a watched batch last changed.
    package var lastChange: Date?
    /// When uncertain rows that nobody watches were last reported.
    package var doubtTold: Date?
    /// Since when the source is not in the configuration; nil while it is.
    package var takenOut: Date?
    /// The reading of the clocks when this was saved.
    package var clock = RememberedClock()
    package var outbox = Outbox()

    /// The number of earlier editions that are recognised if they return.
    static let mostEarlier = 8

    package init(uuid: String) {
        self.uuid = uuid
    }

    /// The digests of the documents in the cache: the accepted one, and one that may be accepted.
    package var keptDigests: [String] {
        let compositions = [document?.composition, held?.composition].compactMap { $0 }
        return [document?.digest, held?.digest].compactMap { $0 } + compositions.flatMap { $0.parts.map(\.digest) }
    }

    /// The rows of the watched batches, as last reported.
    package var snapshot: Snapshot { Snapshot(batches.mapValues(\.rows)) }
}

/// The document of the rows in this state.
package struct AcceptedDocument: Codable, Equatable, Sendable {
    /// The list and the user, see `SourceConfig.address`.
    package var address: String
    /// How it was read: key mask and columns.
    package var layout: String
    /// The `ReadingVersion` that read it.
    package var readingVersion: Int
    package var digest: String
    /// Bytes.
    package var length: Int
    package var rowCount: Int
    package var validators: Validators?
    /// The earlier ETags of documents with the same rows, see `ReplacedEdition.tags`; nil for none.
    package var tags: [String]?
    /// The server's modification time, in seconds since 1970; nil without one.
    package var modified: Double?
    /// When it was last received whole.
    package var fetched: Date
    /// When its text was new; nil in a state older than this field.
    package var since: Date?
    /// Its fingerprint; nil in a state older than this field.
    package var fingerprint: Fingerprint?
    /// Whether it shares keys with the previous edition; nil for the first. Some publishers start anew each week.
    package var sharesKeys: Bool?
    /// Whether `stale` was reported for it.
    package var isStaleTold: Bool?
    /// Whether the next request must be unconditional, because the state was restored from the previous generation.
    package var isDoubted = false
    /// The encoding in which it was read; nil if it is no text, and in a state older than this field.
    package var charset: String?
    /// The headings that identified its columns, if the configuration has none; nil for configured columns and for the
    /// usual order.
    package var headings: ColumnHeadings?
    /// The parts of the list; nil for one document at one address.
    package var composition: Composition?
    /// The text above the table; nil for none.
    package var title: DocumentTitle?
    /// True after the list has come from an address of the public Internet.
    package var isPublic: Bool?
    /// Whether its editions have an end (`Reading.hasEnd`); nil for formats that always show it.
    package var end: CustomaryEnd?
    /// True if it may end too soon (`Doubt.Rule.cutOff`), so that the next request is unconditional; nil for a complete
    /// one.
    package var isOpen: Bool?
    /// Why a row may be missing from what was read; nil for a document that was read completely and with certainty.
    package var gap: String?
}

/// An edition that another one has replaced.
package struct ReplacedEdition: Codable, Equatable, Sendable {
    /// The ETags of its documents, the latest last, at most `ReplacedEdition.mostTags`: if the office exports the same
    /// rows again, they come in another document.
    package var tags: [String]?
    package var since: Date

    /// The number of documents of one edition that are recognised by their ETags.
    static let mostTags = 4

    package init(tags: [String], since: Date) {
        (self.tags, self.since) = (tags, since)
    }

    /// Adds another tag.
    static func tags(_ tags: [String]?, and tag: String?) -> [String] {
        let tags = tags ?? []
        guard let tag else { return tags }
        return (tags.filter { $0 != tag } + [tag]).suffix(mostTags)
    }
}

/// The parts of a list: the documents, and the page that links to them.
package struct Composition: Codable, Equatable, Sendable {
    /// In the order of the links, with documents without a link last; or, for pages of cases, in the order of the
    /// batches.
    package var parts: [DocumentPart]
    /// The page's validators; nil if it has none, and for cases.
    package var pageValidators: Validators?
    /// Whether the page is on the public Internet; nil if unknown.
    package var isPublic: Bool?
    /// Whether a linked document could not be read and is awaited: batches that are not in the others are unknown.
    package var isIncomplete: Bool?
    /// Whether the newest document is wanted and no link has a date, so that the order on the page decides.
    package var isUndated: Bool?
    /// When everything was last requested without validators: a full answer of one server says nothing about another's
    /// 304.
    package var asked: Date?

    package init(parts: [DocumentPart] = [], isPublic: Bool? = nil) {
        (self.parts, self.isPublic) = (parts, isPublic)
    }
}

/// A document that is not accepted before it has been seen repeatedly, or a user accepts it.
package struct HeldDocument: Codable, Equatable, Sendable {
    /// The list and the user, see `SourceConfig.address`; and how the document was read.
    package var address: String
    package var layout: String
    package var digest: String
    /// Bytes.
    package var length: Int
    package var rowCount: Int
    package var fingerprint: Fingerprint?
    /// As `AcceptedDocument.charset`, and as its `headings` and `isOpen`.
    package var charset: String?
    package var headings: ColumnHeadings?
    package var isOpen: Bool?
    /// The parts of the list; nil for one document at one address.
    package var composition: Composition?
    /// Why it is held, in one sentence.
    package var reason: String
    /// Whether a part cannot be read: such a document is never accepted by itself.
    package var isDamaged: Bool
    /// Whether it is a replaced edition: such a document is accepted sooner.
    package var isReturn: Bool?
    /// Since when similar documents have come, and no acceptable one.
    package var since: Date
    package var sightings: Int
    /// Whether `suspect` was reported.
    package var isTold: Bool
}

/// A watched batch that is on the list.
package struct BatchState: Codable, Equatable, Sendable {
    package var rows: [Update]
    /// Since when it has these rows.
    package var since: Date
    /// Since when the list lacks it, until that is reported.
    package var missingSince: Date?
    /// True while it may only be unread; nil if it is certainly missing.
    package var isUnknown: Bool?
    /// The rows last reported, if a better reading has corrected them since; nil if they equal `rows`.
    package var told: [Update]?

    /// Notes that it is no longer missing, whatever its rows are.
    mutating func find() { (missingSince, isUnknown) = (nil, nil) }

    /// The rows that people know.
    package var toldRows: [Update] { told ?? rows }
}

/// A watched batch with an uncertain last reading.
package struct UnclearBatch: Codable, Equatable, Sendable {
    /// The rows that were read; may be empty.
    package var rows: [Update]
    /// Why it is uncertain: one sentence without a full stop.
    package var reason: String
    /// Identifies the reason: see `Gap.mark`.
    package var mark: String
    /// Since when.
    package var since: Date
    /// True if nothing certain was ever reported of the batch; nil otherwise.
    package var isFirst: Bool?
    /// True after a user has confirmed what was read; nil before.
    package var isAccepted: Bool?
}

/// A watched batch that has left the list.
package struct GoneBatch: Codable, Equatable, Sendable {
    /// Its last rows.
    package var rows: [Update]
    /// Since when the list lacks it.
    package var since: Date
}

/// Consecutive failed polls. Those without a way out of this machine do not count, and change nothing after the first.
package struct Failures: Codable, Equatable, Sendable {
    /// The list, see `SourceConfig.address`: another list starts a new count.
    package var address: String
    package var count: Int
    package var since: Date
    /// The last cause.
    package var cause: String
    /// Whether `failing` was reported.
    package var isTold = false
    /// True while this machine caused the last failure; nil for the server.
    package var isOffline: Bool?
}

extension SourceState {
    /// Fields that schema 1 did not have are empty.
    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        uuid = try values.decode(String.self, forKey: .uuid)
        sequence = try values.decode(Int.self, forKey: .sequence)
        document = try values.decodeIfPresent(AcceptedDocument.self, forKey: .document)
        earlier = try values.decodeIfPresent([String].self, forKey: .earlier) ?? []
        replaced = try values.decodeIfPresent([String: ReplacedEdition].self, forKey: .replaced) ?? [:]
        returned = try values.decodeIfPresent(Date.self, forKey: .returned)
        held = try values.decodeIfPresent(HeldDocument.self, forKey: .held)
        suspected = try values.decodeIfPresent([String: Date].self, forKey: .suspected) ?? [:]
        observed = try values.decode([String].self, forKey: .observed)
        batches = try values.decode([String: BatchState].self, forKey: .batches)
        gone = try values.decodeIfPresent([String: GoneBatch].self, forKey: .gone) ?? [:]
        unclear = try values.decodeIfPresent([String: UnclearBatch].self, forKey: .unclear) ?? [:]
        unclearTold = try values.decodeIfPresent([String: Date].self, forKey: .unclearTold) ?? [:]
        failures = try values.decodeIfPresent(Failures.self, forKey: .failures)
        nextDue = try values.decodeIfPresent(Date.self, forKey: .nextDue)
        dueInterval = try values.decodeIfPresent(Double.self, forKey: .dueInterval)
        doubtTold = try values.decodeIfPresent(Date.self, forKey: .doubtTold)
        lastChange = try values.decodeIfPresent(Date.self, forKey: .lastChange)
        takenOut = try values.decodeIfPresent(Date.self, forKey: .takenOut)
        clock = try values.decodeIfPresent(RememberedClock.self, forKey: .clock) ?? RememberedClock()
        outbox = try values.decode(Outbox.self, forKey: .outbox)
    }
}
