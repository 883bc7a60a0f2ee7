// Accents that are drawn as glyphs of their own, over a letter: é as ´ and e (TeX with OT1 fonts, typewriter-like forms). Where
// they overlap the two are one character; where they do not, an accent is text like any other. Fixture accents_overlap.

import Text

extension TextPlacer {
    /// Composes the letters of the page. Costs next to nothing where there is no accent.
    mutating func composeAccents() {
        let signs = signs
        guard signs.mayBeAccents else { return }
        let before = used
        if signs.mayBeMarks {
            for index in page.runs.indices { composeMarks(of: index) }
        }
        if overlapsSomewhere { mergeRuns() }
        if used > before { gatherText() }
    }

    private mutating func mergeRuns() {
        var kept = 0
        for index in page.runs.indices {
            page.runs[kept] = page.runs[index]
            kept += kept > 0 && merge(kept) ? 0 : 1
        }
        page.runs.removeLast(page.runs.count - kept)
    }

    /// Whether a run overlaps the one before it: nearly no page has such.
    private var overlapsSomewhere: Bool {
        let runs = page.runs.span
        for index in runs.indices.dropFirst() where Self.overlap(runs[index - 1], runs[index]) { return true }
        return false
    }

    /// Puts the text of the runs in their order again, without what no run has any more.
    private mutating func gatherText() {
        var text: [UInt8] = []
        text.reserveCapacity(used)
        for index in page.runs.indices {
            let start = text.count
            text += utf8[page.runs[index].text]
            page.runs[index].text = start..<text.count
        }
        (utf8, used) = (text, text.count)
    }

    /// Whether there is a grave accent or anything beyond ASCII, and whether there is the first byte of a combining mark. Eight
    /// bytes at a time.
    private var signs: (mayBeAccents: Bool, mayBeMarks: Bool) {
        utf8.withUnsafeBytes { bytes in
            var (accents, marks): (UInt64, UInt64) = (0, 0)
            var position = 0
            func note(_ word: UInt64) {
                accents |= word & 0x8080_8080_8080_8080 | Self.zeros(word ^ 0x6060_6060_6060_6060)
                marks |= Self.zeros(word & 0xFEFE_FEFE_FEFE_FEFE ^ 0xCCCC_CCCC_CCCC_CCCC)
            }
            while position + 8 <= used, position + 8 <= bytes.count {
                note(bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self))
                position += 8
            }
            for byte in bytes[position..<min(used, bytes.count)] { note(UInt64(byte)) }
            return (accents != 0, marks != 0)
        }
    }

    /// Not 0 if and only if one of the eight bytes is 0.
    @inline(__always) private static func zeros(_ word: UInt64) -> UInt64 {
        (word &- 0x0101_0101_0101_0101) & ~word & 0x8080_8080_8080_8080
    }

    /// Makes one run of a run and the one before it, where an accent at the end of one lies over a letter of the other. In
    /// time of the second one's length, where the first is made of several already: a line may be all accents.
    private mutating func merge(_ index: Int) -> Bool {
        let (first, second) = (page.runs[index - 1], page.runs[index])
        guard Self.overlap(first, second), let last = lastScalar(of: first.text),
            let next = firstScalar(of: second.text)
        else { return false }
        let isAccentFirst = Accent.composed(next, last) != nil
        guard let composed = Accent.composed(next, last) ?? Accent.composed(last, next) else { return false }
        let (lastLength, nextLength) = (UTF8.width(last), UTF8.width(next))
        let kept = first.text.lowerBound..<first.text.upperBound - lastLength
        let rest = second.text.lowerBound + nextLength..<second.text.upperBound
        // An accent by itself may be raised over a capital: the letter says where the line is.
        var run = isAccentFirst && kept.isEmpty ? second : first
        run.end = !isAccentFirst && rest.isEmpty ? first.end : second.end
        let addition = Array(String(composed).utf8) + utf8[rest]
        if first.text.upperBound != used { return replace(index - 1, utf8[kept] + addition, run) }
        guard used + addition.count <= limits.textBytes else { return false }
        used = kept.upperBound
        write(addition)
        page.runs[index - 1] = run
        page.runs[index - 1].text = kept.lowerBound..<used
        return true
    }

    /// The last character of a text; nil where there is none.
    private func lastScalar(of text: Range<Int>) -> Unicode.Scalar? {
        let start = utf8[text].suffix(4).lastIndex { $0 & 0xC0 != 0x80 } ?? text.lowerBound
        return String(decoding: utf8[start..<text.upperBound], as: UTF8.self).unicodeScalars.last
    }

    private func firstScalar(of text: Range<Int>) -> Unicode.Scalar? {
        String(decoding: utf8[text].prefix(4), as: UTF8.self).unicodeScalars.first
    }

    /// Whether the second run begins over the end of the first: by more than kerning, by no more than a wide letter.
    @inline(__always) private static func overlap(_ first: TextRun, _ second: TextRun) -> Bool {
        let (x, y) = (first.end.x - first.start.x, first.end.y - first.start.y)
        let (dx, dy) = (second.start.x - first.end.x, second.start.y - first.end.y)
        // Nearly all runs begin after the one before.
        if dx * x + dy * y >= 0 { return false }
        let length = (x * x + y * y).squareRoot()
        let along = -(dx * x + dy * y) / length
        let across = abs(dx * y - dy * x) / length
        let size = max(first.size, second.size)
        return along > 0.15 * size && along < 1.2 * size && across < 0.4 * size
    }

    /// Composes letters with the combining marks that follow them in a run.
    private mutating func composeMarks(of index: Int) {
        let run = page.runs[index]
        guard utf8[run.text].contains(where: { $0 == 0xCC || $0 == 0xCD }) else { return }
        var text = String.UnicodeScalarView()
        for scalar in String(decoding: utf8[run.text], as: UTF8.self).unicodeScalars {
            if 0x300...0x36F ~= scalar.value, let letter = text.last, let composed = Accent.composed(letter, scalar) {
                text.removeLast()
                text.append(composed)
            } else {
                text.append(scalar)
            }
        }
        _ = replace(index, String(text).utf8, run)
    }

    /// Writes a run anew; false where there is no room for its text.
    private mutating func replace(_ index: Int, _ text: some Collection<UInt8>, _ run: TextRun) -> Bool {
        guard used + text.count <= limits.textBytes else { return false }
        let start = used
        write(text)
        page.runs[index] = run
        page.runs[index].text = start..<used
        return true
    }

    /// Writes text behind all other.
    private mutating func write(_ text: some Collection<UInt8>) {
        utf8.removeLast(utf8.count - used)
        utf8.append(contentsOf: text)
        used = utf8.count
    }
}

/// Accents, as characters of their own or combining.
enum Accent {
    /// The combining mark of an accent; nil for other characters.
    static func mark(of accent: Unicode.Scalar) -> Unicode.Scalar? {
        if 0x300...0x36F ~= accent.value { return accent }
        return spacing[accent]
    }

    private static let spacing: [Unicode.Scalar: Unicode.Scalar] = [
        "`": "\u{300}", "\u{B4}": "\u{301}", "\u{2C6}": "\u{302}", "\u{2DC}": "\u{303}", "\u{AF}": "\u{304}",
        "\u{2D8}": "\u{306}", "\u{2D9}": "\u{307}", "\u{A8}": "\u{308}", "\u{2DA}": "\u{30A}", "\u{2DD}": "\u{30B}",
        "\u{2C7}": "\u{30C}", "\u{B8}": "\u{327}", "\u{2DB}": "\u{328}",
    ]

    /// The letter with the accent, as one character; nil where there is none such.
    static func composed(_ letter: Unicode.Scalar, _ accent: Unicode.Scalar) -> Unicode.Scalar? {
        guard let mark = mark(of: accent) else { return nil }
        // i and j lose their dot below an accent: TeX draws them without.
        let base: Unicode.Scalar = letter == "\u{131}" ? "i" : letter == "\u{237}" ? "j" : letter
        var decomposed = String.UnicodeScalarView()
        decomposed.append(base)
        decomposed.append(mark)
        return letters[String(decomposed)]
    }

    /// The Latin letters with accents. Strings are equal when they are canonically equivalent, so each is found by its parts.
    private static let letters: [String: Unicode.Scalar] = {
        var letters: [String: Unicode.Scalar] = [:]
        for value in Array(0xC0...0x24F) + Array(0x1E00...0x1EFF) {
            if let scalar = Unicode.Scalar(UInt32(value)) { letters[String(Character(scalar))] = scalar }
        }
        return letters
    }()
}
