// Texts without what Unicode lets people write in several ways: the accents of a letter may be a part of it or marks
// behind it. For hashes, which have to be the same for both; people never see such a text.

/// Characters without their marks.
enum BaseCharacters {
    /// Appends what is left of a character without combining marks, as UTF-8.
    static func append(_ scalar: Unicode.Scalar, to bytes: inout [UInt8]) {
        if (0xAC00...0xD7A3).contains(scalar.value) { return append(syllable: scalar.value - 0xAC00, to: &bytes) }
        if let bases = table[scalar.value] {
            for base in bases { bytes.append(contentsOf: UTF8.encode(base) ?? UTF8.encodedReplacementCharacter) }
        } else if scalar.properties.canonicalCombiningClass == .notReordered {
            bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
        }
    }

    /// The letters of a syllable of Hangul (Unicode 3.12).
    private static func append(syllable: UInt32, to bytes: inout [UInt8]) {
        let letters = [0x1100 + syllable / 588, 0x1161 + syllable % 588 / 28, 0x11A7 + syllable % 28]
        for letter in letters.prefix(syllable % 28 == 0 ? 2 : 3) {
            guard let letter = Unicode.Scalar(letter) else { continue }
            bytes.append(contentsOf: UTF8.encode(letter) ?? UTF8.encodedReplacementCharacter)
        }
    }

    private static let table: [UInt32: [Unicode.Scalar]] = {
        var table: [UInt32: [Unicode.Scalar]] = [:]
        for entry in baseCharacterTable.split(whereSeparator: \.isWhitespace) {
            let parts = entry.split(separator: ",", omittingEmptySubsequences: false)
            guard parts.count == 2, let character = UInt32(parts[0], radix: 16) else { continue }
            table[character] = parts[1].split(separator: "_").compactMap {
                UInt32($0, radix: 16).flatMap(Unicode.Scalar.init)
            }
        }
        return table
    }()
}
