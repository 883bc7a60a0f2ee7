// Removes numbers from the page's text, for `batches = "labels"`. Anything that could be a number goes: a status that
// loses a word too many harms nobody.

import Rows

/// Removes case numbers from texts.
package struct Redaction: Sendable {
    /// The replacement of a number.
    package static let mark = "…"
    /// A shorter known number is found only as a whole word: it may be a part of any date.
    private static let shortestWithin = 5

    /// The forms of numbers on the lists, including those of cases that nobody watches.
    private let masks: [KeyMask]
    /// Known numbers: only their letters and digits.
    private let known: Set<[UInt32]>
    private let lengths: [Int]

    /// - Parameters:
    ///   - masks: the key masks of the lists.
    ///   - batches: numbers, masks and texts that are or were watched.
    package init(masks: [KeyMask], batches: some Sequence<String>) {
        self.masks = masks.filter { !$0.isAnyText }
        known = Set(batches.map { Self.signs(of: $0).compactMap(\.letter) }.filter { !$0.isEmpty })
        lengths = Set(known.map(\.count)).sorted(by: >)
    }

    /// A code point of a text, and its range in the UTF-8.
    private struct Sign {
        /// The form for comparison, in lower case; nil for signs.
        var letter: UInt32?
        /// The form for masks.
        var byte: UInt8
        var place: Range<Int>
    }

    /// The text with "…" instead of each number, also of a grouped number or one within a word, in any digits.
    package func callAsFunction(_ text: String) -> String {
        let signs = Self.signs(of: text)
        let places = (knownPlaces(in: signs) + likelyPlaces(in: signs)).map { place in
            signs[place.lowerBound].place.lowerBound..<signs[place.upperBound - 1].place.upperBound
        }
        if places.isEmpty { return text }
        let bytes = Array(text.utf8)
        var result: [UInt8] = []
        var end = 0
        for place in places.sorted(by: { $0.lowerBound < $1.lowerBound }) where place.upperBound > end {
            result += bytes[end..<max(end, place.lowerBound)]
            if place.lowerBound >= end { result += Array(Self.mark.utf8) }
            end = place.upperBound
        }
        return String(decoding: result + bytes[end...], as: UTF8.self)
    }

    /// The ranges of known numbers, with any signs between their letters and digits.
    private func knownPlaces(in signs: [Sign]) -> [Range<Int>] {
        let letters = signs.indices.filter { signs[$0].letter != nil }
        let plain = signs.compactMap(\.letter)
        var places: [Range<Int>] = []
        for start in plain.indices {
            for length in lengths where start + length <= plain.count {
                if !known.contains(Array(plain[start..<(start + length)])) { continue }
                let place = letters[start]..<(letters[start + length - 1] + 1)
                if length >= Self.shortestWithin || isWord(place, in: signs) { places.append(place) }
            }
        }
        return places
    }

    private func isWord(_ place: Range<Int>, in signs: [Sign]) -> Bool {
        let before = place.lowerBound > 0 && signs[place.lowerBound - 1].letter != nil
        let after = place.upperBound < signs.count && signs[place.upperBound].letter != nil
        return !before && !after
    }

    /// Whole words that the masks match.
    private func likelyPlaces(in signs: [Sign]) -> [Range<Int>] {
        let bytes = signs.map(\.byte)
        var places: [Range<Int>] = []
        for mask in masks {
            for start in signs.indices where start == 0 || signs[start - 1].letter == nil {
                for length in stride(from: mask.length, through: mask.shortest, by: -1) {
                    let place = start..<(start + length)
                    if isWord(place, in: signs), mask.matches(bytes, at: place) { places.append(place) }
                }
            }
        }
        return places
    }

    private static func signs(of text: String) -> [Sign] {
        var signs: [Sign] = []
        var end = 0
        for scalar in text.unicodeScalars {
            let start = end
            end += UTF8.width(scalar)
            let sign = folded(scalar)
            let properties = sign.properties
            let isLetter = properties.isAlphabetic || properties.numericType != nil
            let small = properties.lowercaseMapping.unicodeScalars.first ?? sign
            signs.append(
                Sign(
                    letter: isLetter ? small.value : nil, byte: sign.isASCII ? UInt8(sign.value) : 0xFF,
                    place: start..<end))
        }
        return signs
    }

    /// Digits of any script, and full-width signs, as ASCII.
    private static func folded(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        if scalar.isASCII { return scalar }
        if case 0xFF01...0xFF5E = scalar.value { return Unicode.Scalar(UInt8(scalar.value - 0xFF01 + 0x21)) }
        if scalar.properties.numericType == .decimal, let digit = scalar.properties.numericValue {
            return Unicode.Scalar(UInt8(ascii: "0") + UInt8(digit))
        }
        return scalar
    }
}
