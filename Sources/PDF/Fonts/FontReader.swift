// Makes fonts from font dictionaries (ISO 32000-1 9.6, 9.7). ToUnicode precedes /Encoding, which precedes the font
// program.

/// Reads fonts.
struct FontReader {
    let resources: FontResources
    var store: ObjectStore { resources.store }

    init(store: ObjectStore) {
        resources = FontResources(store: store)
    }

    /// The font of a dictionary.
    func font(_ dictionary: PDFDictionary) throws(PDFError) -> Font {
        let toUnicode = try toUnicode(of: dictionary)
        if try store.value("Subtype", of: dictionary) == .name("Type0") {
            return try compositeFont(dictionary, toUnicode)
        }
        return try simpleFont(dictionary, toUnicode)
    }

    private func toUnicode(of dictionary: PDFDictionary) throws(PDFError) -> CharacterMap? {
        guard let stream = try store.value("ToUnicode", of: dictionary).stream else { return nil }
        return try characterMap(stream)
    }

    /// The map of a CMap stream, on top of the map that its `/UseCMap` or `usecmap` names.
    func characterMap(_ stream: PDFStream) throws(PDFError) -> CharacterMap {
        var map = try ownMap(stream)
        var (next, below) = (stream, [CharacterMap]())
        while map.base == nil, below.count < Self.longestChain,
            let used = try store.value("UseCMap", of: next.dictionary).stream
        {
            below.append(try ownMap(used))
            next = used
        }
        var base: CharacterMap?
        if map.base == nil, let name = try store.value("UseCMap", of: next.dictionary).name {
            base = resources.predefined(name)?.map
        }
        for var part in below.reversed() {
            if part.base == nil { part.base = base }
            base = part
        }
        if map.base == nil { map.base = base }
        return map
    }

    /// CMaps in a chain; real chains have two.
    private static let longestChain = 4

    private func ownMap(_ stream: PDFStream) throws(PDFError) -> CharacterMap {
        var bytes: [UInt8] = []
        try store.decode(stream, to: &bytes)
        let resources = resources
        let map = try CharacterMapReader.read(
            bytes, allowed: resources.allowance, text: { resources.glyphNames.text(of: $0) },
            predefined: { resources.predefined($0)?.map })
        try resources.charge(map.count)
        return map
    }
}
