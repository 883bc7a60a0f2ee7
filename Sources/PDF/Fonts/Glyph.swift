// The text and width of a character code, as small as possible: the inner loop reads one for each code.

import Bidi

/// The text and the width of a character code. 16 bytes.
struct Glyph: Equatable {
    /// UTF-8, the first byte lowest; the index of a longer text where `isLong`.
    private(set) var text: UInt64
    /// In 65536ths of a unit of glyph space (a thousandth of an em except for Type 3 fonts): whole numbers add up
    /// faster.
    let width: Int32
    /// Bytes of the text.
    private(set) var length: UInt8
    private(set) var kind: Kind

    enum Kind: UInt8 {
        /// A character of one byte, no blank: nearly all are.
        case plain
        case character
        /// A blank of any kind; its text is one space.
        case space
        /// No character is known; its text is U+FFFD.
        case unknown
        /// The text does not fit: it is in `Font.longTexts`.
        case long
        /// No character is known yet: ask the font (`Font.answer`) before drawing this.
        case unasked
    }

    /// A code without a character.
    init(unknownOfWidth width: Float, isAsked: Bool = true) {
        self.init(bytes: [0xEF, 0xBF, 0xBD], width: width, kind: isAsked ? .unknown : .unasked)
    }

    /// A code with these characters; longer texts go to `longTexts`.
    init(_ text: String, width: Float, longTexts: inout [[UInt8]]) {
        let text = VisualOrder.visual(glyph: text)
        let scalars = text.unicodeScalars
        if scalars.count == 1, let scalar = scalars.first, scalar.properties.isWhitespace {
            self.init(bytes: [0x20], width: width, kind: .space)
        } else if text.utf8.count <= 8 {
            self.init(bytes: Array(text.utf8), width: width, kind: text.utf8.count == 1 ? .plain : .character)
        } else {
            self.init(bytes: [], width: width, kind: .long)
            self.text = UInt64(longTexts.count)
            longTexts.append(Array(text.utf8))
        }
    }

    /// A width in units of glyph space, clamped to ±32767 units.
    static func fixed(_ width: Float) -> Int32 {
        Int32(exactly: (min(max(width, -32767), 32767) * 65536).rounded()) ?? 0
    }

    private init(bytes: [UInt8], width: Float, kind: Kind) {
        text = bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
        length = UInt8(truncatingIfNeeded: bytes.count)
        self.width = Self.fixed(width)
        self.kind = kind
    }
}
