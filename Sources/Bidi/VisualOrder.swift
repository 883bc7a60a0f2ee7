// Pages have text in drawing order, from left to right; Hebrew and Arabic are read the other way, but numbers and Latin
// words in them from left to right. This file converts text to logical order (UAX #9). The caller passes only
// right-to-left text; positions do not matter here.

import CFriBidi

/// The conversion between drawing order and logical order.
///
/// No document names the direction of its paragraphs. A text runs from right to left if at least half of its letters
/// do: then a number or a Latin word in an Arabic status stands at its logical position, and so does a Hebrew name in
/// English words. Only the text decides, because the same row must read the same on every page.
package enum VisualOrder {
    /// The obstacle to the conversion, once it was needed: libfribidi cannot be loaded. Texts then stay in drawing
    /// order, and must not be reported.
    package static var failure: String? {
        cfribidi_missing().map { "libfribidi cannot be loaded: \(String(cString: $0))" }
    }

    /// The characters of one glyph, a ligature or a letter with its marks, in the order in which separate glyphs would
    /// be drawn.
    package static func visual(glyph text: String) -> String {
        concerns(text) ? String(String.UnicodeScalarView(text.unicodeScalars.reversed())) : text
    }

    /// Converts drawn UTF-8 to text in logical order.
    package static func text(_ drawn: some Collection<UInt8>) -> String {
        let text = String(decoding: drawn, as: UTF8.self)
        return mayConcern(drawn) && concerns(text) ? logical([text])[0] : text
    }

    /// Loads libfribidi, for a process that can load nothing later.
    package static func load() { _ = cfribidi_load() }

    /// The logical order of a paragraph's lines, from top to bottom, each in drawing order.
    ///
    /// Presentation forms, which fonts name, become the typed letters; bidirectional controls vanish.
    ///
    /// - Parameter before: the text of the paragraph before these lines, in logical order.
    package static func logical(_ lines: [String], after before: String = "") -> [String] {
        guard cfribidi_load() == nil else { return lines }
        let isRightToLeft = isRightToLeft(lines, before)
        var context = Context(before.unicodeScalars)
        var read: [LogicalLine] = []
        for line in lines {
            let drawn = line.unicodeScalars.filter { !$0.isBidiControl }
            read.append(LogicalLine(drawn: Array(drawn), after: context.scalars, isRightToLeft: isRightToLeft))
            context.append(read[read.count - 1].scalars)
        }
        if Brackets.areMirrored(read) { for index in read.indices { Brackets.mirror(&read[index]) } }
        return read.map { PresentationForms.spelled(String(String.UnicodeScalarView($0.scalars))) }
    }

    /// Text in the drawing order of one line.
    package static func visual(_ text: String) -> String {
        guard concerns(text), cfribidi_load() == nil else { return text }
        let scalars = text.unicodeScalars.filter { !$0.isBidiControl }
        let levels = EmbeddingLevels(
            of: Array(scalars), after: [], isDrawn: false, isRightToLeft: isRightToLeft([text], ""))
        let logical = Array(scalars)
        return String(String.UnicodeScalarView(levels.order.map { logical[$0] }))
    }

    private static func isRightToLeft(_ lines: [String], _ before: String) -> Bool {
        var balance = 0
        for text in lines + [before] {
            for scalar in text.unicodeScalars where scalar.properties.isAlphabetic {
                balance += scalar.isRightToLeft ? 1 : -1
            }
        }
        return balance >= 0
    }
}

/// The text of a paragraph before a line, as far as it affects the line's embedding: a number after an Arabic letter
/// runs in another direction than after a Hebrew one.
private struct Context {
    private(set) var scalars: [Unicode.Scalar] = []
    /// The last letter before a line is hardly farther away.
    private static let longest = 256

    init(_ text: String.UnicodeScalarView) {
        append(text.suffix(Self.longest))
    }

    mutating func append(_ line: some BidirectionalCollection<Unicode.Scalar>) {
        if line.isEmpty { return }
        scalars = (scalars + line.suffix(Self.longest) + [" "]).suffix(Self.longest)
    }
}
