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
        /// A line goes through it: it no longer holds, or never did.
        case struckOut = "struck-out"
        /// Another text lies over it.
        case overdrawn = "text-over-text"
        /// Something is painted over it.
        case covered = "text-covered"
        /// It is drawn so that nobody sees it: in the colour of its ground, transparent, invisible, too small.
        case unseen = "text-unseen"
        /// It is what a field or a note on the page says, and the document does not draw it.
        case undrawn = "text-not-drawn"
        /// It is in a hidden row or column of a sheet, or nothing shows it there.
        case hidden = "text-hidden"
        /// The cell shows something that is no text: a picture, a box to tick.
        case wordless = "more-than-text"
        /// Other records have this field, and this one says it elsewhere, or not at all.
        case missingField = "field-missing"
        /// The record has this field several times, and not with one value.
        case contradicted = "said-otherwise"
        /// The row has more or fewer cells than the others.
        case uneven = "row-uneven"
        /// Columns, rules and structure do not agree where it belongs.
        case disagreement = "evidence-disagrees"
        /// The document may end too soon.
        case cutOff = "document-cut"
        /// There is more in doubt than is named.
        case more = "more-doubts"
    }

    /// By what a document seems to end too soon.
    package enum CutSign: String, Codable, Hashable, Sendable, CaseIterable {
        /// Nobody said how long it is, and it was fetched once more: another one came, or none.
        case secondDiffers = "second-request-differs"
        case secondFailed = "second-request-failed"
        /// The end of its last line is missing, or that of its page, and the edition before had it.
        case lineEnd = "no-line-end"
        case pageEnd = "no-page-end"
        /// The end of its page is missing, and the rows are in no table that has ended.
        case openPage = "page-open"
        /// The last row has fewer cells than all others.
        case fewerCells = "fewer-cells"
        /// The last row says the beginning of what it said before.
        case shorterText = "shorter-text"
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
    /// With `.cutOff`, by what.
    package var sign: CutSign?

    package init(page: Int, word: String, rule: Rule, batches: [String] = []) {
        self.page = page
        self.word = word
        self.rule = rule
        self.batches = batches.count == 2 && batches[0] == batches[1] ? [batches[0]] : batches
    }

    /// That a document may end too soon: what is in doubt are the rows of these batches, and whether there are more.
    package init(cutOff sign: CutSign, page: Int, batches: [String]) {
        (self.page, word, rule) = (page, "", .cutOff)
        (self.batches, self.sign) = (batches, sign)
    }

    /// Whether a row of these keys is in doubt, or may be hidden.
    package func concerns(_ keys: KeySet) -> Bool {
        batches.isEmpty || batches.contains { keys.contains($0) }
    }

    /// Whether a row of any batch may be missing from what was read: "not on the list" is then not certain of any.
    package var mayHideRows: Bool { batches.isEmpty || rule == .cutOff }

    /// Whether the cells of any row may be others than were read: rows that differ from those before are then not certain.
    package var mayAlterRows: Bool { batches.isEmpty && rule != .unreadKey && rule != .cutOff }
}

extension [Doubt] {
    /// Two rules may see the same.
    private static let mostCompared = 100

    /// Adds a doubt where there is room for it; where there is none, that there is more.
    mutating func add(_ doubt: Doubt, most: Int) {
        if suffix(Self.mostCompared).contains(doubt) { return }
        if count < most {
            append(doubt)
        } else if last?.rule != .more {
            append(Doubt(page: doubt.page, word: "", rule: .more))
        }
    }
}

extension Doubt: CustomStringConvertible {
    /// One sentence without a full stop.
    package var description: String {
        let word = "\"\(sanitized(self.word, limit: 60))\""
        let known = batches.prefix(2).map { sanitized($0, limit: 64) }.joined(separator: " or ")
        let row = known.isEmpty ? "" : " (batch \(known))"
        let page = (document.map { sanitized($0) + ": " } ?? "") + "page \(self.page)"
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
        case .struckOut: return "\(page): \(word) is struck out\(row)"
        case .overdrawn: return "\(page): another text lies over \(word)\(row)"
        case .covered: return "\(page): something is painted over \(word)\(row)"
        case .unseen: return "\(page): a person cannot see \(word) there\(row)"
        case .undrawn: return "\(page): \(word) is the value of a field or a note that not all programs show\(row)"
        case .hidden: return "\(page): \(word) is hidden in the sheet\(row)"
        case .wordless: return "\(page): a cell shows more than its text says\(row)"
        case .missingField: return "\(page): a record lacks a field that others have\(row)"
        case .contradicted:
            return "\(page): a record has a field several times, and \(word) is not its only value\(row)"
        case .uneven: return "\(page): a row has more or fewer cells than the others\(row)"
        case .cutOff:
            let document = self.document.map { sanitized($0) } ?? "the document"
            return "\(document) may end too soon" + (sign.map { ": \($0.words)" } ?? "") + row
        case .more: return "\(page): more is in doubt than is named here"
        case .disagreement: return "\(page): it is unclear in which cell \(word) is\(row)"
        }
    }
}

extension Doubt.CutSign {
    /// A clause without a full stop.
    package var words: String {
        switch self {
        case .secondDiffers: "nothing shows its end, and a second request brought another one"
        case .secondFailed: "nothing shows its end, and a second request failed"
        case .lineEnd: "its last line has no end, the edition before had one"
        case .pageEnd: "its page has no end, the edition before had one"
        case .openPage: "its page has no end, and its rows are in no table that has one"
        case .fewerCells: "its last row has fewer cells than all others"
        case .shorterText: "its last row says only the beginning of what it said before"
        }
    }
}
