// TrueType and OpenType programs (OpenType 1.9): the tables `cmap` and `post`, and a Compact Font Format table inside.

/// Reads the glyphs of a TrueType program.
struct TrueTypeReader {
    /// A subtable of `cmap`.
    private struct Subtable {
        var platform: Int
        var encoding: Int
        var start: Int
    }

    private let bytes: FontBytes
    private let allowed: Int
    private var tables: [Int: Int] = [:]
    private var result = FontProgram()
    /// Glyphs that a program can have.
    private static let glyphLimit = 0x10000
    /// Bytes of a glyph name (Adobe Glyph List Specification 2).
    private static let longestName = 63
    /// The most tables and subtables read; real programs have some twenty.
    private static let tableLimit = 64

    init(_ bytes: FontBytes, allowed: Int) {
        self.bytes = bytes
        self.allowed = allowed
        // A collection's first font.
        let start = bytes.long(0) == 0x7474_6366 ? bytes.long(12) ?? 0 : 0
        for index in 0..<min(bytes.short(start + 4) ?? 0, Self.tableLimit) {
            let entry = start + 12 + 16 * index
            if let tag = bytes.long(entry), let offset = bytes.long(entry + 8) { tables[tag] = offset }
        }
    }

    /// The program; parts that are missing or damaged are empty.
    func program() -> FontProgram {
        var reader = self
        if let table = tables[0x4346_4620] {  // "CFF "
            reader.result = CompactFontReader(bytes, start: table, allowed: allowed).program()
        } else if let table = tables[0x706F_7374] {  // "post"
            reader.readNames(table)
        }
        if let table = tables[0x636D_6170] { reader.readCharacters(table) }  // "cmap"
        if !reader.result.characters.isEmpty {
            reader.result.glyphsByName = Dictionary(
                reader.result.names.enumerated().map { ($0.element, $0.offset) },
                uniquingKeysWith: { first, _ in first })
        }
        return reader.result
    }

    // MARK: Names

    /// The names of the 258 glyphs of a Macintosh font.
    static var macintoshGlyphs: [String] {
        macintoshGlyphNames.split(whereSeparator: { $0 == " " || $0 == "\n" }).map(String.init)
    }

    /// Formats 1 and 2 of `post`; format 3 has no names.
    private mutating func readNames(_ table: Int) {
        let standard = Self.macintoshGlyphs
        let format = bytes.long(table)
        if format == 0x0001_0000 { result.names = standard }
        guard format == 0x0002_0000, let count = bytes.short(table + 32), count <= allowed else { return }
        var names: [String] = []
        var position = table + 34 + 2 * count
        while names.count < count, let length = bytes.byte(position),
            let name = bytes.text(position + 1, length: length)
        {
            names.append(length <= Self.longestName ? name : "")
            position += 1 + length
        }
        for glyph in 0..<count {
            guard let index = bytes.short(table + 34 + 2 * glyph) else { return }
            let own = index - standard.count
            result.names.append(own < 0 ? standard[index] : names.indices.contains(own) ? names[own] : "")
        }
    }

    // MARK: Characters

    /// Unicode subtables give the glyphs' characters; symbol and Macintosh subtables give the glyphs of a simple font's
    /// codes (ISO 32000-1 9.6.6.4).
    private mutating func readCharacters(_ table: Int) {
        var subtables: [Subtable] = []
        for index in 0..<min(bytes.short(table + 2) ?? 0, Self.tableLimit) {
            let entry = table + 4 + 8 * index
            guard let platform = bytes.short(entry), let encoding = bytes.short(entry + 2),
                let offset = bytes.long(entry + 4)
            else { break }
            subtables.append(Subtable(platform: platform, encoding: encoding, start: table + offset))
        }
        let unicode =
            subtables.first { $0.platform == 3 && $0.encoding == 10 }
            ?? subtables.first { $0.platform == 3 && $0.encoding == 1 } ?? subtables.last { $0.platform == 0 }
        if let unicode { forEach(unicode.start) { $0.note(character: $1, of: $2) } }
        if let symbol = subtables.first(where: { $0.platform == 3 && $0.encoding == 0 }) {
            forEach(symbol.start) { reader, code, glyph in
                // Codes are 0xF000 to 0xF0FF, or those of another page, or as they are.
                if reader.result.glyphs[code & 0xFF] == nil { reader.result.glyphs[code & 0xFF] = glyph }
            }
        } else if let macintosh = subtables.first(where: { $0.platform == 1 && $0.encoding == 0 }) {
            forEach(macintosh.start) { if $1 <= 0xFF { $0.result.glyphs[$1] = $2 } }
        }
    }

    /// Of several characters of a glyph the lowest one counts (a space, not a no-break space), private ones last.
    private mutating func note(character: Int, of glyph: Int) {
        guard character > 0, let scalar = UInt32(exactly: character), glyph < min(Self.glyphLimit, allowed) else {
            return
        }
        if glyph >= result.characters.count {
            result.characters += [UInt32](repeating: 0, count: glyph + 1 - result.characters.count)
        }
        let known = result.characters[glyph]
        let isBetter = known.isPrivateUse == scalar.isPrivateUse ? scalar < known : known.isPrivateUse
        if known == 0 || isBetter { result.characters[glyph] = scalar }
    }

    /// Calls `body` with each code and glyph of a subtable, as many as there may be.
    private mutating func forEach(_ start: Int, _ body: (inout TrueTypeReader, _ code: Int, _ glyph: Int) -> Void) {
        var left = min(allowed, 2 * Self.glyphLimit)
        func visit(_ reader: inout TrueTypeReader, _ code: Int, _ glyph: Int?) -> Bool {
            left -= 1
            if let glyph, glyph > 0, glyph < Self.glyphLimit { body(&reader, code, glyph) }
            return left > 0
        }
        switch bytes.short(start) {
        case 0:
            for code in 0..<256 where !visit(&self, code, bytes.byte(start + 6 + code)) { return }
        case 4: forEachOfSegments(start, visit)
        case 6:
            guard let first = bytes.short(start + 6), let count = bytes.short(start + 8) else { return }
            for index in 0..<count where !visit(&self, first + index, bytes.short(start + 10 + 2 * index)) { return }
        case 12: forEachOfGroups(start, visit)
        default: return
        }
    }

    /// Format 4: segments with a difference or with an array of glyphs.
    private mutating func forEachOfSegments(_ start: Int, _ visit: (inout TrueTypeReader, Int, Int?) -> Bool) {
        let length = bytes.short(start + 6) ?? 0
        for segment in stride(from: 0, to: length - 1, by: 2) {
            let ends = start + 14 + segment
            guard let last = bytes.short(ends), let first = bytes.short(ends + length + 2),
                let delta = bytes.short(ends + 2 * length + 2), let offset = bytes.short(ends + 3 * length + 2)
            else { return }
            guard first <= last, first < 0xFFFF else { continue }
            for code in first...min(last, 0xFFFE) {
                var glyph: Int? = code
                if offset != 0, offset != 0xFFFF {
                    glyph = bytes.short(ends + 3 * length + 2 + offset + 2 * (code - first))
                    if glyph == 0 { glyph = nil }
                }
                if !visit(&self, code, glyph.map { ($0 + delta) & 0xFFFF }) { return }
            }
        }
    }

    /// Format 12: groups of codes that follow each other, as their glyphs do.
    private mutating func forEachOfGroups(_ start: Int, _ visit: (inout TrueTypeReader, Int, Int?) -> Bool) {
        let count = bytes.long(start + 12) ?? 0
        for group in 0..<count {
            let entry = start + 16 + 12 * group
            guard let first = bytes.long(entry), let last = bytes.long(entry + 4), let glyph = bytes.long(entry + 8)
            else { return }
            guard first <= last, last <= 0x10FFFF else { continue }
            for code in first...last where !visit(&self, code, glyph + code - first) { return }
        }
    }
}

extension UInt32 {
    /// Whether a code point is private: each font defines its meaning.
    var isPrivateUse: Bool { 0xE000...0xF8FF ~= self || self >= 0xF0000 }
}
