// What a text is made of, whatever it says: dates of a list are written alike.

/// The form of a text: each run of digits, of letters and of blanks is one sign of it.
struct TextForm: Hashable {
    private var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    /// How many signs it has.
    private(set) var count = 0
    private var sign = blank

    private static let (blank, digit, letter) = (UInt8(ascii: " "), UInt8(ascii: "0"), UInt8(ascii: "a"))

    /// Whether it ends with a number or a word; else a line may go on with it without a blank.
    var isWhole: Bool { sign == Self.digit || sign == Self.letter }

    /// Takes in the next piece of a text.
    ///
    /// - Parameter last: the one before; nil for the first.
    @inline(__always)
    mutating func add(_ piece: Int, after last: Int?, _ page: PageLines) {
        if let last {
            let isSameLine = page.pieces[last].line == page.pieces[piece].line
            if isSameLine ? !page.pieces[last].touches(page.pieces[piece]) : isWhole { add(Self.blank) }
        }
        for index in page.pieces[piece].text { add(page.utf8[index]) }
    }

    /// Distinguishes texts that are alike but for the places of their line breaks.
    mutating func endLine() { add(UInt8(ascii: "\n")) }

    @inline(__always)
    private mutating func add(_ byte: UInt8) {
        let sign = byte.isDigit ? Self.digit : byte.isOfWord ? Self.letter : byte
        if sign == self.sign { return }
        self.sign = sign
        count += 1
        hash = (hash ^ UInt64(sign)) &* 0x100_0000_01B3
    }
}
