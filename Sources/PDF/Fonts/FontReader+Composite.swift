// Composite fonts (ISO 32000-1 9.7): the codes by an embedded or a predefined CMap, the CIDs by the descendant font.

import Text

extension FontReader {
    func compositeFont(_ dictionary: PDFDictionary, _ toUnicode: CharacterMap?) throws(PDFError) -> Font {
        let descendants = try store.value("DescendantFonts", of: dictionary).array ?? []
        let descendant = try store.resolve(descendants.first ?? .null).dictionary ?? PDFDictionary()
        var composite = CompositeFont(widths: try widths(of: descendant))
        composite.toUnicode = toUnicode
        let encoding = try store.value("Encoding", of: dictionary)
        var collection = try collection(of: descendant)
        var isVertical = false
        if let stream = encoding.stream {
            let map = try characterMap(stream)
            composite.codeLengths = Self.codeLengths(map)
            composite.encoding = map.isEmpty ? nil : map
            isVertical = try store.value("WMode", of: stream.dictionary).integer.map { $0 == 1 } ?? map.isVertical
        } else if let name = encoding.name {
            collection = apply(predefined: name, to: &composite, of: collection) ?? collection
            isVertical = name.hasSuffix("-V") || name == "V"
        }
        if composite.unicode == nil {
            composite.fallback = CIDTexts(
                resources: resources, collection: collection, descendant: descendant,
                lastResort: collection == nil ? try lastResort(dictionary, descendant, composite) : .unknown)
        }
        var font = Font(composite)
        font.metrics.isVertical = isVertical
        return font
    }

    /// The meaning of codes that no other source knows. They are Unicode if writers put the name Identity-H in the
    /// place of `/ToUnicode` (fixture fonts-tounicode-name), or if the font is not embedded and its widths are those of
    /// the characters (fixture fonts-identity-widths). They are glyph numbers of a known system font if such a font has
    /// widths for control characters (fixture fonts-identity-glyph-numbers). Otherwise they may be anything: a guess
    /// would be a false text.
    private func lastResort(
        _ dictionary: PDFDictionary, _ descendant: PDFDictionary, _ composite: CompositeFont
    ) throws(PDFError) -> CIDTexts.LastResort {
        let identity = { (object: PDFObject) in object.name?.hasPrefix("Identity") == true }
        if identity(try store.value("ToUnicode", of: dictionary)) { return .unicode }
        let descriptor = try store.value("FontDescriptor", of: descendant).dictionary ?? PDFDictionary()
        guard identity(try store.value("Encoding", of: dictionary)), composite.toUnicode?.isEmpty ?? true,
            !FontResources.hasProgram(descriptor)
        else { return .unknown }
        let name = try store.value("BaseFont", of: descendant).name ?? ""
        guard composite.widths.hasControls else { return Self.areUnicode(composite.widths, name) ? .unicode : .unknown }
        return Self.macintoshOrdered.contains(where: name.hasPrefix) ? .macintoshGlyph : .unknown
    }

    /// Whether the CIDs, read as Unicode, have the widths of these characters in the most similar standard font. Glyph
    /// numbers would match only by chance: at least eight must, with three different widths.
    private static func areUnicode(_ widths: CIDWidths, _ name: String) -> Bool {
        let standard = StandardWidths(fontName: name)
        var found: [Float] = []
        for code in 0x21...0x7E as ClosedRange<UInt8> {
            guard let width = widths.ownWidth(of: Int(code)) else { continue }
            if abs(width - standard.width(of: Unicode.Scalar(code))) > 1 { return false }
            found.append(width)
        }
        return found.count >= 8 && Set(found).count >= 3
    }

    /// System fonts with the Macintosh order.
    private static let macintoshOrdered = ["Arial", "CourierNew", "TimesNewRoman", "Verdana"]

    /// `/W` with its references resolved, two levels deep, and `/DW`.
    private func widths(of descendant: PDFDictionary) throws(PDFError) -> CIDWidths {
        var array: [PDFObject] = []
        for element in try store.value("W", of: descendant).array ?? [] {
            let element = try store.resolve(element)
            try resources.charge(1 + (element.array?.count ?? 0))
            if let list = element.array, list.contains(where: { $0.reference != nil }) {
                var widths: [PDFObject] = []
                for width in list { widths.append(try store.resolve(width)) }
                array.append(.array(widths))
            } else {
                array.append(element)
            }
        }
        return CIDWidths(standard: Float(try store.value("DW", of: descendant).number ?? 1000), array: array)
    }

    /// The character collection of a CIDFont (ISO 32000-1 9.7.3); nil for Identity.
    private func collection(of descendant: PDFDictionary) throws(PDFError) -> CharacterCollection? {
        let information = try store.value("CIDSystemInfo", of: descendant).dictionary ?? PDFDictionary()
        guard case .string(let ordering) = try store.value("Ordering", of: information) else { return nil }
        return CharacterCollection(ordering: ordering)
    }

    /// First bytes outside of the codespace begin codes of the shortest length (ISO 32000-1 9.7.6.3).
    private static func codeLengths(_ map: CharacterMap) -> [UInt8] {
        let shortest = map.codeLengths.filter { $0 > 0 }.min() ?? 2
        return map.codeLengths.map { $0 == 0 ? shortest : $0 }
    }

    /// Applies a predefined CMap (ISO 32000-1 9.7.5.2). Returns its collection; nil for Identity and for unknown names.
    ///
    /// - Parameter collection: The collection of the CIDFont. Without one, the widths of Unicode codes go by the codes.
    private func apply(
        predefined name: String, to composite: inout CompositeFont, of collection: CharacterCollection?
    ) -> CharacterCollection? {
        if name.hasPrefix("Identity") { return nil }
        if let known = resources.predefined(name) {
            composite.encoding = known.map
            composite.codeLengths = Self.codeLengths(known.map)
            return known.collection
        }
        if let lengths = Self.unicodeLengths(name) {
            composite.codeLengths = lengths
            composite.unicode = name.holds("UTF8") ? .utf8 : .units
            composite.hasHalfWidths = name.holds("-HW-")
            if let collection, !composite.widths.isEmpty { composite.unicodeCIDs = resources.cids(of: collection) }
            return nil
        }
        composite.codeLengths = (0..<256).map { $0 < 0x81 || $0 == 0xFF ? 1 : 2 }
        return nil
    }

    /// Bytes of a code by its first byte, for CMaps with Unicode codes by their names.
    private static func unicodeLengths(_ name: String) -> [UInt8]? {
        if name.holds("UCS2") { return [UInt8](repeating: 2, count: 256) }
        if name.holds("UTF16") { return (0..<256).map { 0xD8...0xDB ~= $0 ? 4 : 2 } }
        if name.holds("UTF32") { return [UInt8](repeating: 4, count: 256) }
        if name.holds("UTF8") { return (0..<256).map { $0 < 0xC0 ? 1 : $0 < 0xE0 ? 2 : $0 < 0xF0 ? 3 : 4 } }
        return nil
    }
}
