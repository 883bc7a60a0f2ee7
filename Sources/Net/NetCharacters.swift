// The meaning of each byte of a folded text for the net: ASCII unchanged, digits of all scripts as ASCII digits,
// letters of other scripts as bytes outside of ASCII.

/// The kinds of bytes that folded text has, as bits.
struct NetKind: OptionSet, Equatable {
    let rawValue: UInt8

    static let digit = NetKind(rawValue: 1)
    /// A letter of Latin script, with or without an accent.
    static let latin = NetKind(rawValue: 2)
    /// A letter of another script with blanks between words.
    static let letter = NetKind(rawValue: 4)
    /// A sign of a script without blanks between words: a word may end at any position.
    static let ideograph = NetKind(rawValue: 8)
    /// A sign that may separate groups of a number.
    static let gap = NetKind(rawValue: 16)

    static let word: NetKind = [.digit, .latin, .letter, .ideograph]

    /// Whether two adjacent bytes belong to one word.
    func adjoins(_ next: NetKind) -> Bool {
        if isDisjoint(with: .word) || next.isDisjoint(with: .word) { return false }
        if contains(.ideograph) || next.contains(.ideograph) { return false }
        // "12345号", "№12345д": a letter of another script beside a number is another word.
        if contains(.digit) { return !next.contains(.letter) }
        if next.contains(.digit) { return !contains(.letter) }
        return true
    }
}

/// Bytes of folded text for characters outside of ASCII.
enum NetSign {
    /// Meaningless, as if it were absent.
    static let nothing: UInt8 = 0
    /// A sign that is not ASCII.
    static let other: UInt8 = 0x1D
    /// An accented letter, composed or not: the exact letter is compared only if the rest matches.
    static let accented: UInt8 = 0x80
    /// Letters of other scripts have bytes up to this, by their code.
    static let firstLetter: UInt8 = 0x81
    static let firstIdeograph: UInt8 = 0xC0

    static func letter(_ value: UInt32) -> UInt8 { firstLetter + UInt8(value % 63) }
    static func ideograph(_ value: UInt32) -> UInt8 { firstIdeograph + UInt8(value % 64) }
}

/// The kind of each byte, and its form for comparison.
struct NetAlphabet {
    private(set) var kinds: [UInt8]
    let folds: [UInt8]

    init() {
        var kinds = [UInt8](repeating: 0, count: 256)
        var folds = (0..<256).map { UInt8($0) }
        for byte in 0x30...0x39 { kinds[byte] = NetKind.digit.rawValue }
        for byte in 0x41...0x5A {
            kinds[byte] = NetKind.latin.rawValue
            kinds[byte + 0x20] = NetKind.latin.rawValue
            folds[byte] = UInt8(byte + 0x20)
        }
        kinds[Int(NetSign.accented)] = NetKind.latin.rawValue
        for byte in Int(NetSign.firstLetter)..<Int(NetSign.firstIdeograph) { kinds[byte] = NetKind.letter.rawValue }
        for byte in Int(NetSign.firstIdeograph)..<256 { kinds[byte] = NetKind.ideograph.rawValue }
        for byte in [NetText.joint, NetText.line, 0x0D] + Array(" -./".utf8) { kinds[Int(byte)] = NetKind.gap.rawValue }
        (self.kinds, self.folds) = (kinds, folds)
    }

    /// Treats a sign as a separator because watched keys use it as one.
    mutating func addGap(_ byte: UInt8) {
        if kinds[Int(byte)] == 0 { kinds[Int(byte)] = NetKind.gap.rawValue }
    }

    func kind(of byte: UInt8) -> NetKind { NetKind(rawValue: kinds[Int(byte)]) }
}
