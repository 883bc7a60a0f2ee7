// Guesses the encoding of an undeclared text by the resulting letters. An encoding of single bytes must give words of
// one language, with plausible neighbours; an encoding of pairs must give characters in common use.

/// The encoding that fits the bytes best; windows-1252, the default of browsers, if none fits.
///
/// - Parameter document: bytes that are no UTF-8.
func guessedCharset(of document: [UInt8]) -> Charset {
    let sample = Sample(of: document)
    var best = (charset: Charset.windows1252, score: leastScore)
    func consider(_ charset: Charset?, _ score: Double) {
        if let charset, score > best.score { best = (charset, score) }
    }
    for language in languages where !language.isJoined { consider(language.charset, language.score(of: sample)) }
    for pairs in PairedEncoding.all { consider(Charset(label: pairs.label), pairs.score(of: sample.text)) }
    for language in languages where language.isJoined { consider(language.charset, language.score(of: sample)) }
    return best.charset
}

/// Whether a text looks like pairs in this encoding: then no other guess is needed.
func looksPaired(_ document: [UInt8], in charset: Charset) -> Bool {
    let sample = Sample(of: document)
    return PairedEncoding.all.contains {
        Charset(label: $0.label)?.iconvName == charset.iconvName && $0.score(of: sample.text) > leastScore
    }
}

/// Loads everything for a guess, and its converter, for a process that can load nothing later.
func loadGuesses() {
    _ = languages.count
    for charset in PairedEncoding.all.compactMap({ Charset(label: $0.label) }) + languages.compactMap(\.charset)
    where charset.takesConverter { charset.loadConverter() }
}

/// For text in its own encoding, each byte beyond ASCII scores about 2.
private let leastScore = 0.8

/// The informative parts of a document: bytes beyond ASCII, and their neighbours.
struct Sample: Sendable {
    /// Pieces of the document, separated by line feeds.
    private(set) var text: [UInt8] = []

    /// The longest sample, in bytes.
    private static let longest = 32 << 10

    init(of document: [UInt8]) {
        var index = 0
        while index < document.count, text.count < Sample.longest {
            guard let start = document[index...].firstIndex(where: { $0 >= 0x80 }) else { return }
            let letters = document[index..<start].suffix(64).reversed().prefix { isLetter($0) }.count
            var end = start
            while end < document.count, document[end] >= 0x80 || isLetter(document[end]),
                end - start < Sample.longest
            {
                end += 1
            }
            text += document[(start - letters)..<end]
            // The second byte of a pair may be an ASCII sign.
            if end < document.count, document[end] >= 0x20 { text.append(document[end]) }
            text.append(0x0A)
            index = end + 1
        }
    }
}

/// Whether it is an ASCII letter.
private func isLetter(_ byte: UInt8) -> Bool { (0x41...0x5A).contains(byte & 0xDF) }

/// A language in an encoding of one byte for each character.
private struct Language {
    let charset: Charset?
    /// The kind of each byte from 0x80 on.
    private var kinds: [Kind] = []
    /// The vowels among them, for a language with encodings that differ in the order of the same letters.
    private var vowels: Set<UInt8> = []
    /// Whether its letters have combining marks, which join the letters before them: Thai.
    let isJoined: Bool
    /// Whether its letters do not mix with ASCII letters in a word.
    private let isForeign: Bool
    /// Whether letters count only after others: in any encoding some byte is a letter.
    private let isRare: Bool
    /// Letters that some words contain, unless they are in capitals: Greek's accents. Without them the bytes are
    /// Hebrew.
    private var accents: Set<UInt8> = []

    private enum Kind { case lower, upper, mark, sign, other }

    init(
        _ label: String, _ letters: String, vowels: String = "", accents: String = "", isJoined: Bool = false,
        isForeign: Bool = false, isRare: Bool = false
    ) {
        charset = Charset(label: label)
        self.isJoined = isJoined
        self.isForeign = isForeign
        self.isRare = isRare
        let alphabet = Set(letters.unicodeScalars)
        let signs = Set("\u{A0}«»„“”‘’‚–—…•·°§€№©®™´".unicodeScalars)
        // Each alone, because marks join letters; invalid bytes become U+FFFD.
        let bytes = (UInt8(0x80)...UInt8.max).flatMap { [$0, 0x0A] as [UInt8] }
        let decoded = (try? charset?.decode(bytes[...]))?.bytes ?? []
        for line in String(decoding: decoded, as: UTF8.self).unicodeScalars.split(separator: "\n") {
            guard let scalar = line.first, line.count == 1 else {
                kinds.append(.other)
                continue
            }
            let lower = scalar.properties.lowercaseMapping.unicodeScalars.first ?? scalar
            if vowels.unicodeScalars.contains(lower) {
                self.vowels.insert(UInt8(truncatingIfNeeded: 0x80 + kinds.count))
            }
            if accents.unicodeScalars.contains(lower) {
                self.accents.insert(UInt8(truncatingIfNeeded: 0x80 + kinds.count))
            }
            if alphabet.contains(scalar) {
                kinds.append(scalar.properties.generalCategory == .nonspacingMark ? .mark : .lower)
            } else if alphabet.contains(lower) {
                kinds.append(.upper)
            } else {
                kinds.append(signs.contains(scalar) ? .sign : .other)
            }
        }
    }

    /// How well the language fits the sample: 2 for letters that may follow each other, less for anything else.
    func score(of sample: Sample) -> Double {
        guard kinds.count == 128 else { return -1 }
        var (total, count) = (0, 0)
        var isPlain = !accents.isEmpty
        var before = Kind.sign
        var last: UInt8 = 0x0A
        for byte in sample.text {
            defer { last = byte }
            guard byte >= 0x80 else {
                if isForeign, isLetter(byte), last >= 0x80, before != .sign { total -= 2 }
                before = !isLetter(byte) ? .sign : byte < 0x60 ? .upper : .lower
                continue
            }
            count += 1
            let kind = kinds[Int(byte) - 0x80]
            if kind == .upper || accents.contains(byte) { isPlain = false }
            if isForeign, isLetter(last), kind != .sign { total -= 2 }
            // A single letter would fit any of these.
            let isAlone =
                (!vowels.isEmpty && last < 0x80 || isRare && last < 0x80 && !isLetter(last))
                && (kind == .lower || kind == .upper)
            total += isAlone ? 0 : points(for: kind, after: before)
            if !vowels.isEmpty, last >= 0x80 { total += vowels.contains(byte) != vowels.contains(last) ? 1 : -1 }
            before = kind
        }
        return count == 0 || isPlain && count > 3 ? 0 : Double(total) / Double(count)
    }

    private func points(for kind: Kind, after before: Kind) -> Int {
        switch kind {
        case .lower: 2
        case .upper: before == .lower ? -3 : 2
        case .mark: before == .lower ? 2 : -4
        case .sign: 0
        case .other: -4
        }
    }
}

/// If several fit equally, the first is taken. Letters are lower-case; upper-case ones are derived.
private let languages: [Language] = [
    // The usual encoding of undeclared pages.
    Language("windows-1252", "äöüßéèê"), Language("windows-1252", "àâæçéèêëîïôœùûüÿ"),
    Language("windows-1252", "áéíñóúü¿¡ºª"), Language("windows-1250", "áéíóöőúüű"),
    Language("windows-1252", "àáâãçéêíóôõúüºª"),
    Language("windows-1252", "åäöéü"), Language("windows-1252", "æøåéö"), Language("windows-1252", "àèéìíîòóùú"),
    Language("windows-1252", "áéëèïöóüñ"),
    Language("windows-1250", "áčďéěíňóřšťúůýž"), Language("iso-8859-2", "áčďéěíňóřšťúůýž"),
    Language("windows-1250", "ąćęłńóśźż"), Language("iso-8859-2", "ąćęłńóśźż"),
    Language("iso-8859-2", "áéíóöőúüű"), Language("windows-1250", "áäčďéíĺľňóôŕšťúýž"),
    Language("iso-8859-2", "áäčďéíĺľňóôŕšťúýž"), Language("windows-1254", "çğıiöşüâîû"),
    Language("windows-1250", "ăâîşţ"),
    Language("windows-1250", "čćđšž"), Language("iso-8859-2", "čćđšž"),
    Language("windows-1252", "áæéíðóöþúý"),
    Language("windows-1257", "ąčęėįšųūž"), Language("windows-1257", "āčēģīķļņšūž"), Language("windows-1257", "äöõüšž"),
    // Encodings of old programs, with other letters, or boxes, in place of Windows' letters.
    Language("ibm850", western, isRare: true), Language("macintosh", western, isRare: true),
    Language("ibm852", central, isRare: true),
    Language("windows-1251", cyrillic, vowels: vowels, isForeign: true),
    Language("koi8-u", cyrillic, vowels: vowels, isForeign: true),
    Language("ibm866", cyrillic, vowels: vowels, isForeign: true),
    Language("iso-8859-5", cyrillic, vowels: vowels, isForeign: true),
    Language("windows-1251", "абвгдежзиклмнопрстуфхцчшђјљњћџѓќѕ", vowels: vowels, isForeign: true),
    Language("windows-1253", greek, vowels: greekVowels, accents: greekAccents, isForeign: true),
    Language("iso-8859-7", greek, vowels: greekVowels, accents: greekAccents, isForeign: true),
    Language("windows-1255", "אבגדהוזחטיךכלםמןנסעףפץצקרשת", isForeign: true),
    Language("windows-1256", arabic, isForeign: true), Language("iso-8859-6", arabic, isForeign: true),
    Language("windows-874", thai, isJoined: true, isForeign: true),
]

private let western = "äöüßéèêàâæçëîïôœùûÿáíñóúãõåøìò"
private let central = "áčďéěíňóřšťúůýžąćęłńśźżöőüűäĺľôŕđăâîşţ"
private let cyrillic = "абвгдежзийклмнопрстуфхцчшщъыьэюяёіїєґў"
private let vowels = "аеёиоуыэюяіїє"
private let greekVowels = "αεηιουωάέήίόύώ"
private let greekAccents = "άέήίόύώ"
private let greek = "αβγδεζηθικλμνξοπρσςτυφχψωάέήίόύώϊϋΐΰ"
private let arabic = "ءآأؤإئابةتثجحخدذرزسشصضطظعغفقكلمنهوىيپچژگکی،؟"
/// Consonants, vowels before and after them, and marks above and below.
private let thai = String(
    String.UnicodeScalarView((0x0E01...0x0E4E).compactMap { (0x0E3B...0x0E3F).contains($0) ? nil : Unicode.Scalar($0) })
)
