// The request to the reader, and its answer about the document in its descriptor 3. The reader learns neither the
// document's origin nor any credentials, except the address of a page with wanted links.

import Rows

/// One parse.
package struct ParseRequest: Codable, Hashable, Sendable {
    /// The key mask of the list, or several in lines; empty if `inspects` must find it.
    package var key: String
    /// "text" if keys may be part of longer cells (`KeyMask.isInText`); nil if each fills its cell.
    package var keyIn: String?
    /// The cells of a row from left to right: "batch", "status", "date", or "-" to skip one. Empty if `inspects` must
    /// find them.
    package var columns: [String]
    /// The names of the columns, if these identify them instead of their order; `columns` is then empty.
    package var headings: ColumnHeadings?
    /// Whether the columns are not configured: if headings contradict their usual order, the reader finds the columns
    /// by the headings (`Reading.columns`). Nil makes it refuse such a document.
    package var findsColumns: Bool?
    /// The elements or objects that are the rows of an XML or JSON document; nil if the format defines them.
    package var record: String?
    /// Whether what a web page hides counts, too; nil for no.
    package var showsHidden: Bool?
    /// The document is the page of this one case: its rows belong to the case even if it does not name it.
    package var onlyBatch: String?
    /// The encoding by the server's header, or that of an earlier reading of a kept document; nil for none.
    package var charset: String?
    /// The encoding of the edition before: it precedes a guess.
    package var charsetBefore: String?
    /// Whether the edition before had an end (`Reading.hasEnd`); nil if unknown.
    package var hadEnd: Bool?
    /// If set, the document is a page to search for links instead of rows.
    package var links: LinkRequest?
    /// If set, the document is a page with a form to fill in instead of rows.
    package var form: FormRequest?
    /// Whether an earlier page of the same index has such links, so that this one need not have any.
    package var isFurtherPage = false
    /// The document's URL, if links are wanted: they are relative to it.
    package var base: String?
    /// The keys and masks of the wanted rows; nil for all rows.
    package var watched: [String]?
    /// The largest document accepted, in bytes.
    package var documentBytes = 16 << 20
    /// If set, the rows follow the reply in this form, instead of being in it: on descriptor 4 if it exists, otherwise
    /// on standard output. Nothing follows if there are no rows.
    package var print: RowFormat?
    /// If set, the reader does not look for rows: the text of the pages follows the reply, as printed rows do.
    package var printsText = false
    /// If set, the reply describes the document and a possible configuration; `watched` are then numbers to look up.
    package var inspects = false
    /// The proposal for another edition, with `inspects`: it is kept if it reads this one.
    package var proposed: Proposal?
    /// If set, the reader writes the table for comparing the next edition to descriptor 4 (`EditionTable`), if the
    /// document is a list.
    package var tabulates = false
    /// The fingerprint of the edition before: if the document has another, the reader counts its rows and compares them
    /// with the table of that edition in descriptor 5. Only with `tabulates`.
    package var fingerprintBefore: String?
    /// If set, the document contains the tables of two editions, and the reader does not look for rows.
    package var edition: EditionRequest?

    package init(key: String, columns: [String]) {
        self.key = key
        self.columns = columns
    }

    /// Whether something follows the reply.
    package var prints: Bool { print != nil || printsText }
}

/// The request about the tables of two editions.
package struct EditionRequest: Codable, Hashable, Sendable {
    /// The greatest total size of the two tables, in bytes: a million and a half rows.
    package static let mostTableBytes = 32 << 20

    /// How many of the tables belong to the edition; another one, if any, belongs to the edition before.
    package var documents: Int
    /// Unlisted batches, for which the neighbours are wanted.
    package var absent: [String]

    package init(documents: Int, absent: [String]) {
        (self.documents, self.absent) = (documents, absent)
    }
}

/// The result of a parse.
package enum ParseReply: Codable, Hashable, Sendable {
    /// The document was parsed completely.
    case document(Reading, DocumentEnd)
    /// The document is a page that was searched for links: the requested ones, in the order of `LinkPick`, and the next
    /// page if it may have more of them.
    case links([FoundLink], DocumentEnd, next: String? = nil)
    /// The document was inspected, for a configuration.
    case inspected(Inspection)
    /// The tables of two editions were compared.
    case edition(Edition)
    /// The form of the page was filled in.
    case form(FilledForm)
    /// The document is a page without rows that leads to others without a link.
    case onward(Onward)
    case failure(ReadingFailure)
}

extension ParseReply {
    /// A page of frames, or with a refresh, that has no rows of its own: what it leads to, and why it is no list itself.
    package struct Onward: Codable, Hashable, Sendable {
        /// In the order in which to try them; never empty.
        package var targets: [PageTarget]
        package var failure: ReadingFailure

        package init(_ targets: [PageTarget], _ failure: ReadingFailure) {
            (self.targets, self.failure) = (targets, failure)
        }
    }
}

/// Whether a document shows that it is complete.
package enum DocumentEnd: String, Codable, Hashable, Sendable {
    /// By its format: a truncated document has no end, or is unreadable.
    case shown
    /// A table that is cut between two lines looks like a shorter one.
    case notShown
}
