// Why there are no rows to be told, although the text could be read.

import Text

/// Why a list makes no rows.
package enum RowError: Error, Hashable, Sendable {
    /// The list has more rows than this.
    case tooMany(Int)
    /// In all rows the text stands on the one side of the key where the layout has no column. Rows without status and
    /// date would be told as changes.
    case columnsElsewhere(onTheLeft: Bool)
    /// A batch stands once for several updates, and not at their top: the updates above it may be another's.
    case updatesWithoutBatch(page: Int)
    /// No table has this heading together with the others that the layout names; with the cells that most look like
    /// headings.
    case noHeading(String, found: [String])
    /// Several columns have this heading.
    case headingTwice(String)
    /// The keys stand below another heading than this one.
    case keysElsewhere(String)
    /// Keys that may be any text cannot be told from a page's other text, since no other column stands beside them.
    case textKeysOnPages
}

extension RowError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .tooMany(let most): "the list has more than \(most) rows"
        case .columnsElsewhere(let onTheLeft):
            "the columns do not match: in all rows the text is \(onTheLeft ? "left" : "right") of the batch"
        case .updatesWithoutBatch(let page):
            "page \(page) has rows without a batch number, and it is unclear to which batch they belong"
        case .noHeading(let heading, let found):
            "no column is headed \(Self.quoted(heading)); \(Self.told(found))"
        case .headingTwice(let heading): "more than one column is headed \(Self.quoted(heading))"
        case .keysElsewhere(let heading):
            "the batches are not below the heading \(Self.quoted(heading)); name the heading that is above them"
        case .textKeysOnPages:
            "with key = \"*\", a PDF without ruled cells needs another column beside the batches, like a status"
        }
    }

    /// At most so many of the headings that were found are told, each cut to so many characters.
    private static let mostTold = 8
    private static let longestTold = 60

    private static func told(_ found: [String]) -> String {
        if found.isEmpty { return "there are no headings" }
        let told = found.prefix(mostTold).map { quoted($0) }.joined(separator: ", ")
        let rest = found.count > mostTold ? " and \(found.count - mostTold) more" : ""
        return "the headings found are \(told)\(rest)"
    }

    private static func quoted(_ text: String) -> String {
        let text = sanitized(text)
        return "\"\(text.count > longestTold ? text.prefix(longestTold) + "…" : text[...])\""
    }
}
