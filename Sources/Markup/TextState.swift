// The effect of enclosing elements' styles on a text: elements inherit most of it.

import Text

struct TextState {
    /// Invisible, until an element in it says otherwise; and too small to read.
    private var isInvisible = false
    private var isTiny = false
    /// Invisible, regardless of elements in it.
    private var isVeiled = false
    /// Whether its visibility is uncertain: in general, by its size, or by its colour.
    var isUnsure = false
    private var mayBeTiny = false
    private var isPale = false
    /// Whether a rule makes it white.
    private var isWhite = false
    /// The colours by attributes: nil if they set none.
    var colour: String?
    var ground: String?

    var isMuted: Bool { isInvisible || isTiny || isVeiled }

    /// - Parameter hasOthers: whether the page may set an unknown ground.
    func isDoubtful(_ hasOthers: Bool) -> Bool {
        if isUnsure || mayBeTiny || isPale { return true }
        if isWhite { return !hasOthers && ground ?? "#ffffff" == "#ffffff" }
        guard let colour else { return false }
        return colour == ground ?? (hasOthers ? nil : "#ffffff") || colour.isEmpty && ground != "text"
    }

    /// Applies the styles of an element that begins.
    mutating func take(_ styles: Cascade, isInline: Bool, isUnsure: Bool) {
        if isUnsure { self.isUnsure = true }
        switch styles[.visibility] {
        case .hides?, .collapses?: isInvisible = true
        case .unsure?: self.isUnsure = true
        case .some: isInvisible = false
        case nil: break
        }
        // Elements outside of a line have this size to close gaps; the elements in them have another.
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

    /// A style's addition to a text.
    enum Generated {
        case nothing, sign, unsure
        case text([UInt8])
    }

    /// The addition by the styles of a box before or after this text.
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
            // Punctuation separates floating text, or stands between parts.
            return text.contains { !$0.isWhitespace && !$0.isPunctuation } ? .sign : .nothing
        }
        return .text(Array((styles[.display] == .block ? " \(text) " : text).utf8))
    }
}
