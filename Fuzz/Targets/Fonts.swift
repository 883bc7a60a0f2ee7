// Font programs of any bytes, as each format, and codes of the predefined CMaps: tables keep to what is allowed, texts
// are texts, and a code that no table has is unknown.

@testable import PDF

/// Read only, once the look at an unknown name has made its tables.
private nonisolated(unsafe) let names = {
    let names = GlyphNames()
    _ = names.text(of: "unknown")
    return names
}()

/// One predefined CMap of each collection, one on top of another, and the characters of its CIDs.
private let predefined: [(map: CharacterMap, characters: CollectionCharacters)] = [
    "GBK-EUC-H", "ETen-B5-V", "90ms-RKSJ-V", "KSCms-UHC-HW-H", "V",
].compactMap { name in
    guard let store = try? ObjectStore([], headerOffset: 0, limits: PDFLimits()),
        let known = FontResources(store: store).predefined(name)
    else { return nil }
    return (known.map, CollectionCharacters(known.collection))
}

extension Target {
    static let fonts = Target("fonts") { bytes in
        var choices = Choices(bytes)
        let kind = choices.number() % 5
        if kind == 4 { return try checkPredefined(&choices) }
        let allowed = 600
        let program = read(kind, choices.rest, allowed)
        try checkTables(of: program, allowed)
        let again = read(kind, choices.rest, allowed)
        var codes = [-1, 0, 1, 32, 65, 128, 255, 256, 257, 599, 600, 0xF041, 0xFFFF, 0x10000, .max, .min]
        codes += choices.rest.suffix(8).map(Int.init)
        for code in codes {
            let texts = [
                program.text(ofCode: code, names), program.text(ofCID: code, names), program.text(ofGlyph: code, names),
            ]
            try promise(!texts.contains(""), "a text has no characters")
            try promise(texts[2] == nil || code >= 0, "a glyph is negative and has a text")
            try promise(
                texts == [
                    again.text(ofCode: code, names), again.text(ofCID: code, names), again.text(ofGlyph: code, names),
                ], "a program reads otherwise the second time")
        }
        for name in program.names.prefix(8) {
            try promise(program.text(ofName: name, names) != "", "a name has a text without characters")
        }
    }
}

/// The program as the bytes say themselves, or as what they are taken for.
private func read(_ kind: Int, _ bytes: [UInt8], _ allowed: Int) -> FontProgram {
    var program = FontProgram()
    switch kind {
    case 1: return TrueTypeReader(FontBytes(bytes), allowed: allowed).program()
    case 2: return CompactFontReader(FontBytes(bytes), start: 0, allowed: allowed).program()
    case 3: program.codeNames = Type1Encoding.names(of: FontBytes(Array("/Encoding ".utf8) + bytes))
    default: return FontProgram(bytes, allowed: allowed)
    }
    return program
}

private func checkTables(of program: FontProgram, _ allowed: Int) throws {
    try promise(program.characters.count <= allowed, "there are more characters than allowed")
    // The Macintosh order has 258 names, whatever is allowed.
    try promise(program.names.count <= max(allowed, 258), "there are more names than allowed")
    try promise(program.glyphsByName.count <= program.names.count, "there are more named glyphs than names")
    try promise(program.glyphsByCID?.count ?? 0 <= allowed + 1, "there are more CIDs than allowed")
    try promise(program.glyphs.keys.allSatisfy { 0..<256 ~= $0 }, "a simple font has codes above 255")
    try promise(program.codeNames.keys.allSatisfy { 0..<256 ~= $0 }, "a simple font has names for codes above 255")
}

/// Draws codes of a predefined CMap, of the lengths that it wants.
private func checkPredefined(_ choices: inout Choices) throws {
    let (map, characters) = choices.one(of: predefined)
    var composite = CompositeFont(widths: CIDWidths(standard: 1000, array: []))
    composite.encoding = map
    var font = Font(composite)
    while !choices.isAtEnd, font.glyphs.count < 1024 {
        let first = choices.byte()
        let length = max(Int(map.codeLengths[Int(first)]), 1)
        try promise(length <= 2, "a code of a national character set has more than two bytes")
        let code = (1..<length).reduce(UInt32(first)) { code, _ in code << 8 | UInt32(choices.byte()) }
        let cid = map.cid(of: code)
        try promise(cid ?? 0 >= 0, "a CID is negative")
        try promise(cid.flatMap(characters.text) != "", "a CID has a text without characters")
        if font.position(of: code, length: length) == nil { font.makeBlock(of: code, length: length) }
        guard let position = font.position(of: code, length: length) else {
            throw Violation(description: "a block that was made is not there")
        }
        try promise(font.glyphs.indices.contains(position), "a glyph lies outside of the table")
        try promise(font.glyphs[position].width == Glyph.fixed(1000), "a glyph is not as wide as all are")
    }
}
