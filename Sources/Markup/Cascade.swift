// Decides which of all declarations about an element apply.

import Text

/// The weightiest declaration of each property (CSS Cascade 5, 6).
struct Cascade {
    private var values: [(property: StyleProperty, weight: Int, effect: StyleEffect)] = []

    /// Adds the declarations of a rule. Call it in ascending order of weight.
    ///
    /// - Parameter isSure: whether the rule certainly applies.
    mutating func take(_ declarations: [StyleDeclaration], weight: Int, isSure: Bool = true) {
        for declaration in declarations {
            let weight = declaration.isImportant ? weight + 1 << 50 : weight
            guard let place = values.firstIndex(where: { $0.property == declaration.property }) else {
                // Whether a text of that colour is visible is decided elsewhere.
                let isKept = isSure || declaration.effect.isHarmless || declaration.property == .colour
                let effect = isKept ? declaration.effect : .unsure
                values.append((declaration.property, weight, effect))
                continue
            }
            let known = values[place]
            if known.weight > weight { continue }
            let isCertain =
                isSure || known.effect == declaration.effect || declaration.property == .colour
                || known.effect.isHarmless && declaration.effect.isHarmless
            values[place] = (declaration.property, weight, isCertain ? declaration.effect : .unsure)
        }
    }

    subscript(property: StyleProperty) -> StyleEffect? {
        values.isEmpty ? nil : values.first { $0.property == property }?.effect
    }

    var isEmpty: Bool { values.isEmpty }

    /// Whether all its text is invisible, regardless of the elements in it.
    var isVeiled: StyleEffect? {
        var found: StyleEffect?
        for property in [StyleProperty.opacity, .place, .clip, .scale] {
            guard let effect = self[property] else { continue }
            if effect == .hides { return .hides }
            if effect == .unsure { found = .unsure }
        }
        return found
    }
}
