// The part of a selector after a colon: states, positions among siblings, selectors in brackets.

import Text

extension SelectorScan {
    /// Reads the name after a colon; returns false if the selector is invalid, or selects no relevant text.
    mutating func takePseudo(of compound: inout StyleCompound, isElement: Bool) -> Bool {
        guard let name = name().map({ styleWord($0.utf8) }), let argument = argument() else { return false }
        if name == "before" || name == "after" {
            compound.box = name == "before" ? .before : .after
            return true
        }
        // "::marker", "::placeholder", "::-webkit-scrollbar"
        if isElement || ["first-line", "first-letter", "host", "host-context"].contains(name) { return false }
        if let place = Self.places[name] {
            compound.places += place
        } else if let place = Self.counted[name] {
            let text = styleWord(argument)
            if let (step, first) = Self.place(text) {
                compound.places.append(
                    StyleCompound.Place(
                        step: step, first: first, isOfType: place.isOfType, isFromEnd: place.isFromEnd))
            } else if text.holds("of") {
                compound.isUnsure = true
            } else {
                return false
            }
        } else if let attribute = Self.attributes[name] {
            let any = attribute.map {
                StyleSelector(compounds: [StyleCompound(attributes: [StyleCompound.Attribute(name: $0)])])
            }
            compound.choices.append(StyleCompound.Choice(selectors: any, isOfNone: name == "enabled"))
        } else {
            return takeOther(name, argument, of: &compound)
        }
        return true
    }

    private mutating func takeOther(
        _ name: String, _ argument: ArraySlice<UInt8>, of compound: inout StyleCompound
    ) -> Bool {
        switch name {
        case "hover", "focus", "focus-within", "focus-visible", "active", "target", "target-within", "visited",
            "popover-open", "modal", "fullscreen":
            compound.isPointedAt = true
        case "root", "scope": compound.tag = "html"
        case "empty": compound.isOfEmpty = true
        case "lang": compound.language = styleWord(argument.filter { $0 != 0x22 && $0 != 0x27 })
        case "is", "where", "matches", "-webkit-any", "-moz-any", "not":
            guard depth < 4 else { return false }
            var found: [StyleSelector] = []
            for part in parted(argument, by: UInt8(ascii: ",")) {
                var inner = SelectorScan(rest: part, depth: depth + 1)
                if let selector = inner.selector() { found.append(selector) } else if name == "not" { return false }
            }
            if found.isEmpty { return false }
            if name != "not", found.allSatisfy(\.isPointedAt) { compound.isPointedAt = true }
            compound.choices.append(
                StyleCompound.Choice(selectors: found, isOfNone: name == "not", weighs: name != "where"))
        default:
            if name.hasPrefix("-") { return false }
            compound.isUnsure = true
        }
        return true
    }

    private static let places: [String: [StyleCompound.Place]] = {
        typealias Place = StyleCompound.Place
        let (child, type) = ([Place()], [Place(isOfType: true)])
        let (lastChild, lastType) = ([Place(isFromEnd: true)], [Place(isOfType: true, isFromEnd: true)])
        return [
            "first-child": child, "last-child": lastChild, "only-child": child + lastChild, "first-of-type": type,
            "last-of-type": lastType, "only-of-type": type + lastType,
        ]
    }()

    private static let counted: [String: (isOfType: Bool, isFromEnd: Bool)] = [
        "nth-child": (false, false), "nth-of-type": (true, false), "nth-last-child": (false, true),
        "nth-last-of-type": (true, true),
    ]

    /// States that depend on attributes while nobody acts.
    private static let attributes = [
        "checked": ["checked", "selected"], "disabled": ["disabled"], "enabled": ["disabled"], "open": ["open"],
        "required": ["required"], "read-only": ["readonly"], "link": ["href"], "any-link": ["href"],
    ]

    /// "odd", "3", "2n+1".
    private static func place(_ text: String) -> (step: Int, first: Int)? {
        if text == "odd" { return (2, 1) }
        if text == "even" { return (2, 0) }
        let parts = text.split(separator: "n", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2 else { return Int(text).map { (0, $0) } }
        let step = parts[0].isEmpty || parts[0] == "+" ? 1 : parts[0] == "-" ? -1 : Int(parts[0])
        let first = parts[1].isEmpty ? 0 : Int(parts[1])
        guard let step, let first, abs(step) < 1 << 20, abs(first) < 1 << 20 else { return nil }
        return (step, first)
    }
}
