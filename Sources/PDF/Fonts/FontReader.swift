// Font dictionaries to fonts (ISO 32000-1 9.6, 9.7). ToUnicode comes before /Encoding; what neither knows stays unknown.

/// Reads fonts, and remembers what all of them have cost.
struct FontReader {
    private let store: ObjectStore
    private var mappings = 0
    /// Read when the first glyph name is met.
    private lazy var glyphNames = GlyphNames()

    init(store: ObjectStore) {
        self.store = store
    }

    /// The font of a dictionary.
    mutating func font(_ dictionary: PDFDictionary) throws(PDFError) -> Font {
        let toUnicode = try toUnicode(of: dictionary)
        if try store.value("Subtype", of: dictionary) == .name("Type0") {
            return try compositeFont(dictionary, toUnicode)
        }
        return try simpleFont(dictionary, toUnicode.map)
    }

    private mutating func toUnicode(of dictionary: PDFDictionary) throws(PDFError) -> (
        map: CharacterMap?, isIdentity: Bool
    ) {
        switch try store.value("ToUnicode", of: dictionary) {
        case .stream(let stream): (try characterMap(stream), false)
        // Some writers put the name here: the codes are Unicode.
        case .name(let name): (nil, name.hasPrefix("Identity"))
        default: (nil, false)
        }
    }

    private mutating func characterMap(_ stream: PDFStream) throws(PDFError) -> CharacterMap {
        var bytes: [UInt8] = []
        try store.decode(stream, to: &bytes)
        let map = try CharacterMapReader.read(bytes, allowed: store.limits.mappings - mappings)
        try charge(map.count)
        return map
    }

    /// Counts what a font has in tables; fonts that share large ones could otherwise be read for ever.
    private mutating func charge(_ entries: Int) throws(PDFError) {
        mappings += entries
        if mappings > store.limits.mappings {
            throw PDFError(.limit, "the fonts' tables have more than \(store.limits.mappings) entries")
        }
    }

    // MARK: Composite fonts

    private mutating func compositeFont(
        _ dictionary: PDFDictionary, _ toUnicode: (map: CharacterMap?, isIdentity: Bool)
    ) throws(PDFError) -> Font {
        let descendants = try store.value("DescendantFonts", of: dictionary).array ?? []
        let descendant = try store.resolve(descendants.first ?? .null).dictionary ?? PDFDictionary()
        var widths: [PDFObject] = []
        for element in try store.value("W", of: descendant).array ?? [] { widths.append(try store.resolve(element)) }
        try charge(widths.count)
        var composite = Font.Composite(
            toUnicode: toUnicode.map,
            isUnicode: toUnicode.isIdentity,
            widths: CIDWidths(
                standard: Float(try store.value("DW", of: descendant).number ?? 1000), array: widths))
        let encoding = try store.value("Encoding", of: dictionary)
        var isVertical = false
        if let stream = encoding.stream {
            let map = try characterMap(stream)
            composite.codeLengths = Self.codeLengths(map)
            composite.encoding = map.isEmpty ? nil : map
            isVertical = try store.value("WMode", of: stream.dictionary).integer == 1
        } else if let name = encoding.name {
            Self.apply(predefined: name, to: &composite)
            isVertical = name.hasSuffix("-V")
        }
        var font = Font(composite)
        font.metrics.isVertical = isVertical
        return font
    }

    /// First bytes outside of the codespace begin codes of the shortest length (ISO 32000-1 9.7.6.3).
    private static func codeLengths(_ map: CharacterMap) -> [UInt8] {
        let shortest = map.codeLengths.filter { $0 > 0 }.min() ?? 2
        return map.codeLengths.map { $0 == 0 ? shortest : $0 }
    }

    /// ISO 32000-1 9.7.5.2. Of the predefined CMaps only what their names tell is known: their codes' lengths, and Unicode.
    private static func apply(predefined name: String, to composite: inout Font.Composite) {
        if name.hasPrefix("Identity") { return }
        if name.contains("UCS2") || name.contains("UTF16") {
            composite.isUnicode = true
        } else if name.contains("UTF32") {
            composite.isUnicode = true
            composite.codeLengths = [UInt8](repeating: 4, count: 256)
        } else {
            composite.codeLengths = (0..<256).map { $0 < 0x81 || $0 == 0xFF ? 1 : 2 }
        }
    }

    // MARK: Simple fonts

    private mutating func simpleFont(
        _ dictionary: PDFDictionary, _ toUnicode: CharacterMap?
    ) throws(PDFError) -> Font {
        let texts = try texts(of: dictionary, toUnicode)
        let widths = try SimpleWidths(of: dictionary, store: store)
        var longTexts: [[UInt8]] = []
        let glyphs = texts.enumerated().map { code, text in
            let width = widths.width(of: code, text: text)
            return text.map { Glyph($0, width: width, longTexts: &longTexts) } ?? Glyph(unknownOfWidth: width)
        }
        var font = Font(glyphs: glyphs, longTexts: longTexts)
        if try store.value("Subtype", of: dictionary) == .name("Type3") { try scale(&font, by: dictionary) }
        return font
    }

    /// The texts of the codes 0 to 255.
    private mutating func texts(
        of dictionary: PDFDictionary, _ toUnicode: CharacterMap?
    ) throws(PDFError) -> [String?] {
        var texts = try encodedTexts(of: dictionary)
        guard let toUnicode else { return texts }
        for code in 0..<256 {
            if let text = toUnicode.text(of: UInt32(code)) { texts[code] = text }
        }
        return texts
    }

    /// The texts by `/Encoding` (ISO 32000-1 9.6.6).
    private mutating func encodedTexts(of dictionary: PDFDictionary) throws(PDFError) -> [String?] {
        let encoding = try store.value("Encoding", of: dictionary)
        let subtype = try store.value("Subtype", of: dictionary).name
        var base = encoding.name
        if let details = encoding.dictionary { base = try store.value("BaseEncoding", of: details).name }
        let named = base.flatMap(StandardEncoding.init(name:))
        let standard = named ?? (subtype == "TrueType" ? .winAnsi : .standard)
        var texts: [String?] = standard.characters.map { $0.value == 0xFFFD ? nil : String($0) }
        if named == nil, subtype == "Type1" || subtype == "MMType1" {
            for (code, name) in try builtInEncoding(of: dictionary) { texts[code] = glyphNames.text(of: name) }
        }
        if subtype == "Type3" { texts = [String?](repeating: nil, count: 256) }
        var code = 0
        let differences = try store.value("Differences", of: encoding.dictionary ?? PDFDictionary()).array ?? []
        try charge(differences.count)
        for element in differences {
            let element = try store.resolve(element)
            if let number = element.integer {
                code = number
            } else if let name = element.name {
                if 0..<256 ~= code { texts[code] = glyphNames.text(of: name) }
                code = code &+ 1
            }
        }
        return texts
    }

    /// The encoding inside an embedded Type 1 font program (Adobe Type 1 Font Format 2.2), as TeX's OT1 fonts have it.
    private func builtInEncoding(of dictionary: PDFDictionary) throws(PDFError) -> [(code: Int, name: String)] {
        let descriptor = try store.value("FontDescriptor", of: dictionary).dictionary ?? PDFDictionary()
        guard let stream = try store.value("FontFile", of: descriptor).stream else { return [] }
        var program: [UInt8] = []
        try store.decode(stream, to: &program)
        guard let start = program.firstPosition(of: "/Encoding", from: 0),
            let end = program.firstPosition(of: "eexec", from: start)
        else { return [] }
        var names: [(code: Int, name: String)] = []
        var lexer = Lexer(Array(program[start..<end]), at: 9)
        while true {
            switch lexer.next() {
            case .keyword("dup"):
                if let code = lexer.takeInteger(), 0..<256 ~= code, case .name(let name) = lexer.next() {
                    names.append((code, name))
                }
            case .end, .keyword("def"), .keyword("readonly"), .keyword("StandardEncoding"): return names
            default: break
            }
        }
    }

    /// Type 3 fonts say themselves how large glyph space is (ISO 32000-1 9.6.5).
    private func scale(_ font: inout Font, by dictionary: PDFDictionary) throws(PDFError) {
        let matrix = Matrix(try store.value("FontMatrix", of: dictionary)) ?? Matrix(a: 0.001, d: 0.001)
        font.metrics.unit = matrix.a
        let box = try store.value("FontBBox", of: dictionary).array ?? []
        let bottom = box.count == 4 ? box[1].number ?? 0 : 0
        let top = box.count == 4 ? box[3].number ?? 0 : 0
        var height = abs((top - bottom) * matrix.d)
        if height == 0 { height = Double(font.glyphs.map(\.width).max() ?? 0) / 65536 * abs(matrix.a) }
        font.metrics.em = height > 0 ? height : 1
    }
}
