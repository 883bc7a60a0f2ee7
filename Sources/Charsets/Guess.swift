// In which encoding a text is written of which nobody says it: a guess, by the letters that come out. Of single bytes an
// encoding has to give words of one language, in letters that follow each other; of pairs the characters that are in use.

/// The encoding that the bytes look most like; windows-1252, as browsers have it, where they look like none.
///
/// - Parameter document: no UTF-8.
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

/// Whether a text looks like one of pairs in this encoding: nothing else need be guessed then.
func looksPaired(_ document: [UInt8], in charset: Charset) -> Bool {
    let sample = Sample(of: document)
    return PairedEncoding.all.contains {
        Charset(label: $0.label)?.iconvName == charset.iconvName && $0.score(of: sample.text) > leastScore
    }
}

/// Loads what a guess takes, and its converter, for a process that can load nothing later.
func loadGuesses() {
    _ = languages.count
    for charset in PairedEncoding.all.compactMap({ Charset(label: $0.label) }) + languages.compactMap(\.charset)
    where charset.takesConverter { charset.loadConverter() }
}

/// Of a text in its own encoding each byte beyond ASCII counts about 2.
private let leastScore = 0.8

/// The parts of a document that tell: what is beyond ASCII, and what stands beside it.
struct Sample: Sendable {
    /// Pieces of the document, parted by line feeds.
    private(set) var text: [UInt8] = []

    /// In bytes.
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
            // The second byte of a pair may be a sign of ASCII.
            if end < document.count, document[end] >= 0x20 { text.append(document[end]) }
            text.append(0x0A)
            index = end + 1
        }
    }
}

/// Whether it is a letter of ASCII.
private func isLetter(_ byte: UInt8) -> Bool { (0x41...0x5A).contains(byte & 0xDF) }

/// A language in an encoding of one byte for each character.
private struct Language {
    let charset: Charset?
    /// What each byte from 0x80 on is in it.
    private var kinds: [Kind] = []
    /// Which of them are vowels, for a language whose encodings differ in the order of the same letters.
    private var vowels: Set<UInt8> = []
    /// Whether its letters have marks of their own, which join those before them: Thai.
    let isJoined: Bool
    /// Whether its letters do not mix with those of ASCII in a word.
    private let isForeign: Bool
    /// Whether letters count only behind others: in any encoding some byte is a letter.
    private let isRare: Bool
    /// Letters of which words have some, unless they are in capitals: Greek's accents. Without them the bytes are those of
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
        // Each by itself, since marks join letters; what means nothing is U+FFFD.
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

    /// How much the sample looks like it: 2 for letters that may follow each other, less for anything else.
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
            // One letter by itself would be of any of these.
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

/// The first of those that are alike is taken. Letters are small ones; great ones belong to them.
private let languages: [Language] = [
    // What most pages are in that say nothing.
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
    // Of old programs, which have other letters, or boxes, where Windows has these.
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
/// Consonants, vowels before and behind them, and what stands above and below.
private let thai = String(
    String.UnicodeScalarView((0x0E01...0x0E4E).compactMap { (0x0E3B...0x0E3F).contains($0) ? nil : Unicode.Scalar($0) })
)
