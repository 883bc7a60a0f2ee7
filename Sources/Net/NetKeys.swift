// The watched keys in the form that the net searches for: their letters and digits only, in a table with one lookup for
// each word of the document that may be a key.

import Rows

/// The tables of a search.
struct NetKeys {
    /// A key without a wildcard.
    struct Literal {
        /// Its letters and digits, as a range of `NetKeys.texts`.
        let text: Range<Int>
        /// Bit n: signs precede its letter or digit n.
        let signs: UInt64
        /// Whether it has no digit: it is found only as whole words.
        let isWords: Bool
        /// Its index among the watched patterns.
        let pattern: Int
    }

    /// A slot of the table: one lookup reads only one line of the cache.
    struct Slot {
        /// The lower half of the hash of its letters and digits.
        var hash: UInt32 = 0
        /// The number of the literal plus 1, and two bits above it; 0 for none.
        private var content: UInt32 = 0

        init() {}

        init(hash: UInt64, literal: Int, isGrouped: Bool, isNumber: Bool) {
            self.hash = UInt32(truncatingIfNeeded: hash)
            content = UInt32(literal + 1) | (isGrouped ? 1 << 30 : 0) | (isNumber ? 1 << 31 : 0)
        }

        var isEmpty: Bool { content == 0 }
        var literal: Int { Int(content & (1 << 30 - 1)) - 1 }
        /// Whether signs and blanks may occur anywhere in it.
        var isGrouped: Bool { content & 1 << 30 != 0 }
        /// Whether it consists of digits only.
        var isNumber: Bool { content & 1 << 31 != 0 }
    }

    let patterns: [KeyMask]
    private(set) var alphabet = NetAlphabet()
    private(set) var literals: [Literal] = []
    private(set) var texts: [UInt8] = []
    private(set) var masks: [NetMask] = []
    /// Open addressing.
    private(set) var slots: [Slot] = []
    /// A bit for each hash of a literal, checked first: it stays in the nearest cache.
    private(set) var filter: [UInt64] = []
    private(set) var slotShift: UInt64 = 63
    /// Whether a key may have so many letters and digits.
    private(set) var lengths = [Bool](repeating: false, count: NetKeys.longest + 1)
    /// Whether a mask may have so many.
    private(set) var maskLengths = [Bool](repeating: false, count: NetKeys.longest + 1)
    private(set) var longestKey = 0
    /// For each position of a key, 256 bytes: whether the key may have this byte there.
    private(set) var allowed: [UInt8] = []
    /// Whether a key may begin with a byte, before folding.
    private(set) var first = [UInt8](repeating: 0, count: 256)
    /// Whether each key is a number of up to sixteen digits, and no mask.
    private(set) var areNumbers = true
    /// How many signs may separate two letters or digits.
    private(set) var longestGap = 3

    /// The most letters and digits of a key.
    static let longest = 256
    /// A shorter key is found only as written: parts of it may be adjacent by chance.
    static let fewestToGroup = 6
    private static let filterBits = 17

    init(_ patterns: [KeyMask]) {
        self.patterns = patterns
        for (number, pattern) in patterns.enumerated() where !pattern.isAnyText {
            if let bytes = pattern.literalBytes {
                add(bytes, number)
            } else {
                for form in pattern.forms {
                    if let mask = NetMask(form, number: number) { add(mask) }
                }
            }
        }
        fillTable()
    }

    var isEmpty: Bool { literals.isEmpty && masks.isEmpty }

    // MARK: - Keys

    private mutating func add(_ key: [UInt8], _ number: Int) {
        if isPlain(key) { return addLiteral(key, signs: 0, number) }
        let compact = CompactKey(key, alphabet)
        guard !compact.text.isEmpty, compact.text.count <= Self.longest else { return }
        for sign in compact.inner { alphabet.addGap(sign) }
        longestGap = max(longestGap, compact.longestGap)
        addLiteral(compact.text, signs: compact.signs, number)
    }

    /// Whether a key has only ASCII letters and digits, as most have.
    private func isPlain(_ key: [UInt8]) -> Bool {
        key.count <= Self.longest && key.allSatisfy { 0x30...0x39 ~= $0 || 0x61...0x7A ~= $0 | 0x20 }
    }

    /// - Parameter text: letters and digits.
    private mutating func addLiteral(_ text: [UInt8], signs: UInt64, _ number: Int) {
        let start = texts.count
        var hasDigit = false
        allow(places: text.count)
        for (place, byte) in text.enumerated() {
            let folded = alphabet.folds[Int(byte)]
            hasDigit = hasDigit || 0x30...0x39 ~= folded
            texts.append(folded)
            if allowed[256 * place + Int(folded)] == 0 { allow(folded, at: place) }
        }
        literals.append(Literal(text: start..<texts.count, signs: signs, isWords: !hasDigit, pattern: number))
        lengths[text.count] = true
    }

    private mutating func add(_ mask: NetMask) {
        for sign in mask.signs { alphabet.addGap(sign) }
        masks.append(mask)
        areNumbers = false
        allow(places: mask.words.count)
        for (place, bytes) in mask.words.enumerated() {
            for byte in bytes { allow(byte, at: place) }
        }
        for length in mask.fewest...mask.words.count {
            lengths[length] = true
            maskLengths[length] = true
        }
    }

    private mutating func allow(places: Int) {
        longestKey = max(longestKey, places)
        if allowed.count < 256 * places {
            allowed += [UInt8](repeating: 0, count: 256 * places - allowed.count)
        }
    }

    /// - Parameter byte: the folded byte.
    private mutating func allow(_ byte: UInt8, at place: Int) {
        allowed[256 * place + Int(byte)] = 1
        guard place == 0 else { return }
        first[Int(byte)] = 1
        if 0x61...0x7A ~= byte { first[Int(byte) - 0x20] = 1 }
    }

    // MARK: - The table

    private mutating func fillTable() {
        if literals.isEmpty { return }
        var bits = 4
        while 1 << bits < 2 * literals.count { bits += 1 }
        slotShift = UInt64(64 - bits)
        slots = [Slot](repeating: Slot(), count: 1 << bits)
        filter = [UInt64](repeating: 0, count: 1 << (Self.filterBits - 6))
        for (number, literal) in literals.enumerated() {
            let (hash, digits) = texts.withUnsafeBufferPointer { texts in
                let text = UnsafeBufferPointer(rebasing: texts[literal.text])
                return (NetHash.of(text), text.count { $0 < 0x3A })
            }
            if digits < literal.text.count || literal.signs != 0 || literal.text.count > 16 { areNumbers = false }
            var slot = Int(hash &>> slotShift)
            while !slots[slot].isEmpty { slot = (slot + 1) & (slots.count - 1) }
            slots[slot] = Slot(
                hash: hash, literal: number,
                isGrouped: !literal.isWords && literal.text.count >= Self.fewestToGroup,
                isNumber: digits == literal.text.count && literal.signs == 0)
            filter[Self.filterWord(hash)] |= Self.filterBit(hash)
        }
    }

    @inline(__always) static func filterWord(_ hash: UInt64) -> Int {
        Int((hash &>> 8) & (1 << UInt64(filterBits - 6) - 1))
    }

    @inline(__always) static func filterBit(_ hash: UInt64) -> UInt64 { 1 &<< (hash & 63) }

    /// The hash of the letters and digits of a row's batch, and whether it consists of digits only.
    func hash(of batch: String) -> (hash: UInt64, isNumber: Bool) {
        var batch = batch
        let plain = batch.withUTF8 { bytes -> UInt64? in
            guard bytes.count <= Self.longest, bytes.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
            return NetHash.of(bytes)
        }
        if let plain { return (plain, true) }
        let text = CompactKey(Array(batch.utf8), alphabet).text
        return (text.withUnsafeBufferPointer { NetHash.of($0) }, false)
    }
}

/// Hashes letters and digits, eight per step.
enum NetHash {
    private static let factor: UInt64 = 0x9E37_79B9_7F4A_7C15

    @inline(__always) private static func add(_ block: UInt64, to hash: UInt64) -> UInt64 {
        let mixed = (hash ^ block) &* factor
        return mixed ^ (mixed &>> 32)
    }

    /// The hash of up to sixteen bytes in two numbers, the first byte lowest; higher bytes do not count.
    @inline(__always) static func of(_ first: UInt64, _ second: UInt64, count: Int) -> UInt64 {
        let hash = UInt64(truncatingIfNeeded: count)
        if count < 8 { return add(first & (1 &<< UInt64(8 &* count) &- 1), to: hash) }
        let whole = add(first, to: hash)
        if count == 8 { return whole }
        return add(count == 16 ? second : second & (1 &<< UInt64(8 &* (count &- 8)) &- 1), to: whole)
    }

    static func of(_ text: UnsafeBufferPointer<UInt8>) -> UInt64 {
        var (hash, index) = (UInt64(text.count), 0)
        while index < text.count {
            var block: UInt64 = 0
            for offset in 0..<min(8, text.count - index) { block |= UInt64(text[index + offset]) << UInt64(8 * offset) }
            hash = add(block, to: hash)
            index += 8
        }
        return hash
    }
}

/// A key without its signs.
struct CompactKey {
    /// Letters and digits, folded.
    private(set) var text: [UInt8] = []
    private(set) var signs: UInt64 = 0
    /// The signs between them.
    private(set) var inner: [UInt8] = []
    private(set) var longestGap = 0

    /// - Parameter key: UTF-8.
    init(_ key: [UInt8], _ alphabet: NetAlphabet) {
        let folded = key.withUnsafeBufferPointer { FoldedText($0, isDrawn: false) }
        var gap: [UInt8] = []
        for byte in folded.bytes where byte != NetSign.nothing {
            if alphabet.kind(of: byte).isDisjoint(with: .word) {
                if !text.isEmpty { gap.append(byte) }
                continue
            }
            if !gap.isEmpty {
                if text.count < 64 { signs |= 1 << UInt64(text.count) }
                inner += gap
                longestGap = max(longestGap, gap.count)
                gap = []
            }
            text.append(alphabet.folds[Int(byte)])
        }
    }
}
