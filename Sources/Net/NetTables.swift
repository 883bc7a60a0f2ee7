// Lookup tables for each byte, behind pointers: the bounds of a document's millions of bytes are checked once per text,
// and not for each byte.

/// The keys with their tables, and room for the letters and digits of the current word.
final class NetTables {
    let keys: NetKeys
    let kinds: UnsafeMutablePointer<UInt8>
    let folds: UnsafeMutablePointer<UInt8>
    let first: UnsafeMutablePointer<UInt8>
    let allowed: UnsafeMutablePointer<UInt8>
    let lengths: UnsafeMutablePointer<Bool>
    private let filter: UnsafeMutablePointer<UInt64>
    private let slots: UnsafeMutablePointer<NetKeys.Slot>
    private let lastSlot: Int
    private let slotShift: UInt64
    private let hasLiterals: Bool
    /// The number of digits of all keys, if all have equally many and nothing else; otherwise 0.
    let digits: Int
    /// The word, folded for comparison, and as the folded text has it: `NetKeys.longest` bytes each.
    let word: UnsafeMutablePointer<UInt8>
    let written: UnsafeMutablePointer<UInt8>
    let starts: NetStarts
    /// Room for the numbers of some runs.
    let chosen = UnsafeMutablePointer<Int>.allocate(capacity: NetTables.mostChosen)
    static let mostChosen = 512

    init(_ keys: NetKeys) {
        self.keys = keys
        kinds = Self.copy(keys.alphabet.kinds)
        folds = Self.copy(keys.alphabet.folds)
        first = Self.copy(keys.first)
        allowed = Self.copy(keys.allowed)
        lengths = Self.copy(keys.lengths)
        filter = Self.copy(keys.filter)
        slots = Self.copy(keys.slots)
        (lastSlot, slotShift, hasLiterals) = (keys.slots.count - 1, keys.slotShift, !keys.literals.isEmpty)
        starts = NetStarts(keys.first)
        let isOneLength = keys.lengths.count { $0 } == 1
        digits = keys.areNumbers && isOneLength ? keys.longestKey : 0
        word = Self.copy([UInt8](repeating: 0, count: NetKeys.longest))
        written = Self.copy([UInt8](repeating: 0, count: NetKeys.longest))
    }

    /// False only if no literal has this hash.
    @inline(__always) func mayHaveLiteral(_ hash: UInt64) -> Bool {
        hasLiterals && filter[NetKeys.filterWord(hash)] & NetKeys.filterBit(hash) != 0
    }

    /// Calls the body with each literal whose letters and digits have this finished hash.
    @inline(__always) func forEachLiteral(_ hash: UInt64, _ body: (NetKeys.Slot) -> Void) {
        guard mayHaveLiteral(hash) else { return }
        var slot = Int(hash &>> slotShift)
        while !slots[slot].isEmpty {
            if slots[slot].hash == UInt32(truncatingIfNeeded: hash) { body(slots[slot]) }
            slot = (slot &+ 1) & lastSlot
        }
    }

    /// Whether there is such a literal.
    @inline(__always) func hasLiteral(_ hash: UInt64) -> Bool {
        var isThere = false
        forEachLiteral(hash) { _ in isThere = true }
        return isThere
    }

    /// Whether the current word equals this part of the keys' texts.
    func has(_ range: Range<Int>) -> Bool {
        keys.texts[range].elementsEqual(UnsafeBufferPointer(start: word, count: range.count))
    }

    private static func copy<Value>(_ values: [Value]) -> UnsafeMutablePointer<Value> {
        let copy = UnsafeMutablePointer<Value>.allocate(capacity: max(values.count, 1))
        values.withUnsafeBufferPointer { values in
            if let base = values.baseAddress { copy.initialize(from: base, count: values.count) }
        }
        return copy
    }

    deinit {
        kinds.deallocate()
        folds.deallocate()
        first.deallocate()
        allowed.deallocate()
        lengths.deallocate()
        filter.deallocate()
        slots.deallocate()
        word.deallocate()
        written.deallocate()
        chosen.deallocate()
    }
}

/// Finds positions where a key may begin, sixteen bytes per step.
struct NetStarts {
    /// How many different bytes can begin a key.
    private enum Kind { case few, digits, many }
    private let kind: Kind
    /// For few bytes, the first and the last.
    private let one: SIMD16<UInt8>
    private let other: SIMD16<UInt8>

    /// - Parameter first: whether a key may begin with a byte.
    init(_ first: [UInt8]) {
        let bytes = first.indices.filter { first[$0] != 0 }
        let (least, most) = (UInt8(bytes.first ?? 0), UInt8(bytes.last ?? 0))
        kind = bytes.count <= 2 ? .few : 0x30...0x39 ~= least && 0x30...0x39 ~= most ? .digits : .many
        (one, other) = (SIMD16(repeating: least), SIMD16(repeating: most))
    }

    /// A bit for each of sixteen bytes: whether a key may begin with it. Another byte must precede them.
    @inline(__always) func marks(_ bytes: UnsafeRawPointer) -> UInt64 {
        let here = bytes.loadUnaligned(as: SIMD16<UInt8>.self)
        var found = SIMDMask<SIMD16<Int8>>(repeating: true)
        switch kind {
        case .few: found = (here .== one) .| (here .== other)
        case .digits: found = Self.digits(here)
        case .many: break
        }
        // No other number begins within a number.
        let before = Self.digits((bytes - 1).loadUnaligned(as: SIMD16<UInt8>.self))
        let halves = unsafeBitCast(found .& .!(before .& Self.digits(here)), to: SIMD2<UInt64>.self)
        // Most text has no byte that begins a key.
        return halves.x | halves.y == 0 ? 0 : Self.bits(of: halves.x) | Self.bits(of: halves.y) &<< 8
    }

    /// One bit of each of eight bytes.
    @inline(__always) private static func bits(of bytes: UInt64) -> UInt64 {
        ((bytes & 0x0101_0101_0101_0101) &* 0x0102_0408_1020_4080) &>> 56
    }

    @inline(__always) private static func digits(_ bytes: SIMD16<UInt8>) -> SIMDMask<SIMD16<Int8>> {
        (bytes &- SIMD16(repeating: 0x30)) .< SIMD16(repeating: 10)
    }

    /// How many leading digits a word of sixteen bytes has.
    @inline(__always) static func digits(in bytes: SIMD2<UInt64>) -> Int {
        let others = unsafeBitCast(.!digits(unsafeBitCast(bytes, to: SIMD16<UInt8>.self)), to: SIMD2<UInt64>.self)
        return others.x != 0 ? others.x.trailingZeroBitCount &>> 3 : 8 &+ others.y.trailingZeroBitCount &>> 3
    }
}
