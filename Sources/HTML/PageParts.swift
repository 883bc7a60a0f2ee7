// What of a page is open while it is read: elements, and the tables and lists among them.

import Markup

/// An element that is open.
struct PageElement {
    let name: ElementName
    /// Whether it stands outside of tables.
    let isOutside: Bool
    /// Whether `PageSight` was told of it.
    let isLookedAt: Bool
}

/// A table or a list that is open.
struct PageFrame {
    enum Content {
        case table(OpenTable)
        case list(OpenList)
    }
    let slot: Int
    /// How deep its element stands.
    let depth: Int
    /// The lines before it.
    let before: RecentLines
    let content: Content
    /// How deep its open cell stands.
    var cellDepth: Int?
}
