// The glyphs of an embedded font program (ISO 32000-1 9.9): their characters or names, by glyph, code and CID. Read
// only if neither ToUnicode nor the encoding know a code that is drawn.

/// A font program as far as text needs it. Every part may be missing.
struct FontProgram {
    /// The character of each glyph by a Unicode `cmap`; 0 if there is none.
    var characters: [UInt32] = []
    /// The name of each glyph, by `post` or a charset.
    var names: [String] = []
    /// The glyph of each name, in a program that has both names and characters.
    var glyphsByName: [String: Int] = [:]
    /// The glyph of each code of a simple font.
    var glyphs: [Int: Int] = [:]
    /// The glyph name of each code of a simple font, in a Type 1 program.
    var codeNames: [Int: String] = [:]
    /// Whether only the program's encoding decides about its codes, as in Type 1: codes that it lacks are unknown.
    var hasEncoding = false
    /// The glyph of each CID, in a CID-keyed program; nil if the CID is the glyph number.
    var glyphsByCID: [Int: Int]?
    /// The character collection of such a program.
    var collection: CharacterCollection?

    /// Reads a program of any format, even if its key in the descriptor names another.
    ///
    /// - Parameter allowed: The limit of table entries; the reading ends there.
    init(_ program: [UInt8], allowed: Int) {
        let bytes = FontBytes(program)
        switch bytes.long(0) {
        case 0x0001_0000, 0x7472_7565, 0x4F54_544F, 0x7474_6366:
            self = TrueTypeReader(bytes, allowed: allowed).program()
        default:
            if bytes.byte(0) == 1, let header = bytes.byte(2), header >= 4 {
                self = CompactFontReader(bytes, start: 0, allowed: allowed).program()
            } else {
                codeNames = Type1Encoding.names(of: bytes)
                hasEncoding = !codeNames.isEmpty
            }
        }
    }

    init() {}

    /// How many entries its tables have.
    var entries: Int {
        characters.count + names.count + glyphsByName.count + glyphs.count + codeNames.count + (glyphsByCID?.count ?? 0)
    }

    /// The text of a glyph.
    func text(ofGlyph glyph: Int, _ glyphNames: GlyphNames) -> String? {
        if characters.indices.contains(glyph), let scalar = Unicode.Scalar(characters[glyph]), scalar.value > 0 {
            return String(scalar)
        }
        return names.indices.contains(glyph) ? glyphNames.text(of: names[glyph]) : nil
    }

    /// The text of a code of a simple font (ISO 32000-1 9.6.6).
    func text(ofCode code: Int, _ glyphNames: GlyphNames) -> String? {
        if let name = codeNames[code] { return glyphNames.text(of: name) }
        return glyphs[code].flatMap { text(ofGlyph: $0, glyphNames) }
    }

    /// The text of a simple font's glyph name that no list has, but perhaps the program.
    func text(ofName name: String, _ glyphNames: GlyphNames) -> String? {
        glyphsByName[name].flatMap { text(ofGlyph: $0, glyphNames) }
    }

    /// The text of a CID of a composite font (ISO 32000-1 9.7.4.2).
    func text(ofCID cid: Int, _ glyphNames: GlyphNames) -> String? {
        guard let glyphsByCID else { return text(ofGlyph: cid, glyphNames) }
        return glyphsByCID[cid].flatMap { text(ofGlyph: $0, glyphNames) }
    }
}

/// The encoding inside a Type 1 font program (Adobe Type 1 Font Format 2.2), as in TeX's OT1 fonts.
enum Type1Encoding {
    /// The glyph names of the codes.
    static func names(of program: FontBytes) -> [Int: String] {
        guard let start = program.position(of: "/Encoding", from: 0) else { return [:] }
        let end = program.position(of: "eexec", from: start) ?? program.count
        var lexer = Lexer(program.part(start..<end), at: 9)
        var names: [Int: String] = [:]
        while true {
            switch lexer.next() {
            case .keyword("dup"):
                if let code = lexer.takeInteger(), 0..<256 ~= code, case .name(let name) = lexer.next() {
                    names[code] = name
                }
            case .end, .keyword("def"), .keyword("readonly"), .keyword("StandardEncoding"): return names
            default: break
            }
        }
    }
}
