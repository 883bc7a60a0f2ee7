// In which encoding a text is written, and its bytes as UTF-8: the one way into this module.

import Text

/// A text in UTF-8.
package struct DecodedText: Sendable, Equatable {
    /// Valid UTF-8 without a byte order mark; what means nothing in the text's encoding is U+FFFD.
    package var bytes: [UInt8]
    /// The encoding's name (WHATWG Encoding 4.2), or that of a form of UTF-32.
    package var charset: String
    /// Whether nobody says in which encoding it is, and nothing shows it.
    package var isGuessed = false
}

/// Finds the encoding of a text: a byte order mark, the zeros of UTF-16 and UTF-32, UTF-8 that is sound beyond ASCII;
/// then what its server says, what it says itself, and a guess. What is said of a text counts where the text can be in
/// that encoding.
///
/// Sound UTF-8 comes before what is said, since text in another encoding hardly ever is: servers say the same of all
/// their files. Only of a few characters in an encoding of East Asia it may be chance.
///
/// - Parameters:
///   - told: what the server says (RFC 9110 8.3.2); nil for nothing.
///   - before: what the edition before this one was written in: it is more than a guess.
///   - isLoaded: called before a library of the system sees a byte of the document, once all are loaded that may.
/// - Throws: that this system cannot decode the encoding that is named.
package func decodedText(
    of document: [UInt8], told: String? = nil, before: String? = nil,
    isLoaded: () throws(TableError) -> Void = {}
) throws(TableError) -> DecodedText {
    if let (charset, text) = marked(document) {
        return DecodedText(bytes: try charset.decode(text)?.bytes ?? [], charset: charset.name)
    }
    if let form = unmarkedForm(of: document), let text = try form.decode(document[...]) {
        return DecodedText(bytes: text.bytes, charset: form.name)
    }
    let told = told.flatMap { Charset(label: $0) }
    let named = [told, declaredCharset(of: document)].compactMap { $0 }
    let utf8 = try textOfUTF8(document, unless: named, isLoaded)
    if let utf8, !utf8.isDoubtful { return utf8.text }
    let before = before.flatMap { Charset(label: $0) }
    // If they are not the ones, it is guessed.
    let hopes = (utf8 == nil ? named + [before].compactMap { $0 } : named).filter(\.takesConverter)
    if !hopes.isEmpty {
        for charset in hopes { charset.loadConverter() }
        if utf8 == nil, !hopes.contains(where: { looksPaired(document, in: $0) }) { loadGuesses() }
        try isLoaded()
    }
    for charset in named {
        guard let text = try charset.decode(document[...]), text.isSound else { continue }
        return DecodedText(bytes: text.bytes, charset: charset.name)
    }
    if let utf8 { return utf8.text }
    if let text = cutUTF8(document) { return DecodedText(bytes: text, charset: Charset.utf8.name) }
    if let charset = before, let text = try? charset.decode(document[...]), text.isSound {
        return DecodedText(bytes: text.bytes, charset: charset.name, isGuessed: true)
    }
    for guess in [guessedCharset(of: document), .windows1252] {
        if guess.takesConverter, hopes.isEmpty {
            guess.loadConverter()
            try isLoaded()
        }
        // A system may lack what is only guessed.
        guard let text = try? guess.decode(document[...]) else { continue }
        return DecodedText(bytes: text.bytes, charset: guess.name, isGuessed: true)
    }
    throw TableError(.unsupported, "the text is in no encoding that is known")
}

/// The text, if it is UTF-8 but for slips, and whether one of the encodings that are named may be the right one.
private func textOfUTF8(
    _ document: [UInt8], unless named: [Charset], _ isLoaded: () throws(TableError) -> Void
) throws(TableError) -> (text: DecodedText, isDoubtful: Bool)? {
    let isSound = isUTF8(document)
    if isSound, isASCII(document) {
        return (try textOfASCII(document, named, isLoaded), false)
    }
    var text = document
    if !isSound {
        guard isMostlyUTF8(document, isNamed: named.contains { $0.name == Charset.utf8.name }) else { return nil }
        text = Array(String(decoding: document, as: UTF8.self).utf8)
    }
    // Two bytes of such an encoding may be one character of UTF-8.
    let isDoubtful = named.contains { $0.width > 1 } && !hasManyCharacters(text)
    return (DecodedText(bytes: text, charset: Charset.utf8.name), isDoubtful)
}

/// Whether more than two thirds of what is beyond ASCII are characters of UTF-8; half are enough where that is what is said
/// of the text.
private func isMostlyUTF8(_ bytes: [UInt8], isNamed: Bool) -> Bool {
    var (sound, wrong, index) = (0, 0, 0)
    while index < bytes.count {
        let byte = bytes[index]
        index += 1
        guard byte >= 0x80 else { continue }
        let rest = byte >= 0xF0 ? 3 : byte >= 0xE0 ? 2 : 1
        var end = index
        while end < bytes.count, end < index + rest, bytes[end] & 0xC0 == 0x80 { end += 1 }
        if (0xC2...0xF4).contains(byte), end == index + rest {
            sound += 1
            index = end
        } else {
            wrong += 1
        }
    }
    return sound > 2 * wrong || isNamed && sound >= wrong
}

/// All encodings have ASCII in common, but for one that gives it another meaning by escape sequences.
private func textOfASCII(
    _ document: [UInt8], _ named: [Charset], _ isLoaded: () throws(TableError) -> Void
) throws(TableError) -> DecodedText {
    let isSwitched = holds(document, 0x1B) && japaneseSwitches.contains { place(of: $0, in: document[...]) != nil }
    if isSwitched, let japanese = Charset(label: "iso-2022-jp") {
        japanese.loadConverter()
        try isLoaded()
        if let text = try japanese.decode(document[...]), text.isSound {
            return DecodedText(bytes: text.bytes, charset: japanese.name)
        }
    }
    // What is said of it may hold for the next edition.
    let charset = named.first { !$0.name.hasPrefix("utf-") } ?? .utf8
    return DecodedText(bytes: document, charset: charset.name)
}

/// What begins a stretch of kanji (RFC 1468).
private let japaneseSwitches: [[UInt8]] = [[0x1B, 0x24, 0x42], [0x1B, 0x24, 0x40]]

/// Whether a text has so many different characters beyond ASCII that they cannot be chance: eight.
private func hasManyCharacters(_ text: [UInt8]) -> Bool {
    var found: Set<Unicode.Scalar> = []
    for scalar in String(decoding: text, as: UTF8.self).unicodeScalars where scalar.value >= 0x80 {
        found.insert(scalar)
        if found.count == 8 { return true }
    }
    return false
}

/// The text, if it is sound UTF-8 beyond ASCII but for a character that the end cuts.
private func cutUTF8(_ bytes: [UInt8]) -> [UInt8]? {
    for cut in 1...3 where cut < bytes.count && bytes.suffix(cut).dropFirst().allSatisfy({ $0 & 0xC0 == 0x80 }) {
        let lead = bytes[bytes.count - cut]
        guard (0xC2...0xF4).contains(lead), cut < (lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2) else { continue }
        let whole = bytes.dropLast(cut)
        guard String(validating: whole, as: UTF8.self) != nil else { continue }
        return whole.contains { $0 >= 0x80 } ? Array(whole) + Array("\u{FFFD}".utf8) : nil
    }
    return nil
}
