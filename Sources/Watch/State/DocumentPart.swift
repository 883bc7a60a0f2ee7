// What is remembered of one of the documents that a list is put together of; a list that is one document has one part.
// In the state file its state is told by which members there are.

import Coding
import Reading
import Rows

/// What is known of one document.
package enum PartState: Equatable, Sendable {
    /// It was read.
    case read(KeptDocument)
    /// It was read, and no link leads to it any more.
    case unlinked(KeptDocument, since: Date)
    /// It was not asked for yet; or it is the page of a case, and the server does not have it.
    case absent
    /// It could never be read, or neither its address nor the cache has it any more.
    case unread(UnreadDocument)
}

/// What came in the place of a document.
package enum Substitute: Equatable, Sendable {
    /// A page without the row that the case had.
    case lost(LostCase)
    /// A copy of an earlier edition that is not believed.
    case stale(StaleCopy)
}

/// A document that the cache should have.
package struct KeptDocument: Equatable, Sendable {
    package var digest: String
    /// Bytes.
    package var length: Int
    package var validators: Validators?

    package init(digest: String, length: Int, validators: Validators? = nil) {
        (self.digest, self.length, self.validators) = (digest, length, validators)
    }
}

/// One of the documents that a list is put together of.
package struct DocumentPart: Codable, Equatable, Sendable {
    package var url: String
    /// The case that it is the page of.
    package var batch: String?
    /// In which encoding it was read; nil for what is no text, and in a state that is older than this field.
    package var charset: String?
    /// As `AcceptedDocument.headings`.
    package var headings: ColumnHeadings?
    /// As `AcceptedDocument.isOpen` and its `end`.
    package var isOpen: Bool?
    package var end: CustomaryEnd?
    /// The hash of its text (`Fingerprint.text`); nil for the page of a case that the server does not have.
    package var text: String?
    /// The ETags that it had before with the same text, see `ReplacedEdition.tags`; nil for none.
    package var tags: [String]?
    /// When that text was new; nil in a state that is older than this field.
    package var since: Date?
    /// When the server says that it was last changed, in seconds since 1970; nil where it does not say.
    package var modified: Double?
    /// What took its place before, of a list in several documents: the latest last, `DocumentPart.mostEarlier` at most.
    package var earlier: [EarlierCopy]?
    /// Of its document, see `state`; empty and 0 where there is none.
    package private(set) var digest = ""
    package private(set) var length = 0
    private var validators: Validators?
    private var unlinked: Date?
    private var unread: UnreadDocument?
    // `substitute`.
    private var lost: LostCase?
    private var stale: StaleCopy?

    /// How many editions of one document are known again.
    static let mostEarlier = 4

    package init(url: String, batch: String? = nil, _ state: PartState = .absent) {
        (self.url, self.batch) = (url, batch)
        self.state = state
    }

    package var state: PartState {
        get {
            if let unread { return .unread(unread) }
            if digest.isEmpty { return .absent }
            let document = KeptDocument(digest: digest, length: length, validators: validators)
            return unlinked.map { .unlinked(document, since: $0) } ?? .read(document)
        }
        set {
            (digest, length, validators, unlinked, unread) = ("", 0, nil, nil, nil)
            switch newValue {
            case .read(let document), .unlinked(let document, _):
                (digest, length, validators) = (document.digest, document.length, document.validators)
                if case .unlinked(_, let since) = newValue { unlinked = since }
            case .absent: break
            case .unread(let unread): self.unread = unread
            }
        }
    }

    /// What came in its place last; nil for nothing.
    package var substitute: Substitute? {
        get { lost.map(Substitute.lost) ?? stale.map(Substitute.stale) }
        set {
            (lost, stale) = (nil, nil)
            switch newValue {
            case .lost(let lost): self.lost = lost
            case .stale(let stale): self.stale = stale
            case nil: break
            }
        }
    }

    /// What was read of it, whether a link leads to it or not.
    package var document: KeptDocument? {
        switch state {
        case .read(let document), .unlinked(let document, _): document
        case .absent, .unread: nil
        }
    }

    /// Whether it is not known what it says.
    package var isUnread: Bool { unread != nil }

    /// Moves its moments.
    mutating func take(_ step: ClockStep) {
        unlinked = unlinked.map(step.moved)
        since = since.map(step.moved)
        lost?.since.take(step)
        unread?.since.take(step)
    }
}

/// Whether the editions of a document end as whole ones of their format most often do. One that does not may be cut off;
/// after some that do not, that is how its office writes it.
package struct CustomaryEnd: Codable, Equatable, Sendable {
    package var isThere: Bool
    /// How many editions in a row had none.
    package var missing = 0

    /// So many editions without an end make a custom.
    private static let custom = 3

    /// What is known after another edition; nil for a format that always shows its end.
    static func after(_ before: CustomaryEnd?, _ hasEnd: Bool?) -> CustomaryEnd? {
        guard let hasEnd else { return nil }
        guard !hasEnd, let before, before.isThere, before.missing + 1 < custom else {
            return CustomaryEnd(isThere: hasEnd)
        }
        return CustomaryEnd(isThere: true, missing: before.missing + 1)
    }
}

/// A document of which it is not known what it says.
package struct UnreadDocument: Codable, Equatable, Sendable {
    /// Since when.
    package var since: Date
    /// How often it was asked for in vain.
    package var failures = 0
}

/// An edition of one of several documents that another one took the place of.
package struct EarlierCopy: Codable, Equatable, Sendable {
    /// The hash of its rows (`Fingerprint.text`).
    package var text: String
    /// As `ReplacedEdition.tags`.
    package var tags: [String]?
}

/// A copy of an earlier edition, and how often it came.
package struct StaleCopy: Codable, Equatable, Sendable {
    package var digest: String
    package var sightings: Int
}

/// The page of a case that has lost its row, as it may be when there is no such case any more.
package struct LostCase: Codable, Equatable, Sendable {
    /// Since when it says the same.
    package var since: Date
    package var sightings = 0
    /// What stands above it.
    package var text: String

    package init(since: Date, text: String) {
        (self.since, self.text) = (since, text)
    }
}
