// Which styles of an OpenDocument strike text out (ODF 1.3 part 3, 20.363 and 20.366), those of cells and of parts of
// their text; which cells, rows and columns show nothing.

import Markup
import Text

/// Collects the styles, of both parts of a document that have some.
struct OpenDocumentStyles: MarkupReceiver, Sendable {
    private var struck: Set<String> = []
    /// Those that say that nothing is.
    private var plain: Set<String> = []
    /// Styles that name another one.
    private var parents: [String: String] = [:]
    private var open: String?
    /// The colours of cells, and what is below them, as far as styles say it.
    private var colours: [String: (text: CellColour?, ground: CellColour?)] = [:]
    /// What is wrong with all cells of a style; empty until all styles were read.
    private var marks: [String: CellMark] = [:]

    /// Sound documents have some hundreds.
    private static let most = 65_536
    private static let mostParents = 16

    /// Whether nothing is struck out.
    var isEmpty: Bool { struck.isEmpty }

    /// Whether the cells of all styles are as they seem.
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
            // Conditions name styles as people see their names.
            if let open, let alias = attributes["display-name"], alias != open, parents.count < Self.most {
                parents[alias] = open
            }
        case "table-cell-properties":
            guard let open, let ground = attributes["background-color"], colours.count < Self.most else { return }
            colours[open, default: (nil, nil)].ground = CellColour(css: ground) ?? .ground
        case "text-properties":
            if let open, let colour = CellColour(css: attributes["color"]), colours.count < Self.most {
                // The colour of the window's text is one that is seen.
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

    /// Whether text of this style is struck out.
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

    /// What is wrong with all cells of this style.
    func mark(of name: String?) -> CellMark? { name.flatMap { marks[$0] } }

    /// Finds out what is wrong with the cells of each style, when all were read.
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
