// The visible content of forms: the page of a case is often the form that an official filled in.

import Markup
import Text

/// The text that a field shows; nil for a field without a text, such as a checkbox or a button, and for a field in
/// which a script waits for input: its text only says what to type.
func shownValue(of attributes: Attributes) -> String? {
    let type = attributes["type"]?.lowercased() ?? "text"
    guard
        !["hidden", "checkbox", "radio", "submit", "button", "reset", "image", "file", "password", "range", "color"]
            .contains(type), let value = attributes["value"], !value.isEmpty,
        attributes.has("readonly") || attributes.has("disabled") || !hasHandler(attributes)
    else { return nil }
    return value
}

/// Whether a field is a button with a text: a possible action, or a result.
func isNamedButton(_ attributes: Attributes) -> Bool {
    ["submit", "button", "reset"].contains(attributes["type"]?.lowercased()) && attributes["value"]?.isEmpty == false
}

/// A checkbox or radio button.
enum TickBox {
    case none, ticked, empty
    /// A radio button.
    case choice
}

/// The kind of a field that can be ticked; nil for others.
func boxToTick(_ attributes: Attributes) -> TickBox {
    switch attributes["type"]?.lowercased() {
    case "checkbox": attributes.has("checked") ? .ticked : .empty
    case "radio": .choice
    default: .none
    }
}

/// Whether a picture is a spacer that shows nothing.
func isSpacer(_ attributes: Attributes) -> Bool {
    let sizes = [attributes["width"], attributes["height"]].compactMap { $0.flatMap { Int($0) } }
    if sizes.contains(where: { $0 <= 2 }) { return true }
    let name = (attributes["src"] ?? "").split(separator: "/").last?.lowercased() ?? ""
    return ["spacer", "blank", "pixel", "transparent", "clear.", "trans.", "shim", "dot.gif"].contains {
        name.holds($0)
    }
}

extension ElementName {
    /// Whether it shows something other than text, although its content is never shown.
    var showsNoText: Bool {
        switch tag {
        case .svg, .meter, .progress: true
        default: self == "canvas" || self == "iframe" || self == "video"
        }
    }
}

/// A list of options that shows one: the first, unless another is selected.
struct OpenChoice {
    /// The depth of its element, and of its first option.
    let depth: Int
    private var firstDepth: Int?
    /// The text of the first option, until a selected option follows.
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
    /// - Returns: whether it is certainly hidden.
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

    /// Takes a text of the first option; returns false for an option that is visible at once.
    mutating func take(_ bytes: UnsafeBufferPointer<UInt8>, depth: Int) -> Bool {
        guard !isMade, let firstDepth, depth >= firstDepth else { return false }
        first += bytes.prefix(max(0, Self.longest - first.count))
        return true
    }
}
