// Splits a text into numbers, words and the gaps between them, for the forms of dates.

/// A number or a word, and the gap before it.
struct DatePiece {
    /// The characters since the piece before, including joining words ("of", "to"): those count as a blank, or as a
    /// dash for an interval.
    var gap: String
    /// The number; 0 for a word, and for more digits than a date has.
    var value = 0
    /// The number of digits; 0 for a word.
    var digits = 0
    /// Folded; empty for a number.
    var word = ""
    /// The month that the word names beside a number.
    var named: NamedMonth?
    /// The languages of the word, if its name means different months in different languages.
    var languages: LanguageSet = []
    /// Whether the word means a week beside a number.
    var isWeek = false
    /// Whether a word after the number marks it as a year ("2026. gada").
    var isNamedYear = false
    /// Whether a year of two digits is of the Buddhist era, as in Thai texts.
    var isBuddhist = false

    /// The month of our calendar that the word names.
    var month: Int? { named?.calendar == .gregorian ? named?.number : nil }

    /// Whether the word names a month only beside a day.
    var needsDay: Bool { named?.needsDay ?? false }

    /// Whether the gap may separate the parts of one date.
    var isLoose: Bool { gap.unicodeScalars.count <= 4 && gap.unicodeScalars.allSatisfy(isJoint) }

    /// Whether the gap may separate the ends of an interval.
    var isRange: Bool {
        gap.unicodeScalars.count <= 6 && gap.unicodeScalars.allSatisfy(isJoint)
            && gap.unicodeScalars.contains(where: isDash)
    }

    /// The one sign between two numbers, without blanks around it; a blank if there is nothing else.
    var sign: Unicode.Scalar? {
        let signs = gap.unicodeScalars.filter { $0 != " " }
        if signs.isEmpty { return gap == " " ? " " : nil }
        guard signs.count == 1, gap.unicodeScalars.count <= 3, let sign = signs.first,
            "-./_".unicodeScalars.contains(sign)
        else { return nil }
        return sign
    }
}

private func isDash(_ scalar: Unicode.Scalar) -> Bool { scalar == "-" || (0x2010...0x2015).contains(scalar.value) }

private func isJoint(_ scalar: Unicode.Scalar) -> Bool {
    isDash(scalar) || " ._,/'\u{2019}".unicodeScalars.contains(scalar)
}

/// A text with more bytes names no day: no title, address or text of a link is longer, and a cut could split a date.
let longestDatedText = 8_000

/// The pieces of a text in order; none for a text without a digit, which has no year, and for one that is too long.
func datePieces(of text: String, _ customs: DateCustoms) -> [DatePiece] {
    guard text.utf8.count <= longestDatedText, text.utf8.contains(where: mayBeginDigit) else { return [] }
    var cutter = DateCutter()
    cutter.cut(text)
    return named(cutter.pieces, customs)
}

/// Whether a digit may begin with this byte of UTF-8: digits of ASCII, and of scripts with their own. Latin, Greek,
/// Cyrillic and Hebrew have none.
private func mayBeginDigit(_ byte: UInt8) -> Bool {
    0x30...0x39 ~= byte || byte == 0xD9 || byte == 0xDB || byte >= 0xDF
}

/// One pass over the characters of a text.
struct DateCutter {
    private(set) var pieces: [DatePiece] = []
    private var gap = ""
    private var rest: Substring.UnicodeScalarView = ""[...].unicodeScalars

    mutating func cut(_ text: String) {
        rest = Substring(text).unicodeScalars
        while let first = rest.first {
            if digit(first) != nil {
                cutNumber()
            } else if isIdeograph(first) {
                cutIdeograph(first)
            } else if isLetter(first) {
                cutWord()
            } else {
                // A gap that is longer than any separator of two parts stays so.
                if gap.utf8.count < 40, let sign = sign(first) { gap.unicodeScalars.append(sign) }
                rest.removeFirst()
            }
        }
    }

    private mutating func add(_ piece: DatePiece) {
        pieces.append(piece)
        gap = ""
    }

    /// A time of 14 digits ("20261113104500") counts as its day.
    private mutating func cutNumber() {
        var values: [Int] = []
        var count = 0
        while let first = rest.first, let digit = digit(first) {
            if values.count < 15 { values.append(digit) }
            count += 1
            rest.removeFirst()
        }
        func value(_ range: Range<Int>) -> Int { values[range].reduce(0) { $0 * 10 + $1 } }
        if values.count == 14, value(8..<10) < 24, value(10..<12) < 60, value(12..<14) < 60 {
            return add(DatePiece(gap: gap, value: value(0..<8), digits: 8))
        }
        add(DatePiece(gap: gap, value: count <= 8 ? value(0..<count) : 0, digits: count))
    }

    private mutating func cutWord() {
        let letters = rest.prefix { !isIdeograph($0) && digit($0) == nil && (isLetter($0) || isMark($0)) }
        rest = rest.dropFirst(letters.count)
        let word = letters.count > longestMonthWord ? "?" : folded(Substring(letters))
        guard let last = pieces.indices.last else { return add(DatePiece(gap: gap, word: word)) }
        if pieces[last].digits == 4, gap.utf8.count <= 2, yearWords.contains(word) {
            pieces[last].isNamedYear = true
            gap += " "
        } else if let joint = joint(word, after: pieces[last], gap) {
            // "3-го": the sign belongs to the word.
            gap = joint.isEmpty && gap == "-" ? "" : gap + joint
        } else {
            add(DatePiece(gap: gap, word: word))
        }
    }

    /// The signs for year, month and day after a number, eras, and numbers in Chinese numerals before such a sign. All
    /// other consecutive ideographs and syllables are one word.
    private mutating func cutIdeograph(_ first: Unicode.Scalar) {
        let next = rest.dropFirst().first
        if let last = pieces.last, last.digits > 0, gap.isEmpty || gap == " ", let unit = dateUnits[first],
            !(next.map { "度間间간".unicodeScalars.contains($0) } ?? false)
        {
            rest.removeFirst()
            return add(DatePiece(gap: "", word: unit))
        }
        if let next, let era = eras["\(first)\(next)"] {
            rest = rest.dropFirst(2)
            add(DatePiece(gap: gap, word: era))
            if rest.first == "元" {
                rest.removeFirst()
                add(DatePiece(gap: "", value: 1, digits: 1))
            }
            return
        }
        if "至到".unicodeScalars.contains(first) {
            rest.removeFirst()
            gap += "-"
            return
        }
        let numeral = rest.prefix { chineseDigit($0) != nil }
        if !numeral.isEmpty, numeral.count <= 4, let unit = rest.dropFirst(numeral.count).first, dateUnits[unit] != nil
        {
            rest = rest.dropFirst(numeral.count)
            let value = chineseNumber(numeral.compactMap(chineseDigit))
            return add(DatePiece(gap: gap, value: value, digits: value > 999 ? 4 : value > 9 ? 2 : 1))
        }
        rest.removeFirst()
        if pieces.last?.word != "?" || !gap.isEmpty { add(DatePiece(gap: gap, word: "?")) }
    }
}

/// Signs after a number: year, month, and day.
private let dateUnits: [Unicode.Scalar: String] = [
    "年": "年", "년": "年", "月": "月", "월": "月", "日": "日", "号": "日", "號": "日", "일": "日",
]

/// The eras of years: two Japanese reigns, and the Republic of China.
private let eras = ["令和": "令和", "平成": "平成", "民國": "民國", "民国": "民國"]

/// 0...9, and 10 for ten.
private func chineseDigit(_ scalar: Unicode.Scalar) -> Int? {
    switch scalar {
    case "〇", "零", "○": 0
    case "一": 1
    case "二": 2
    case "三": 3
    case "四": 4
    case "五": 5
    case "六": 6
    case "七": 7
    case "八": 8
    case "九": 9
    case "十": 10
    default: nil
    }
}

/// "二〇二六" digit by digit, "二十三" with its tens.
private func chineseNumber(_ digits: [Int]) -> Int {
    guard let ten = digits.firstIndex(of: 10) else { return digits.reduce(0) { $0 * 10 + $1 } }
    return (ten == 0 ? 1 : digits[ten - 1]) * 10 + (digits.count > ten + 1 ? digits[ten + 1] % 10 : 0)
}

/// Words after a year in languages that begin a date with it.
private let yearWords: Set<String> = ["gada", "m", "eko", "ko", "жылғы", "ж", "жыл", "оны", "он", "г", "року", "р"]

/// The replacement of a word that joins the parts of a date: nothing for "th" after a number, a blank for "of", a dash
/// for "to"; nil for other words.
private func joint(_ word: String, after piece: DatePiece, _ gap: String) -> String? {
    if gap.isEmpty || gap == "-" && piece.digits > 0 && !word.utf8.allSatisfy({ $0 < 0x80 }) {
        return piece.digits > 0 && ordinals.contains(word) ? "" : nil
    }
    switch word {
    case "of", "de", "del", "d", "di", "da", "den", "από", "من", "nam": return ""
    case "to", "bis", "au", "al", "a", "ate", "until", "till", "through", "thru", "tot", "and", "und", "et", "y", "e",
        "ile", "til", "do", "az", "fino", "до", "по", "и", "εως", "الى":
        return "-"
    default: return nil
    }
}

/// Endings after the number of a day: "1st", "1er", "2º", "3e", "3-го".
private let ordinals: Set<String> = [
    "st", "nd", "rd", "th", "er", "º", "ª", "ᵉʳ", "e", "eme", "re", "ste", "de", "η", "ης", "ησ", "го", "ого", "е", "й",
    "я", "ше", "га",
]

/// The value of a decimal digit of any script.
private func digit(_ scalar: Unicode.Scalar) -> Int? {
    if scalar.value < 0x660 { return 0x30...0x39 ~= scalar.value ? Int(scalar.value) - 0x30 : nil }
    if isIdeograph(scalar) || scalar.properties.numericType != .decimal { return nil }
    return scalar.properties.numericValue.map { Int($0) }
}

/// The form of a sign between two pieces; nil for a sign that only orders or hides others.
private func sign(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
    switch scalar {
    case "．", "。": "."
    case "／": "/"
    case "－", "～", "〜", "~", "\u{5BE}": "-"
    case "，", "、", "،": ","
    case "°": nil  // "1°" for "1º"
    default: isBlank(scalar) ? " " : isIgnorable(scalar) ? nil : scalar
    }
}

// Only characters outside of ASCII need Unicode's tables: a page has many links.

private func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return 0x61...0x7A ~= scalar.value | 0x20 }
    if scalar.properties.isAlphabetic { return true }
    // The sign for a missing vowel is no letter, but occurs within words.
    return scalar.value >= 0x900 && [.nonspacingMark, .spacingMark].contains(scalar.properties.generalCategory)
}

/// Chinese characters, kana and Hangul: they have no blanks between words.
private func isIdeograph(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x3005...0x3007, 0x3041...0x30FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xAC00...0xD7A3, 0x20000...0x3FFFF: true
    default: false
    }
}

private func isBlank(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return scalar == " " || scalar == "+" || 0x09...0x0D ~= scalar.value }
    return scalar.properties.isWhitespace
}
