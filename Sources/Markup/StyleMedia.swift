// Decides whether a style applies to a screen: a desktop screen with default settings.

import Text

/// The size of the screen, in CSS pixels.
private let (screenWidth, screenHeight) = (1280.0, 720.0)

/// Whether a style for these media applies to the screen (Media Queries 4).
func isSeen(media: String) -> StyleMatch {
    let seen = parted(Array(media.utf8), by: UInt8(ascii: ",")).map { part in
        var query = styleWord(part)
        let isNot = query.hasPrefix("not")
        if isNot { query.removeFirst(3) }
        return isNot ? isSeen(query: query).inverted : isSeen(query: query)
    }
    return seen.max() ?? .yes
}

private func isSeen(query: String) -> StyleMatch {
    if ["print", "speech", "onlyprint", "aural", "tty", "braille", "handheld"].contains(where: query.hasPrefix) {
        return .no
    }
    let features = query.split(separator: "(").filter { $0.holds(")") }
        .map { isSeen(feature: String($0.prefix { $0 != ")" })) }
    let seen = query.holds(")or(") ? features.max() : features.min()
    return query.holds(")andnot(") || query.holds("(not") ? .maybe : seen ?? .yes
}

private func isSeen(feature: String) -> StyleMatch {
    if feature.holds("<") || feature.holds(">") { return isSeen(range: feature) }
    guard let colon = feature.firstIndex(of: ":") else {
        return ["monochrome", "grid"].contains(feature) || feature.hasPrefix("-ms-") ? .no : .yes
    }
    let (name, value) = (feature[..<colon], feature[feature.index(after: colon)...])
    let usual: [Substring: [Substring]] = [
        "hover": ["hover"], "any-hover": ["hover"], "pointer": ["fine"], "any-pointer": ["fine"],
        "orientation": ["landscape"], "prefers-color-scheme": ["light"], "prefers-reduced-motion": ["no-preference"],
        "prefers-contrast": ["no-preference"], "prefers-reduced-data": ["no-preference"],
        "prefers-reduced-transparency": ["no-preference"], "forced-colors": ["none"], "inverted-colors": ["none"],
        "scripting": ["enabled"], "display-mode": ["browser"], "update": ["fast"], "color-gamut": ["srgb"],
        "dynamic-range": ["standard"], "-ms-high-contrast": [],
    ]
    if let values = usual[name] { return values.contains(value) ? .yes : .no }
    let length = pixels(value)
    switch name {
    case "min-width", "min-device-width": return length <= screenWidth ? .yes : .no
    case "max-width", "max-device-width": return length >= screenWidth ? .yes : .no
    case "min-height", "min-device-height": return length <= screenHeight ? .yes : .no
    case "max-height", "max-device-height": return length >= screenHeight ? .yes : .no
    case "min-resolution", "-webkit-min-device-pixel-ratio", "min--moz-device-pixel-ratio":
        return length <= 1 || value.hasSuffix("dpi") && length <= 96 ? .yes : .no
    default: return .maybe
    }
}

/// "width>=600px", "400px<=width<=700px".
private func isSeen(range: String) -> StyleMatch {
    let parts = range.split { "<>=".contains($0) }
    let signs = range.split { !"<>=".contains($0) }
    guard let place = parts.firstIndex(where: { $0 == "width" || $0 == "height" }), signs.count == parts.count - 1
    else { return .maybe }
    let values = parts.enumerated().map { index, part in
        index == place ? part == "width" ? screenWidth : screenHeight : pixels(part)
    }
    for (index, sign) in signs.enumerated() {
        let (left, right) = (values[index], values[index + 1])
        let isSo =
            left == right
            ? sign.hasSuffix("=") : sign.hasPrefix("<") ? left < right : sign.hasPrefix(">") && left > right
        if !isSo { return .no }
    }
    return .yes
}

private func pixels(_ value: Substring) -> Double { (styleLength(value) ?? 0) * (value.hasSuffix("em") ? 16 : 1) }
