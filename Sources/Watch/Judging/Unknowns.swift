// The unknown parts of a list, and what may still be claimed of each batch. A claim needs evidence for its own batch
// only: a doubtful row does not silence others. Pure.

import Reading
import Rows
import Text

/// Something unknown, or uncertain.
struct Gap: Equatable {
    /// The reason, for people: one sentence without a full stop.
    var reason: String
    /// Identifies the gap, wherever in the document it is: the same gap again is not reported.
    var mark: String
    /// Whether it is a document that could not be fetched or read now: the next poll may fill the gap.
    var isPassing = false
}

/// What a list says of a batch.
enum Claim: Equatable {
    /// It is on the list with these rows, in the order of the document; at least one.
    case listed([Update])
    /// It is not on the list.
    case absent
    /// What was read is uncertain; it may have no rows.
    case unclear([Update], Gap)
    /// No row of it was read, and it may be in a part that could not be read.
    case unknown(Gap)
}

/// The unknown parts of a list.
struct Unknowns {
    /// Why a row of any batch may be missing; nil if every part of the list was read, and no text is left over.
    private(set) var anywhere: Gap?
    /// Why the rows of any batch may differ from what was read; nil if each doubt names its rows.
    private(set) var anyRow: Gap?
    /// Why what was read of a batch is uncertain.
    private var batches: [String: Gap] = [:]

    /// - Parameter composition: the parts of the list; nil for one document.
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

    /// Returns the claim about a batch.
    ///
    /// - Parameters:
    ///   - rows: the rows that were read.
    ///   - before: the remembered rows. Rows that are unchanged were not misread.
    func claim(of batch: String, rows: [Update], before: [Update]) -> Claim {
        if let gap = batches[batch] { return gap.isPassing ? .unknown(gap) : .unclear(rows, gap) }
        if let anyRow, !rows.isEmpty, !rows.saysTheSame(as: before) { return .unclear(rows, anyRow) }
        // The missing part may contain one of its rows.
        if let anywhere, !rows.isEmpty, rows.count < before.count {
            return anywhere.isPassing ? .unknown(anywhere) : .unclear(rows, .fewer(because: anywhere))
        }
        if !rows.isEmpty { return .listed(rows) }
        return anywhere.map(Claim.unknown) ?? .absent
    }

    /// Why a row may be missing even after all available documents were read.
    var lastingGap: Gap? { anywhere.flatMap { $0.isPassing ? nil : $0 } }

    /// The uncertain batches, on the list or not.
    var named: Dictionary<String, Gap>.Keys { batches.keys }
}

extension Mention {
    /// The text next to it: text farther away, such as the date of a list, may change in each edition.
    fileprivate var near: String {
        guard let place = excerpt.place(of: batch) else { return excerpt }
        return String(excerpt[..<place.lowerBound].suffix(Mention.charactersBefore))
            + excerpt[place.lowerBound...].prefix(batch.count + Mention.charactersBehind)
    }

    /// The text after a number describes it.
    private static let (charactersBefore, charactersBehind) = (12, 48)
}

extension Gap {
    /// The document has the number, but no row of it.
    init(_ mention: Mention) {
        let text = sanitized(mention.excerpt, limit: Mention.longestExcerpt)
        let document = mention.document.map { "\(sanitized($0)): " } ?? ""
        let page = mention.page > 0 ? "page \(mention.page) has" : "the document has"
        self.init(reason: "\(document)\(page) it outside of the rows: \"\(text)\"", mark: "mentioned \(mention.near)")
    }

    /// A newer reader finds no row of it in the same bytes.
    static let lost = Gap(
        reason: "an earlier version of batchwatch read a row of it in this document, and this version finds none",
        mark: "lost")

    /// It has fewer rows than before, and the document may lack a row.
    static func fewer(because gap: Gap) -> Gap {
        Gap(
            reason: "it has fewer rows than before, and one may be missing from what was read; \(gap.reason)",
            mark: "fewer")
    }

    /// An earlier version read the previous edition, which cannot be read again.
    static let otherVersion = Gap(
        reason: "an earlier version of batchwatch read the edition before, and that is no longer kept", mark: "version")

    /// Its text and the document's encoding have changed, and the previous edition can no longer be read in this
    /// encoding.
    static let encoding = Gap(
        reason: "the encoding of the document has changed, and what it said before cannot be compared", mark: "encoding"
    )

    /// Whether the gap is not in the document, but in what is known of the previous edition.
    static func isOfTheEditionBefore(_ mark: String) -> Bool { mark == encoding.mark || mark == otherVersion.mark }
}
