// The state of one document of a list; a list that is one document has one part. In the file the present members tell
// which state it is.

import Coding
import Reading
import Rows

/// The state of one document.
package enum PartState: Equatable, Sendable {
    /// It was read.
    case read(KeptDocument)
    /// It was read, and has no link any more.
    case unlinked(KeptDocument, since: Date)
    /// It was not requested yet; or it is the page of a case that the server does not have.
    case absent
    /// It was never readable, or neither its address nor the cache has it any more.
    case unread(UnreadDocument)
}

/// What came instead of a document.
package enum Substitute: Equatable, Sendable {
    /// A page without the row that the case had.
    case lost(LostCase)
    /// A copy of an earlier edition that is not accepted.
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

/// One document of a list.
package struct DocumentPart: Codable, Equatable, Sendable {
    package var url: String
    /// The case of this page.
    package var batch: String?
    /// The encoding in which it was read; nil if it is no text, and in a state older than this field.
    package var charset: String?
    /// As `AcceptedDocument.headings`.
    package var headings: ColumnHeadings?
    /// As `AcceptedDocument.isOpen` and its `end`.
    package var isOpen: Bool?
    package var end: CustomaryEnd?
    /// The hash of its text (`Fingerprint.text`); nil for the page of a case that the server does not have.
    package var text: String?
    /// Its earlier ETags for the same text, see `ReplacedEdition.tags`; nil for none.
    package var tags: [String]?
    /// When that text was new; nil in a state older than this field.
    package var since: Date?
    /// The server's modification time, in seconds since 1970; nil without one.
    package var modified: Double?
    /// Its earlier editions, for a list in several documents: the latest last, at most `DocumentPart.mostEarlier`.
    package var earlier: [EarlierCopy]?
    /// About its document, see `state`; empty and 0 without one.
    package private(set) var digest = ""
    package private(set) var length = 0
    private var validators: Validators?
    private var unlinked: Date?
    private var unread: UnreadDocument?
    // `substitute`.
    private var lost: LostCase?
    private var stale: StaleCopy?

    /// The number of editions of one document that are recognised.
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

    /// What last came instead of it; nil for nothing.
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

    /// Its last reading, whether a link leads to it or not.
    package var document: KeptDocument? {
        switch state {
        case .read(let document), .unlinked(let document, _): document
        case .absent, .unread: nil
        }
    }

    /// Whether its content is unknown.
    package var isUnread: Bool { unread != nil }

    /// Moves its times.
    mutating func take(_ step: ClockStep) {
        unlinked = unlinked.map(step.moved)
        since = since.map(step.moved)
        lost?.since.take(step)
        unread?.since.take(step)
    }
}

/// Whether the editions of a document end as complete ones of their format usually do. An edition that does not may be
/// cut off; after several of them, that is how its office writes it.
package struct CustomaryEnd: Codable, Equatable, Sendable {
    package var isThere: Bool
    /// The number of consecutive editions without an end.
    package var missing = 0

    /// The number of editions without an end that make a custom.
    private static let custom = 3

    /// Returns the value after another edition; nil for a format that always shows its end.
    static func after(_ before: CustomaryEnd?, _ hasEnd: Bool?) -> CustomaryEnd? {
        guard let hasEnd else { return nil }
        guard !hasEnd, let before, before.isThere, before.missing + 1 < custom else {
            return CustomaryEnd(isThere: hasEnd)
        }
        return CustomaryEnd(isThere: true, missing: before.missing + 1)
    }
}

/// A document with unknown content.
package struct UnreadDocument: Codable, Equatable, Sendable {
    /// Since when.
    package var since: Date
    /// The number of failed requests.
    package var failures = 0
}

/// A replaced edition of one of several documents.
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

/// The page of a case that has lost its row, perhaps because the case no longer exists.
package struct LostCase: Codable, Equatable, Sendable {
    /// Since when it says the same.
    package var since: Date
    package var sightings = 0
    /// The text above it.
    package var text: String

    package init(since: Date, text: String) {
        (self.since, self.text) = (since, text)
    }
}
