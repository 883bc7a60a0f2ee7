// One pass over a text: at each place where a key may begin, its letters and digits are compared one by one, over the
// signs, line ends and runs that part them, until they are none of a key's. It ends at the longest key, so that the pass
// is linear in the text.

import Text

/// A search through one text, which is folded.
struct NetScan {
    let tables: NetTables
    let text: UnsafeBufferPointer<UInt8>
    /// Its runs, one behind the other; for a text that is no page, all of it.
    let chunks: NetChunks
    /// Which run goes on in which; nil for a text that is no page.
    var joints: PageJoints?
    var tally: NetTally
    /// Where the word that is looked at begins.
    private var start = NetPlace(byte: 0, chunk: 0)
    private let longestKey: Int
    private let hasMasks: Bool
    private var pendingCount = 0

    init(
        _ tables: NetTables, _ text: UnsafeBufferPointer<UInt8>,
        _ chunks: NetChunks, _ joints: PageJoints?, _ tally: NetTally
    ) {
        (self.tables, self.text, self.chunks) = (tables, text, chunks)
        (self.joints, self.tally) = (joints, tally)
        hasMasks = !tables.keys.masks.isEmpty
        longestKey = tables.keys.longestKey
    }

    /// How far a word has been compared.
    private struct State {
        var length = 0
        /// Bit n: something parts letter or digit n from the one before it.
        var gaps: UInt64 = 0
        /// Signs since the last letter or digit.
        var gap = 0
        var isParted = false
        /// Before which letter or digit a line ends, first and last; 0 for none.
        var firstBreak = 0
        var lastBreak = 0
        /// The widest space between runs within the word, in ems, and whether each run is one glyph.
        var space = 0.0
        var hasGlyphs = true
        var depth = 0
    }

    /// So many runs may make a word.
    private static let mostRuns = 512

    mutating func run() {
        // Written out for each way to look, with what it needs in registers: this is where the time goes.
        let tables = tables
        switch tables.search {
        case .few(let first, let second):
            run { tables.starts(in: $0, first, second) }
        case .digits: run { tables.starts(ofNumbersIn: $0) }
        case .any: run { _ in 0x8080_8080_8080_8080 }
        }
        lookUpPending()
    }

    /// - Parameter starts: marks bytes of eight with which a key may begin.
    @inline(__always) private mutating func run(_ starts: (UInt64) -> UInt64) {
        if let ranges = chunks.ranges {
            run(ranges.count, { ranges[$0] }, starts)
        } else if let runs = chunks.runs.baseAddress {
            run(chunks.runs.count, { runs[$0].text }, starts)
        }
    }

    @inline(__always) private mutating func run(
        _ chunkCount: Int, _ chunk: (Int) -> Range<Int>, _ starts: (UInt64) -> UInt64
    ) {
        guard let base = text.baseAddress else { return }
        let first = tables.first
        var end = 0
        var isWhole = true
        // The beginnings of runs first: most keys are there, and the runs need not be told apart for the rest.
        for number in 0..<chunkCount {
            let range = chunk(number)
            let lower = range.lowerBound
            if lower != end { isWhole = false }
            end = range.upperBound
            if lower < end, first[Int(base[lower])] != 0 { begin(NetPlace(byte: lower, chunk: number)) }
        }
        if isWhole, end == text.count {
            var number = 0
            run(0..<end, starts) { place in
                while chunk(number).upperBound <= place { number &+= 1 }
                return chunk(number).lowerBound == place ? nil : number
            }
            return
        }
        for number in 0..<chunkCount {
            let range = chunk(number)
            run(range, starts) { $0 == range.lowerBound ? nil : number }
        }
    }

    /// Looks at each place within a range where a key may begin.
    ///
    /// - Parameter chunk: which run a place is in; nil for the beginning of one.
    @inline(__always) private mutating func run(
        _ range: Range<Int>, _ starts: (UInt64) -> UInt64, _ chunk: (Int) -> Int?
    ) {
        guard let base = text.baseAddress else { return }
        let (first, count, raw, upper) = (tables.first, text.count, UnsafeRawPointer(base), range.upperBound)
        var index = range.lowerBound
        while index < upper {
            // Most text has no byte with which a key begins.
            var (found, step): (UInt64, Int) = (0x80, 1)
            if index &+ 8 <= count {
                found = starts(UInt64(littleEndian: (raw + index).loadUnaligned(as: UInt64.self)))
                step = 8
                let left = upper &- index
                if left < 8 { found &= 1 &<< UInt64(8 &* left) &- 1 }
            }
            while found != 0 {
                let place = index &+ found.trailingZeroBitCount &>> 3
                found &= found &- 1
                if first[Int(base[place])] == 0 || place > 0 && adjoins(base[place &- 1], base[place]) { continue }
                if let number = chunk(place) { begin(NetPlace(byte: place, chunk: number)) }
            }
            index &+= step
        }
    }

    @inline(__always) private func kind(_ byte: UInt8) -> NetKind { NetKind(rawValue: tables.kinds[Int(byte)]) }

    @inline(__always) private func adjoins(_ byte: UInt8, _ next: UInt8) -> Bool {
        kind(byte).adjoins(kind(next))
    }

    /// Compares the word that begins there; most end there as well.
    @inline(__always) private mutating func begin(_ place: NetPlace) {
        guard let base = text.baseAddress else { return }
        if tables.digits > 0, beginNumber(place, base) { return }
        let end = chunks[place.chunk].upperBound
        var (index, length) = (place.byte, 0)
        // What is written to might else be what is read from.
        let (longest, kinds, folds, allowed) = (longestKey, tables.kinds, tables.folds, tables.allowed)
        let (word, written) = (tables.word, tables.written)
        while index < end {
            let byte = base[index]
            guard kinds[Int(byte)] & NetKind.word.rawValue != 0 else { break }
            let folded = folds[Int(byte)]
            guard length < longest, allowed[length &<< 8 | Int(folded)] != 0 else {
                // "12345号" ends here as well.
                if length == 0 || adjoins(text[index - 1], byte) { return }
                break
            }
            word[length] = folded
            written[length] = byte
            length &+= 1
            index &+= 1
            // Signs of which each is a word may be many: they are looked at one by one.
            if kinds[Int(byte)] & NetKind.ideograph.rawValue != 0 { return walk(in: place) }
        }
        let isKey = tables.lengths[length]
        if !isKey, length == longest { return }
        start = place
        var state = State()
        state.length = length
        let next = NetPlace(byte: index, chunk: place.chunk)
        if isKey { look(next, state) }
        if length < longest { walk(next, state) }
    }

    /// Compares a number, where all keys are numbers of one length, and the word is no shorter.
    ///
    /// - Returns: whether that is done.
    @inline(__always) private mutating func beginNumber(_ place: NetPlace, _ base: UnsafePointer<UInt8>) -> Bool {
        guard place.byte &+ 16 <= text.count else { return false }
        let raw = UnsafeRawPointer(base + place.byte)
        let first = UInt64(littleEndian: raw.loadUnaligned(as: UInt64.self))
        let second = UInt64(littleEndian: (raw + 8).loadUnaligned(as: UInt64.self))
        var digits = (~tables.digits(in: first) & 0x8080_8080_8080_8080).trailingZeroBitCount &>> 3
        if digits == 8 {
            digits &+= (~tables.digits(in: second) & 0x8080_8080_8080_8080).trailingZeroBitCount &>> 3
        }
        let length = tables.digits
        digits = min(digits, chunks[place.chunk].upperBound &- place.byte)
        if digits < length { return false }
        if digits > length { return true }
        let hash = NetHash.of(first, second, count: length)
        tables.pending[pendingCount] = NetTables.Pending(hash: hash, place: place)
        pendingCount &+= 1
        if pendingCount == NetTables.mostPending { lookUpPending() }
        return true
    }

    private mutating func lookUpPending() {
        let (count, length) = (tables.siftPending(pendingCount), tables.digits)
        pendingCount = 0
        for number in 0..<count {
            let (hash, place) = (tables.pending[number].hash, tables.pending[number].place)
            start = place
            var state = State()
            state.length = length
            for index in 0..<length {
                tables.word[index] = text[place.byte &+ index]
                tables.written[index] = text[place.byte &+ index]
            }
            compare(NetPlace(byte: place.byte &+ length, chunk: place.chunk), state, hash, isLiteral: true)
        }
    }

    private mutating func walk(in place: NetPlace) {
        start = place
        walk(place, State())
    }

    /// Compares from a place on, as far as the run goes.
    private mutating func walk(_ place: NetPlace, _ before: State) {
        var (index, state) = (place.byte, before)
        let end = chunks[place.chunk].upperBound
        while index < end {
            let byte = text[index]
            let kind = tables.kinds[Int(byte)]
            if kind & NetKind.word.rawValue != 0 {
                let folded = tables.folds[Int(byte)]
                let length = state.length
                guard length < longestKey, tables.allowed[length &<< 8 | Int(folded)] != 0 else { return }
                if state.gap > 0 { endGap(&state) }
                tables.word[length] = folded
                tables.written[length] = byte
                state.length = length &+ 1
                index &+= 1
                if tables.lengths[state.length] { look(NetPlace(byte: index, chunk: place.chunk), state) }
            } else if kind != 0, state.gap < tables.keys.longestGap {
                state.gap &+= 1
                if byte == NetText.line { noteBreak(&state) }
                if byte != NetText.joint { state.isParted = true }
                index &+= 1
            } else {
                return
            }
        }
        if joints != nil, state.length < longestKey { cross(place, state) }
    }

    private func endGap(_ state: inout State) {
        if state.isParted, state.length < 64 { state.gaps |= 1 &<< UInt64(state.length) }
        (state.gap, state.isParted) = (0, false)
    }

    private func noteBreak(_ state: inout State) {
        if state.firstBreak == 0 { state.firstBreak = state.length }
        state.lastBreak = state.length
    }

    /// Goes on behind the end of a run: on its line, or else once below it.
    private mutating func cross(_ place: NetPlace, _ before: State) {
        guard before.depth < Self.mostRuns else { return }
        var state = before
        state.depth += 1
        if chunks[place.chunk].upperBound - max(place.byte, chunks[place.chunk].lowerBound) > 1 {
            state.hasGlyphs = false
        }
        if let gap = joints?.gap(after: place.chunk) {
            state.space = max(state.space, gap)
            if gap > PageJoints.word {
                state.gap = max(state.gap, 1)
                state.isParted = true
            }
            return walk(NetPlace(byte: chunks[place.chunk + 1].lowerBound, chunk: place.chunk + 1), state)
        }
        guard state.firstBreak == 0 else { return }
        noteBreak(&state)
        (state.gap, state.isParted) = (1, true)
        for next in joints?.below(place.chunk) ?? [] {
            walk(NetPlace(byte: chunks[next].lowerBound, chunk: next), state)
        }
    }

    // MARK: - Words

    /// Whether the word that ends there is a key.
    @inline(__always) private mutating func look(_ end: NetPlace, _ state: State) {
        let hash = NetHash.of(UnsafeBufferPointer(start: tables.word, count: state.length))
        let mayBeLiteral = tables.mayHaveLiteral(hash)
        if mayBeLiteral || hasMasks { compare(end, state, hash, isLiteral: mayBeLiteral) }
    }

    private mutating func compare(_ end: NetPlace, _ state: State, _ hash: UInt64, isLiteral: Bool) {
        let isMask = hasMasks && tables.keys.maskLengths[state.length]
        guard isMask || isLiteral && tables.hasLiteral(hash), isWhole(end, state) else { return }
        let match = NetMatch(
            start: start, end: end, length: state.length, firstBreak: state.firstBreak, lastBreak: state.lastBreak)
        if isLiteral {
            tables.forEachLiteral(hash) { slot in
                if slot.isGrouped || tables.keys.literals[slot.literal].signs == state.gaps {
                    tally.add(literal: slot.literal, match, tables)
                }
            }
        }
        guard isMask else { return }
        let written = Array(UnsafeBufferPointer(start: tables.written, count: state.length))
        for mask in tables.keys.masks {
            if let key = mask.key(of: written, gaps: state.gaps) { return tally.add(key: key, hash, match, tables) }
        }
    }

    /// Whether nothing adjoins the word.
    private func isWhole(_ end: NetPlace, _ state: State) -> Bool {
        let last = text[end.byte - 1]
        if end.byte < chunks[end.chunk].upperBound {
            if adjoins(last, text[end.byte]) { return false }
        } else if let gap = joints?.gap(after: end.chunk), let next = firstByte(of: end.chunk + 1), adjoins(last, next),
            isOfWord(gap, chunk: end.chunk + 1, state)
        {
            return false
        }
        guard start.byte == chunks[start.chunk].lowerBound, let gap = joints?.gap(after: start.chunk - 1),
            let before = lastByte(of: start.chunk - 1), adjoins(before, text[start.byte])
        else { return true }
        return !isOfWord(gap, chunk: start.chunk - 1, state)
    }

    /// Whether the space between the word and a run beside it is one within a word: as near as letters are, or no wider
    /// than the spaces between the glyphs of the word, where each is drawn by itself.
    private func isOfWord(_ gap: Double, chunk: Int, _ state: State) -> Bool {
        if gap <= PageJoints.word { return true }
        return state.depth > 0 && state.hasGlyphs && chunks[chunk].count == 1 && gap <= 1.5 * state.space
    }

    private func firstByte(of chunk: Int) -> UInt8? { chunks[chunk].isEmpty ? nil : text[chunks[chunk].lowerBound] }
    private func lastByte(of chunk: Int) -> UInt8? { chunks[chunk].isEmpty ? nil : text[chunks[chunk].upperBound - 1] }
}

/// The runs of a text, by their places in it.
struct NetChunks {
    /// Where they are in a text that was folded, or all of a text that is no page; nil where it is searched as it is.
    var ranges: UnsafeBufferPointer<Range<Int>>?
    var runs = UnsafeBufferPointer<TextRun>(start: nil, count: 0)

    var count: Int { ranges?.count ?? runs.count }

    @inline(__always) subscript(chunk: Int) -> Range<Int> { ranges?[chunk] ?? runs[chunk].text }
}

/// A byte of the text, and the run that it is in.
struct NetPlace {
    var byte: Int
    var chunk: Int
}

/// Where a key was found.
struct NetMatch {
    let start: NetPlace
    /// Behind its last byte, in the run of that.
    let end: NetPlace
    /// How many letters and digits it has.
    let length: Int
    /// Before which of them a line ends, first and last; 0 for none.
    let firstBreak: Int
    let lastBreak: Int
}
