// The fonts of a document, each read once, by the object it is. Content streams name them by their resources' names.

/// The fonts that were asked for so far.
struct FontTable {
    private let store: ObjectStore
    private let reader: FontReader
    /// By index; the first one serves text that names no font, or one that is not there.
    var fonts: [Font] = []
    private var byObject: [Int: Int] = [:]
    /// Glyphs that the fonts begin with. The further ones of composite fonts are counted as they grow.
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
