// Selectors of style sheets (Selectors 4): the conditions for an element, and for elements around and before it.
// Conditions that cannot be checked while a page is read from beginning to end may match or not.

import Text

/// The box of an element that a style applies to.
enum StyleBox { case own, before, after }

/// The conditions for one element.
struct StyleCompound {
    struct Attribute {
        var name: String
        /// Nil for any value.
        var value: String?
        /// "=", "~=", "^=", "$=", "*=" or "|=".
        var relation = UInt8(ascii: "=")
        var ignoresCase = false
    }

    /// The position among siblings: step and first, as in "2n+1".
    struct Place {
        var step = 0
        var first = 1
        var isOfType = false
        var isFromEnd = false
    }

    /// `:is()`, `:where()` and `:not()`.
    struct Choice {
        var selectors: [StyleSelector]
        /// Whether none may match; otherwise at least one must.
        var isOfNone = false
        var weighs = true
    }

    /// How the element of the next compound relates to it.
    enum Relation { case around, parent, before, someBefore }

    /// In lower case; nil for any.
    var tag: String?
    var id: String?
    var classes: [String] = []
    var attributes: [Attribute] = []
    var places: [Place] = []
    var choices: [Choice] = []
    /// `:lang()`, in lower case.
    var language: String?
    var box = StyleBox.own
    /// Whether the pointer must be on it.
    var isPointedAt = false
    /// Whether it must be empty.
    var isOfEmpty = false
    /// Whether it has further conditions that are not understood, or not knowable.
    var isUnsure = false
    var relation = Relation.around

    /// Its weight: ids, then classes and attributes, then names (Selectors 4, 15).
    var weight: Int {
        (id == nil ? 0 : 1 << 8) + (classes.count + attributes.count + places.count) << 4 + (tag == nil ? 0 : 1)
            + choices.reduce(0) { $0 + ($1.weighs ? $1.selectors.map(\.weight).max() ?? 0 : 0) }
    }

    /// Whether it, or a compound in its brackets, has the property.
    func has(_ property: (StyleCompound) -> Bool) -> Bool {
        property(self) || choices.contains { $0.selectors.contains { $0.has(property) } }
    }
}

/// Compounds: the element's own first, then those around or before it.
struct StyleSelector {
    var compounds: [StyleCompound]
    /// Whether it matches only while the pointer is there.
    var isPointedAt: Bool { compounds.contains(where: \.isPointedAt) }
    var weight: Int { min(compounds.reduce(0) { $0 + $1.weight }, 1 << 15) }

    func has(_ property: (StyleCompound) -> Bool) -> Bool { compounds.contains { $0.has(property) } }
    /// Whether it has conditions for other elements.
    var asksAround: Bool {
        compounds.count > 1
            || has { $0.language != nil || $0.choices.contains { $0.selectors.contains(where: \.asksAround) } }
    }
}

/// Reads a selector; nil if browsers reject it, and if it applies neither to an element nor to a box before or after
/// its content.
func styleSelector(_ text: some Collection<UInt8>) -> StyleSelector? {
    var scan = SelectorScan(rest: Array(text)[...])
    return scan.selector()
}

struct SelectorScan {
    var rest: ArraySlice<UInt8>
    var depth = 0

    mutating func selector() -> StyleSelector? {
        var compounds: [StyleCompound] = []
        var relation = StyleCompound.Relation.around
        passBlanks()
        while let first = rest.first {
            let next: StyleCompound.Relation? =
                switch first {
                case UInt8(ascii: ">"): .parent
                case UInt8(ascii: "+"): .before
                case UInt8(ascii: "~"): .someBefore
                default: nil
                }
            if let next {
                rest.removeFirst()
                passBlanks()
                relation = next
                continue
            }
            guard var compound = compound(), compounds.count < 16 else { return nil }
            compound.relation = relation
            relation = .around
            compounds.append(compound)
            passBlanks()
        }
        if compounds.isEmpty || relation != .around { return nil }
        var reversed = Array(compounds.reversed())
        for index in reversed.indices.dropFirst() {
            if reversed[index].box != .own { return nil }
            if reversed[index].isOfEmpty { (reversed[index].isOfEmpty, reversed[index].isUnsure) = (false, true) }
        }
        return StyleSelector(compounds: reversed)
    }

    private mutating func compound() -> StyleCompound? {
        var compound = StyleCompound()
        let start = rest.startIndex
        if rest.first == UInt8(ascii: "*") {
            rest.removeFirst()
        } else if let name = name() {
            compound.tag = styleWord(name.utf8)
        }
        while let sign = rest.first, sign > 0x20, !">+~,".utf8.contains(sign) {
            rest.removeFirst()
            switch sign {
            case UInt8(ascii: "."):
                guard let name = name() else { return nil }
                compound.classes.append(name)
            case UInt8(ascii: "#"):
                guard let name = name(), compound.id == nil else { return nil }
                compound.id = name
            case UInt8(ascii: "["): guard takeAttribute(of: &compound) else { return nil }
            case UInt8(ascii: ":"):
                let isElement = rest.first == UInt8(ascii: ":")
                if isElement { rest.removeFirst() }
                guard takePseudo(of: &compound, isElement: isElement) else { return nil }
            default: return nil
            }
        }
        return rest.startIndex > start ? compound : nil
    }

    private mutating func takeAttribute(of compound: inout StyleCompound) -> Bool {
        guard let end = rest.firstIndex(of: UInt8(ascii: "]")) else { return false }
        var inner = SelectorScan(rest: rest[..<end])
        rest = rest[(end + 1)...]
        inner.passBlanks()
        guard let name = inner.name() else { return false }
        var attribute = StyleCompound.Attribute(name: styleWord(name.utf8))
        inner.passBlanks()
        if let sign = inner.rest.first {
            attribute.relation = sign
            inner.rest = inner.rest.drop { $0 != UInt8(ascii: "=") }.dropFirst()
            inner.passBlanks()
            let isQuoted = inner.rest.first == 0x22 || inner.rest.first == 0x27
            let flag = inner.rest.last.map { $0 | 0x20 }
            let before = inner.rest.dropLast().last
            if flag == UInt8(ascii: "i"), isQuoted ? before != nil : before ?? 0x21 <= 0x20 {
                attribute.ignoresCase = true
                inner.rest.removeLast()
            }
            attribute.value = collapsed(inner.rest.filter { $0 != 0x22 && $0 != 0x27 })
        }
        compound.attributes.append(attribute)
        return true
    }

    mutating func passBlanks() { rest = rest.drop { $0 <= 0x20 } }

    /// The content of the brackets that begin here; empty for none, nil if they do not end.
    mutating func argument() -> ArraySlice<UInt8>? {
        guard rest.first == UInt8(ascii: "(") else { return [] }
        guard let end = endOfBrackets(in: rest) else { return nil }
        defer { rest = rest[(end + 1)...] }
        return rest[(rest.startIndex + 1)..<end]
    }

    /// An identifier, without the backslashes in it ("md\:hidden").
    mutating func name() -> String? {
        var name: [UInt8] = []
        while let byte = rest.first {
            if byte == UInt8(ascii: "\\"), rest.count > 1 {
                rest.removeFirst()
                name.append(rest.removeFirst())
            } else if byte >= 0x80 || byte == 0x2D || byte == 0x5F || 0x30...0x39 ~= byte || 0x61...0x7A ~= byte | 0x20
            {
                name.append(rest.removeFirst())
            } else {
                break
            }
        }
        return name.isEmpty ? nil : String(decoding: name, as: UTF8.self)
    }
}
