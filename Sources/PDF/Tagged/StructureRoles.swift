// Maps producers' element types to the standard types (ISO 32000-2 14.8.6.2).

/// The role map of a document.
struct StructureRoles {
    private let map: PDFDictionary
    /// Longer chains lead nowhere.
    private static let longestChain = 8

    /// - Parameter root: the root of the structure tree.
    init(_ root: PDFDictionary, store: ObjectStore) throws(PDFError) {
        map = try store.value("RoleMap", of: root).dictionary ?? PDFDictionary()
    }

    /// The standard type of an element of this type; the type itself if it is not mapped.
    func standard(_ type: String?) -> String? {
        guard var name = type else { return nil }
        for _ in 0..<Self.longestChain {
            if Self.tableTypes.contains(name) { return name }
            guard let next = map[name]?.name, next != name else { return name }
            name = next
        }
        return name
    }

    /// Not looked up: some producers map them to themselves, or to their types of another version.
    private static let tableTypes: Set<String> = ["Table", "TR", "TH", "TD"]
}
