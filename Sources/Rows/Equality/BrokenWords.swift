// Hyphens of words that the end of a line may have broken: "techni-cal", "techni- cal" and "technical" are one word, as
// nobody knows which hyphens are words' own. Fingerprints depend on this rule: it is the same in every version.

/// Follows the characters of a text, and leaves out each hyphen that stands directly behind a small letter and before
/// another, with blanks between or without.
struct BrokenWords {
    /// What a character is to this rule.
    enum Kind {
        case blank, hyphen, small, other
        /// It belongs to the character before.
        case mark
    }

    /// What is left of the text.
    enum Step {
        /// Nothing, or not yet.
        case nothing
        /// The character. Where `isJoined`, a hyphen stood before it.
        case character
        /// The hyphen that was held back, and the character.
        case hyphenAndCharacter
    }

    /// Whether the last character that is seen is a small letter.
    var endsSmall = false
    /// Whether the last character is a blank.
    var endsBlank = false
    /// Whether a hyphen behind a small letter is held back: what follows decides.
    private(set) var holdsHyphen = false

    /// Takes the next character.
    mutating func take(_ kind: Kind) -> Step {
        if kind == .blank {
            endsBlank = true
            return .nothing
        }
        if kind == .hyphen, endsSmall, !endsBlank, !holdsHyphen {
            holdsHyphen = true
            return .nothing
        }
        let isHyphenKept = holdsHyphen && kind != .small
        if kind != .mark || endsBlank || holdsHyphen { endsSmall = kind == .small }
        (endsBlank, holdsHyphen) = (false, false)
        return isHyphenKept ? .hyphenAndCharacter : .character
    }

    /// What a character is, decomposed and folded.
    static func kind(of scalar: Unicode.Scalar) -> Kind {
        if scalar.value < 0x80 { return kind(ofASCII: UInt8(scalar.value)) }
        return Decomposition.order(of: scalar) > 0 ? .mark : scalar.properties.isLowercase ? .small : .other
    }

    /// Likewise.
    @inline(__always)
    static func kind(ofASCII byte: UInt8) -> Kind {
        switch byte {
        case 0x20: .blank
        case 0x2D: .hyphen
        case 0x61...0x7A: .small
        default: .other
        }
    }
}
