// What all declarations about an element say in the end.

import Text

/// Of each property the weightiest declaration (CSS Cascade 5, 6).
struct Cascade {
    private var values: [(property: StyleProperty, weight: Int, effect: StyleEffect)] = []

    /// Takes the declarations of a rule. Those that weigh less come first.
    ///
    /// - Parameter isSure: whether the rule holds for certain.
    mutating func take(_ declarations: [StyleDeclaration], weight: Int, isSure: Bool = true) {
        for declaration in declarations {
            let weight = declaration.isImportant ? weight + 1 << 50 : weight
            guard let place = values.firstIndex(where: { $0.property == declaration.property }) else {
                // Whether a text of that colour is seen is another question.
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

    /// Whether nothing in it is seen, whatever the elements in it say.
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
