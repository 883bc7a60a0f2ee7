// What is not known of a list that was read, and what may be claimed of each batch in spite of it. A claim needs the
// evidence for itself alone: a row in doubt is no reason to keep quiet about others. Pure.

import Reading
import Rows
import Text

/// Something that is not known, or not with certainty.
struct Gap: Equatable {
    /// Why, for people: one sentence without a full stop.
    var reason: String
    /// What it is, wherever in the document it is: the same gap again is no news.
    var mark: String
    /// Whether it is a document that could not be fetched or read now: the next poll may well fill it.
    var isPassing = false
}

/// What may be said of a batch.
enum Claim: Equatable {
    /// It is on the list with these rows, in the order of the document. Never none.
    case listed([Update])
    /// It is not on the list.
    case absent
    /// What was read of it is not certain; rows may be none.
    case unclear([Update], Gap)
    /// No row of it was read, and it may be in what could not be.
    case unknown(Gap)
}

/// What is not known of a list.
struct Unknowns {
    /// Why a row of any batch may be missing; nil where every part of the list was read, and nothing is left over.
    private(set) var anywhere: Gap?
    /// Why the rows of any batch may be others than were read; nil where each doubt names its rows.
    private(set) var anyRow: Gap?
    /// Why what was read of a batch is not certain.
    private var batches: [String: Gap] = [:]

    /// - Parameter composition: what the list is put together of; nil for one document.
    init(of reading: Reading, _ composition: Composition?) {
        for doubt in reading.doubts {
            let gap = Gap(reason: "\(doubt)", mark: doubt.rule.rawValue)
            for batch in doubt.batches { batches[batch] = batches[batch] ?? gap }
            if doubt.mayHideRows { anywhere = anywhere ?? gap }
            if doubt.mayAlterRows { anyRow = anyRow ?? gap }
        }
        for mention in reading.mentions {
            batches[mention.batch] = batches[mention.batch] ?? Gap(mention)
        }
        if reading.hasMoreMentions {
            anywhere = Gap(
                reason: "it has more than \(Mention.most) watched numbers outside of its rows", mark: "mentions")
        }
        if let damage = reading.damage.first ?? reading.knownDamage.first {
            anywhere = Gap(reason: "the document is damaged, rows may be missing: \(damage)", mark: "damage")
        }
        guard let composition else { return }
        for part in composition.parts {
            guard let batch = part.batch, part.isUnread else { continue }
            batches[batch] = Gap(reason: "\(part.name) cannot be read", mark: "unread", isPassing: true)
        }
        if let unread = composition.parts.first(where: { $0.batch == nil && $0.isUnread }) {
            anywhere = Gap(
                reason: "\(unread.name) cannot be read", mark: "unread", isPassing: composition.isIncomplete == true)
        }
    }

    /// What may be said of a batch.
    ///
    /// - Parameters:
    ///   - rows: what was read of it.
    ///   - before: what is remembered of it. Rows that are as they were have not been read wrongly.
    func claim(of batch: String, rows: [Update], before: [Update]) -> Claim {
        if let gap = batches[batch] { return gap.isPassing ? .unknown(gap) : .unclear(rows, gap) }
        if let anyRow, !rows.isEmpty, !rows.saysTheSame(as: before) { return .unclear(rows, anyRow) }
        // One of its rows may be what is missing.
        if let anywhere, !rows.isEmpty, rows.count < before.count {
            return anywhere.isPassing ? .unknown(anywhere) : .unclear(rows, .fewer(because: anywhere))
        }
        if !rows.isEmpty { return .listed(rows) }
        return anywhere.map(Claim.unknown) ?? .absent
    }

    /// Why a row may be missing also when all documents have been read that could be.
    var lastingGap: Gap? { anywhere.flatMap { $0.isPassing ? nil : $0 } }

    /// The batches of which something is not certain, on the list or not.
    var named: Dictionary<String, Gap>.Keys { batches.keys }
}

extension Mention {
    /// What stands right at it: what is farther away, as the date of a list, may be another in each edition.
    fileprivate var near: String {
        guard let place = excerpt.place(of: batch) else { return excerpt }
        return String(excerpt[..<place.lowerBound].suffix(Mention.charactersBefore))
            + excerpt[place.lowerBound...].prefix(batch.count + Mention.charactersBehind)
    }

    /// Behind a number stands what is said of it.
    private static let (charactersBefore, charactersBehind) = (12, 48)
}

extension Gap {
    /// A number that the document has, and no row of it.
    init(_ mention: Mention) {
        let text = inert(mention.excerpt, limit: Mention.longestExcerpt)
        let document = mention.document.map { "\(inert($0)): " } ?? ""
        let page = mention.page > 0 ? "page \(mention.page) has" : "the document has"
        self.init(reason: "\(document)\(page) it outside of the rows: \"\(text)\"", mark: "mentioned \(mention.near)")
    }

    /// A newer reader finds no row of it in the same bytes.
    static let lost = Gap(
        reason: "an earlier version of batchwatch read a row of it in this document, and this version finds none",
        mark: "lost")

    /// It has fewer rows than before, in a document of which a row may be missing.
    static func fewer(because gap: Gap) -> Gap {
        Gap(
            reason: "it has fewer rows than before, and one may be missing from what was read; \(gap.reason)",
            mark: "fewer")
    }

    /// The edition before was read by an earlier version, and cannot be read again.
    static let otherVersion = Gap(
        reason: "an earlier version of batchwatch read the edition before, and that is no longer kept", mark: "version")

    /// Its text is other than before, and so is the document's encoding; the edition before cannot be read in that any more.
    static let encoding = Gap(
        reason: "the encoding of the document has changed, and what it said before cannot be compared", mark: "encoding"
    )

    /// Whether it is no gap of the document, but of what is known of the edition before it.
    static func isOfTheEditionBefore(_ mark: String) -> Bool { mark == encoding.mark || mark == otherVersion.mark }
}
