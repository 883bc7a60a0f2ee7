// What the codes of fonts are to a search for a key of digits, and which font a content draws with. All that is not certain is
// said to be so: then the page is read.

/// The codes of a font as a search for digits sees them: digits, ink and blanks.
struct KeyAlphabet {
    /// What a mark of ink is, digits among them, as of a code in ASCII.
    static let ink: ClosedRange<UInt8> = 0x21...0x7E
    private static let otherInk = UInt8(ascii: "x")
    private static let blank: UInt8 = 0x20
    /// Of a code that draws several characters, digits among them, or whose text is not yet known.
    private static let uncertain: UInt8 = 0

    /// Whether codes mark themselves: digits have their ASCII codes, and all other printable codes have ink.
    let isASCII: Bool
    private let hasPairs: Bool
    /// For each code of one byte, or of two, what it draws.
    private let marks: [UInt8]

    /// Nil for vertical writing, and for codes of mixed lengths.
    init?(_ font: Font) {
        if font.coding == .mixed || font.metrics.isVertical { return nil }
        hasPairs = font.coding == .pairs
        if !hasPairs {
            let marks = font.glyphs.map { Self.mark($0, font) }
            guard marks.count == 256 else { return nil }
            isASCII = (0...255 as ClosedRange<UInt8>).allSatisfy { code in
                let mark = marks[Int(code)]
                if code.isDigit || mark.isDigit { return mark == code }
                return mark != Self.uncertain && (mark == Self.otherInk || !Self.ink.contains(code))
            }
            // One such font stands for all of them, so what is beyond ASCII counts for nothing.
            self.marks = isASCII ? (0...255).map { Self.ink.contains($0) ? $0 : Self.blank } : marks
            return
        }
        isASCII = false
        var marks = [UInt8](repeating: Self.uncertain, count: 65536)
        for (high, block) in font.blocks.enumerated() where block >= 0 {
            for low in 0..<256 { marks[high << 8 | low] = Self.mark(font.glyphs[Int(block) + low], font) }
        }
        self.marks = marks
    }

    private static func mark(_ glyph: Glyph, _ font: Font) -> UInt8 {
        if glyph.kind == .unasked { return uncertain }
        let text = font.text(of: glyph)
        if text.contains(where: \.isDigit) { return text.count == 1 ? text[0] : uncertain }
        return text.isEmpty || vanishing.contains { text.starts(with: $0) } ? blank : otherInk
    }

    /// Blanks, and U+200B, U+2060 and U+FEFF, which have no width: they may stand within a key.
    private static let vanishing: [[UInt8]] =
        (0...0x20).map { [$0] } + [
            [0xC2, 0xA0], [0xE2, 0x80, 0x8B], [0xE2, 0x81, 0xA0], [0xEF, 0xBB, 0xBF],
        ]

    /// The marks of a string's codes. False where one is not certain.
    func translate(_ codes: Span<UInt8>, to text: inout [UInt8]) -> Bool {
        text.removeAll(keepingCapacity: true)
        var isCertain = true
        text.append(addingCapacity: codes.count) { (room: inout OutputSpan<UInt8>) in
            var position = 0
            while position &+ (hasPairs ? 1 : 0) < codes.count {
                var code = Int(codes[position])
                if hasPairs { code = code << 8 | Int(codes[position &+ 1]) }
                let mark = marks[code]
                if mark == Self.uncertain { isCertain = false }
                room.append(mark)
                position &+= hasPairs ? 2 : 1
            }
        }
        return isCertain
    }

    /// The same for a hexadecimal string of digits alone that begins at `start`, in one go. Returns where it ends and how many
    /// marks it has; nil for others, where a mark is not certain, and where there is no room.
    @inline(__always) func translate(
        hexadecimal content: Span<UInt8>, from start: Int, to room: inout MutableSpan<UInt8>
    ) -> (end: Int, count: Int)? {
        let marks = marks.span
        var (position, count) = (start, 0)
        while position &+ 3 < content.count, content[position] != UInt8(ascii: ">") {
            guard count < room.count, var code = Self.byte(content, position) else { return nil }
            position &+= 2
            if hasPairs {
                guard position &+ 1 < content.count, let low = Self.byte(content, position) else { return nil }
                code = code << 8 | low
                position &+= 2
            }
            let mark = marks[code]
            if mark == Self.uncertain { return nil }
            room[count] = mark
            count &+= 1
        }
        guard position < content.count, content[position] == UInt8(ascii: ">") else { return nil }
        return (position, count)
    }

    @inline(__always) private static func byte(_ content: Span<UInt8>, _ position: Int) -> Int? {
        let (high, low) = (content[position], content[position &+ 1])
        guard high.isHexadecimal, low.isHexadecimal else { return nil }
        return Int(high.hexadecimalValue << 4 | low.hexadecimalValue)
    }
}

/// The fonts of a page, for a search.
struct KeyFonts {
    /// What all text is drawn with, also where no font is set; nil where fonts differ and have to be followed.
    let common: KeyAlphabet?
    /// By the names of the page's resources; the last of a name counts.
    private let names: [[UInt8]]
    let alphabets: [KeyAlphabet]

    /// - Parameters:
    ///   - unnamed: Of text that names no font.
    ///   - named: The page's, by name.
    init(unnamed: KeyAlphabet?, named: [(name: String, alphabet: KeyAlphabet)]) {
        names = named.map { Array($0.name.utf8) }
        alphabets = named.map(\.alphabet)
        common = unnamed?.isASCII == true && alphabets.allSatisfy(\.isASCII) ? unnamed : nil
    }

    /// Moves past a name, and past the size and `Tf` after it (ISO 32000-1 9.3.1), which set the font: it becomes an index of
    /// `alphabets`, nil where the page has none of that name.
    func follow(_ content: Span<UInt8>, _ position: inout Int, _ font: inout Int?) {
        let start = position &+ 1
        position = start
        while position < content.count, content[position].isRegular { position &+= 1 }
        let name = content.extracting(start..<position)
        var end = position
        while end < content.count, content[end].isWhiteSpace { end &+= 1 }
        guard end < content.count, NumberSyntax.begins(with: content[end]) else { return }
        _ = NumberSyntax.parse(content, &end)
        while end < content.count, content[end].isWhiteSpace { end &+= 1 }
        guard Self.passes("Tf", content, &end) else { return }
        position = end
        font = names.indices.last { Self.equal(names[$0], name) }
    }

    private static func equal(_ known: [UInt8], _ name: Span<UInt8>) -> Bool {
        guard known.count == name.count else { return false }
        for index in known.indices where known[index] != name[index] { return false }
        return true
    }

    /// Moves past an operator if it stands at `position`.
    static func passes(_ name: StaticString, _ content: Span<UInt8>, _ position: inout Int) -> Bool {
        let end = position &+ name.utf8CodeUnitCount
        guard end <= content.count, end == content.count || !content[end].isRegular else { return false }
        for offset in 0..<name.utf8CodeUnitCount where content[position &+ offset] != name.utf8Start[offset] {
            return false
        }
        position = end
        return true
    }
}
