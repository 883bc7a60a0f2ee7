// Whether an element is what a selector asks for, as far as that is to be known.

import Text

/// Whether a selector fits.
enum StyleMatch: Int, Comparable {
    case no, maybe, yes

    static func < (one: StyleMatch, other: StyleMatch) -> Bool { one.rawValue < other.rawValue }

    var inverted: StyleMatch { self == .no ? .yes : self == .yes ? .no : .maybe }
}

/// What sheets may ask for of an element.
struct StyledElement {
    var name: String
    var classes: [Substring] = []
    /// Those that some sheet asks for.
    var attributes: [String: String] = [:]
    /// Its place among the elements beside it, and among those of its name.
    var place = 1
    var placeOfType = 1
    /// The same from the end; nil where that is not known yet.
    var fromEnd: (place: Int, placeOfType: Int)?
}

extension StyleCompound {
    /// Whether an element is so, `choices`, `language` and what is in it aside.
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

/// The elements that are open, outermost first, for selectors that ask what stands around an element.
struct OpenElements {
    struct Open {
        var element: StyledElement
        /// Those that have ended in it, the last ones.
        var earlier: [StyledElement] = []
        /// Whether there were more.
        var hasMore = false
    }

    private(set) var open: [Open] = []
    /// How many compounds may still be looked at.
    private(set) var left = 8_000_000

    /// Of more elements beside each other the last ones are known.
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

    /// Whether an element fits that stands in so many of the open ones, the outermost.
    mutating func match(_ selector: StyleSelector, _ element: StyledElement, in depth: Int) -> StyleMatch {
        var match = match(selector.compounds[0], element, in: depth)
        var relation = selector.compounds[0].relation
        // The nearest that fits is taken for each: a chain of others would be found as well, but for ">" behind blanks.
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
                // Browsers add it where it is left out.
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
