// Selectors of style sheets (Selectors 4), as far as a page that is read once from beginning to end can tell: names,
// classes, ids, attributes, places among siblings, and what they stand in.

import Text

/// What one element has to be.
struct StyleCompound {
    struct Attribute {
        var name: String
        /// Nil where any will do.
        var value: String?
        /// "=", "~=", "^=", "$=", "*=" or "|=".
        var relation = UInt8(ascii: "=")
    }

    /// In lower case; nil for any.
    var tag: String?
    var id: String?
    var classes: [String] = []
    var attributes: [Attribute] = []
    /// What it must not be.
    var exceptions: [StyleCompound] = []
    /// Its place among the elements beside it: step and first, as in "2n+1".
    var places: [(step: Int, first: Int)] = []
    /// Whether it is what a style puts before or behind the element's text.
    var isGenerated = false
    /// Whether the pointer has to be on it.
    var isPointedAt = false
    /// Whether it has to be right in the element that the next compound tells of, not only somewhere in it.
    var isChild = false

    var isNothing: Bool {
        tag == nil && id == nil && classes.isEmpty && attributes.isEmpty && exceptions.isEmpty && places.isEmpty
    }

    /// How much it weighs: ids, then classes and attributes, then names (Selectors 4, 15).
    var weight: Int {
        (id == nil ? 0 : 1 << 8) + (classes.count + attributes.count + places.count) << 4 + (tag == nil ? 0 : 1)
            + exceptions.reduce(0) { $0 + $1.weight }
    }

    var hasPlaces: Bool { !places.isEmpty || exceptions.contains(where: \.hasPlaces) }

    /// Whether it can be told of an element whose attributes are gone.
    var isOfNames: Bool { attributes.isEmpty && !isGenerated && exceptions.allSatisfy(\.isOfNames) }
}

/// Compounds, the element's own first, then what it stands in.
struct StyleSelector {
    var compounds: [StyleCompound]
    /// Whether it holds as long as somebody points there.
    var isPointedAt: Bool { compounds.contains(where: \.isPointedAt) }
    var weight: Int { min(compounds.reduce(0) { $0 + $1.weight }, 1 << 15) }
}

/// Reads a selector; nil for one that tells of what comes later, of siblings, or of what is chosen (":checked").
func styleSelector(_ text: some Collection<UInt8>) -> StyleSelector? {
    var scan = SelectorScan(rest: Array(text)[...])
    return scan.selector()
}

private struct SelectorScan {
    var rest: ArraySlice<UInt8>

    mutating func selector() -> StyleSelector? {
        var compounds: [StyleCompound] = []
        var isChild = false
        passBlanks()
        while let first = rest.first {
            if first == UInt8(ascii: ">") {
                rest.removeFirst()
                passBlanks()
                isChild = true
                continue
            }
            guard var compound = compound(), compounds.count < 8 else { return nil }
            compound.isChild = isChild
            isChild = false
            compounds.append(compound)
            passBlanks()
        }
        if compounds.isEmpty || isChild { return nil }
        let reversed = Array(compounds.reversed())
        return reversed.dropFirst().allSatisfy(\.isOfNames) ? StyleSelector(compounds: reversed) : nil
    }

    mutating func compound() -> StyleCompound? {
        var compound = StyleCompound()
        let start = rest.startIndex
        if rest.first == UInt8(ascii: "*") {
            rest.removeFirst()
        } else if let name = name() {
            compound.tag = styleWord(name.utf8)
        }
        while let sign = rest.first, sign > 0x20, sign != UInt8(ascii: ">"), sign != UInt8(ascii: ",") {
            rest.removeFirst()
            if compound.isGenerated { return nil }
            switch sign {
            case UInt8(ascii: "."):
                guard let name = name() else { return nil }
                compound.classes.append(name)
            case UInt8(ascii: "#"):
                guard let name = name(), compound.id == nil else { return nil }
                compound.id = name
            case UInt8(ascii: "["): guard takeAttribute(of: &compound) else { return nil }
            case UInt8(ascii: ":"):
                if rest.first == UInt8(ascii: ":") { rest.removeFirst() }
                guard takePseudo(of: &compound) else { return nil }
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
            let value = inner.rest.filter { $0 != 0x22 && $0 != 0x27 }
            attribute.value = collapsed(value)
        }
        compound.attributes.append(attribute)
        return true
    }

    private mutating func takePseudo(of compound: inout StyleCompound) -> Bool {
        guard let name = name().map({ styleWord($0.utf8) }) else { return false }
        var argument: ArraySlice<UInt8> = []
        if rest.first == UInt8(ascii: "(") {
            guard let end = rest.firstIndex(of: UInt8(ascii: ")")) else { return false }
            argument = rest[(rest.startIndex + 1)..<end]
            rest = rest[(end + 1)...]
        }
        switch name {
        case "hover", "focus", "focus-within", "focus-visible", "active": compound.isPointedAt = true
        case "before", "after": compound.isGenerated = true
        case "root": compound.tag = "html"
        case "first-child": compound.places.append((0, 1))
        case "nth-child":
            guard let place = Self.place(styleWord(argument)) else { return false }
            compound.places.append(place)
        case "not":
            for part in parted(argument, by: UInt8(ascii: ",")) {
                var inner = SelectorScan(rest: part)
                inner.passBlanks()
                guard let exception = inner.compound(), inner.rest.allSatisfy({ $0 <= 0x20 }) else { return false }
                compound.exceptions.append(exception)
            }
        default: return false
        }
        return true
    }

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

    mutating func passBlanks() { rest = rest.drop { $0 <= 0x20 } }

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
