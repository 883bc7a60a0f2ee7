// What may stand beside a key in its cell and says nothing of the case: labels, kinds of files, sizes, marks. All other
// words may be a status, or a part of the number.

import Text

/// Judges the text before and behind a key.
struct KeyContext {
    /// The words of the heading above the keys, which pages made for telephones repeat in each cell.
    private let headingWords: Set<String>
    /// Whether only gaps part the cells: of words that may be a status only those in brackets say nothing then.
    private let isOnPage: Bool
    private let known = Known()

    /// What was found of texts: most lists have the same in each cell.
    private final class Known {
        static let most = 1_000
        var answers: [String: Bool] = [:]
    }

    init(heading: String?, isOnPage: Bool = false) {
        self.isOnPage = isOnPage
        headingWords = Set(Self.words(of: heading ?? "").map(\.text))
    }

    /// A word of a text, in lower case, and what stands before and behind it.
    private struct Word {
        var text: String
        var before: Unicode.Scalar?
        var after: Unicode.Scalar?

        var hasDigit: Bool { text.utf8.contains { $0.isDigit } }
    }

    /// Whether the texts on both sides of a key say nothing of the case.
    func isIdle(before: String, after: String) -> Bool {
        let both = before + "\0" + after
        if let known = known.answers[both] { return known }
        let answer = areBothIdle(before, after)
        if known.answers.count < Known.most { known.answers[both] = answer }
        return answer
    }

    /// Whether a text behind a key names a file and says nothing else: "(PDF, 120 KB)". What is longer than a cell is a
    /// sentence.
    func namesFile(_ text: String) -> Bool {
        text.utf8.count <= KeySearch.longest
            && Self.words(of: text).contains { Self.kinds.contains($0.text) }
            && isIdle(before: "", after: text)
    }

    private func areBothIdle(_ before: String, _ after: String) -> Bool {
        guard Self.hasIdleSigns(before), Self.hasIdleSigns(after) else { return false }
        let (left, right) = (Self.words(of: before), Self.words(of: after))
        // "A-" and "/2" are parts of a number, "No." and ".pdf" are not.
        if let sign = before.unicodeScalars.last, Self.joiners.contains(sign), let word = left.last,
            word.after == sign, sign == "/" || !isLabel(word.text)
        {
            return false
        }
        if let sign = after.unicodeScalars.first, Self.joiners.contains(sign), let word = right.first,
            word.before == sign, !Self.files.contains(word.text)
        {
            return false
        }
        return areIdle(left, isBefore: true) && areIdle(right, isBefore: false)
    }

    private func isLabel(_ word: String) -> Bool { Self.labels.contains(word) || headingWords.contains(word) }

    /// Whether a word is a label: behind the key only where languages have them there.
    private func isLabel(_ word: String, isBefore: Bool) -> Bool {
        isLabel(word) && (isBefore || !word.utf8.allSatisfy { $0 < 0x80 })
    }

    /// Whether a word is of the name of a link to a file.
    private func isFile(_ word: Word) -> Bool {
        guard Self.files.contains(word.text) else { return false }
        if !isOnPage || Self.kinds.contains(word.text) { return true }
        return word.before.map { "([".unicodeScalars.contains($0) } == true
            && word.after.map { ")]".unicodeScalars.contains($0) } == true
    }

    private func areIdle(_ words: [Word], isBefore: Bool) -> Bool {
        var rest = words[...]
        while let word = rest.popFirst() {
            if word.hasDigit {
                if Self.isSize(word.text) || Self.isNote(word) { continue }
                if isBefore, rest.startIndex == 1, Self.isOrdinal(word) { continue }
                guard Self.isNumber(word.text), let unit = rest.first, Self.units.contains(unit.text) else {
                    return false
                }
                rest.removeFirst()
            } else if word.text == "a" {
                // "Opens in a new window"; any other is a part of the number.
                guard rest.startIndex > 1, words[rest.startIndex - 2].text == "in" else { return false }
            } else if !isFile(word), !isLabel(word.text, isBefore: isBefore) {
                return false
            }
        }
        return true
    }

    // MARK: - Numbers

    private static func isNumber(_ text: String) -> Bool {
        text.utf8.count <= 6 && text.utf8.allSatisfy { $0.isDigit || $0 == 0x2E || $0 == 0x2C }
    }

    /// "120kb".
    private static func isSize(_ text: String) -> Bool {
        let number = text.prefix { $0.isASCII && ($0.isNumber || $0 == "." || $0 == ",") }
        return !number.isEmpty && isNumber(String(number)) && units.contains(String(text.dropFirst(number.count)))
    }

    /// The call of a footnote: "[1]".
    private static func isNote(_ word: Word) -> Bool {
        word.before == "[" && word.after == "]" && word.text.utf8.count <= 2
    }

    /// The running number of a row: "12." or "12)".
    private static func isOrdinal(_ word: Word) -> Bool {
        word.before == nil && (word.after == "." || word.after == ")") && word.text.utf8.count <= 4
            && word.text.utf8.allSatisfy(\.isDigit)
    }

    // MARK: - Words

    /// What joins the parts of a number.
    static let joiners: Set<Unicode.Scalar> = ["-", "/", ".", ",", "_", "\\", "+", "~", "\u{2013}", "\u{2014}"]

    /// Signs that are no words and mean nothing: brackets, quotes, bullets, arrows, marks of footnotes.
    private static let idleSigns = Set(
        " ()[]{}<>:;,.!|=/\\-_\"'`\u{2013}\u{2014}\u{2018}\u{2019}\u{201C}\u{201D}\u{201E}\u{AB}\u{BB}\u{203A}\u{2039}"
            .unicodeScalars
    )
    .union(
        "*\u{2020}\u{2021}\u{A7}\u{B6}#+^~\u{2022}\u{B7}\u{25CF}\u{25A0}\u{25AA}\u{25BA}\u{25B6}\u{25B2}\u{25BC}\u{2610}"
            .unicodeScalars
    )
    .union("\u{2190}\u{2191}\u{2192}\u{2193}\u{2197}\u{21E9}\u{2B07}\u{2B73}\u{FF08}\u{FF09}\u{FF1A}".unicodeScalars)
    .union("\u{3010}\u{3011}\u{300C}\u{300D}\u{207D}\u{207E}\u{1F4C4}\u{1F517}\u{1F4CE}\u{1F4E5}".unicodeScalars)

    /// Marks of footnotes, which are a part of how a key is spelt.
    static let marks = Set("*\u{2020}\u{2021}\u{A7}\u{B6}^\u{B9}\u{B2}\u{B3}\u{2070}".unicodeScalars)
        .union("\u{2074}\u{2075}\u{2076}\u{2077}\u{2078}\u{2079}".unicodeScalars)

    private static func isOfWord(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.value < 0x80 { return UInt8(scalar.value).isLetterOrDigit }
        if marks.contains(scalar) { return false }
        return scalar == "\u{B0}" || scalar == "\u{2116}" || scalar.properties.isAlphabetic
            || scalar.properties.numericType != nil || scalar.properties.generalCategory == .nonspacingMark
    }

    private static func hasIdleSigns(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy { isOfWord($0) || marks.contains($0) || idleSigns.contains($0) }
    }

    /// Letters, and digits with the points and commas within them.
    private static func words(of text: String) -> [Word] {
        let scalars = Array(text.lowercased().unicodeScalars)
        var words: [Word] = []
        var start = 0
        while start < scalars.count {
            guard isOfWord(scalars[start]) else {
                start += 1
                continue
            }
            var end = start + 1
            while end < scalars.count, isOfWord(scalars[end]) || isPoint(end, in: scalars) { end += 1 }
            words.append(
                Word(
                    text: String(String.UnicodeScalarView(scalars[start..<end])),
                    before: start > 0 ? scalars[start - 1] : nil, after: end < scalars.count ? scalars[end] : nil))
            start = end
        }
        return words
    }

    /// Whether a point or comma stands between two digits.
    private static func isPoint(_ index: Int, in scalars: [Unicode.Scalar]) -> Bool {
        guard scalars[index] == "." || scalars[index] == ",", index + 1 < scalars.count else { return false }
        return [scalars[index - 1], scalars[index + 1]].allSatisfy { (0x30...0x39).contains($0.value) }
    }

    private static func list(_ words: String) -> Set<String> { Set(words.split(separator: " ").map(String.init)) }

    /// What numbers of cases are called.
    private static let labels = list(
        "no nos nr num number numbers numero número numéro nummer numer n\u{B0} n\u{BA} \u{2116} case ref reference "
            + "referenz référence referencia riferimento file docket application appl app id batch dossier expediente "
            + "exp az aktenzeichen akte geschäftszahl gz zl zahl vorgang antrag fall sache receipt ticket record "
            + "registration reg protocol protocollo pratica caso asunto processo proc sprawa sygn sygnatura "
            + "číslo čj jednací szám ügyszám iktatószám αριθμός nummeret ärende ärendenummer diarienummer dnr sag sagsnr "
            + "asia hakemus număr nr dosar broj predmet başvuru dosya numarası zaaknummer kenmerk aanvraag "
            + "дело номер заявка заявление \u{7B2C} \u{53F7} \u{865F} \u{6848}\u{53F7} \u{7F16}\u{53F7} "
            + "\u{756A}\u{53F7} \u{53D7}\u{4ED8}\u{756A}\u{53F7} \u{C0AC}\u{AC74}\u{BC88}\u{D638} \u{BC88}\u{D638} "
            + "\u{631}\u{642}\u{645}")

    /// What kinds of files are called, which no status is.
    private static let kinds = list(
        "pdf doc docx odt rtf txt html htm xls xlsx ods csv xml json zip ppt pptx jpg jpeg png gif tif tiff epub")

    /// What links to files are called, and their kinds. Words that may be a status are not here: "open", "decision".
    private static let files = kinds.union(
        list(
            "word excel acrobat adobe reader file document download downloads view details detail link links icon "
                + "copy print share save select show track more info "
                + "image logo format new opens in window tab external "
                + "herunterladen öffnen ansehen anzeigen datei dokument neu télécharger ouvrir fichier voir lien "
                + "nouveau descargar abrir archivo ver enlace nuevo scarica apri baixar novo downloaden pobierz "
                + "скачать открыть файл \u{4E0B}\u{8F7D} \u{67E5}\u{770B} \u{9644}\u{4EF6} "
                + "\u{30C0}\u{30A6}\u{30F3}\u{30ED}\u{30FC}\u{30C9}"))

    /// How long files are.
    private static let units = list(
        "b kb mb gb kib mib byte bytes kbyte mbyte kbytes mbytes k ko mo octets кб мб page pages p pp seite seiten")
}

extension UInt8 {
    /// Whether it is an ASCII digit.
    var isDigit: Bool { self &- 0x30 < 10 }

    /// Whether it is an ASCII letter or digit.
    var isLetterOrDigit: Bool { isDigit || (self | 0x20) &- 0x61 < 26 }

    /// Whether it is a letter or a digit, or a part of a character beyond ASCII.
    var isOfWord: Bool { isLetterOrDigit || self >= 0x80 }
}
