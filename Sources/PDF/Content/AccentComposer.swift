// Composes accents that a document draws as glyphs of their own, over a letter: é as ´ and e (TeX with OT1 fonts,
// typewriter-like forms). If the two overlap, they become one character; otherwise the accent stays a text of its own.
// Fixture accents_overlap.

import Text

/// Composes the letters of a drawn page.
struct AccentComposer {
    private var runs: [TextRun] = []
    private var text = TextBuffer()
    /// The longest text, in bytes.
    private let textBytes: Int

    /// Composes the letters of these runs; their text may grow to `textBytes` bytes. Costs next to nothing if there is
    /// no accent.
    static func compose(_ runs: inout [TextRun], _ text: inout TextBuffer, most textBytes: Int) {
        let signs = text.signsOfAccents
        guard !signs.isEmpty else { return }
        var composer = AccentComposer(textBytes: textBytes)
        swap(&composer.runs, &runs)
        swap(&composer.text, &text)
        composer.compose(signs)
        swap(&composer.runs, &runs)
        swap(&composer.text, &text)
    }

    private init(textBytes: Int) {
        self.textBytes = textBytes
    }

    private mutating func compose(_ signs: SignsOfAccents) {
        let before = text.count
        if signs.contains(.combining) {
            for index in runs.indices { composeMarks(of: index) }
        }
        if overlapsSomewhere { mergeRuns() }
        if signs.contains(.rightToLeft) { attachMarks() }
        if text.count > before { gatherText() }
    }

    // MARK: Accents over letters

    /// Whether any run overlaps the one before it; this is rare.
    private var overlapsSomewhere: Bool {
        let runs = runs.span
        for index in runs.indices.dropFirst() where runs[index].overlaps(runs[index - 1]) { return true }
        return false
    }

    private mutating func mergeRuns() {
        var kept = 0
        for index in runs.indices {
            runs[kept] = runs[index]
            kept += kept > 0 && merge(kept) ? 0 : 1
        }
        runs.removeLast(runs.count - kept)
    }

    /// Merges a run into the run before it, if an accent at the end of one lies over a letter of the other. Takes time
    /// in proportion to the second run only: the first may already consist of many, because a line may be all accents.
    private mutating func merge(_ index: Int) -> Bool {
        let (first, second) = (runs[index - 1], runs[index])
        guard second.overlaps(first), let last = lastScalar(of: first.text), let next = firstScalar(of: second.text)
        else { return false }
        let isAccentFirst = Accent.composed(next, last) != nil
        guard let composed = Accent.composed(next, last) ?? Accent.composed(last, next) else { return false }
        let kept = first.text.lowerBound..<first.text.upperBound - UTF8.width(last)
        let rest = second.text.lowerBound + UTF8.width(next)..<second.text.upperBound
        // A single accent may be raised over a capital: the letter gives the baseline.
        var run = isAccentFirst && kept.isEmpty ? second : first
        run.end = !isAccentFirst && rest.isEmpty ? first.end : second.end
        let addition = Array(String(composed).utf8) + text[rest]
        if first.text.upperBound != text.count { return replace(index - 1, text[kept] + addition, run) }
        guard text.count + addition.count <= textBytes else { return false }
        text.cut(to: kept.upperBound)
        run.text = kept.lowerBound..<text.append(addition).upperBound
        runs[index - 1] = run
        return true
    }

    /// The last character of a text; nil for an empty text.
    private func lastScalar(of range: Range<Int>) -> Unicode.Scalar? {
        let start = text[range].suffix(4).lastIndex { $0 & 0xC0 != 0x80 } ?? range.lowerBound
        return String(decoding: text[start..<range.upperBound], as: UTF8.self).unicodeScalars.last
    }

    private func firstScalar(of range: Range<Int>) -> Unicode.Scalar? {
        String(decoding: text[range].prefix(4), as: UTF8.self).unicodeScalars.first
    }

    // MARK: Combining marks

    /// Composes letters with the combining marks that follow them in a run.
    private mutating func composeMarks(of index: Int) {
        let run = runs[index]
        guard text[run.text].contains(where: { $0 == 0xCC || $0 == 0xCD }) else { return }
        var composed = String.UnicodeScalarView()
        for scalar in String(decoding: text[run.text], as: UTF8.self).unicodeScalars {
            if 0x300...0x36F ~= scalar.value, let letter = composed.last, let both = Accent.composed(letter, scalar) {
                composed.removeLast()
                composed.append(both)
            } else {
                composed.append(scalar)
            }
        }
        _ = replace(index, String(composed).utf8, run)
    }

    // MARK: Marks of letters from right to left

    /// Merges a Hebrew or Arabic mark with the run of its letter, which is drawn next: in drawing order a mark precedes
    /// its letter.
    private mutating func attachMarks() {
        var kept = 0
        for index in runs.indices {
            runs[kept] = runs[index]
            let next = runs[kept]
            kept += 1
            guard kept > 1, runs[kept - 2].isNear(next) else { continue }
            let mark = text[runs[kept - 2].text]
            guard RightToLeftMarks.areAll(of: mark) else { continue }
            if replace(kept - 2, Array(mark) + text[next.text], next) { kept -= 1 }
        }
        runs.removeLast(runs.count - kept)
    }

    // MARK: Text

    /// Writes a run again, after all other text; returns false if there is no room.
    private mutating func replace(_ index: Int, _ words: some Collection<UInt8>, _ run: TextRun) -> Bool {
        guard text.count + words.count <= textBytes else { return false }
        runs[index] = run
        runs[index].text = text.append(words)
        return true
    }

    /// Puts the text of the runs back in order, without text that no longer belongs to a run.
    private mutating func gatherText() {
        var gathered: [UInt8] = []
        gathered.reserveCapacity(text.count)
        for index in runs.indices {
            let start = gathered.count
            gathered += text[runs[index].text]
            runs[index].text = start..<gathered.count
        }
        text.replaceAll(with: gathered)
    }
}

/// The kinds of accents that bytes of a page's text may belong to.
private struct SignsOfAccents: OptionSet {
    let rawValue: UInt8

    /// An accent by itself.
    static let spacing = SignsOfAccents(rawValue: 1)
    /// A combining mark.
    static let combining = SignsOfAccents(rawValue: 2)
    /// A mark of letters from right to left.
    static let rightToLeft = SignsOfAccents(rawValue: 4)

    init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The kinds of characters that begin with this byte of UTF-8, see `Accent.mark`.
    init(_ byte: UInt8) {
        switch byte {
        case 0x60, 0xC2, 0xCB: self = .spacing
        case 0xCC, 0xCD: self = .combining
        case RightToLeftMarks.leadBytes: self = .rightToLeft
        default: self = []
        }
    }
}

extension TextBuffer {
    /// The kinds of accents in the text. Reads eight bytes per step: most are ASCII.
    fileprivate var signsOfAccents: SignsOfAccents {
        bytes.withUnsafeBytes { bytes in
            var signs: SignsOfAccents = []
            var position = 0
            while position + 8 <= count, position + 8 <= bytes.count {
                let word = bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self)
                if word & 0x8080_8080_8080_8080 | Self.zeros(word ^ 0x6060_6060_6060_6060) != 0 {
                    for byte in bytes[position..<position + 8] { signs.formUnion(SignsOfAccents(byte)) }
                }
                position += 8
            }
            for byte in bytes[position..<min(count, bytes.count)] { signs.formUnion(SignsOfAccents(byte)) }
            return signs
        }
    }

    /// Not 0 if and only if one of the eight bytes is 0.
    @inline(__always) private static func zeros(_ word: UInt64) -> UInt64 {
        (word &- 0x0101_0101_0101_0101) & ~word & 0x8080_8080_8080_8080
    }
}

extension TextRun {
    /// Whether a mark begins near enough to the other run's start to belong to it.
    @inline(__always) fileprivate func isNear(_ letter: TextRun) -> Bool {
        let (dx, dy) = (start.x - letter.start.x, start.y - letter.start.y)
        return dx * dx + dy * dy < 0.64 * letter.size * letter.size
    }

    /// Whether the run begins over the end of another one: by more than kerning, by no more than a wide letter.
    @inline(__always) fileprivate func overlaps(_ first: TextRun) -> Bool {
        let (x, y) = (first.end.x - first.start.x, first.end.y - first.start.y)
        let (dx, dy) = (start.x - first.end.x, start.y - first.end.y)
        // Nearly all runs begin after the one before.
        if dx * x + dy * y >= 0 { return false }
        let length = (x * x + y * y).squareRoot()
        let along = -(dx * x + dy * y) / length
        let across = abs(dx * y - dy * x) / length
        let size = max(first.size, size)
        return along > 0.15 * size && along < 1.2 * size && across < 0.4 * size
    }
}
