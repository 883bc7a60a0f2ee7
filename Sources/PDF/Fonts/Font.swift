// A font as far as text needs it: codes to glyphs (text and width). `FontReader` makes it from a font dictionary.
// Simple fonts have all their 256 glyphs from the start; composite fonts add them in blocks of 256, when first drawn.

/// The metrics of a font.
struct FontMetrics: Equatable {
    /// Vertical writing (ISO 32000-1 9.7.4.3); only its standard displacement of one em downwards is supported.
    var isVertical = false
    /// Text space units per glyph space unit: 0.001 except for Type 3 fonts.
    var unit = 0.001
    /// The height of the em in text space at size 1: 1 except for Type 3 fonts; negative if glyph space grows
    /// downwards.
    var em = 1.0
    /// Whether its glyphs are drawings with possible colours of their own: Type 3 (ISO 32000-1 9.6.5).
    var hasColours = false
}

/// A font, ready to decode strings.
struct Font {
    enum Coding {
        /// Codes of one byte; of two, which is the fast case of composite fonts; of one to four.
        case single, pairs, mixed
    }
    /// The codes 0 to 255 of a simple font, or the blocks of a composite one.
    var glyphs: [Glyph]
    private(set) var longTexts: [[UInt8]] = []
    let composite: CompositeFont?
    /// The lengths of its codes.
    let coding: Coding
    var metrics = FontMetrics()
    /// Bytes of the longest text of a glyph, at least 8.
    private(set) var longestText = 8
    /// The size of the tables, counted in glyphs of 16 bytes.
    private(set) var cost = 256
    /// The start in `glyphs` of a two-byte code's block, by the high byte; negative if not yet made.
    var blocks: [Int32] = []
    /// The same for codes of other lengths, by length and high bytes.
    private var otherBlocks: [UInt64: Int32] = [:]

    /// A simple font.
    init(glyphs: [Glyph], longTexts: [[UInt8]]) {
        self.glyphs = glyphs
        self.longTexts = longTexts
        composite = nil
        coding = .single
        cost = glyphs.count
        countTexts(from: 0)
    }

    init(_ composite: CompositeFont) {
        self.composite = composite
        coding = composite.hasPairsOnly ? .pairs : .mixed
        glyphs = []
        blocks = [Int32](repeating: -1, count: 256)
    }

    /// The UTF-8 of a glyph's text.
    func text(of glyph: Glyph) -> [UInt8] {
        if glyph.kind == .long { return longTexts[Int(glyph.text)] }
        return (0..<UInt64(glyph.length)).map { UInt8(truncatingIfNeeded: glyph.text >> (8 * $0)) }
    }

    /// The position in `glyphs` of a composite font's code; nil if its block does not exist yet.
    @inline(__always) func position(of code: UInt32, length: Int) -> Int? {
        let block = length == 2 ? blocks[Int(code >> 8 & 0xFF)] : otherBlocks[Self.key(code, length)] ?? -1
        return block < 0 ? nil : Int(block) + Int(code & 0xFF)
    }

    /// Makes the block of a composite font's code: 256 glyphs more.
    mutating func makeBlock(of code: UInt32, length: Int) {
        guard let composite else { return }
        let start = Int32(clamping: glyphs.count)
        let known = longTexts.count
        cost += 256
        for low in 0..<(256 as UInt32) {
            let code = code & ~0xFF | low
            let width = composite.width(of: code, length: length)
            if let text = composite.knownText(of: code, length: length) {
                glyphs.append(Glyph(text, width: width, longTexts: &longTexts))
            } else {
                glyphs.append(Glyph(unknownOfWidth: width, isAsked: composite.fallback == nil))
            }
        }
        countTexts(from: known)
        if length == 2 { blocks[Int(code >> 8 & 0xFF)] = start } else { otherBlocks[Self.key(code, length)] = start }
    }

    /// Looks up a text that ToUnicode and the encoding leave open in a code's block; the glyph is at `position`.
    mutating func answer(blockOf code: UInt32, at position: Int) {
        guard let composite else { return }
        let known = longTexts.count
        let start = position - Int(code & 0xFF)
        for low in 0..<(256 as UInt32) where glyphs[start + Int(low)].kind == .unasked {
            let code = code & ~0xFF | low
            let width = composite.width(of: code, length: 2)
            let text = composite.soughtText(of: code)
            glyphs[start + Int(low)] =
                text.map { Glyph($0, width: width, longTexts: &longTexts) } ?? Glyph(unknownOfWidth: width)
        }
        countTexts(from: known)
    }

    private mutating func countTexts(from first: Int) {
        for text in longTexts[first...] {
            longestText = max(longestText, text.count)
            cost += 2 + text.count / 16
        }
    }

    private static func key(_ code: UInt32, _ length: Int) -> UInt64 { UInt64(length) << 32 | UInt64(code >> 8) }
}
