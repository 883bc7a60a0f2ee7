// The open parts of a page while it is read: elements, and the tables and lists among them.

import Markup

/// An open element.
struct PageElement {
    let name: ElementName
    /// Whether it is outside of tables.
    let isOutside: Bool
    /// Whether `PageVisibility` received it.
    let isLookedAt: Bool
}

/// An open table or list.
struct PageFrame {
    enum Content {
        case table(OpenTable)
        case list(OpenList)
    }
    let slot: Int
    /// The depth of its element.
    let depth: Int
    /// The lines before it.
    let before: RecentLines
    let content: Content
    /// The depth of its open cell.
    var cellDepth: Int?
}
