// Separates the words of names and texts that stay from edition to edition from the parts that vary: dates, numbers,
// sizes and formats.

import Text

/// The parts of a text that stay, without what parts them from what varies.
struct Wording: Hashable {
    private(set) var words: [String] = []
    /// Whether there is anything that varies.
    private(set) var varies = false
    /// Whether it begins with what stays.
    private(set) var startsFixed = false

    init(_ text: some StringProtocol) {
        var open = ""
        let tokens = Wording.tokens(of: text)
        var wasVarying = false
        for (index, token) in tokens.enumerated() {
            if Wording.isVarying(token, at: index, of: tokens) {
                varies = true
                close(&open)
                wasVarying = true
            } else if wasVarying && open.isEmpty && Wording.joiners.contains(token.lowercased()) {
                continue
            } else if !(open.isEmpty && Wording.isSeparator(token)) {
                if open.isEmpty && words.isEmpty { startsFixed = index == 0 }
                open += token
                wasVarying = false
            }
        }
        close(&open)
        if words.isEmpty { startsFixed = false }
    }

    private mutating func close(_ open: inout String) {
        if let word = Wording.trimmed(open), word.count > 1 || word.unicodeScalars.contains(where: { !$0.isASCII }) {
            words.append(word)
        } else if words.isEmpty {
            startsFixed = false
        }
        open = ""
    }

    /// Whether the words say what it is, and not only what can be done with it.
    var saysSomething: Bool {
        var letters = 0
        for word in words {
            for part in word.lowercased().split(whereSeparator: { !$0.isLetter })
            where !Wording.generic.contains(String(part)) {
                letters += part.reduce(0) { $0 + ($1.isASCII ? 1 : 2) }
            }
        }
        return letters >= 3
    }

    /// Runs of digits, of letters, and single other characters. A sign of globs is any character.
    private static func tokens(of text: some StringProtocol) -> [String] {
        var tokens: [String] = []
        var rest = text[...]
        while let first = rest.first {
            var token: Substring
            let run = rest.prefix { $0.isHexDigit }
            if run.count >= 4, run.contains(where: \.isNumber), run.contains(where: \.isLetter),
                !(rest.dropFirst(run.count).first?.isLetter ?? false)
            {
                // A part of an identifier.
                token = Substring(run)
                tokens.append("0")
                rest = rest.dropFirst(token.count)
                continue
            } else if first.isNumber {
                token = Substring(rest.prefix { $0.isNumber })
            } else if units.contains(first), tokens.last?.first?.isNumber == true {
                token = Substring(rest.prefix(1))
            } else if first.isLetter {
                // In Thai names of months are cut short with dots.
                let isThai = first.unicodeScalars.first.map { 0xE01...0xE5B ~= $0.value } ?? false
                token = Substring(rest.prefix { $0.isLetter || isThai && $0 == "." })
            } else {
                token = Substring(rest.prefix(1))
            }
            tokens.append(token == "*" ? "?" : String(token))
            rest = rest.dropFirst(token.count)
        }
        return tokens
    }

    private static let units: Set<Character> = ["年", "月", "日", "号", "號", "년", "월", "일", "期"]
    private static let months = [
        "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
        "december",
    ]
    private static let ordinals = ["st", "nd", "rd", "th", "er"]
    /// What stands between two dates, or in one.
    private static let joiners = ["to", "and", "until", "till", "bis", "of", "de", "г", "r"]
    /// What a link says of the file, and of how large it is.
    private static let formats: Set<String> = [
        "pdf", "csv", "xlsx", "xls", "ods", "fods", "xml", "json", "docx", "kb", "mb", "gb", "kib", "mib", "ko", "mo",
        "bytes",
        "кб", "мб",
    ]
    /// What links say of any document.
    private static let generic: Set<String> = [
        "download", "file", "document", "here", "click", "open", "view", "link", "attachment", "more", "read",
        "details",
        "the", "as", "inline", "télécharger", "telecharger", "fichier", "herunterladen", "datei", "dokument", "hier",
        "descargar", "archivo", "documento", "scarica", "baixar", "pobierz", "plik", "stáhnout", "скачать", "документ",
        "файл", "下载", "ダウンロード", "다운로드", "تحميل", "pdf", "csv", "xlsx", "xls", "ods", "fods",
    ]

    private static func isVarying(_ token: String, at index: Int, of tokens: [String]) -> Bool {
        guard let first = token.first else { return false }
        if first.isNumber || token.count == 1 && units.contains(first) { return true }
        guard first.isLetter else { return false }
        let word = token.lowercased()
        if formats.contains(word) || word == "sept" { return true }
        if ordinals.contains(word), index > 0, tokens[index - 1].first?.isNumber == true { return true }
        if word.count >= 3, months.contains(where: { $0 == word || word.count == 3 && $0.hasPrefix(word) }) {
            return true
        }
        // A name in another language may be an everyday word in this one: it needs a number beside it, or to stand at an
        // end ("liste-juin").
        let isAtEnd = tokens.count > 1 && (index == 0 || index == tokens.count - 1)
        if isAtEnd, word.count >= 4, isMonthName(token) { return true }
        let isBetween = { (token: String) in isSeparator(token) || joiners.contains(token.lowercased()) }
        let before = tokens[..<index].reversed().prefix(6).first { !isBetween($0) }
        let behind = tokens[(index + 1)...].prefix(6).first { !isBetween($0) }
        return [before, behind].contains { $0?.first?.isNumber ?? false } && isMonthName(token)
    }

    private static func isSeparator(_ token: String) -> Bool {
        token.count == 1 && !(token.first?.isLetter ?? false) && !(token.first?.isNumber ?? false) && token != "?"
    }

    /// Without separators at its ends; nil for nothing else.
    private static func trimmed(_ text: String) -> String? {
        let isPart = { (character: Character) in !isSeparator(String(character)) }
        guard let first = text.firstIndex(where: isPart), let last = text.lastIndex(where: isPart) else { return nil }
        return String(text[first...last])
    }
}
