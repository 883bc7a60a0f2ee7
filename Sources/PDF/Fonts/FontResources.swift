// Shared data of a document's fonts: character collections, predefined CMaps and font programs, each made once, when
// first needed; and the total size of their tables.

/// The tables of a document's fonts. Not for more than one thread.
final class FontResources {
    let store: ObjectStore
    /// Made for the first glyph name.
    private(set) lazy var glyphNames = GlyphNames()
    /// The names of the glyphs in the Macintosh order.
    private(set) lazy var macintoshGlyphs = TrueTypeReader.macintoshGlyphs
    private var entries = 0
    private var maps: [String: (map: CharacterMap, collection: CharacterCollection)] = [:]
    private var characters: [CharacterCollection: CollectionCharacters] = [:]
    private var cids: [CharacterCollection: [UInt16]] = [:]
    private var programs: [Int: FontProgram] = [:]

    init(store: ObjectStore) {
        self.store = store
    }

    /// Entries that the tables may still have.
    var allowance: Int { max(store.limits.mappings - entries, 0) }

    /// Counts the table entries of a font; fonts that share large tables could otherwise be read for ever.
    func charge(_ count: Int) throws(PDFError) {
        entries += count
        if entries > store.limits.mappings {
            throw PDFError(.limit, "the fonts' tables have more than \(store.limits.mappings) entries")
        }
    }

    /// A predefined CMap (ISO 32000-1 9.7.5.2); nil for an unknown name, and for a CMap with Unicode codes.
    func predefined(_ name: String) -> (map: CharacterMap, collection: CharacterCollection)? {
        if let known = maps[name] { return known }
        var names: [String] = []
        var next: String? = name
        while let name = next, names.count < 4 {
            names.append(name)
            next = predefinedCMap(name)?.base
        }
        for name in names.reversed() {
            guard maps[name] == nil, let source = predefinedCMap(name) else { continue }
            maps[name] = (source.map(over: source.base.flatMap { maps[$0]?.map }), source.collection)
        }
        return maps[name]
    }

    func characters(of collection: CharacterCollection) -> CollectionCharacters {
        if let known = characters[collection] { return known }
        let made = CollectionCharacters(collection)
        characters[collection] = made
        return made
    }

    /// The CIDs of the characters of a collection (`CollectionCharacters.cids`).
    func cids(of collection: CharacterCollection) -> [UInt16] {
        if let known = cids[collection] { return known }
        let made = characters(of: collection).cids()
        cids[collection] = made
        return made
    }

    /// The font program of a descriptor (ISO 32000-1 9.9); nil if none is embedded.
    func program(of descriptor: PDFDictionary) throws(PDFError) -> FontProgram? {
        for key in ["FontFile2", "FontFile3", "FontFile"] {
            guard let stream = try store.value(key, of: descriptor).stream else { continue }
            if let known = programs[stream.object] { return known }
            var bytes: [UInt8] = []
            try store.decode(stream, to: &bytes)
            let program = FontProgram(bytes, allowed: allowance)
            try charge(program.entries)
            programs[stream.object] = program
            return program
        }
        return nil
    }

    /// Whether a descriptor has a font program.
    static func hasProgram(_ descriptor: PDFDictionary) -> Bool {
        ["FontFile2", "FontFile3", "FontFile"].contains { descriptor[$0] != nil }
    }
}
