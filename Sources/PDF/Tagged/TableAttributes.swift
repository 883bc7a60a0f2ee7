// The attributes of a tagged table's cell (ISO 32000-2 14.8.5.7).

/// A cell's attributes about its place in the table.
struct TableAttributes {
    var rows = 1
    var columns = 1
    /// The identifiers of its header cells.
    var headers: [PDFObject] = []

    /// Reads the attributes of an element: one dictionary, or an array of several (14.7.6.1).
    init(of element: PDFDictionary, store: ObjectStore) throws(PDFError) {
        guard let entry = element["A"] else { return }
        let attributes = try store.resolve(entry)
        for object in attributes.array ?? [attributes] {
            guard let dictionary = try store.resolve(object).dictionary,
                try store.value("O", of: dictionary) == .name("Table")
            else { continue }
            if let span = try store.value("RowSpan", of: dictionary).integer { rows = Self.span(span) }
            if let span = try store.value("ColSpan", of: dictionary).integer { columns = Self.span(span) }
            if let names = try store.value("Headers", of: dictionary).array {
                try store.charge(decoded: names.count)
                headers = names
            }
        }
    }

    /// Clamped, because false numbers would overflow counters.
    private static func span(_ number: Int) -> Int { min(max(number, 1), 1 << 20) }
}
