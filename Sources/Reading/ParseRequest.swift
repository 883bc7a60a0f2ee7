// What is asked of the reader, and what it answers: what a document says that lies in its descriptor 3. It learns neither
// where the document comes from nor what it takes to get it, but for a page whose links are wanted.

import Rows

/// One parse.
package struct ParseRequest: Codable, Hashable, Sendable {
    /// The key mask of the list, or several in lines; empty where `inspects` shall find it.
    package var key: String
    /// "text" where keys may stand in longer cells (`KeyMask.isInText`); nil where each is all of its cell.
    package var keyIn: String?
    /// The cells of a row from left to right: "batch", "status", "date", or "-" for one to skip. Empty where `inspects`
    /// shall find them.
    package var columns: [String]
    /// What the columns are called, where they are told by that and not by their order; `columns` is then empty.
    package var headings: ColumnHeadings?
    /// Whether nobody configured the columns: where headings contradict their usual order, the reader finds the columns by
    /// the headings (`Reading.columns`). Nil where it refuses to read such a document.
    package var findsColumns: Bool?
    /// Which elements or objects are the rows of an XML or JSON document; nil where the format says so itself.
    package var record: String?
    /// The document is the page of this one case: its rows are the case's, also where it does not name it.
    package var onlyBatch: String?
    /// What the server says of the document's encoding, or what a kept one was read in; nil for nothing.
    package var charset: String?
    /// In which encoding the edition before it was read: it comes before a guess.
    package var charsetBefore: String?
    /// Whether the edition before it had an end (`Reading.hasEnd`); nil where nobody knows.
    package var hadEnd: Bool?
    /// When set, the document is a page whose links are looked for, and no rows.
    package var links: LinkRequest?
    /// Whether a page of the same index that came before has such links, so that this one need not have any.
    package var isFurtherPage = false
    /// The URL that the document came from, where links are wanted: they are relative to it.
    package var base: String?
    /// The keys and masks whose rows are wanted; nil for all rows.
    package var watched: [String]?
    /// The largest document accepted, in bytes.
    package var documentBytes = 16 << 20
    /// When set, the rows are not in the reply but follow it, in this form: on descriptor 4 where there is one, else on
    /// standard output. Nothing follows where there are none.
    package var print: RowFormat?
    /// When set, no rows are looked for: the text of the pages follows the reply, as rows do that are printed.
    package var printsText = false
    /// When set, it is told what the document is and how it might be configured; `watched` are then numbers to look up.
    package var inspects = false
    /// What another edition is read with, with `inspects`: it is kept where it reads this one.
    package var proposed: Proposal?
    /// When set, what the next edition is compared with is written to descriptor 4 (`EditionTable`), where the document
    /// is a list.
    package var tabulates = false
    /// The fingerprint of the edition before: where the document has another, it is counted, and compared with the table
    /// of that one, which descriptor 5 has. Only with `tabulates`.
    package var fingerprintBefore: String?
    /// When set, the document is the tables of two editions, and no rows are looked for.
    package var edition: EditionRequest?

    package init(key: String, columns: [String]) {
        self.key = key
        self.columns = columns
    }

    /// Whether something follows the reply.
    package var prints: Bool { print != nil || printsText }
}

/// What is wanted of the tables of two editions.
package struct EditionRequest: Codable, Hashable, Sendable {
    /// The tables of two editions are no larger than that together, in bytes: a million and a half rows.
    package static let mostTableBytes = 32 << 20

    /// How many of the tables are those of the edition; the rest, if there is one, is that of the edition before.
    package var documents: Int
    /// Batches that are not on the list, of which the neighbours are wanted.
    package var absent: [String]

    package init(documents: Int, absent: [String]) {
        (self.documents, self.absent) = (documents, absent)
    }
}

/// How a parse ended.
package enum ParseReply: Codable, Hashable, Sendable {
    /// The document was parsed whole.
    case document(Reading, DocumentEnd)
    /// The document is a page whose links were looked for: those that are asked for, in the order of `LinkPick`, and
    /// the next page where that may have more of them.
    case links([FoundLink], DocumentEnd, next: String? = nil)
    /// The document was looked at, to be configured.
    case inspected(Inspection)
    /// The tables of two editions were compared.
    case edition(Edition)
    case failure(ReadingFailure)
}

/// Whether a document shows that it is there to its end.
package enum DocumentEnd: String, Codable, Hashable, Sendable {
    /// As its format has it: one that is cut off has none, or cannot be read.
    case shown
    /// A table that is cut between two lines looks like a shorter one.
    case notShown
}
