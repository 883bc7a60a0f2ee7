// What the styles of the elements around it make of a text: elements hand most of it down to those in them.

import Text

struct TextState {
    /// Not seen, until an element in it says otherwise; and so small that nobody reads it.
    private var isInvisible = false
    private var isTiny = false
    /// Not seen, whatever elements in it say.
    private var isVeiled = false
    /// Whether it is not certain that it is seen: at all, for its size, or for its colour.
    var isUnsure = false
    private var mayBeTiny = false
    private var isPale = false
    /// Whether a rule makes it white.
    private var isWhite = false
    /// What attributes say: nil where they say nothing.
    var colour: String?
    var ground: String?

    var isMuted: Bool { isInvisible || isTiny || isVeiled }

    /// - Parameter hasOthers: whether the page may get a ground that is not known.
    func isDoubtful(_ hasOthers: Bool) -> Bool {
        if isUnsure || mayBeTiny || isPale { return true }
        if isWhite { return !hasOthers && ground ?? "#ffffff" == "#ffffff" }
        guard let colour else { return false }
        return colour == ground ?? (hasOthers ? nil : "#ffffff") || colour.isEmpty && ground != "text"
    }

    /// An element begins of which styles say this.
    mutating func take(_ styles: Cascade, isInline: Bool, isUnsure: Bool) {
        if isUnsure { self.isUnsure = true }
        switch styles[.visibility] {
        case .hides?, .collapses?: isInvisible = true
        case .unsure?: self.isUnsure = true
        case .some: isInvisible = false
        case nil: break
        }
        // Elements that are no part of a line are made so to close gaps, and those in them are not.
        switch styles[.fontSize] {
        case .hides?: (isTiny, mayBeTiny) = (isInline, !isInline)
        case .unsure?: mayBeTiny = true
        case .some: (isTiny, mayBeTiny) = (false, false)
        case nil: break
        }
        switch styles.isVeiled {
        case .hides?: isVeiled = true
        case .unsure?: self.isUnsure = true
        default: break
        }
        if styles[.strike] == .unsure || styles[.direction] == .unsure { self.isUnsure = true }
        if let effect = styles[.colour] {
            (isPale, isWhite) = (effect == .unsure, effect == .white)
            if case .colour(let own) = effect { colour = own } else { colour = nil }
        }
    }

    /// What a style adds to a text.
    enum Generated {
        case nothing, sign, unsure
        case text([UInt8])
    }

    /// What the styles of a box before or behind this text show.
    func generated(_ styles: Cascade, _ attributes: Attributes) -> Generated {
        guard let content = styles[.content], styles[.display] != .hides else { return .nothing }
        var state = self
        state.take(styles, isInline: true, isUnsure: styles[.display] == .unsure)
        if state.isMuted { return .nothing }
        if content == .unsure || state.isUnsure && !isUnsure { return .unsure }
        guard case .text(let pieces) = content else { return content == .sign ? .sign : .nothing }
        let text = pieces.reduce(into: "") { text, piece in
            switch piece {
            case .string(let string): text += string
            case .attribute(let name): text += attributes.value(named: name) ?? ""
            }
        }
        if !text.contains(where: { $0.isLetter || $0.isNumber && $0.isASCII }) {
            // Punctuation keeps what floats apart, or stands between parts.
            return text.contains { !$0.isWhitespace && !$0.isPunctuation } ? .sign : .nothing
        }
        return .text(Array((styles[.display] == .block ? " \(text) " : text).utf8))
    }
}
