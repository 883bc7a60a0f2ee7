// Which characters belong to the scripts that are written from right to left. Pure; needs no library, so that all other
// text costs no more than this look.

extension Unicode.Scalar {
    /// Whether it is of a right-to-left block (Unicode, DerivedBidiClass.txt: the blocks whose default is R or AL).
    var isRightToLeft: Bool {
        switch value {
        case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFE, 0x10800...0x10FFF, 0x1E800...0x1EFFF: true
        default: false
        }
    }

    /// Whether it is a mark or a bidirectional control that orders text and draws nothing (UAX #9, 2).
    var isBidiControl: Bool {
        switch value {
        case 0x61C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}

extension VisualOrder {
    /// Whether text has a character that is written from right to left.
    package static func concerns(_ text: some StringProtocol) -> Bool {
        text.utf8.contains { $0 >= leadByte } && text.unicodeScalars.contains { $0.isRightToLeft }
    }

    /// Likewise; the text is UTF-8.
    package static func concerns(_ utf8: some Collection<UInt8>) -> Bool {
        mayConcern(utf8) && concerns(String(decoding: utf8, as: UTF8.self))
    }

    /// Whether text has a byte of such a character. Looked at in its place, as nearly every text that is read is asked for.
    static func mayConcern(_ utf8: some Collection<UInt8>) -> Bool {
        utf8.withContiguousStorageIfAvailable { $0.contains { $0 >= leadByte } } ?? utf8.contains { $0 >= leadByte }
    }

    /// No character from right to left begins with a lower byte in UTF-8: U+0590 with this one.
    private static let leadByte: UInt8 = 0xD6
}
