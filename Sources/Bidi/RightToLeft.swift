// Recognises characters of right-to-left scripts. Pure; needs no library, so that other text costs only this check.

extension Unicode.Scalar {
    /// Whether it is in a right-to-left block (Unicode, DerivedBidiClass.txt: the blocks with the default R or AL).
    var isRightToLeft: Bool {
        switch value {
        case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFE, 0x10800...0x10FFF, 0x1E800...0x1EFFF: true
        default: false
        }
    }

    /// Whether it is a mark or a bidirectional control that orders text and is not drawn (UAX #9, 2).
    var isBidiControl: Bool {
        switch value {
        case 0x61C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}

extension VisualOrder {
    /// Whether text has a right-to-left character.
    package static func concerns(_ text: some StringProtocol) -> Bool {
        text.utf8.contains { $0 >= leadByte } && text.unicodeScalars.contains { $0.isRightToLeft }
    }

    /// The same for UTF-8.
    package static func concerns(_ utf8: some Collection<UInt8>) -> Bool {
        mayConcern(utf8) && concerns(String(decoding: utf8, as: UTF8.self))
    }

    /// Whether text may have such a character, by its bytes. Reads them in place, because nearly every text is checked.
    static func mayConcern(_ utf8: some Collection<UInt8>) -> Bool {
        utf8.withContiguousStorageIfAvailable { $0.contains { $0 >= leadByte } } ?? utf8.contains { $0 >= leadByte }
    }

    /// In UTF-8 no right-to-left character begins with a lower byte: U+0590 begins with this one.
    private static let leadByte: UInt8 = 0xD6
}
