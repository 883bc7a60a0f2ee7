// The fonts of a document, each read once, by its object. Content streams name them by their resource names.

/// The fonts used so far.
struct FontTable {
    private let store: ObjectStore
    private let reader: FontReader
    /// By index; the first one serves text without a font.
    var fonts: [Font] = []
    private var byObject: [Int: Int] = [:]
    /// Glyphs of newly read fonts. Glyphs that composite fonts add later are counted then.
    private var glyphs = 0

    init(store: ObjectStore) throws(PDFError) {
        self.store = store
        reader = FontReader(store: store)
        fonts.append(try reader.font(PDFDictionary()))
    }

    /// The index of a font, by its entry in a `/Font` resource dictionary.
    mutating func index(of entry: PDFObject) throws(PDFError) -> Int {
        if let number = entry.reference, let known = byObject[number] { return known }
        guard let dictionary = try store.resolve(entry).dictionary else {
            store.note(PDFError(.malformed, "a font cannot be found", object: entry.reference))
            return 0
        }
        let font = try reader.font(dictionary)
        glyphs += font.cost
        if glyphs > store.limits.glyphs {
            throw PDFError(.limit, "the fonts have more than \(store.limits.glyphs) glyphs")
        }
        fonts.append(font)
        if let number = entry.reference { byObject[number] = fonts.count - 1 }
        return fonts.count - 1
    }
}
