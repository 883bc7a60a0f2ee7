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

/// The rules that count, by what they ask for.
struct RulesByName {
    fileprivate var byClass: [String: [Int]] = [:]
    private var byID: [String: [Int]] = [:]
    private var byTag: [String: [Int]] = [:]
    private var others: [Int] = []
    private(set) var isEmpty = true
    /// Whether some ask for elements around others, or before them.
    private(set) var hasOthers = false
    /// Whether some ask for places from the end.
    private(set) var hasEnds = false
    /// Whether some ask for places among elements of one name.
    private(set) var hasTypes = false
    /// The attributes that some ask for.
    private(set) var attributes: [String] = []
    /// Whether elements without attributes are to be looked at as well.
    private(set) var asksForNames = false
    private var hasPlaces = false

    /// Whether they have to be told of all elements: of those, or of how many stand beside each other.
    var asksForAll: Bool { asksForNames || hasPlaces }

    init() {}

    init(_ sheet: StyleSheet) {
        // What shows a text counts where something may hide it.
        var taken: Set<StyleProperty> = [.display, .visibility, .strike, .content]
        for rule in sheet.rules {
            for declaration in rule.declarations where !declaration.effect.isHarmless {
                // White text is seen where it has another ground.
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

    /// The rules that may be about an element.
    func candidates(_ name: String, _ list: ClassList, _ attributes: Attributes) -> [Int] {
        var found = list.rules
        if !byTag.isEmpty, let rules = byTag[name] { found += rules }
        if !byID.isEmpty, let id = attributes["id"], let rules = byID[id] { found += rules }
        return others.isEmpty ? found : found + others
    }
}
