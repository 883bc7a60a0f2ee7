// Reads style declarations for their effect on text: whether and where it is visible, and whether it is struck out.
// Ignores all others.

import Text

/// The properties that affect an element's text.
enum StyleProperty {
    case display, visibility, opacity, fontSize
    /// Moved off the page; cut to nothing; made as small as nothing.
    case place, clip, scale
    case strike
    /// `content`, the text that a style adds before or after an element's text.
    case content
    case colour, ground
    /// A picture behind the text.
    case picture
    /// The order of parts of a text.
    case order
    /// The direction of its letters, and their replacement by others.
    case direction
}

/// The effect on the text.
enum StyleEffect: Equatable {
    case shows, hides
    /// Shown in a block of its own.
    case block
    /// A column of a table is hidden.
    case collapses
    /// The effect is unknown.
    case unsure
    case colour(String)
    /// White by a rule that does not set the ground: another rule may.
    case white
    case text([StylePiece])
    /// A picture, or a sign.
    case sign

    /// Whether a text that is visible anyway stays unchanged.
    var isHarmless: Bool { self == .shows || self == .block }
}

/// One relevant declaration.
struct StyleDeclaration: Equatable {
    var property: StyleProperty
    var effect: StyleEffect
    var isImportant = false
}

/// A placeholder for the value of an unknown variable.
let unknownValue: UInt8 = 0x7F

/// The declarations of a block, or of a `style` attribute, in order.
func styleDeclarations(of block: some Collection<UInt8>) -> [StyleDeclaration] {
    var found: [StyleDeclaration] = []
    var (isFlat, isCut, isMoving, isIndented) = (false, false, false, false)
    for declaration in parted(block, by: UInt8(ascii: ";")) {
        guard let colon = declaration.firstIndex(of: UInt8(ascii: ":")) else { continue }
        let name = styleWord(declaration[..<colon])
        let written = declaration[declaration.index(after: colon)...]
        var value = styleWord(written)
        let isImportant = value.hasSuffix("!important")
        if isImportant { value.removeLast(10) }
        switch name {
        case "height", "width", "max-height", "max-width":
            if let size = styleLength(value), abs(size) <= 1, !value.hasSuffix("%") || size == 0 { isFlat = true }
        case "overflow", "overflow-x", "overflow-y":
            if value.hasPrefix("hidden") || value.hasPrefix("clip") { isCut = true }
        case "animation", "animation-name": if value != "none" { isMoving = true }
        case "text-indent": if let size = styleLength(value), size >= 100 { isIndented = true }
        default: break
        }
        for (property, effect) in declared(name, value, written) {
            found.append(StyleDeclaration(property: property, effect: effect, isImportant: isImportant))
        }
    }
    if isCut, isFlat || isIndented { found.append(StyleDeclaration(property: .clip, effect: .hides)) }
    if isMoving {
        for index in found.indices where found[index].effect == .hides && found[index].property != .strike {
            found[index].effect = .unsure
        }
    }
    return found
}

private func declared(
    _ name: String, _ value: String, _ written: some Collection<UInt8>
) -> [(StyleProperty, StyleEffect)] {
    if value.utf8.contains(unknownValue) {
        let property: StyleProperty? =
            switch name {
            case "display": .display
            case "visibility": .visibility
            case "content": .content
            default: nil
            }
        return property.map { [($0, .unsure)] } ?? []
    }
    if ["inherit", "revert", "revert-layer"].contains(value) { return [] }
    switch name {
    case "display": return [(.display, display(value))]
    case "visibility": return [(.visibility, value == "hidden" ? .hides : value == "collapse" ? .collapses : .shows)]
    case "text-decoration", "text-decoration-line":
        return [(.strike, value.holds("line-through") ? .hides : .shows)]
    case "content": return [(.content, content(Array(written)))]
    case "font-size": return fontSize(value).map { [(.fontSize, $0)] } ?? []
    case "font":
        let size = written.split { $0 <= 0x20 || $0 == UInt8(ascii: "/") }.map { styleWord($0) }
            .first { $0.first?.isNumber ?? false && styleLength($0) ?? 100 < 100 }
        return size.flatMap { fontSize($0) }.map { [(.fontSize, $0)] } ?? []
    case "color", "-webkit-text-fill-color": return [(.colour, .colour(colour(written)))]
    case "background", "background-color", "background-image": return grounds(value, colour(written))
    case "background-clip", "-webkit-background-clip":
        return value.hasPrefix("text") ? [(.ground, .colour("text"))] : []
    case "flex-direction", "flex-flow": return [(.order, value.holds("-reverse") ? .unsure : .shows)]
    case "order": return styleLength(value).map { [(.order, $0 == 0 ? .shows : .unsure)] } ?? []
    case "unicode-bidi":
        return [(.direction, value.holds("override") ? .unsure : .shows)]
    case "-webkit-text-security": return [(.direction, value == "none" ? .shows : .unsure)]
    default: return veiled(name, value).map { [$0] } ?? []
    }
}

/// Any way to hide text that is meant for screen readers, or for later.
private func veiled(_ name: String, _ value: String) -> (StyleProperty, StyleEffect)? {
    let size = styleLength(value)
    switch name {
    case "opacity": return size.map { (.opacity, $0 <= (value.hasSuffix("%") ? 5 : 0.05) ? .hides : .shows) }
    case "filter": return value.hasPrefix("opacity(0") && !value.hasPrefix("opacity(0.") ? (.opacity, .hides) : nil
    case "content-visibility": return (.opacity, value == "hidden" ? .hides : .shows)
    case "clip":
        return (
            .clip, value.hasPrefix("rect(") && value.utf8.allSatisfy { !(0x32...0x39 ~= $0) } ? .hides : .shows
        )
    case "clip-path":
        let isNothing =
            value.hasPrefix("inset(50%") || value.hasPrefix("inset(100%") || value.hasPrefix("circle(0")
            || value.hasPrefix("polygon(") && value.utf8.allSatisfy { !(0x31...0x39 ~= $0) }
        return (.clip, isNothing ? .hides : .shows)
    case "scale": return size.map { (.scale, $0 == 0 ? .hides : .shows) }
    case "transform": return transform(value)
    case "text-indent": return size.map { (.place, $0 <= -99 ? .hides : .shows) }
    case "left", "right", "top", "bottom", "margin-left", "margin-top", "translate":
        guard let size else { return nil }
        if size <= -999 { return (.place, .hides) }
        return size <= -100 && (value.hasSuffix("vw") || value.hasSuffix("vh")) ? (.place, .unsure) : nil
    case "inset": return value.holds("-999") || value.holds("-1000") ? (.place, .hides) : nil
    default: return nil
    }
}

private func transform(_ value: String) -> (StyleProperty, StyleEffect) {
    for part in value.split(separator: ")") {
        guard let open = part.firstIndex(of: "(") else { continue }
        let name = part[..<open]
        let sizes = part[part.index(after: open)...].split(separator: ",")
        let least = sizes.compactMap { styleLength($0) }.min() ?? 1
        if name.hasPrefix("scale"), least == 0 { return (.scale, .hides) }
        if name.hasPrefix("scale"), least < 0 || least < 0.05 { return (.scale, .unsure) }
        if name.hasPrefix("translate"), least <= -999 { return (.scale, .hides) }
        if name.hasPrefix("translate"), least <= -100, part.hasSuffix("vw") || part.hasSuffix("vh") {
            return (.scale, .unsure)
        }
        if name.hasPrefix("rotate"), name != "rotate", name != "rotatez", abs(least) == 90 { return (.scale, .unsure) }
    }
    return (.scale, .shows)
}

private func display(_ value: String) -> StyleEffect {
    if value == "none" { return .hides }
    return value.hasPrefix("block") || value.hasPrefix("table") || ["flex", "grid", "list-item"].contains(value)
        ? .block : .shows
}

/// Nil for a size relative to the size around it.
private func fontSize(_ value: String) -> StyleEffect? {
    guard let size = styleLength(value) else { return value.hasSuffix("er") ? nil : .shows }
    if size == 0 { return .hides }
    if value.hasSuffix("%") || value.hasSuffix("em") && !value.hasSuffix("rem") { return nil }
    return size <= 2 && (value.hasSuffix("px") || value.hasSuffix("pt")) ? .unsure : .shows
}
