// The text of a mask, read from left to right. What is wrong is named with its place, for people who write a
// configuration.

/// What is wrong with a mask. Places count characters from 1.
package enum MaskError: Error, Hashable, Sendable, CustomStringConvertible {
    case empty
    /// More than `KeyMask.longest` places.
    case tooLong
    case classNotClosed(at: Int)
    case classEmpty(at: Int)
    /// `[8-0]`.
    case classReversed(String, at: Int)
    /// A class may hold ASCII characters only.
    case classNotASCII(Character, at: Int)
    /// A control character, which no key has.
    case controlCharacter(at: Int)
    /// A key of any text that is longer than `KeyMask.longestText`.
    case textTooLong
    /// A "{" with nothing before it that could be repeated.
    case repetitionOfNothing(at: Int)
    case repetitionNotClosed(at: Int)
    /// `{0}`, `{x}`, `{7,}`.
    case repetitionNotNumbers(String, at: Int)
    /// `{9,7}`.
    case repetitionReversed(String, at: Int)
    /// A group in a group.
    case groupInGroup(at: Int)
    /// `()?`.
    case groupEmpty(at: Int)
    /// All of the mask may be missing.
    case allOptional
    /// More than `KeyMask.mostForms` forms.
    case tooManyForms
    /// `*` in a list of masks.
    case anyTextAmongOthers

    package var description: String {
        switch self {
        case .empty: "the mask is empty"
        case .tooLong: "the mask is longer than \(KeyMask.longest) characters"
        case .classNotClosed(let place): "the \"[\" at character \(place) is never closed"
        case .classEmpty(let place): "the class \"[]\" at character \(place) is empty"
        case .classReversed(let range, let place): "the range \"\(range)\" at character \(place) runs backwards"
        case .classNotASCII(let character, let place):
            "\"\(character)\" at character \(place) cannot stand in a class: ASCII characters only"
        case .controlCharacter(let place): "character \(place) is a control character"
        case .textTooLong: "the text is longer than \(KeyMask.longestText) bytes"
        case .repetitionOfNothing(let place):
            "there is nothing before the \"{\" at character \(place) to repeat; write [{] for the character itself"
        case .repetitionNotClosed(let place): "the \"{\" at character \(place) is never closed"
        case .repetitionNotNumbers(let text, let place):
            "\"\(text)\" at character \(place) must be one number, like {11}, or two, like {7,9}, "
                + "each from 1 to \(KeyMask.longest)"
        case .repetitionReversed(let text, let place): "\"\(text)\" at character \(place) runs backwards"
        case .groupInGroup(let place):
            "the \"(\" at character \(place) stands in another group; write [(] for the character"
        case .groupEmpty(let place): "the group \"()?\" at character \(place) is empty"
        case .allOptional: "every part of the mask may be missing"
        case .tooManyForms: "the mask allows keys of more than \(KeyMask.mostForms) forms"
        case .anyTextAmongOthers: "\"*\" allows any text and cannot stand beside other masks"
        }
    }
}

/// A cursor over a mask's characters.
struct MaskParser {
    private let characters: [Character]
    private var position = 0

    init(_ text: String) {
        characters = Array(text)
    }

    /// The forms of the mask: one for each choice among its optional parts. A repetition at the end is a part of its
    /// form, since the last places of one may be missing.
    mutating func forms() throws(MaskError) -> [KeyForm] {
        if characters.isEmpty { throw .empty }
        var sequences: [[Place]] = [[]]
        var optional = 0
        while position < characters.count {
            let isGroup = isAtGroup
            let next = try isGroup ? group() : nextItem(isLast: true, &optional)
            sequences = try Self.product(sequences, next)
            if isGroup { optional = 0 }
        }
        let forms = sequences.map { KeyForm(places: $0, shortest: $0.count - optional) }
        if forms.contains(where: { $0.shortest == 0 }) { throw .allOptional }
        return forms
    }

    /// Every sequence followed by every choice.
    private static func product(_ sequences: [[Place]], _ choices: [[Place]]) throws(MaskError) -> [[Place]] {
        if sequences.count * choices.count > KeyMask.mostForms { throw .tooManyForms }
        var found: [[Place]] = []
        for sequence in sequences {
            for choice in choices {
                if sequence.count + choice.count > KeyMask.longest { throw .tooLong }
                let next = sequence + choice
                if !found.contains(next) { found.append(next) }
            }
        }
        return found
    }

    /// What the next sign and the repetition behind it allow, the longest first; with `isLast`, and the mask ending
    /// there, that is one choice of which some places are optional.
    private mutating func nextItem(isLast: Bool, _ optional: inout Int) throws(MaskError) -> [[Place]] {
        let next = try nextPlaces()
        let times = try repetition()
        if next.count * times.most > KeyMask.longest { throw .tooLong }
        let repeated = { (count: Int) in (0..<count).flatMap { _ in next } }
        optional = 0
        if isLast, position == characters.count {
            optional = next.count * (times.most - times.least)
            return [repeated(times.most)]
        }
        return (times.least...times.most).reversed().map(repeated)
    }

    // MARK: - Groups

    /// Whether a group begins there: a "(" with its ")" right before a "?". Any other bracket is itself.
    private var isAtGroup: Bool { characters[position] == "(" && endOfGroup != nil }

    /// The place of the ")" that closes the group, outside of classes.
    private var endOfGroup: Int? {
        var (place, isInClass) = (position + 1, false)
        while place < characters.count {
            switch characters[place] {
            case "[" where !isInClass: isInClass = true
            case "]": isInClass = false
            case ")" where !isInClass:
                return place + 1 < characters.count && characters[place + 1] == "?" ? place : nil
            default: break
            }
            place += 1
        }
        return nil
    }

    /// The choices of a group: nothing, or what it allows.
    private mutating func group() throws(MaskError) -> [[Place]] {
        let start = position + 1
        guard let end = endOfGroup else { return [[]] }
        position += 1
        if position == end { throw .groupEmpty(at: start) }
        var sequences: [[Place]] = [[]]
        var optional = 0
        while position < end {
            if characters[position] == "(" { throw .groupInGroup(at: position + 1) }
            sequences = try Self.product(sequences, try nextItem(isLast: false, &optional))
        }
        position = end + 2
        return sequences + [[]]
    }

    // MARK: - Signs

    /// How often what was just read stands, from 1 to `KeyMask.longest`; once where no "{" follows.
    private mutating func repetition() throws(MaskError) -> (least: Int, most: Int) {
        guard position < characters.count, characters[position] == "{" else { return (1, 1) }
        let start = position
        guard let end = characters[start...].firstIndex(of: "}") else { throw .repetitionNotClosed(at: start + 1) }
        let text = String(characters[start...end])
        let numbers = characters[(start + 1)..<end].split(separator: ",", omittingEmptySubsequences: false).map {
            digits in
            digits.allSatisfy { $0.isASCII && $0.isWholeNumber } ? Int(String(digits)) ?? 0 : 0
        }
        guard (1...2).contains(numbers.count), numbers.allSatisfy({ (1...KeyMask.longest).contains($0) }),
            let least = numbers.first, let most = numbers.last
        else { throw .repetitionNotNumbers(text, at: start + 1) }
        position = end + 1
        if most < least { throw .repetitionReversed(text, at: start + 1) }
        return (least, most)
    }

    /// The places of the next sign: one, or several for a character of several bytes.
    private mutating func nextPlaces() throws(MaskError) -> [Place] {
        let character = characters[position]
        position += 1
        if character.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) {
            throw .controlCharacter(at: position)
        }
        switch character {
        case "#": return [.oneOf(Place.digits)]
        case "A": return [.oneOf(Place.letters)]
        case "?": return [.oneOf(Place.digits | Place.letters)]
        case "[": return [try classAfterBracket()]
        case "{": throw .repetitionOfNothing(at: position)
        default: return character.utf8.map { .byte($0) }
        }
    }

    /// A class, the cursor being after its "[". A "-" at either end, and a "[" anywhere, is itself.
    private mutating func classAfterBracket() throws(MaskError) -> Place {
        let start = position
        guard let end = characters[start...].firstIndex(of: "]") else { throw .classNotClosed(at: start) }
        if end == start { throw .classEmpty(at: start) }
        var set: UInt128 = 0
        while position < end {
            let place = position + 1
            let first = try classMember(at: position)
            if position + 2 < end, characters[position + 1] == "-" {
                let last = try classMember(at: position + 2)
                if last < first { throw .classReversed(String(characters[position...(position + 2)]), at: place) }
                set |= Place.set(from: first, to: last)
                position += 3
            } else {
                set |= Place.set(from: first, to: first)
                position += 1
            }
        }
        position = end + 1
        return set.nonzeroBitCount == 1 ? .byte(UInt8(set.trailingZeroBitCount)) : .oneOf(set)
    }

    private func classMember(at index: Int) throws(MaskError) -> UInt8 {
        let character = characters[index]
        guard let byte = character.asciiValue, character.utf8.count == 1 else {
            throw .classNotASCII(character, at: index + 1)
        }
        if byte < 0x20 || byte == 0x7F { throw .controlCharacter(at: index + 1) }
        return byte
    }
}
