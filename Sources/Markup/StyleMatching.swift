// Decides whether an element matches a selector, as far as that is knowable.

import Text

/// Whether a selector matches.
enum StyleMatch: Int, Comparable {
    case no, maybe, yes

    static func < (one: StyleMatch, other: StyleMatch) -> Bool { one.rawValue < other.rawValue }

    var inverted: StyleMatch { self == .no ? .yes : self == .yes ? .no : .maybe }
}

/// The properties of an element that selectors test.
struct StyledElement {
    var name: String
    var classes: [Substring] = []
    /// Attributes that some rule needs.
    var attributes: [String: String] = [:]
    /// Its position among its siblings, and among those of its name.
    var place = 1
    var placeOfType = 1
    /// The same from the end; nil if not yet known.
    var fromEnd: (place: Int, placeOfType: Int)?
}

extension StyleCompound {
    /// Whether an element matches, without `choices`, `language` and the content.
    func matches(_ element: StyledElement) -> StyleMatch {
        if let tag, tag != element.name { return .no }
        if let id, id != element.attributes["id"] { return .no }
        guard classes.allSatisfy({ element.classes.contains($0[...]) }),
            attributes.allSatisfy({ $0.matches(element.attributes[$0.name]) })
        else { return .no }
        var match = isUnsure ? StyleMatch.maybe : .yes
        for place in places where match != .no { match = min(match, place.matches(element)) }
        return match
    }
}

extension StyleCompound.Place {
    func matches(_ element: StyledElement) -> StyleMatch {
        var place = isOfType ? element.placeOfType : element.place
        if isFromEnd {
            guard let end = element.fromEnd else { return .maybe }
            place = isOfType ? end.placeOfType : end.place
        }
        if step == 0 { return place == first ? .yes : .no }
        return (place - first) % step == 0 && (place - first) / step >= 0 ? .yes : .no
    }
}

extension StyleCompound.Attribute {
    func matches(_ text: String?) -> Bool {
        guard var text else { return false }
        guard var value else { return true }
        if ignoresCase { (text, value) = (text.lowercased(), value.lowercased()) }
        switch relation {
        case UInt8(ascii: "="): return text == value
        case UInt8(ascii: "~"): return text.split(whereSeparator: \.isWhitespace).contains(value[...])
        case UInt8(ascii: "^"): return text.hasPrefix(value)
        case UInt8(ascii: "$"): return text.hasSuffix(value)
        case UInt8(ascii: "*"): return text.holds(value)
        default: return text == value || text.hasPrefix(value + "-")
        }
    }
}

/// The open elements, outermost first, for selectors that depend on the elements around.
struct OpenElements {
    struct Open {
        var element: StyledElement
        /// The last of its ended child elements.
        var earlier: [StyledElement] = []
        /// Whether there were more.
        var hasMore = false
    }

    private(set) var open: [Open] = []
    /// How many compounds may still be compared.
    private(set) var left = 8_000_000

    /// The most siblings kept: the last ones.
    private static let mostEarlier = 64

    var count: Int { open.count }

    mutating func begin(_ element: StyledElement) { open.append(Open(element: element)) }

    mutating func end() {
        guard let last = open.popLast(), let parent = open.indices.last else { return }
        if open[parent].earlier.count == Self.mostEarlier {
            open[parent].earlier.removeFirst(Self.mostEarlier / 2)
            open[parent].hasMore = true
        }
        open[parent].earlier.append(last.element)
    }

    /// Whether an element in the first `depth` open elements matches.
    mutating func match(_ selector: StyleSelector, _ element: StyledElement, in depth: Int) -> StyleMatch {
        var match = match(selector.compounds[0], element, in: depth)
        var relation = selector.compounds[0].relation
        // Takes the nearest match for each compound: only for ">" after a descendant could another match succeed
        // instead.
        var (depth, siblings) = (depth, depth > 0 ? open[depth - 1].earlier[...] : [])
        for compound in selector.compounds.dropFirst() {
            if match == .no { return .no }
            var found = StyleMatch.no
            if relation == .before || relation == .someBefore {
                while found == .no, let sibling = siblings.popLast() {
                    found = self.match(compound, sibling, in: depth)
                    if relation == .before { break }
                }
                if found == .no, relation == .someBefore, depth > 0, open[depth - 1].hasMore { found = .maybe }
            } else {
                let start = depth
                while depth > 0, found == .no {
                    depth -= 1
                    found = self.match(compound, open[depth].element, in: depth)
                    if relation == .parent { break }
                }
                // Browsers add a missing `<tbody>`.
                if found == .no, compound.tag == "tbody", compound.classes.isEmpty, compound.id == nil {
                    (found, depth) = (.yes, start)
                }
                siblings = depth > 0 ? open[depth - 1].earlier[...] : []
            }
            match = min(match, found)
            relation = compound.relation
        }
        return match
    }

    private mutating func match(_ compound: StyleCompound, _ element: StyledElement, in depth: Int) -> StyleMatch {
        left -= 1
        if left < 0 { return .no }
        var match = compound.matches(element)
        if match != .no, let language = compound.language {
            let own =
                element.attributes["lang"]
                ?? open[..<depth].last { $0.element.attributes["lang"] != nil }?.element.attributes["lang"]
            let said = own?.lowercased() ?? ""
            if said != language, !said.hasPrefix(language + "-") { match = .no }
        }
        for choice in compound.choices where match != .no {
            var best = StyleMatch.no
            for selector in choice.selectors where !selector.isPointedAt && !selector.compounds[0].isOfEmpty {
                best = max(best, self.match(selector, element, in: depth))
            }
            match = min(match, choice.isOfNone ? best.inverted : best)
        }
        return match
    }
}
