// Optional content (ISO 32000-1 8.11): layers that are off in the default configuration are invisible.

/// Which optional content groups are off.
struct OptionalContent {
    private var isOnByDefault = true
    private var on: Set<Int> = []
    private var off: Set<Int> = []

    /// Reads the catalogue's default configuration (ISO 32000-1 table 101).
    init(store: ObjectStore) throws(PDFError) {
        guard let properties = try store.catalog()?["OCProperties"],
            let values = try store.resolve(properties).dictionary,
            let configuration = try store.value("D", of: values).dictionary
        else { return }
        isOnByDefault = try store.value("BaseState", of: configuration) != .name("OFF")
        on = Set(try store.value("ON", of: configuration).array?.compactMap(\.reference) ?? [])
        off = Set(try store.value("OFF", of: configuration).array?.compactMap(\.reference) ?? [])
    }

    /// Whether content of this group or membership dictionary is hidden. Without a group it is not.
    func isHidden(_ object: PDFObject?, store: ObjectStore) throws(PDFError) -> Bool {
        guard let object, !off.isEmpty || !isOnByDefault else { return false }
        if let number = object.reference, isOff(number) { return true }
        guard let membership = try store.resolve(object).dictionary, let groups = membership["OCGs"] else {
            return false
        }
        var members: [Int] = []
        if let number = groups.reference, try store.resolve(groups).array == nil {
            members = [number]
        } else {
            members = try store.resolve(groups).array?.compactMap(\.reference) ?? []
        }
        if members.isEmpty { return false }
        try store.charge(decoded: members.count)
        // ISO 32000-1 table 99. A visibility expression (`VE`) has such a policy beside it, for readers without support
        // for expressions.
        switch try store.value("P", of: membership) {
        case .name("AllOn"): return members.contains(where: isOff)
        case .name("AnyOff"): return !members.contains(where: isOff)
        case .name("AllOff"): return !members.allSatisfy(isOff)
        default: return members.allSatisfy(isOff)
        }
    }

    private func isOff(_ group: Int) -> Bool {
        off.contains(group) || !isOnByDefault && !on.contains(group)
    }
}
