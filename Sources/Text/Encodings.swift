// Text of which nobody says in which encoding it is written, as UTF-8: what the readers of text files and of web pages
// have in common.

/// Text in UTF-8 with some slips, each of which becomes U+FFFD: one wrong byte must not change how all the others read.
/// Nil where more than a third of what is beyond ASCII are slips: then it is in another encoding.
package func repairedUTF8(_ bytes: [UInt8]) -> [UInt8]? {
    let text = String(decoding: bytes, as: UTF8.self)
    var (sound, broken) = (0, 0)
    for scalar in text.unicodeScalars where scalar.value >= 0x80 {
        if scalar == "\u{FFFD}" { broken += 1 } else { sound += 1 }
    }
    return sound > 2 * broken ? Array(text.utf8) : nil
}

/// Text in windows-1252, as browsers read it (WHATWG Encoding 9): the five bytes that mean nothing are control
/// characters.
package func textOfWindows1252(_ bytes: [UInt8]) -> [UInt8] {
    // 0x80...0x9F, where Latin-1 has control characters.
    let upper: [UInt16] = [
        0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x8D,
        0x017D, 0x8F,
        0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D,
        0x017E, 0x0178,
    ]
    let units = bytes.map { (0x80..<0xA0).contains($0) ? upper[Int($0) - 0x80] : UInt16($0) }
    return Array(String(decoding: units, as: UTF16.self).utf8)
}
