// What is said of an edition of a list as a whole. A value: the reader counts, the daemon adds what it knows of the
// document and of who is watched, and state, history and hook have it as it is here.

/// An edition of a list: how many rows it has, what differs from the edition before, and where the watched batches would
/// be that are not on it.
///
/// Coded as an object; what is not known is absent, and never 0:
///
///     {"rows": 324, "new": 8, "gone": 4, "changed": 2,
///      "statuses": [{"status": "approved", "rows": 300}, {"status": "refused", "rows": 24}], "otherStatuses": 0,
///      "watched": 1, "missing": 1,
///      "absent": [{"batch": "66357342", "label": "Mine", "below": {"batch": "66357321", "status": "approved"},
///                  "above": {"batch": "66357399", "status": "refused"}}],
///      "etag": "\"5f3c\"", "sha256": "9f86d081…", "isFirst": true, "isIncomplete": true}
package struct Edition: Codable, Hashable, Sendable {
    /// How many statuses are told one by one.
    package static let mostStatuses = 8
    /// So many batches that are not on the list are told with their neighbours.
    package static let mostAbsent = 20

    /// Rows of the whole list, watched or not. One that stands in several of its documents is one.
    package var rows: Int
    /// Rows that the edition before has not, but for those that are `changed`. Nil, as the next two, where there is none
    /// to compare with: the first, and one whose predecessor is not kept. `rows` less `new` and more `gone` is what the
    /// edition before had.
    package var new: Int?
    /// Rows of the edition before that this one has not, but for those that are `changed`.
    package var gone: Int?
    /// Rows that say something else of a batch than before.
    package var changed: Int?
    /// The most frequent statuses, the most frequent first, `mostStatuses` at most. How a status is written does not
    /// count (case, blanks, soft hyphens): it is shown as it is written most often. Nil where there are too many
    /// different ones to be counted.
    package var statuses: [StatusCount]?
    /// How many rows have any other status; nil where `statuses` is.
    package var otherStatuses: Int?
    /// How many batches are watched by themselves, not through a mask; nil where nothing is known of them: a document
    /// of the list could not be read.
    package var watched: Int?
    /// How many of these are not on the list; nil where `watched` is.
    package var missing: Int?
    /// Those batches, sorted, `mostAbsent` at most.
    package var absent: [Absent] = []
    /// The document's ETag (RFC 9110 8.8.3); nil where it has none, and for a list in several documents.
    package var etag: String?
    /// The document's digest, in hexadecimal; nil for a list in several documents.
    package var sha256: String?
    /// True where it is not known to be another than the one before: the first that was read. Nobody is told of it; nil for
    /// any other.
    package var isFirst: Bool?
    /// True where a document of the list could not be read, so that rows are missing; nil for a whole one.
    package var isIncomplete: Bool?

    /// How many rows have a status.
    package struct StatusCount: Codable, Hashable, Sendable {
        /// May be empty: an empty cell.
        package var status: String
        package var rows: Int

        package init(status: String, rows: Int) {
            (self.status, self.rows) = (status, rows)
        }
    }

    /// A batch on the list.
    package struct Neighbour: Codable, Hashable, Sendable {
        package var batch: String
        /// That of its first row; may be empty.
        package var status: String

        package init(batch: String, status: String) {
            (self.batch, self.status) = (batch, status)
        }
    }

    /// A watched batch that is not on the list.
    package struct Absent: Codable, Hashable, Sendable {
        package var batch: String
        /// What the user calls it; may be empty.
        package var label: String = ""
        /// The batch on the list with the next smaller number; nil where there is none, and for what is no number.
        package var below: Neighbour?
        /// That with the next larger number.
        package var above: Neighbour?

        package init(batch: String, below: Neighbour? = nil, above: Neighbour? = nil) {
            (self.batch, self.below, self.above) = (batch, below, above)
        }
    }

    package init(rows: Int) {
        self.rows = rows
    }
}
