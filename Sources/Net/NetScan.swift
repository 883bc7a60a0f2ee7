// One pass over a text: at each position where a key may begin, it compares letters and digits one by one, across the
// signs, line ends and runs that separate them, until no key matches. The longest key limits the comparison, so the
// pass is linear in the text.

import Text

/// A search through one folded text.
struct NetScan {
    let tables: NetTables
    let text: UnsafeBufferPointer<UInt8>
    /// The ranges of its parts; a text that is no page is one part.
    let runs: UnsafeBufferPointer<TextRun>
    /// Which run continues in which; nil for a text that is no page.
    var joints: PageJoints?
    var tally: NetTally
    /// The start of the current word.
    private var start = NetPlace(byte: 0, run: 0)
    private let longestKey: Int
    private let hasMasks: Bool

    init(
        _ tables: NetTables, _ text: UnsafeBufferPointer<UInt8>,
        _ runs: UnsafeBufferPointer<TextRun>, _ joints: PageJoints?, _ tally: NetTally
    ) {
        (self.tables, self.text, self.runs) = (tables, text, runs)
        (self.joints, self.tally) = (joints, tally)
        hasMasks = !tables.keys.masks.isEmpty
        longestKey = tables.keys.longestKey
    }

    /// The progress of a word's comparison.
    private struct State {
        var length = 0
        /// Bit n: a separator precedes letter or digit n.
        var gaps: UInt64 = 0
        /// Signs since the last letter or digit.
        var gap = 0
        var isParted = false
        /// The first and last letter or digit after a line end; 0 for none.
        var firstBreak = 0
        var lastBreak = 0
        /// The widest space between runs within the word, in ems, and whether each run is one glyph.
        var space = 0.0
        var hasGlyphs = true
        var depth = 0
    }

    /// The most runs of a word.
    private static let mostRuns = 512

    /// Checks each position where a key may begin. This takes most of the time, mainly in mispredicted branches: so
    /// there are few branches.
    mutating func run() {
        if beginRuns() {
            // The rest need not distinguish runs.
            let runs = runs
            var number = 0
            search(0..<text.count) { place in
                while runs[number].text.upperBound <= place { number &+= 1 }
                return number
            }
        } else {
            for number in runs.indices { search(runs[number].text) { _ in number } }
        }
    }

    /// Compares the words at the starts of runs, which include most keys.
    ///
    /// - Returns: whether the runs cover the text, one after the other.
    private mutating func beginRuns() -> Bool {
        guard let base = text.baseAddress else { return false }
        let (first, chosen, most) = (tables.first, tables.chosen, NetTables.mostChosen)
        var (end, isWhole, next) = (0, true, 0)
        while next < runs.count {
            var count = 0
            let block = next..<min(next &+ most, runs.count)
            for number in block {
                let range = runs[number].text
                isWhole = isWhole && range.lowerBound == end
                end = range.upperBound
                chosen[count] = number
                count &+= range.lowerBound < end ? Int(first[Int(base[range.lowerBound])]) : 0
            }
            next = block.upperBound
            for index in 0..<count { begin(NetPlace(byte: runs[chosen[index]].text.lowerBound, run: chosen[index])) }
        }
        return isWhole && end == text.count
    }

    /// Compares the words that begin within runs.
    ///
    /// - Parameter run: returns the run of a position, for ascending positions.
    @inline(__always) private mutating func search(_ range: Range<Int>, run: (Int) -> Int) {
        guard let base = text.baseAddress else { return }
        let (starts, first) = (tables.starts, UnsafePointer(tables.first))
        let (raw, upper) = (UnsafeRawPointer(base), range.upperBound)
        var index = range.lowerBound &+ 1
        while index &+ 16 <= upper {
            var found = starts.marks(raw + index)
            while found != 0 {
                begin(index &+ found.trailingZeroBitCount, first, run)
                found &= found &- 1
            }
            index &+= 16
        }
        while index < upper {
            begin(index, first, run)
            index &+= 1
        }
    }

    @inline(__always) private mutating func begin(_ place: Int, _ first: UnsafePointer<UInt8>, _ run: (Int) -> Int) {
        let byte = text[place]
        if first[Int(byte)] == 0 || adjoins(text[place &- 1], byte) { return }
        let number = run(place)
        let lower = runs[number].text.lowerBound
        // Compared before.
        if place == lower { return }
        if text[place &- 1] != NetSign.nothing || !adjoins(before(place, from: lower), byte) {
            begin(NetPlace(byte: place, run: number))
        }
    }

    /// The last meaningful byte before a position of a run; `NetSign.nothing` if the position begins the run.
    @inline(__always) private func before(_ place: Int, from lower: Int) -> UInt8 {
        var index = place &- 1
        while index >= lower, text[index] == NetSign.nothing { index &-= 1 }
        return index >= lower ? text[index] : NetSign.nothing
    }

    /// The first meaningful byte of a run from a position on; `NetSign.nothing` at the run's end.
    private func next(_ place: Int, to upper: Int) -> UInt8 {
        var index = place
        while index < upper, text[index] == NetSign.nothing { index &+= 1 }
        return index < upper ? text[index] : NetSign.nothing
    }

    @inline(__always) private func kind(_ byte: UInt8) -> NetKind { NetKind(rawValue: tables.kinds[Int(byte)]) }

    @inline(__always) private func adjoins(_ byte: UInt8, _ next: UInt8) -> Bool {
        kind(byte).adjoins(kind(next))
    }

    /// Compares the word that begins there; most end in the same run.
    private mutating func begin(_ place: NetPlace) {
        guard let base = text.baseAddress else { return }
        if tables.digits > 0, beginNumber(place, base) { return }
        let end = runs[place.run].text.upperBound
        var (index, length) = (place.byte, 0)
        // Local copies: the compiler cannot know that writes do not change them.
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
            // If each sign is a word, there may be many: they are compared one by one.
            if kinds[Int(byte)] & NetKind.ideograph.rawValue != 0 { return walk(in: place) }
        }
        let isKey = tables.lengths[length]
        if !isKey, length == longest { return }
        start = place
        var state = State()
        state.length = length
        let next = NetPlace(byte: index, run: place.run)
        if isKey { look(next, state) }
        if length < longest { walk(next, state) }
    }

    /// Compares a number, if all keys are numbers of one length, and the word is at least as long.
    ///
    /// - Returns: whether the comparison is complete.
    @inline(__always) private mutating func beginNumber(_ place: NetPlace, _ base: UnsafePointer<UInt8>) -> Bool {
        guard place.byte &+ 16 <= text.count else { return false }
        let word = UnsafeRawPointer(base + place.byte).loadUnaligned(as: SIMD2<UInt64>.self)
        let length = tables.digits
        let digits = min(NetStarts.digits(in: word), runs[place.run].text.upperBound &- place.byte)
        if digits < length { return false }
        if digits > length { return true }
        let hash = NetHash.of(UInt64(littleEndian: word.x), UInt64(littleEndian: word.y), count: length)
        if tables.mayHaveLiteral(hash) { lookUp(place, hash, length) }
        return true
    }

    private mutating func lookUp(_ place: NetPlace, _ hash: UInt64, _ length: Int) {
        start = place
        var state = State()
        state.length = length
        for index in 0..<length {
            tables.word[index] = text[place.byte &+ index]
            tables.written[index] = text[place.byte &+ index]
        }
        compare(NetPlace(byte: place.byte &+ length, run: place.run), state, hash, isLiteral: true)
    }

    private mutating func walk(in place: NetPlace) {
        start = place
        walk(place, State())
    }

    /// Compares from a position to the end of the run.
    private mutating func walk(_ place: NetPlace, _ before: State) {
        var (index, state) = (place.byte, before)
        let end = runs[place.run].text.upperBound
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
                if tables.lengths[state.length] { look(NetPlace(byte: index, run: place.run), state) }
            } else if kind != 0, state.gap < tables.keys.longestGap {
                state.gap &+= 1
                if byte == NetText.line { noteBreak(&state) }
                if byte != NetText.joint { state.isParted = true }
                index &+= 1
            } else if byte == NetSign.nothing {
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

    /// Continues after the end of a run: on its line, or once below it.
    private mutating func cross(_ place: NetPlace, _ before: State) {
        guard before.depth < Self.mostRuns else { return }
        var state = before
        state.depth += 1
        if !isGlyph(place.byte..<runs[place.run].text.upperBound) { state.hasGlyphs = false }
        if let gap = joints?.gap(after: place.run) {
            state.space = max(state.space, gap)
            if gap > PageJoints.word {
                state.gap = max(state.gap, 1)
                state.isParted = true
            }
            return walk(NetPlace(byte: runs[place.run + 1].text.lowerBound, run: place.run + 1), state)
        }
        guard state.firstBreak == 0 else { return }
        noteBreak(&state)
        (state.gap, state.isParted) = (1, true)
        for next in joints?.below(place.run) ?? [] {
            walk(NetPlace(byte: runs[next].text.lowerBound, run: next), state)
        }
    }

    // MARK: - Words

    /// Checks whether the word that ends there is a key.
    @inline(__always) private mutating func look(_ end: NetPlace, _ state: State) {
        let hash = NetHash.of(UnsafeBufferPointer(start: tables.word, count: state.length))
        let mayBeLiteral = tables.mayHaveLiteral(hash)
        if mayBeLiteral || hasMasks { compare(end, state, hash, isLiteral: mayBeLiteral) }
    }

    private mutating func compare(_ end: NetPlace, _ state: State, _ hash: UInt64, isLiteral: Bool) {
        let isMask = hasMasks && tables.keys.maskLengths[state.length]
        guard isMask || isLiteral && tables.hasLiteral(hash), isWhole(end, state) else { return }
        var whole = end
        while whole.byte < runs[end.run].text.upperBound, text[whole.byte] == NetSign.nothing { whole.byte += 1 }
        let match = NetMatch(
            start: start, end: whole, length: state.length, firstBreak: state.firstBreak, lastBreak: state.lastBreak)
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
        let behind = next(end.byte, to: runs[end.run].text.upperBound)
        if behind != NetSign.nothing {
            if adjoins(last, behind) { return false }
        } else if let gap = joints?.gap(after: end.run), adjoins(last, firstByte(of: end.run + 1)),
            isOfWord(gap, run: end.run + 1, state)
        {
            return false
        }
        guard before(start.byte, from: runs[start.run].text.lowerBound) == NetSign.nothing,
            let gap = joints?.gap(after: start.run - 1), adjoins(lastByte(of: start.run - 1), text[start.byte])
        else { return true }
        return !isOfWord(gap, run: start.run - 1, state)
    }

    /// Whether the space between the word and an adjacent run is one within a word: as narrow as between letters, or no
    /// wider than the spaces between the glyphs of the word, if each is drawn alone.
    private func isOfWord(_ gap: Double, run: Int, _ state: State) -> Bool {
        if gap <= PageJoints.word { return true }
        return state.depth > 0 && state.hasGlyphs && isGlyph(runs[run].text) && gap <= 1.5 * state.space
    }

    private func firstByte(of run: Int) -> UInt8 { next(runs[run].text.lowerBound, to: runs[run].text.upperBound) }
    private func lastByte(of run: Int) -> UInt8 { before(runs[run].text.upperBound, from: runs[run].text.lowerBound) }

    /// Whether these bytes are at most one character.
    private func isGlyph(_ range: Range<Int>) -> Bool {
        range.count < 2 || text[range].count { $0 != NetSign.nothing } < 2
    }
}

/// A byte of the text, and its run.
struct NetPlace {
    var byte: Int
    var run: Int
}

/// The place of a found key.
struct NetMatch {
    let start: NetPlace
    /// The position after its last byte, in the run of that byte.
    let end: NetPlace
    /// The number of its letters and digits.
    let length: Int
    /// The first and last of them after a line end; 0 for none.
    let firstBreak: Int
    let lastBreak: Int
}
