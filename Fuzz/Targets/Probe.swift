// A page drawn as the bytes say, beyond those that are always read. Where its text holds the key in one word, or a row has
// it, the page is shown also where only this key is looked for, and reads as it does without.

import PDF
import Rows
import Text

private let limits: PDFLimits = {
    var limits = PDFLimits()
    limits.runs = 2000
    limits.textBytes = 1 << 16
    return limits
}()

extension Target {
    static let probe = Target("probe") { bytes in
        var choices = Choices(bytes)
        let keys = ["2012", "20121456171", "11", "121"]
        let first = choices.number()
        let key = keys[first % keys.count]
        let content = statements(&choices, key)
        let document = list(showing: first < 128 ? content : encoded(content))
        let all = try pages(of: document, holding: nil)
        guard let page = all.last else { throw Violation(description: "the document has no pages") }
        var text = PageText()
        text.add(page)
        let lines = String(decoding: text.bytes, as: UTF8.self)
        let mask = try KeyMask(key)
        let layout = try TableLayout(key: mask, columns: [.batch, .status])
        let rows = try readRows(of: all, layout, watched: KeySet(patterns: [mask])).rows
        let isThere = lines.contains(key) || !rows.isEmpty
        // Pages without the key are rarely read again: it goes on half the quicker.
        guard isThere || bytes.count.isMultiple(of: 8) else { return }
        let some = try pages(of: document, holding: Array(key.utf8))
        if isThere { try promise(some.last == page, "a page is left out that says \(lines), in rows \(rows)") }
        let isLeftOut = some.last?.runs.isEmpty == true
        try promise(isLeftOut || some == all, "a page reads otherwise where a key is looked for")
    }
}

private func pages(of document: [UInt8], holding key: [UInt8]?) throws -> [TextPage] {
    var pages: [TextPage] = []
    try readPages(of: document, limits: limits, holding: key) { pages.append($0) }
    return pages
}

// MARK: - The document

/// Strings with parts of the key, and what else parts or joins words: blanks of all kinds, accents, controls.
private func statements(_ choices: inout Choices, _ key: String) -> [UInt8] {
    let strings = [
        " ", "\\240", "a", "\\040", "1", "2", "\\001", "\\002", "\\003", "\\004", "\\005", "\\264", "  ", "\\12", "-",
        "",
    ]
    let numbers = ["0", "278", "556", "-278", "-100", "100", "-556", "800", "834", "1112", "-1000", "50"]
    let places = ["0", "2.78", "5.56", "8.34", "11.12", "16.68", "22.24", "-5.56", "33.36", "61.16", "1", "1.5"]
    let others = [
        "/F1 10 Tf", "/F2 10 Tf", "ET BT 50 500 Td", "T*", "0 Tw", "-2.78 Tw", "3 Tw", "0 Tc", "0.5 Tc", "3 Tc",
        "100 Tz", "50 Tz", "0 -12 Td", "12 TL", "/P BMC", "EMC", "q", "Q", "1 0 0 1 5.56 0 cm",
    ]
    var lines = ["BT /F1 10 Tf 50 500 Td"]
    func string(_ choices: inout Choices) -> String {
        let first = choices.number()
        let start = first & 0x0F
        let length = choices.number() % 8
        let digits = String(key.dropFirst(start).prefix(length))
        var other = first & 0x10 == 0 ? "" : choices.one(of: strings)
        if first & 0x40 != 0 { other += key.dropFirst(choices.number() % 16).prefix(choices.number() % 8) }
        return first & 0x20 == 0 ? digits + other : other + digits
    }
    while !choices.isAtEnd, lines.count < 100 {
        switch choices.number() % 5 {
        case 0: lines.append("(\(string(&choices))) Tj")
        case 1: lines.append("[(\(string(&choices))) \(choices.one(of: numbers)) (\(string(&choices)))] TJ")
        case 2: lines.append("\(choices.one(of: places)) 0 Td")
        case 3: lines.append("ET BT \(choices.one(of: places)) 500 Td")
        default: lines.append(choices.one(of: others))
        }
    }
    return Array(lines.joined(separator: "\n").utf8)
}

/// The same in fonts with codes of their own, of one byte and of two, and in marked content.
private func encoded(_ content: [UInt8]) -> [UInt8] {
    var lines: [String] = []
    var codeLength = 1
    for line in String(decoding: content, as: UTF8.self).split(separator: "\n") {
        if line.contains("Tf") { codeLength = line.contains("F1") ? 1 : 2 }
        var written = ""
        for (index, part) in line.split(separator: "(", omittingEmptySubsequences: false).enumerated() {
            let pieces = part.split(separator: ")", maxSplits: 1, omittingEmptySubsequences: false)
            guard index > 0, pieces.count == 2 else {
                written += part
                continue
            }
            let codes = codes(of: pieces[0]).map { ($0 < 0x10 ? "0" : "") + String($0, radix: 16) }
            written += "<" + codes.map { (codeLength == 2 ? "01" : "") + $0 }.joined() + ">" + pieces[1]
        }
        let plain = written.replacing("/F1", with: "/F3").replacing("/F2", with: "/F4")
        lines.append(plain.replacing("/P BMC", with: "/P <</MCID 0>> BDC"))
    }
    return Array(lines.joined(separator: "\n").utf8)
}

/// The codes of a string in these fonts: digits from 0x80 on, what is escaped as it stands.
private func codes(of string: Substring) -> [UInt8] {
    var codes: [UInt8] = []
    var rest = string.utf8[...]
    while let byte = rest.popFirst() {
        switch byte {
        case 0x30...0x39: codes.append(byte + 0x50)
        case UInt8(ascii: "\\"):
            let digits = rest.prefix { 0x30...0x37 ~= $0 }.prefix(3)
            codes.append(UInt8(Substring(digits), radix: 8) ?? 0)
            rest = rest.dropFirst(digits.count)
        default: codes.append(byte)
        }
    }
    return codes
}

/// Nine pages, the last of them with this content.
private func list(showing content: [UInt8]) -> [UInt8] {
    let pages = (4...11).map { "\($0) 0 obj << /Type /Page /Parent 2 0 R >> endobj" }.joined(separator: "\n")
    let blanks = "beginbfchar <01> <200B> <02> <0001> <03> <2003> <04> <0301> <05> <00AD> endbfchar"
    let singles = "beginbfrange <20> <7E> <0020> <80> <89> <0030> endbfrange " + blanks
    let pairs =
        "beginbfrange <0120> <017E> <0020> <0180> <0189> <0030> endbfrange beginbfchar <0101> <200B> <0102> <0001> "
        + "<0103> <2003> <0104> <0301> <0105> <00AD> <01A0> <00A0> <01B4> <00B4> endbfchar"
    let head = """
        %PDF-1.4
        1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj
        2 0 obj << /Type /Pages /Count 9 /Kids [\((4...12).map { "\($0) 0 R" }.joined(separator: " "))]
        /Resources << /Font << /F1 3 0 R /F2 14 0 R /F3 16 0 R /F4 18 0 R >> >> >> endobj
        3 0 obj << /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >> endobj
        14 0 obj << /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding /ToUnicode 15 0 R >> endobj
        15 0 obj << /Length \(blanks.utf8.count) >> stream
        \(blanks)
        endstream endobj
        16 0 obj << /Type /Font /Subtype /Type1 /BaseFont /Helvetica /ToUnicode 17 0 R >> endobj
        17 0 obj << /Length \(singles.utf8.count) >> stream
        \(singles)
        endstream endobj
        18 0 obj << /Type /Font /Subtype /Type0 /Encoding /Identity-H /DescendantFonts [20 0 R] /ToUnicode 19 0 R >> endobj
        19 0 obj << /Length \(pairs.utf8.count) >> stream
        \(pairs)
        endstream endobj
        20 0 obj << /Type /Font /Subtype /CIDFontType2 /BaseFont /X /DW 556 >> endobj
        \(pages)
        12 0 obj << /Type /Page /Parent 2 0 R /Contents 13 0 R >> endobj
        13 0 obj << /Length \(content.count) >> stream\n
        """
    return Array(head.utf8) + content
        + Array("\nendstream endobj\ntrailer << /Root 1 0 R >>\n%%EOF".utf8)
}
