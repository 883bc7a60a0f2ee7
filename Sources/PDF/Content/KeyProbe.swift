// Whether a page can hold a key at all, from the strings of its content alone: 66 000 rows are passed over in the time that
// positions of a tenth of them take. A page is left out only where no way of drawing the key is possible.

/// A key of digits, looked for in the strings of content streams.
///
/// A key is drawn by one word of a string or by several. Of several, the first ends with the key's beginning, the last begins
/// with its end, those between are parts of it, whatever their order in the stream; so words that cannot be put together to the
/// key prove that it is not there.
struct KeyProbe {
    private let key: [UInt8]
    /// For each digit, a bit for each place of the key that has it.
    private let places: [UInt64]
    /// Bit n: a string ends with the key's first n digits; a string begins with what follows the key's first n digits.
    private var ends: UInt64 = 0
    private var starts: UInt64 = 0
    /// Strings that are a part of the key: by where they begin in it, a bit for where they end.
    private var parts: [UInt64]
    private var unescaped: [UInt8] = []

    /// For keys of 2 to 63 ASCII digits; nil for others.
    init?(_ key: [UInt8]) {
        guard (2...63).contains(key.count), key.allSatisfy(\.isDigit) else { return nil }
        self.key = key
        places = (0x30...0x39).map { digit in
            key.indices.reduce(0) { key[$1] == digit ? $0 | 1 << UInt64($1) : $0 }
        }
        parts = [UInt64](repeating: 0, count: key.count)
    }

    /// Whether a font draws digits by their ASCII codes and by no others, and something to see by all printable codes: what
    /// `mayBeDrawn` takes for granted.
    static func canJudge(_ font: Font) -> Bool {
        guard font.composite == nil, font.glyphs.count == 256 else { return false }
        return font.glyphs.indices.allSatisfy { index in
            let (code, glyph) = (UInt8(truncatingIfNeeded: index), font.glyphs[index])
            if code.isDigit { return glyph.isPlain && glyph.text == UInt64(code) }
            let text = font.text(of: glyph)
            if text.contains(where: \.isDigit) { return false }
            return !hasInk(code) || !text.isEmpty && !vanishing.contains { text.starts(with: $0) }
        }
    }

    /// Blanks, and U+200B, U+2060 and U+FEFF, which have no width: they may stand within a key.
    private static let vanishing: [[UInt8]] =
        (0...0x20).map { [$0] } + [[0xC2, 0xA0], [0xE2, 0x80, 0x8B], [0xE2, 0x81, 0xA0], [0xEF, 0xBB, 0xBF]]

    /// False only if no string or row of strings of this content can draw the key. True where the content holds anything but
    /// literal strings, numbers and plain operators: hexadecimal strings, dictionaries, comments, inline images.
    mutating func mayBeDrawn(by content: Span<UInt8>) -> Bool {
        ends = 0
        starts = 0
        for index in parts.indices { parts[index] = 0 }
        var position = 0
        while true {
            position = content.firstPosition(from: position, of: Self.telling)
            guard position < content.count else { break }
            guard content[position] == UInt8(ascii: "(") else { return true }
            let end = content.firstPosition(from: position &+ 1, of: Self.endings)
            if end < content.count, content[end] == UInt8(ascii: ")") {
                if note(content.extracting(position &+ 1..<end)) { return true }
                position = end &+ 1
                continue
            }
            let extent = StringSyntax.literal(in: content, from: position &+ 1)
            guard extent.isClosed else { return true }
            unescaped.removeAll(keepingCapacity: true)
            StringSyntax.appendLiteral(content, position &+ 1..<extent.end, to: &unescaped)
            let text = unescaped
            if note(text.span) { return true }
            position = extent.end &+ 1
        }
        return canBeJoined
    }

    /// What begins a string, and what this probe does not follow: `<` of hexadecimal strings and dictionaries, comments, the `I`
    /// of `ID`.
    private static let telling = FourBytes(UInt8(ascii: "("), UInt8(ascii: "<"), UInt8(ascii: "%"), UInt8(ascii: "I"))
    private static let endings = FourBytes(UInt8(ascii: ")"), UInt8(ascii: "("), UInt8(ascii: "\\"), 0x0D)

    /// Notes what the words of a string could be of the key: spacing may take back what parts them. True if one holds all of it.
    private mutating func note(_ string: Span<UInt8>) -> Bool {
        guard Self.mayHaveDigits(string) else { return false }
        var end = 0
        while end < string.count {
            var start = end
            while start < string.count, !Self.hasInk(string[start]) { start &+= 1 }
            end = start
            while end < string.count, Self.hasInk(string[end]) { end &+= 1 }
            let word = string.extracting(start..<end)
            guard let first = word.first, let last = word.last else { return false }
            if first.isDigit || last.isDigit { noteParts(word, first, last) }
            if word.count >= key.count, holdsKey(word) { return true }
        }
        return false
    }

    /// False only if there is no digit, as in most texts: the others have none of the codes 0x30 to 0x3F. Eight at a time.
    private static func mayHaveDigits(_ text: Span<UInt8>) -> Bool {
        text.withUnsafeBytes { bytes in
            var position = 0
            while position &+ 8 <= bytes.count {
                let block = bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self)
                let others = (block & 0xF0F0_F0F0_F0F0_F0F0) ^ 0x3030_3030_3030_3030
                if (others &- 0x0101_0101_0101_0101) & ~others & 0x8080_8080_8080_8080 != 0 { return true }
                position &+= 8
            }
            return bytes[position...].contains { $0 & 0xF0 == 0x30 }
        }
    }

    /// Whether a code draws more than a blank, in fonts that `canJudge` lets pass. Others may be blanks: no-break spaces, controls.
    @inline(__always) private static func hasInk(_ code: UInt8) -> Bool { 0x21...0x7E ~= code }

    private mutating func noteParts(_ text: Span<UInt8>, _ first: UInt8, _ last: UInt8) {
        var lengths = last.isDigit ? places[Int(last &- 0x30)] << 1 & ~(1 << UInt64(key.count)) : 0
        while lengths != 0 {
            let length = lengths.trailingZeroBitCount
            lengths &= lengths &- 1
            if length <= text.count, equal(text.extracting(last: length), from: 0) { ends |= 1 << UInt64(length) }
        }
        var begins = first.isDigit ? places[Int(first &- 0x30)] & ~1 : 0
        while begins != 0 {
            let begin = begins.trailingZeroBitCount
            begins &= begins &- 1
            let rest = key.count &- begin
            if rest <= text.count {
                if equal(text.extracting(first: rest), from: begin) { starts |= 1 << UInt64(begin) }
            } else if equal(text, from: begin) {
                parts[begin] |= 1 << UInt64(begin &+ text.count)
            }
        }
    }

    private func holdsKey(_ text: Span<UInt8>) -> Bool {
        for start in 0...(text.count - key.count)
        where text[start] == key[0] && equal(text.extracting(start..<start &+ key.count), from: 0) { return true }
        return false
    }

    /// Whether the key has this text at `start`.
    private func equal(_ text: Span<UInt8>, from start: Int) -> Bool {
        for offset in text.indices where text[offset] != key[start &+ offset] { return false }
        return true
    }

    /// Whether a string that ends with the key's beginning, parts, and one that begins with its end make the key.
    private var canBeJoined: Bool {
        var reached = ends
        for length in parts.indices where reached >> UInt64(length) & 1 == 1 { reached |= parts[length] }
        return reached & starts != 0
    }
}

extension Span where Element == UInt8 {
    fileprivate var first: UInt8? { isEmpty ? nil : self[0] }
    fileprivate var last: UInt8? { isEmpty ? nil : self[count - 1] }
}
