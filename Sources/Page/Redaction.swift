// Numbers left out of what the page says, for `batches = "labels"`. What could be one goes: a status that loses a word
// too many harms nobody.

import Rows

/// Takes the numbers of cases out of texts.
package struct Redaction: Sendable {
    /// What stands in the place of a number.
    package static let mark = "…"
    /// A known number that is shorter is found as a whole word alone: it may be a part of any date.
    private static let shortestWithin = 5

    /// What numbers look like on the lists, those of cases that nobody watches among them.
    private let masks: [KeyMask]
    /// Known numbers, letters and digits alone, in lower case.
    private let known: Set<[UInt8]>
    private let lengths: [Int]

    /// - Parameters:
    ///   - masks: of the lists.
    ///   - batches: numbers, masks and texts that are or were watched.
    package init(masks: [KeyMask], batches: some Sequence<String>) {
        self.masks = masks.filter { !$0.isAnyText }
        known = Set(batches.map { Self.letters(of: $0).map(\.byte) }.filter { !$0.isEmpty })
        lengths = Set(known.map(\.count)).sorted(by: >)
    }

    /// The text with "…" in the place of each number, also of one in groups or within a word.
    package func callAsFunction(_ text: String) -> String {
        let bytes = Array(text.utf8)
        let places = knownPlaces(in: bytes) + likelyPlaces(in: bytes)
        if places.isEmpty { return text }
        var result: [UInt8] = []
        var end = 0
        for place in places.sorted(by: { $0.lowerBound < $1.lowerBound }) where place.upperBound > end {
            result += bytes[end..<max(end, place.lowerBound)]
            if place.lowerBound >= end { result += Array(Self.mark.utf8) }
            end = place.upperBound
        }
        return String(decoding: result + bytes[end...], as: UTF8.self)
    }

    /// Where known numbers stand, whatever else than letters and digits stands between these.
    private func knownPlaces(in bytes: [UInt8]) -> [Range<Int>] {
        let letters = Self.letters(of: String(decoding: bytes, as: UTF8.self))
        let plain = letters.map(\.byte)
        var places: [Range<Int>] = []
        for start in plain.indices {
            for length in lengths where start + length <= plain.count {
                if !known.contains(Array(plain[start..<(start + length)])) { continue }
                let place = letters[start].offset..<(letters[start + length - 1].offset + 1)
                if length >= Self.shortestWithin || isWord(place, in: bytes) { places.append(place) }
            }
        }
        return places
    }

    private func isWord(_ place: Range<Int>, in bytes: [UInt8]) -> Bool {
        let before = place.lowerBound > 0 && Self.isLetter(bytes[place.lowerBound - 1])
        let after = place.upperBound < bytes.count && Self.isLetter(bytes[place.upperBound])
        return !before && !after
    }

    /// Whole words that the masks match.
    private func likelyPlaces(in bytes: [UInt8]) -> [Range<Int>] {
        var places: [Range<Int>] = []
        for mask in masks {
            for start in bytes.indices where start == 0 || !Self.isLetter(bytes[start - 1]) {
                for length in stride(from: mask.length, through: mask.shortest, by: -1) {
                    let place = start..<(start + length)
                    if isWord(place, in: bytes), mask.matches(bytes, at: place) { places.append(place) }
                }
            }
        }
        return places
    }

    /// Letters and digits in lower case, and where they stand. All that is not ASCII counts as a letter.
    private static func letters(of text: String) -> [(byte: UInt8, offset: Int)] {
        text.utf8.enumerated().compactMap { offset, byte in
            if !isLetter(byte) { return nil }
            return ((0x41...0x5A).contains(byte) ? byte | 0x20 : byte, offset)
        }
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x80...0xFF: true
        default: false
        }
    }
}
