// The styles of an OpenDocument that strike text out (ODF 1.3 part 3, 20.363 and 20.366), for cells and for parts of
// their text, and the styles whose cells, rows and columns show nothing.

import Markup
import Text

/// Collects the styles from both parts of a document that have some.
struct OpenDocumentStyles: MarkupReceiver, Sendable {
    private var struck: Set<String> = []
    /// Styles that switch striking out off.
    private var plain: Set<String> = []
    /// Styles with a parent.
    private var parents: [String: String] = [:]
    private var open: String?
    /// The colours of cells and of their grounds, as far as styles set them.
    private var colours: [String: (text: CellColour?, ground: CellColour?)] = [:]
    /// The effect of a style on all its cells; empty until all styles are read.
    private var marks: [String: CellMark] = [:]

    /// Sound documents have some hundreds of styles.
    private static let most = 65_536
    private static let mostParents = 16

    /// Whether no style strikes text out.
    var isEmpty: Bool { struck.isEmpty }

    /// Whether no style affects all its cells.
    var hasNoMarks: Bool { marks.isEmpty }

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
            // Conditions name styles by their display names.
            if let open, let alias = attributes["display-name"], alias != open, parents.count < Self.most {
                parents[alias] = open
            }
        case "table-cell-properties":
            guard let open, let ground = attributes["background-color"], colours.count < Self.most else { return }
            colours[open, default: (nil, nil)].ground = CellColour(css: ground) ?? .ground
        case "text-properties":
            if let open, let colour = CellColour(css: attributes["color"]), colours.count < Self.most {
                // The window's text colour is always visible.
                let isAutomatic = attributes.says("use-window-font-color", "true") == true
                colours[open, default: (nil, nil)].text = isAutomatic ? .unknown : colour
            }
            guard let open, let line = attributes["text-line-through-style"] ?? attributes["text-line-through-type"]
            else { return }
            if line == "none" { plain.insert(open) }
            if line != "none", struck.count < Self.most { struck.insert(open) }
        default: break
        }
    }

    mutating func end(_ name: ElementName) {
        if name == "style" { open = nil }
    }

    mutating func text(_ bytes: UnsafeBufferPointer<UInt8>) {}

    /// Whether this style strikes text out.
    func strikesOut(_ name: String?) -> Bool {
        var next = name
        for _ in 0..<Self.mostParents {
            guard let name = next else { return false }
            if struck.contains(name) { return true }
            if plain.contains(name) { return false }
            next = parents[name]
        }
        return false
    }

    /// The effect of this style on all its cells.
    func mark(of name: String?) -> CellMark? { name.flatMap { marks[$0] } }

    /// Computes the effect of each style, after all are read.
    mutating func settle() {
        let unseen = colours.contains { $0.value.text != nil }
        for name in Set(struck).union(parents.keys).union(colours.keys) {
            if strikesOut(name) { marks[name] = .struckOut }
            if unseen, isUnseen(name) { marks[name] = .hidden }
        }
    }

    private func isUnseen(_ name: String) -> Bool {
        var (text, ground): (CellColour?, CellColour?)
        var next: String? = name
        for _ in 0..<Self.mostParents {
            guard let name = next else { break }
            text = text ?? colours[name]?.text
            ground = ground ?? colours[name]?.ground
            next = parents[name]
        }
        return (text ?? .text).isUnseen(on: ground ?? .ground)
    }
}
