// Scripts whose lines end between any two words or syllables, with no blank there: a blank beside one of their characters
// may be the end of a line, and says nothing.

/// The scripts whose lines end where no blank is (UAX 14: SA, ID, CJ, NS, AK, H2, H3, JL, JV and JT).
enum UnpartedScripts {
    /// Whether a character is of such a script, or a sign of its punctuation. Not so the letters, digits and signs of
    /// full width, which are those of ASCII, and pictures.
    static func contain(_ scalar: Unicode.Scalar) -> Bool {
        // Latin, Greek, Cyrillic, Hebrew, Arabic and the scripts of India.
        if scalar.value < 0xE00 { return false }
        return ranges.contains { $0.contains(scalar.value) }
    }

    /// Whether it is of Hangul: its lines end between any two syllables, but its words have blanks between them.
    static func isHangul(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x1100...0x11FF, 0x3130...0x318F, 0xA960...0xA97F, 0xAC00...0xD7FF, 0xFFA0...0xFFDC: true
        default: false
        }
    }

    /// Whole blocks of Unicode, the most frequent first.
    private static let ranges: [ClosedRange<UInt32>] = [
        0x2E80...0xA4CF,  // Han, its radicals and punctuation, Kana, Bopomofo, Hangul's compatible letters, Yi
        0xAC00...0xD7FF,  // syllables and old letters of Hangul
        0x0E00...0x109F,  // Thai, Lao, Tibetan, Myanmar
        0x1780...0x17FF,  // Khmer
        0xF900...0xFAFF,  // compatible signs of Han
        0xFE30...0xFE4F,  // punctuation for columns
        0xFF61...0xFFDC,  // Kana and Hangul of half width
        0x1100...0x11FF,  // letters of Hangul
        0x1950...0x19FF,  // Tai Le, New Tai Lue, symbols of Khmer
        0x1A00...0x1AAF,  // Buginese, Tai Tham
        0x1B00...0x1B7F,  // Balinese
        0x1BC0...0x1BFF,  // Batak
        0xA960...0xA9FF,  // old letters of Hangul, Javanese, Myanmar
        0xAA00...0xAADF,  // Cham, Myanmar, Tai Viet
        0x11000...0x1107F,  // Brahmi
        0x116D0...0x116FF,  // Myanmar
        0x11700...0x1174F,  // Ahom
        0x11EE0...0x11F5F,  // Makasar, Kawi
        0x16FE0...0x18DFF,  // Tangut, Khitan
        0x1AFF0...0x1B2FF,  // Kana, Nushu
        0x1F200...0x1F2FF,  // Han in frames
        0x20000...0x3FFFF,  // Han
    ]
}
