// Finds texts for a composite font's CIDs that ToUnicode lacks: by the character collection, then by the embedded font
// program, last by the code itself. Reads nothing before a drawn code needs it.

/// Finds the texts of codes that ToUnicode lacks. One object for each font; it caches what it reads.
final class CIDTexts {
    /// The meaning of codes that no other source knows.
    enum LastResort {
        case unknown
        case unicode
        /// The glyph numbers of a system font; their first 258 glyphs are in the Macintosh order.
        case macintoshGlyph
    }

    private let resources: FontResources
    private let collection: CharacterCollection?
    /// The descendant font (ISO 32000-1 9.7.4.1).
    private let descendant: PDFDictionary
    private let lastResort: LastResort
    private var program: FontProgram?
    private var glyphsByCID: [UInt8]?
    private var isLoaded = false

    init(
        resources: FontResources, collection: CharacterCollection?, descendant: PDFDictionary, lastResort: LastResort
    ) {
        self.resources = resources
        self.collection = collection
        self.descendant = descendant
        self.lastResort = lastResort
    }

    /// The text of the code of a CID; nil if unknown.
    func text(ofCID cid: Int, code: UInt32) -> String? {
        if let collection, let text = resources.characters(of: collection).text(of: cid) { return text }
        load()
        if let text = programText(cid) { return text }
        switch lastResort {
        case .unknown: return nil
        case .unicode: return code >= 0x20 ? Unicode.Scalar(code).map { String($0) } : nil
        case .macintoshGlyph:
            let names = resources.macintoshGlyphs
            return names.indices.contains(cid) ? resources.glyphNames.text(of: names[cid]) : nil
        }
    }

    private func programText(_ cid: Int) -> String? {
        guard let program else { return nil }
        if let own = program.collection { return resources.characters(of: own).text(of: cid) }
        guard let glyphsByCID else { return program.text(ofCID: cid, resources.glyphNames) }
        guard cid >= 0, 2 * cid + 1 < glyphsByCID.count else { return nil }
        let glyph = Int(glyphsByCID[2 * cid]) << 8 | Int(glyphsByCID[2 * cid + 1])
        return program.text(ofGlyph: glyph, resources.glyphNames)
    }

    /// Reads the program. Passing a limit is damage: texts are missing.
    private func load() {
        if isLoaded { return }
        isLoaded = true
        do throws(PDFError) {
            let store = resources.store
            let descriptor = try store.value("FontDescriptor", of: descendant).dictionary ?? PDFDictionary()
            program = try resources.program(of: descriptor)
            if let stream = try store.value("CIDToGIDMap", of: descendant).stream {
                var map: [UInt8] = []
                try store.decode(stream, to: &map)
                glyphsByCID = map
            }
        } catch {
            resources.store.note(error)
        }
    }
}
