// Simple fonts (ISO 32000-1 9.6): the texts and the widths of the codes 0 to 255.

extension FontReader {
    /// The encoding of a simple font.
    private struct Encoding {
        /// The texts by `/Differences` and by a named encoding.
        var texts = [String?](repeating: nil, count: 256)
        /// The names in `/Differences` that no list has.
        var unknownNames: [Int: String] = [:]
        /// The texts for codes without any other source: from the usual encoding of such a font.
        var usual = [String?](repeating: nil, count: 256)
        /// Whether the font program's own encoding is the default.
        var isBuiltIn = false
    }

    func simpleFont(_ dictionary: PDFDictionary, _ toUnicode: CharacterMap?) throws(PDFError) -> Font {
        let widths = try SimpleWidths(of: dictionary, store: store)
        let encoding = try encoding(of: dictionary)
        var texts = encoding.texts
        var privateTexts: [Int: String] = [:]
        if let toUnicode {
            for code in 0..<256 {
                guard let text = toUnicode.text(of: UInt32(code)) else { continue }
                if text.isPrivateUse { privateTexts[code] = text } else { texts[code] = text }
            }
        }
        var isUsual = true
        if encoding.isBuiltIn || !encoding.unknownNames.isEmpty {
            isUsual = try !addProgramTexts(of: dictionary, encoding, widths, to: &texts)
        }
        for (code, text) in privateTexts where texts[code] == nil { texts[code] = text }
        if isUsual {
            for code in 0..<256 where texts[code] == nil && encoding.unknownNames[code] == nil {
                texts[code] = encoding.usual[code]
            }
        }
        var longTexts: [[UInt8]] = []
        let glyphs = texts.enumerated().map { code, text in
            let width = widths.width(of: code, text: text)
            return text.map { Glyph($0, width: width, longTexts: &longTexts) } ?? Glyph(unknownOfWidth: width)
        }
        var font = Font(glyphs: glyphs, longTexts: longTexts)
        if try store.value("Subtype", of: dictionary) == .name("Type3") { try scale(&font, by: dictionary) }
        return font
    }

    /// Adds missing texts from the embedded font program, which is read only if a used code needs it. Returns whether
    /// only the program's encoding decides.
    private func addProgramTexts(
        of dictionary: PDFDictionary, _ encoding: Encoding, _ widths: SimpleWidths, to texts: inout [String?]
    ) throws(PDFError) -> Bool {
        guard texts.indices.contains(where: { texts[$0] == nil && widths.isUsed($0) }) else { return false }
        let descriptor = try store.value("FontDescriptor", of: dictionary).dictionary ?? PDFDictionary()
        guard let program = try resources.program(of: descriptor) else { return false }
        for code in 0..<256 where texts[code] == nil {
            if let name = encoding.unknownNames[code] {
                texts[code] = program.text(ofName: name, resources.glyphNames)
            }
            texts[code] = texts[code] ?? program.text(ofCode: code, resources.glyphNames)
        }
        return program.hasEncoding
    }

    /// The texts by `/Encoding` (ISO 32000-1 9.6.6).
    private func encoding(of dictionary: PDFDictionary) throws(PDFError) -> Encoding {
        let object = try store.value("Encoding", of: dictionary)
        let subtype = try store.value("Subtype", of: dictionary).name
        var base = object.name
        if let details = object.dictionary { base = try store.value("BaseEncoding", of: details).name }
        var encoding = Encoding()
        if let named = base.flatMap(StandardEncoding.init(name:)) {
            encoding.texts = named.texts
        } else if subtype != "Type3" {
            let font = try store.value("BaseFont", of: dictionary).name ?? ""
            let usual = StandardEncoding(fontName: font) ?? (subtype == "TrueType" ? .winAnsi : .standard)
            encoding.usual = usual.texts
            encoding.isBuiltIn = true
        }
        let differences = try store.value("Differences", of: object.dictionary ?? PDFDictionary()).array ?? []
        try resources.charge(differences.count)
        var code = 0
        for element in differences {
            let element = try store.resolve(element)
            if let number = element.integer {
                code = number
            } else if let name = element.name {
                if 0..<256 ~= code { set(name, at: code, in: &encoding, isBitmap: subtype == "Type3") }
                code = code &+ 1
            }
        }
        return encoding
    }

    private func set(_ name: String, at code: Int, in encoding: inout Encoding, isBitmap: Bool) {
        let text = resources.glyphNames.text(of: name) ?? GlyphNames.numbered(name, isBitmap: isBitmap)
        encoding.texts[code] = text
        encoding.unknownNames[code] = text == nil ? name : nil
    }

    /// Type 3 fonts define the size of glyph space themselves (ISO 32000-1 9.6.5).
    private func scale(_ font: inout Font, by dictionary: PDFDictionary) throws(PDFError) {
        let matrix = Matrix(try store.value("FontMatrix", of: dictionary)) ?? Matrix(a: 0.001, d: 0.001)
        font.metrics.unit = matrix.a
        let box = try store.value("FontBBox", of: dictionary).array ?? []
        let bottom = box.count == 4 ? box[1].number ?? 0 : 0
        let top = box.count == 4 ? box[3].number ?? 0 : 0
        var height = abs((top - bottom) * matrix.d)
        if height == 0 { height = Double(font.glyphs.map(\.width).max() ?? 0) / 65536 * abs(matrix.a) }
        if height == 0 { height = 1 }
        font.metrics.hasColours = true
        font.metrics.em = matrix.d < 0 ? -height : height
    }
}
