// Which rules of a page's styles may be about an element, found by its classes, its id or its name; and the classes of
// elements, taken apart once for all that have the same.

import Text

/// The classes of an element.
struct ClassList {
    var names: [Substring] = []
    /// Whether they hide it wherever nobody says otherwise.
    var isKnownToHide = false
    /// Whether one of them shows a picture.
    var isIcon = false
    /// The rules that ask for one of them.
    var rules: [Int] = []
}

/// The lists that came last.
struct ClassLists {
    private var known = [(bytes: [UInt8], list: ClassList)?](repeating: nil, count: 64)

    mutating func list(of bytes: UnsafeBufferPointer<UInt8>, _ sheet: StyleSheet) -> ClassList {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        let index = Int(hash >> 58)
        if let entry = known[index], entry.bytes.elementsEqual(bytes) { return entry.list }
        var list = ClassList()
        list.names = String(decoding: bytes, as: UTF8.self).split { $0.isWhitespace }
        let unsaid = sheet.classes.isEmpty ? list.names : list.names.filter { !sheet.classes.contains(String($0)) }
        list.isKnownToHide = isHidden(byKnown: unsaid)
        list.isIcon = list.names.contains(where: showsPicture)
        for (index, rule) in sheet.rules.enumerated() {
            let classes = rule.selector.compounds[0].classes
            if let first = classes.first, list.names.contains(first[...]) { list.rules.append(index) }
        }
        known[index] = (Array(bytes), list)
        return list
    }
}

/// The rules that ask for no class, by what they ask for.
struct RulesByName {
    private var byID: [String: [Int]] = [:]
    private var byTag: [String: [Int]] = [:]
    private var others: [Int] = []
    let isEmpty: Bool
    /// Whether some ask for elements around others.
    let hasAncestors: Bool

    /// Whether elements without attributes are to be looked at as well.
    var asksForNames: Bool { hasAncestors || !byTag.isEmpty || !others.isEmpty }

    /// Whether they have to be told of all elements: of those, or of how many stand beside each other.
    var asksForAll: Bool { asksForNames || hasPlaces }
    private let hasPlaces: Bool

    init() { (isEmpty, hasAncestors, hasPlaces) = (true, false, false) }

    init(_ sheet: StyleSheet) {
        isEmpty = sheet.rules.isEmpty
        hasPlaces = sheet.rules.contains { $0.selector.compounds.contains(where: \.hasPlaces) }
        hasAncestors = sheet.rules.contains { $0.selector.compounds.count > 1 }
        for (index, rule) in sheet.rules.enumerated() {
            let own = rule.selector.compounds[0]
            if !own.classes.isEmpty { continue }
            if let id = own.id {
                byID[id, default: []].append(index)
            } else if let tag = own.tag {
                byTag[tag, default: []].append(index)
            } else {
                others.append(index)
            }
        }
    }

    /// The rules that may be about an element.
    func candidates(_ name: String, _ list: ClassList, _ attributes: Attributes) -> [Int] {
        var found = list.rules
        if !byTag.isEmpty, let rules = byTag[name] { found += rules }
        if !byID.isEmpty, let id = attributes["id"], let rules = byID[id] { found += rules }
        return others.isEmpty ? found : found + others
    }
}
