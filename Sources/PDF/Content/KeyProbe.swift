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
    private var decoded: [UInt8] = []
    /// Room for what a short string draws.
    private var text = [UInt8](repeating: 0, count: 1024)

    /// For keys of 2 to 63 ASCII digits; nil for others.
    init?(_ key: [UInt8]) {
        guard (2...63).contains(key.count), key.allSatisfy(\.isDigit) else { return nil }
        self.key = key
        places = (0x30...0x39).map { digit in
            key.indices.reduce(0) { key[$1] == digit ? $0 | 1 << UInt64($1) : $0 }
        }
        parts = [UInt64](repeating: 0, count: key.count)
    }

    /// False only if no string or row of strings of this content can draw the key. True where the content holds what this probe
    /// does not follow: comments, inline images, dictionaries with strings in them, strings of which font or code is not certain.
    ///
    /// - Parameter fonts: Those of the page.
    mutating func mayBeDrawn(by content: Span<UInt8>, in fonts: KeyFonts) -> Bool {
        ends = 0
        starts = 0
        for index in parts.indices { parts[index] = 0 }
        let isFollowed = fonts.common == nil
        // Kept as long as it can be: taking another one costs as much as a short string.
        var (font, alphabet) = (nil as Int?, (index: nil as Int?, of: fonts.common))
        var position = 0
        while true {
            position =
                isFollowed
                ? content.nextTellingOfFonts(position) : content.firstPosition(from: position, of: Self.telling)
            guard position < content.count else { return canBeJoined }
            switch content[position] {
            case UInt8(ascii: "/"):
                fonts.follow(content, &position, &font)
                if let font, font != alphabet.index { alphabet = (font, fonts.alphabets[font]) }
            case UInt8(ascii: "Q"):
                // Back to the font before, whichever that was: writers set theirs anew.
                font = nil
                position &+= 1
            case UInt8(ascii: "<") where position &+ 1 < content.count && content[position &+ 1] == UInt8(ascii: "<"):
                guard Self.passDictionary(content, &position) else { return true }
            case UInt8(ascii: "("), UInt8(ascii: "<"):
                guard font != nil || !isFollowed, let known = alphabet.of else { return true }
                if noteString(in: content, &position, known) { return true }
            default: return true
            }
        }
    }

    /// What begins a string or a dictionary, and what this probe does not follow: comments, the `I` of `ID`.
    private static let telling = FourBytes(UInt8(ascii: "("), UInt8(ascii: "<"), UInt8(ascii: "%"), UInt8(ascii: "I"))
    private static let endings = FourBytes(UInt8(ascii: ")"), UInt8(ascii: "("), UInt8(ascii: "\\"), 0x0D)

    /// Moves past the property list of marked content (ISO 32000-1 14.6.2). False where it is none, or has strings: they may be
    /// texts.
    private static func passDictionary(_ content: Span<UInt8>, _ position: inout Int) -> Bool {
        position = content.firstPosition(from: position &+ 2, of: dictionaryEndings)
        guard position &+ 1 < content.count, content[position] == UInt8(ascii: ">"),
            content[position &+ 1] == UInt8(ascii: ">")
        else { return false }
        position &+= 2
        while position < content.count, content[position].isWhiteSpace { position &+= 1 }
        return KeyFonts.passes("BDC", content, &position) || KeyFonts.passes("DP", content, &position)
    }

    /// A hexadecimal string in it ends before it does.
    private static let dictionaryEndings = FourBytes(
        UInt8(ascii: ">"), UInt8(ascii: "("), UInt8(ascii: "%"), UInt8(ascii: "%"))

    /// Notes the string at `position`, and moves past it. True if it may hold all of the key.
    @inline(__always) private mutating func noteString(
        in content: Span<UInt8>, _ position: inout Int, _ alphabet: KeyAlphabet
    ) -> Bool {
        let first = position &+ 1
        let extent: StringSyntax.Extent
        if content[position] == UInt8(ascii: "<") {
            if let isPossible = noteDigits(content, &position, alphabet) { return isPossible }
            extent = StringSyntax.hexadecimal(in: content, from: first)
        } else {
            let end = content.firstPosition(from: first, of: Self.endings)
            if alphabet.isASCII, end < content.count, content[end] == UInt8(ascii: ")") {
                position = end &+ 1
                return note(content.extracting(first..<end))
            }
            extent = StringSyntax.literal(in: content, from: first)
        }
        guard extent.isClosed else { return true }
        let isHexadecimal = content[position] == UInt8(ascii: "<")
        position = extent.end &+ 1
        return noteDecoded(alphabet) {
            if isHexadecimal {
                StringSyntax.appendHexadecimal(content, first..<extent.end, to: &$0)
            } else {
                StringSyntax.appendLiteral(content, first..<extent.end, to: &$0)
            }
        }
    }

    /// Notes a hexadecimal string as nearly all are; nil for others.
    @inline(__always) private mutating func noteDigits(
        _ content: Span<UInt8>, _ position: inout Int, _ alphabet: KeyAlphabet
    ) -> Bool? {
        var room = text.mutableSpan
        guard let marks = alphabet.translate(hexadecimal: content, from: position &+ 1, to: &room) else { return nil }
        position = marks.end &+ 1
        var text: [UInt8] = []
        swap(&text, &self.text)
        defer { swap(&text, &self.text) }
        return note(text.span.extracting(first: marks.count))
    }

    private mutating func noteDecoded(_ alphabet: KeyAlphabet, _ decode: (inout [UInt8]) -> Void) -> Bool {
        var codes: [UInt8] = []
        swap(&codes, &decoded)
        defer { swap(&codes, &decoded) }
        codes.removeAll(keepingCapacity: true)
        decode(&codes)
        var text: [UInt8] = []
        return alphabet.translate(codes.span, to: &text) ? note(text.span) : true
    }

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

    /// Whether a code draws more than a blank. Others may be blanks: no-break spaces, controls.
    @inline(__always) private static func hasInk(_ code: UInt8) -> Bool { KeyAlphabet.ink ~= code }

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

    /// Where the next byte stands that tells something where fonts are followed: `telling`, names, `Q`.
    @inline(__always) fileprivate func nextTellingOfFonts(_ start: Int) -> Int {
        var position = start
        while position < count, !self[position].isTellingOfFonts { position &+= 1 }
        return position
    }
}
