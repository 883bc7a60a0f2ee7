// What a reading is not sure of. A list that reads exactly has no doubts; one that does not says where and why.

import Text

/// A word of a page that may be put down to the wrong place.
package struct Doubt: Codable, Hashable, Sendable {
    /// Why it is in doubt.
    package enum Rule: String, Codable, Hashable, Sendable, CaseIterable {
        /// It looks like a key and is in no row.
        case unreadKey = "key-in-no-row"
        /// It is in the keys' column, and may be another number, or several.
        case unclearKey = "key-unclear"
        /// It is the same key as in another row once its marks and blanks are taken away.
        case sameKey = "keys-alike"
        /// It is in a status and looks like the key of another row.
        case keyInStatus = "key-in-status"
        /// It stands between the rows and belongs to none.
        case betweenRows = "text-between-rows"
        /// It may be the end, or the beginning, of a cell at the edge of the page.
        case atEdge = "text-at-edge"
        /// It is in a column that is empty on other pages, or the other way round.
        case emptyColumn = "empty-column"
        /// The list has headings between its rows and no column of statuses: they may be the statuses.
        case headingOverRows = "heading-over-rows"
        /// It mixes letters as no word does: its font says the wrong characters.
        case misread = "text-misread"
        /// It has bytes that are no character in the document's encoding.
        case undecoded = "text-undecoded"
        /// It is a formula whose value the document does not have.
        case uncalculated = "formula-without-value"
        /// Columns, rules and structure do not agree where it belongs.
        case disagreement = "evidence-disagrees"
        /// The document may end too soon: nobody said how long it is.
        case cutOff = "document-cut"
    }

    /// 1 for the first page.
    package var page: Int
    /// The word, or the beginning of the text.
    package var word: String
    package var rule: Rule
    /// The batches whose rows are in doubt; empty where it may be any.
    package var batches: [String]
    /// The document, where a list is put together of several; nil for the only one.
    package var document: String?

    package init(page: Int, word: String, rule: Rule, batches: [String] = []) {
        self.page = page
        self.word = word
        self.rule = rule
        self.batches = batches.count == 2 && batches[0] == batches[1] ? [batches[0]] : batches
    }

    /// Whether a row of these keys is in doubt, or may be hidden.
    package func concerns(_ keys: KeySet) -> Bool {
        batches.isEmpty || batches.contains { keys.contains($0) }
    }
}

extension Doubt: CustomStringConvertible {
    /// One sentence without a full stop.
    package var description: String {
        let word = "\"\(inert(self.word, limit: 60))\""
        let known = batches.prefix(2).map { inert($0, limit: 64) }.joined(separator: " or ")
        let row = known.isEmpty ? "" : " (batch \(known))"
        let page = (document.map { inert($0) + ": " } ?? "") + "page \(self.page)"
        switch rule {
        case .unreadKey: return "\(page): \(word) looks like a batch and is in no row"
        case .unclearKey: return "\(page): the cell \(word) may be another batch or several\(row)"
        case .sameKey: return "\(page): \(word) may be another batch than the one written without marks or blanks\(row)"
        case .keyInStatus: return "\(page): the text \(word) of a row holds another batch\(row)"
        case .betweenRows: return "\(page): \(word) stands between the rows and belongs to none\(row)"
        case .atEdge: return "\(page): \(word) may be a part of the row at the page's edge\(row)"
        case .emptyColumn: return "\(page): the column of \(word) is empty here and filled on another page\(row)"
        case .headingOverRows:
            return "\(page): \(word) stands over the rows; it may be their status, for which there is no column"
        case .misread: return "\(page): \(word) mixes scripts within a word; its characters may be wrong\(row)"
        case .undecoded: return "\(page): \(word) has bytes that are no character\(row)"
        case .uncalculated: return "\(page): a cell is a formula, and the document does not have its value\(row)"
        case .cutOff:
            return "the document may end too soon: nothing shows its end, and a second request brought another one"
        case .disagreement: return "\(page): it is unclear in which cell \(word) is\(row)"
        }
    }
}
