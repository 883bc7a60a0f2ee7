// Finds the rules of a page's styles that may match an element, by its classes, its id or its name; and parses the
// classes of elements, once for all elements with the same ones.

import Text

/// The classes of an element.
struct ClassList {
    var names: [Substring] = []
    /// Whether they hide it, if the page has no rules for them.
    var isKnownToHide = false
    /// Whether one of them shows an icon.
    var isIcon = false
    /// The rules that name one of them.
    var rules: [Int] = []
}

/// The last lists.
struct ClassLists {
    private var known = [(bytes: [UInt8], list: ClassList)?](repeating: nil, count: 64)

    mutating func list(of bytes: UnsafeBufferPointer<UInt8>, _ sheet: StyleSheet, _ rules: RulesByName) -> ClassList {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        let index = Int(hash >> 58)
        if let entry = known[index], entry.bytes.elementsEqual(bytes) { return entry.list }
        var list = ClassList()
        list.names = String(decoding: bytes, as: UTF8.self).split { $0.isWhitespace }
        let unsaid = sheet.classes.isEmpty ? list.names : list.names.filter { !sheet.classes.contains(String($0)) }
        list.isKnownToHide = isHidden(byKnown: unsaid)
        list.isIcon = list.names.contains(where: showsPicture)
        for name in Set(list.names) { list.rules += rules.byClass[String(name)] ?? [] }
        known[index] = (Array(bytes), list)
        return list
    }
}

/// The relevant rules, by the name that they need.
struct RulesByName {
    fileprivate var byClass: [String: [Int]] = [:]
    private var byID: [String: [Int]] = [:]
    private var byTag: [String: [Int]] = [:]
    private var others: [Int] = []
    private(set) var isEmpty = true
    /// Whether some rules depend on elements around or before the matched one.
    private(set) var hasOthers = false
    /// Whether some rules depend on positions from the end.
    private(set) var hasEnds = false
    /// Whether some rules depend on positions among elements of one name.
    private(set) var hasTypes = false
    /// The attributes that some rules need.
    private(set) var attributes: [String] = []
    /// Whether elements without attributes may match, too.
    private(set) var asksForNames = false
    private var hasPlaces = false

    /// Whether the rules need all elements: for these, or to count siblings.
    var asksForAll: Bool { asksForNames || hasPlaces }

    init() {}

    init(_ sheet: StyleSheet) {
        // A rule that shows text matters only if another may hide it.
        var taken: Set<StyleProperty> = [.display, .visibility, .strike, .content]
        for rule in sheet.rules {
            for declaration in rule.declarations where !declaration.effect.isHarmless {
                // White text is visible if its ground may have another colour.
                if sheet.hasGrounds, declaration.effect == .white { continue }
                taken.insert(declaration.property)
            }
        }
        var names: Set<String> = []
        for (index, rule) in sheet.rules.enumerated() {
            guard rule.declarations.contains(where: { taken.contains($0.property) || $0.isImportant }) else { continue }
            isEmpty = false
            let selector = rule.selector
            let own = selector.compounds[0]
            if selector.asksAround { hasOthers = true }
            if selector.has({ !$0.places.isEmpty }) { hasPlaces = true }
            if selector.has({ $0.places.contains(where: \.isFromEnd) }) { hasEnds = true }
            if selector.has({ $0.places.contains(where: \.isOfType) }) { hasTypes = true }
            _ = selector.has {
                if $0.id != nil { names.insert("id") }
                if $0.language != nil { names.insert("lang") }
                names.formUnion($0.attributes.map(\.name))
                return false
            }
            if let name = own.classes.first {
                byClass[name, default: []].append(index)
            } else if let id = own.id {
                byID[id, default: []].append(index)
            } else if let tag = own.tag {
                byTag[tag, default: []].append(index)
            } else {
                others.append(index)
                if own.attributes.isEmpty { asksForNames = true }
            }
        }
        attributes = names.sorted()
        if hasOthers || !byTag.isEmpty { asksForNames = true }
    }

    /// The rules that may match the element.
    func candidates(_ name: String, _ list: ClassList, _ attributes: Attributes) -> [Int] {
        var found = list.rules
        if !byTag.isEmpty, let rules = byTag[name] { found += rules }
        if !byID.isEmpty, let id = attributes["id"], let rules = byID[id] { found += rules }
        return others.isEmpty ? found : found + others
    }
}
