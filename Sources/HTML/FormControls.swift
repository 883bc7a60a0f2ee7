// What forms show: pages of cases are often the form in which an official filled them in.

import Markup
import Text

/// The text that a field shows; nil for one that shows none of its own, such as a box to tick or a button, and for one in
/// which a script waits for what is typed: its text says what to type.
func shownValue(of attributes: Attributes) -> String? {
    let type = attributes["type"]?.lowercased() ?? "text"
    guard
        !["hidden", "checkbox", "radio", "submit", "button", "reset", "image", "file", "password", "range", "color"]
            .contains(type), let value = attributes["value"], !value.isEmpty,
        attributes.has("readonly") || attributes.has("disabled") || !hasHandler(attributes)
    else { return nil }
    return value
}

/// Whether a field is a button that says something: what can be done, or what was.
func isNamedButton(_ attributes: Attributes) -> Bool {
    ["submit", "button", "reset"].contains(attributes["type"]?.lowercased()) && attributes["value"]?.isEmpty == false
}

/// A box to tick.
enum TickBox {
    case none, ticked, empty
    /// One of several of which at most one is ticked.
    case choice
}

/// What a field is, if it is a box to tick.
func boxToTick(_ attributes: Attributes) -> TickBox {
    switch attributes["type"]?.lowercased() {
    case "checkbox": attributes.has("checked") ? .ticked : .empty
    case "radio": .choice
    default: .none
    }
}

/// Whether a picture keeps others apart, and shows nothing.
func isSpacer(_ attributes: Attributes) -> Bool {
    let sizes = [attributes["width"], attributes["height"]].compactMap { $0.flatMap { Int($0) } }
    if sizes.contains(where: { $0 <= 2 }) { return true }
    let name = (attributes["src"] ?? "").split(separator: "/").last?.lowercased() ?? ""
    return ["spacer", "blank", "pixel", "transparent", "clear.", "trans.", "shim", "dot.gif"].contains {
        name.holds($0)
    }
}

extension ElementName {
    /// Whether it shows something that is no text, though what stands in it is never shown.
    var showsNoText: Bool {
        switch tag {
        case .svg, .meter, .progress: true
        default: self == "canvas" || self == "iframe" || self == "video"
        }
    }
}

/// A list of options of which one is shown: the first, unless another is selected.
struct OpenChoice {
    /// How deep its element stands, and that of its first option.
    let depth: Int
    private var firstDepth: Int?
    /// What the first option says, until one that is selected comes.
    private(set) var first: [UInt8] = []
    private(set) var isMade = false

    private static let longest = 4096

    /// Nil for a list that shows several of its options.
    init?(_ attributes: Attributes, depth: Int) {
        if attributes.has("multiple") || attributes["size"].map({ $0 != "1" }) ?? false { return nil }
        self.depth = depth
    }

    /// Begins an option.
    ///
    /// - Returns: whether it is hidden for certain.
    mutating func begin(isSelected: Bool, depth: Int) -> Bool {
        if isSelected, !isMade {
            isMade = true
            return false
        }
        if firstDepth == nil, !isMade {
            firstDepth = depth
            return false
        }
        return true
    }

    /// Takes a text of the first option; false for one that is shown as it comes.
    mutating func take(_ bytes: UnsafeBufferPointer<UInt8>, depth: Int) -> Bool {
        guard !isMade, let firstDepth, depth >= firstDepth else { return false }
        first += bytes.prefix(max(0, Self.longest - first.count))
        return true
    }
}
