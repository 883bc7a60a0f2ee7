// The character classes of PDF (ISO 32000-1 7.2.2), and byte searches. No state.

extension UInt8 {
    /// NUL, HT, LF, FF, CR or SP.
    @inline(__always) var isWhiteSpace: Bool {
        self <= 0x20 && Self.whiteSpace >> UInt64(self) & 1 == 1
    }

    /// `( ) < > [ ] { } / %`.
    @inline(__always) var isDelimiter: Bool { isIn(low: Self.delimitersBelow64, high: Self.delimitersFrom64) }

    /// Neither white space nor delimiter.
    @inline(__always) var isRegular: Bool {
        !isIn(low: Self.delimitersBelow64 | Self.whiteSpace, high: Self.delimitersFrom64)
    }

    /// Membership by bits: a `switch` here became a jump per byte, and most of the time of a reading.
    @inline(__always) private func isIn(low: UInt64, high: UInt64) -> Bool {
        self < 0x80 && (self < 0x40 ? low : high) >> UInt64(self & 0x3F) & 1 == 1
    }

    /// One bit for each code below 64.
    private static let whiteSpace: UInt64 = 0x1_0000_3601
    private static let delimitersBelow64: UInt64 = 1 << 0x25 | 1 << 0x28 | 1 << 0x29 | 1 << 0x2F | 1 << 0x3C | 1 << 0x3E
    /// One bit for each code from 64 to 127.
    private static let delimitersFrom64: UInt64 = 1 << 0x1B | 1 << 0x1D | 1 << 0x3B | 1 << 0x3D

    @inline(__always) var isDigit: Bool { self &- 0x30 < 10 }

    /// Whether it is a hexadecimal digit; without a branch, because digits and letters come in random order.
    @inline(__always) var isHexadecimal: Bool { (self &- 0x30 < 10) != ((self | 0x20) &- 0x61 < 6) }

    /// The value of a hexadecimal digit; meaningless for other bytes.
    @inline(__always) var hexadecimalValue: UInt8 { (self & 0x0F) &+ (self >> 6) &* 9 }
}

extension Array where Element == UInt8 {
    /// Whether `word` stands at `position`.
    func holds(_ word: StaticString, at position: Int) -> Bool {
        guard position >= 0, position <= count, word.utf8CodeUnitCount <= count - position else { return false }
        for i in 0..<word.utf8CodeUnitCount where self[position + i] != word.utf8Start[i] { return false }
        return true
    }

    /// The first position of `word` at or after `start`; nil if there is none before `end`. Linear time.
    func firstPosition(of word: StaticString, from start: Int, to end: Int? = nil) -> Int? {
        let last = Swift.min(end ?? count, count) - word.utf8CodeUnitCount
        let first = word.utf8Start[0]
        var position = Swift.max(start, 0)
        while position <= last {
            if self[position] == first && holds(word, at: position) { return position }
            position += 1
        }
        return nil
    }

    /// The last position of `word`; nil if there is none. Linear time.
    func lastPosition(of word: StaticString) -> Int? {
        let first = word.utf8Start[0]
        var position = count - word.utf8CodeUnitCount
        while position >= 0 {
            if self[position] == first && holds(word, at: position) { return position }
            position -= 1
        }
        return nil
    }
}

/// Four bytes to search for, each ready for comparison with sixteen.
struct FourBytes {
    fileprivate let a, b, c, d: SIMD16<UInt8>

    init(_ a: UInt8, _ b: UInt8, _ c: UInt8, _ d: UInt8) {
        self.a = SIMD16(repeating: a)
        self.b = SIMD16(repeating: b)
        self.c = SIMD16(repeating: c)
        self.d = SIMD16(repeating: d)
    }
}

extension Span where Element == UInt8 {
    /// The first position of `byte` at or after `start`; `count` if there is none.
    func firstPosition(of byte: UInt8, from start: Int) -> Int {
        firstPosition(from: start, of: FourBytes(byte, byte, byte, byte))
    }

    /// The first position of any of four bytes at or after `start`; `count` if there is none. Reads sixteen bytes per
    /// step.
    func firstPosition(from start: Int, of bytes: FourBytes) -> Int {
        var position = start
        withUnsafeBytes { raw in
            while position &+ 16 <= raw.count {
                let block = raw.loadUnaligned(fromByteOffset: position, as: SIMD16<UInt8>.self)
                let found = (block .== bytes.a) .| (block .== bytes.b) .| (block .== bytes.c) .| (block .== bytes.d)
                let lanes = unsafeBitCast(found, to: SIMD2<UInt64>.self)
                if lanes[0] != 0 {
                    position &+= lanes[0].trailingZeroBitCount / 8
                    return
                }
                if lanes[1] != 0 {
                    position &+= 8 &+ lanes[1].trailingZeroBitCount / 8
                    return
                }
                position &+= 16
            }
        }
        while position < count {
            let byte = self[position]
            if byte == bytes.a[0] || byte == bytes.b[0] || byte == bytes.c[0] || byte == bytes.d[0] { return position }
            position &+= 1
        }
        return count
    }
}
