// Which styles of an OpenDocument strike text out (ODF 1.3 part 3, 20.363 and 20.366): those of cells, and of parts of
// their text.

import Markup
import Text

/// Collects the styles, of both parts of a document that have some.
struct OpenDocumentStyles: MarkupReceiver, Sendable {
    private var struck: Set<String> = []
    /// Styles that name another one and do not say themselves.
    private var parents: [String: String] = [:]
    private var open: String?

    /// Sound documents have some hundreds.
    private static let most = 65_536
    private static let mostParents = 16

    /// Whether nothing is struck out.
    var isEmpty: Bool { struck.isEmpty }

    mutating func start(_ name: ElementName, _ attributes: Attributes) {
        switch name {
        case "style":
            guard let family = attributes["family"], family == "table-cell" || family == "text" else {
                return open = nil
            }
            open = attributes["name"]
            if let open, let parent = attributes["parent-style-name"], parents.count < Self.most {
                parents[open] = parent
            }
        case "text-properties":
            guard let open, let line = attributes["text-line-through-style"] ?? attributes["text-line-through-type"]
            else { return }
            parents[open] = nil
            if line != "none", struck.count < Self.most { struck.insert(open) }
        default: break
        }
    }

    mutating func end(_ name: ElementName) {
        if name == "style" { open = nil }
    }

    mutating func text(_ bytes: UnsafeBufferPointer<UInt8>) {}

    /// Whether text of this style is struck out.
    func strikesOut(_ name: String?) -> Bool {
        var next = name
        for _ in 0..<Self.mostParents {
            guard let name = next else { return false }
            if struck.contains(name) { return true }
            next = parents[name]
        }
        return false
    }
}
