// What is remembered of a source: the content of its state file. A value; StateDirectory reads and writes it,
// SourceState+Judgement says how a reading changes it.

import Coding
import Delivery
import Reading
import Rows

/// Everything that has to outlive the process, for one source.
package struct SourceState: Codable, Equatable, Sendable {
    /// The form of the file; a higher number was written by a newer batchwatch.
    package static let currentSchema = 2

    package var schema = SourceState.currentSchema
    /// Names this history: event ids are `<uuid>-<sequence>`. A state begun anew gets another one.
    package var uuid: String
    /// The number of the last event.
    package var sequence = 0
    /// What was accepted last; nil before the first success.
    package var document: AcceptedDocument?
    /// The hashes of the editions accepted before that one (`Fingerprint.text`), the latest last,
    /// `SourceState.mostEarlier` at most: should one come again, an older edition may have been put back.
    package var earlier: [String] = []
    /// What is known of those editions, by their hashes.
    package var replaced: [String: ReplacedEdition] = [:]
    /// When an edition that had been replaced was last believed again.
    package var returned: Date?
    /// What was received last and is not believed yet; nil while the list is as it should be.
    package var held: HeldDocument?
    /// When `suspect` was told, by what the document is known by; a day is remembered.
    package var suspected: [String: Date] = [:]
    /// The keys and masks that a first look was told of, sorted.
    package var observed: [String] = []
    /// The watched batches that are on the list, by batch.
    package var batches: [String: BatchState] = [:]
    /// The batches watched by themselves that were on the list and are told to have left it, by batch.
    package var gone: [String: GoneBatch] = [:]
    /// The watched batches of which the last reading is not certain, by batch; those that are on the list as it was told
    /// last are in `batches`, too.
    package var unclear: [String: UnclearBatch] = [:]
    /// When what was told to be unclear, by a hash of it; a day is remembered.
    package var unclearTold: [String: Date] = [:]
    /// Failed polls since the last success; nil for none.
    package var failures: Failures?
    /// When the next poll was due when this was saved.
    package var nextDue: Date?
    /// The interval that was configured then, in seconds.
    package var dueInterval: Double?
    /// When a row of a watched batch last changed.
    package var lastChange: Date?
    /// When it was last told that the list is not read with certainty where nobody watches it.
    package var doubtTold: Date?
    /// Since when the source is not in the configuration; nil while it is.
    package var takenOut: Date?
    /// What the clocks said when this was saved.
    package var clock = RememberedClock()
    package var outbox = Outbox()

    /// How many editions a publisher may go back for it to be noticed.
    static let mostEarlier = 8

    package init(uuid: String) {
        self.uuid = uuid
    }

    /// The digests of the documents that are kept: the accepted one, and one that may yet be.
    package var keptDigests: [String] {
        let compositions = [document?.composition, held?.composition].compactMap { $0 }
        return [document?.digest, held?.digest].compactMap { $0 } + compositions.flatMap { $0.parts.map(\.digest) }
    }

    /// What the list says of the watched batches, as it was told last.
    package var snapshot: Snapshot { Snapshot(batches.mapValues(\.rows)) }
}

/// The document that the state's rows come from.
package struct AcceptedDocument: Codable, Equatable, Sendable {
    /// What was fetched and as whom, see `SourceConfig.address`.
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
    /// The ETags that documents with the same rows had before, see `ReplacedEdition.tags`; nil for none.
    package var tags: [String]?
    /// When the server says that it was last changed, in seconds since 1970; nil where it does not say.
    package var modified: Double?
    /// When it was last received whole.
    package var fetched: Date
    /// When its text was new; nil in a state that is older than this field.
    package var since: Date?
    /// What it is known by; nil in a state that is older than this field.
    package var fingerprint: Fingerprint?
    /// Whether it has keys in common with the edition before it; nil for the first. Some publishers begin anew each
    /// week.
    package var sharesKeys: Bool?
    /// Whether `stale` was told of it.
    package var isStaleTold: Bool?
    /// Whether the next request has to be unconditional: it is of the generation before the one that was lost.
    package var isDoubted = false
    /// In which encoding it was read; nil for what is no text, and in a state that is older than this field.
    package var charset: String?
    /// The headings that its columns were found by, if the configuration has none; nil for configured columns and for
    /// their usual order.
    package var headings: ColumnHeadings?
    /// What it is put together of; nil for a list that is one document at one address.
    package var composition: Composition?
    /// What stands above the table; nil for nothing.
    package var title: DocumentTitle?
    /// True once the list has come from an address of the public Internet.
    package var isPublic: Bool?
    /// Whether its editions have an end (`Reading.hasEnd`); nil for formats that always show it.
    package var end: CustomaryEnd?
    /// True where it may end too soon (`Doubt.Rule.cutOff`): it is asked for again without conditions; nil for a whole one.
    package var isOpen: Bool?
    /// Why a row may be missing from what was read of it; nil for a document that was read whole and for certain.
    package var gap: String?
}

/// An edition that another one took the place of.
package struct ReplacedEdition: Codable, Equatable, Sendable {
    /// The ETags that its documents had, the latest last, `ReplacedEdition.mostTags` at most: the same rows come in
    /// another document when the office exports them again.
    package var tags: [String]?
    package var since: Date

    /// So many documents of one edition are known by their ETags.
    static let mostTags = 4

    package init(tags: [String], since: Date) {
        (self.tags, self.since) = (tags, since)
    }

    /// These tags and another one.
    static func tags(_ tags: [String]?, and tag: String?) -> [String] {
        let tags = tags ?? []
        guard let tag else { return tags }
        return (tags.filter { $0 != tag } + [tag]).suffix(mostTags)
    }
}

/// What a list is put together of: the documents, and the page that links to them.
package struct Composition: Codable, Equatable, Sendable {
    /// In the order of the links, those that are no longer linked last; or, for cases with pages of their own, in the
    /// order of the batches.
    package var parts: [DocumentPart]
    /// The page's validators; nil where it has none, and for cases.
    package var pageValidators: Validators?
    /// Whether the page is on the public Internet; nil where nobody knows.
    package var isPublic: Bool?
    /// Whether a document that it links to could not be read, and is waited for: of what is not in the others nothing is
    /// known yet.
    package var isIncomplete: Bool?
    /// Whether the newest document is wanted and no link has a date, so that their order on the page decides.
    package var isUndated: Bool?
    /// When all of it was last asked for without validators: what one server sends whole says nothing of another's 304.
    package var asked: Date?

    package init(parts: [DocumentPart] = [], isPublic: Bool? = nil) {
        (self.parts, self.isPublic) = (parts, isPublic)
    }
}

/// A document that is not believed before it has been seen again and again, or somebody accepts it.
package struct HeldDocument: Codable, Equatable, Sendable {
    /// What was fetched and as whom, see `SourceConfig.address`; and how it was read.
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
    /// What it is put together of; nil for a list that is one document at one address.
    package var composition: Composition?
    /// Why it is held, in one sentence.
    package var reason: String
    /// Whether a part cannot be read: such a document is never believed by itself.
    package var isDamaged: Bool
    /// Whether it is an edition that was replaced: such a one is believed sooner.
    package var isReturn: Bool?
    /// Since when documents like it have come, and none that could be believed.
    package var since: Date
    package var sightings: Int
    /// Whether `suspect` was told.
    package var isTold: Bool
}

/// A watched batch that is on the list.
package struct BatchState: Codable, Equatable, Sendable {
    package var rows: [Update]
    /// Since when it has these rows.
    package var since: Date
    /// Since when the list does not have it any more, while that is not told yet.
    package var missingSince: Date?
    /// True while it may be on the list and only not have been read; nil where it is known to be missing.
    package var isUnknown: Bool?
    /// The rows that were told last, where a better reading has corrected them since; nil where they are `rows`.
    package var told: [Update]?

    /// It is not missing any more, whatever its rows are.
    mutating func find() { (missingSince, isUnknown) = (nil, nil) }

    /// What people believe it to have.
    package var toldRows: [Update] { told ?? rows }
}

/// A watched batch of which the last reading is not certain.
package struct UnclearBatch: Codable, Equatable, Sendable {
    /// What was read; empty where no row was.
    package var rows: [Update]
    /// Why it is not certain: one sentence without a full stop.
    package var reason: String
    /// What the same reason has in common wherever it is met: see `Gap.mark`.
    package var mark: String
    /// Since when.
    package var since: Date
    /// True where nothing certain was ever told of the batch; nil where something was.
    package var isFirst: Bool?
    /// True once somebody has said that what was read is right; nil before.
    package var isAccepted: Bool?
}

/// A watched batch that has left the list.
package struct GoneBatch: Codable, Equatable, Sendable {
    /// Its last rows.
    package var rows: [Update]
    /// Since when the list does not have it.
    package var since: Date
}

/// A row of failed polls. Those that this machine had no way out for are not counted, and change nothing after the first.
package struct Failures: Codable, Equatable, Sendable {
    /// What could not be fetched, see `SourceConfig.address`: another list begins to count anew.
    package var address: String
    package var count: Int
    package var since: Date
    /// The last cause.
    package var cause: String
    /// Whether `failing` was told.
    package var isTold = false
    /// True while the last one failed because of this machine; nil for the server.
    package var isOffline: Bool?
}

extension SourceState {
    /// What schema 1 had not is empty.
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
