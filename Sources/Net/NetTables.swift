// What is looked up for each byte, behind pointers: the bounds of a document's millions of bytes are checked once, where a
// text is handed over, and not for each of them.

/// The keys with their tables, and room for the letters and digits of the word that is looked at.
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
    /// How many digits each key has, where all have as many and nothing else; 0 where not.
    let digits: Int
    /// The word, folded, and as the folded text has it: `NetKeys.longest` bytes each.
    let word: UnsafeMutablePointer<UInt8>
    let written: UnsafeMutablePointer<UInt8>
    /// Numbers that are still to be looked up: side by side, their waits for memory are one.
    let pending: UnsafeMutablePointer<Pending>
    static let mostPending = 64

    /// A number as long as a key, and where it stands.
    struct Pending {
        var hash: UInt64
        var place: NetPlace
        var slot = NetKeys.Slot()
    }

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
        search = Self.search(keys.first)
        let isOneLength = keys.lengths.count { $0 } == 1
        digits = keys.areNumbers && isOneLength ? keys.longestKey : 0
        word = Self.copy([UInt8](repeating: 0, count: NetKeys.longest))
        pending = .allocate(capacity: Self.mostPending)
        written = Self.copy([UInt8](repeating: 0, count: NetKeys.longest))
    }

    /// False only if no literal has this hash.
    @inline(__always) func mayHaveLiteral(_ hash: UInt64) -> Bool {
        hasLiterals && filter[NetKeys.filterWord(hash)] & NetKeys.filterBit(hash) != 0
    }

    /// Calls with each literal whose letters and digits have this hash, finished.
    @inline(__always) func forEachLiteral(_ hash: UInt64, _ body: (NetKeys.Slot) -> Void) {
        guard mayHaveLiteral(hash) else { return }
        var slot = Int(hash &>> slotShift)
        while !slots[slot].isEmpty {
            if slots[slot].hash == UInt32(truncatingIfNeeded: hash) { body(slots[slot]) }
            slot = (slot &+ 1) & lastSlot
        }
    }

    /// Leaves of the pending numbers those that are keys.
    ///
    /// - Returns: how many are left.
    func siftPending(_ count: Int) -> Int {
        var left = 0
        for index in 0..<count {
            let one = pending[index]
            pending[left] = one
            left &+= mayHaveLiteral(one.hash) ? 1 : 0
        }
        // Each place of the table is read before any of them is looked at.
        var found = 0
        for index in 0..<left { pending[index].slot = slots[Int(pending[index].hash &>> slotShift)] }
        for index in 0..<left {
            let one = pending[index]
            pending[found] = one
            let isOther = one.slot.hash != UInt32(truncatingIfNeeded: one.hash)
            found &+= isOther && (one.slot.isEmpty || !hasLiteral(one.hash)) ? 0 : 1
        }
        return found
    }

    /// Whether there is such a literal.
    @inline(__always) func hasLiteral(_ hash: UInt64) -> Bool {
        var isThere = false
        forEachLiteral(hash) { _ in isThere = true }
        return isThere
    }

    /// Whether the word that is looked at is this part of the keys' texts.
    func has(_ range: Range<Int>) -> Bool {
        keys.texts[range].elementsEqual(UnsafeBufferPointer(start: word, count: range.count))
    }

    /// Marks those of eight bytes that are one of two with which keys begin, each repeated eight times: the highest bit of
    /// each, and perhaps of others.
    @inline(__always) func starts(in bytes: UInt64, _ first: UInt64, _ second: UInt64) -> UInt64 {
        let starts = Self.zeroes(bytes ^ first) | Self.zeroes(bytes ^ second)
        // Within a number no other begins.
        return starts & ~(digits(in: bytes) &<< 8)
    }

    /// Marks digits that have none before them.
    @inline(__always) func starts(ofNumbersIn bytes: UInt64) -> UInt64 {
        let digits = digits(in: bytes)
        return digits & ~(digits &<< 8)
    }

    /// The highest bit of bytes that are digits.
    @inline(__always) func digits(in bytes: UInt64) -> UInt64 {
        let digits = bytes ^ 0x3030_3030_3030_3030
        let others = ((digits & 0x7F7F_7F7F_7F7F_7F7F) &+ 0x7676_7676_7676_7676) | digits
        return ~others & 0x8080_8080_8080_8080
    }

    /// The highest bit of bytes that are zero, and perhaps of some above one.
    @inline(__always) private static func zeroes(_ bytes: UInt64) -> UInt64 {
        (bytes &- 0x0101_0101_0101_0101) & ~bytes & 0x8080_8080_8080_8080
    }

    /// How bytes are found with which a key may begin.
    enum Search {
        /// One of two, each repeated eight times.
        case few(UInt64, UInt64)
        case digits
        case any
    }
    let search: Search

    private static func search(_ first: [UInt8]) -> Search {
        let bytes = first.indices.filter { first[$0] != 0 }
        guard let one = bytes.first, let last = bytes.last else { return .any }
        if bytes.count <= 2 { return .few(UInt64(one) &* 0x0101_0101_0101_0101, UInt64(last) &* 0x0101_0101_0101_0101) }
        return 0x30...0x39 ~= one && 0x30...0x39 ~= last ? .digits : .any
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
        pending.deallocate()
    }
}
