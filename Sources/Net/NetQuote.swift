// The text around a number for a person: one line, blanks collapsed.

import Rows
import Text

/// Quotes from the searched text.
struct NetQuote {
    /// The document's text.
    let text: UnsafeBufferPointer<UInt8>
    /// The runs of a page; nil for a text that is no page.
    var runs: UnsafeBufferPointer<TextRun>?

    /// How much of the text before and after the number is read, in bytes.
    private static let around = 240

    /// The match as the document has it, and the line around it.
    func text(around match: NetMatch) -> (text: String, excerpt: String) {
        runs == nil ? flat(match) : onPage(match)
    }

    // MARK: - Texts

    /// Quotes from a text that is no page.
    private func flat(_ match: NetMatch) -> (text: String, excerpt: String) {
        let (start, end) = (match.start.byte, match.end.byte)
        let before = text[max(0, start - Self.around)..<start]
        let after = text[end..<min(text.count, end + Self.around)]
        let isEnd = { (byte: UInt8) in byte == NetText.line }
        let head = before.lastIndex(where: isEnd).map { before[($0 + 1)...] } ?? before
        let tail = after.firstIndex(where: isEnd).map { after[..<$0] } ?? after
        let word = String(decoding: text[start..<end], as: UTF8.self)
        return (word, Self.excerpt(String(decoding: head, as: UTF8.self), word, String(decoding: tail, as: UTF8.self)))
    }

    // MARK: - Pages

    /// Quotes from a page: the runs of the number, and the other text of their lines.
    private func onPage(_ match: NetMatch) -> (text: String, excerpt: String) {
        guard let runs else { return ("", "") }
        let (first, last) = (match.start.run, match.end.run)
        let isApart = last < first || last > first + match.length
        var (head, tail) = (first, isApart ? last : max(first, last))
        var length = 0
        while head > 0, isOnLine(runs[head - 1], runs[first]), length < Self.around {
            head -= 1
            length += runs[head].text.count + 1
        }
        length = 0
        while tail + 1 < runs.count, isOnLine(runs[tail + 1], runs[last]), length < Self.around {
            tail += 1
            length += runs[tail].text.count + 1
        }
        let (start, end) = (match.start.byte, match.end.byte)
        let word =
            isApart
            ? words(first..<first + 1, from: start) + " " + words(last..<last + 1, to: end)
            : words(first..<last + 1, from: start, to: end)
        let (before, after) = (words(head..<first + 1, to: start), words(last..<tail + 1, from: end))
        return (word, Self.excerpt(before, word, after))
    }

    private func isOnLine(_ run: TextRun, _ other: TextRun) -> Bool {
        let (x, y) = (other.end.x - other.start.x, other.end.y - other.start.y)
        let length = (x * x + y * y).squareRoot()
        let (right, up) = (run.start.x - other.start.x, run.start.y - other.start.y)
        let across = length > 0 ? (up * x - right * y) / length : up
        return abs(across) < 0.5 * other.size
    }

    /// Whether no blank follows a run.
    private func adjoins(_ run: Int) -> Bool {
        guard let runs else { return false }
        return PageJoints(runs).gap(after: run).map { $0 <= PageJoints.word } ?? false
    }

    /// The text of runs, from a byte of the first and up to a byte of the last. Glyphs drawn one by one are one word.
    private func words(_ range: Range<Int>, from start: Int? = nil, to end: Int? = nil) -> String {
        guard let runs else { return "" }
        var bytes: [UInt8] = []
        for index in range where runs.indices.contains(index) {
            if index > range.lowerBound, !adjoins(index - 1) { bytes.append(0x20) }
            let run = runs[index].text
            let first = index == range.lowerBound ? start ?? run.lowerBound : run.lowerBound
            let last = index == range.upperBound - 1 ? end ?? run.upperBound : run.upperBound
            bytes += text[first..<max(first, last)]
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    // MARK: - The line

    /// One line, with the number within it.
    static func excerpt(_ before: String, _ word: String, _ after: String) -> String {
        let (word, most) = (line(word), Mention.longestExcerpt)
        if word.count >= most { return String(word.prefix(most)) }
        let room = most - word.count
        let (head, tail) = (line(before + "|").dropLast(), line("|" + after).dropFirst())
        let behind = cut(tail, to: max(room - min(head.count, room / 2), 0))
        let ahead = String(cut(String(head.reversed())[...], to: room - behind.count).reversed())
        return collapsed(ahead + word + behind)
    }

    /// At most so many characters, without a partial word at the end, unless the word is all of it.
    private static func cut(_ text: Substring, to most: Int) -> String {
        if text.count <= most { return String(text) }
        let short = text.prefix(most)
        if let blank = short.lastIndex(of: " "), blank > short.startIndex { return String(short[..<blank]) }
        return short.first == " " ? "" : String(short)
    }

    /// Separators of pieces of text become blanks; inline marks, and half a character at the end, vanish.
    private static func line(_ text: String) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in text.unicodeScalars where scalar != "\u{FFFD}" && scalar.value != UInt32(NetText.joint) {
            scalars.append(scalar.value == UInt32(NetText.end) ? " " : scalar)
        }
        return collapsed(String(scalars))
    }
}
