// Finds the encoding of a text and converts it to UTF-8: the only entry to this module.

import Text

/// A text in UTF-8.
package struct DecodedText: Sendable, Equatable {
    /// Valid UTF-8 without a byte order mark; bytes that are invalid in the text's encoding become U+FFFD.
    package var bytes: [UInt8]
    /// The encoding's name (WHATWG Encoding 4.2), or the name of a form of UTF-32.
    package var charset: String
    /// Whether the encoding is neither declared nor evident.
    package var isGuessed = false
}

/// Finds the encoding of a text by a byte order mark, the zeros of UTF-16 and UTF-32, or valid UTF-8 beyond ASCII; then
/// by the server's header, the document's declaration, and a guess. A declaration counts only if the text is valid in
/// that encoding.
///
/// Valid UTF-8 precedes declarations, because text in another encoding is hardly ever valid: servers declare the same
/// for all their files. Only a few characters in an East Asian encoding may be valid by chance.
///
/// - Parameters:
///   - told: the server's label (RFC 9110 8.3.2); nil for none.
///   - before: the encoding of the previous edition: better than a guess.
///   - isLoaded: called before a system library sees a byte of the document, after all libraries that may be needed are
///     loaded.
/// - Throws: if this system cannot decode the declared encoding.
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
    // If none of them fits, the encoding is guessed.
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
        // A system may lack an encoding that is only guessed.
        guard let text = try? guess.decode(document[...]) else { continue }
        return DecodedText(bytes: text.bytes, charset: guess.name, isGuessed: true)
    }
    throw TableError(.unsupported, "the text is in no encoding that is known")
}

/// The text, if it is UTF-8 apart from slips, and whether one of the declared encodings may be right.
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

/// Whether more than two thirds of the text beyond ASCII are characters of UTF-8; half suffice if UTF-8 is declared.
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

/// All encodings share ASCII, except one that redefines it by escape sequences.
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
    // The declaration may apply to the next edition.
    let charset = named.first { !$0.name.hasPrefix("utf-") } ?? .utf8
    return DecodedText(bytes: document, charset: charset.name)
}

/// The start of a stretch of kanji (RFC 1468).
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

/// The text, if it is valid UTF-8 beyond ASCII, apart from a character cut at the end.
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
