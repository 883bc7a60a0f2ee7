// The width of text on a terminal, to align columns: as wcwidth(3) computes it for the scripts of lists, but without
// the locale.

/// The columns that a text takes: two for each ideograph, syllable of Hangul, kana, wide form and emoji, none for a
/// mark that stands over or under the character before it (Unicode Standard Annex 11).
func columnCount(_ text: some StringProtocol) -> Int {
    text.unicodeScalars.reduce(0) { $0 + columns(of: $1) }
}

/// The text with blanks after it, until it has so many columns.
func padded(_ text: String, to columns: Int) -> String {
    text + String(repeating: " ", count: max(0, columns - columnCount(text)))
}

/// The text in lines, broken at blanks, and inside a word only where that alone is longer than a line.
///
/// - Parameters:
///   - columns: the longest line; at least 2.
///   - first: by how many columns the first line may be longer.
func wrapped(_ text: String, to columns: Int, first: Int = 0) -> [String] {
    var lines: [String] = []
    var (line, width, room) = ("", 0, columns + first)
    func endLine() {
        lines.append(line)
        (line, width, room) = ("", 0, columns)
    }
    for word in text.split(separator: " ") {
        let wordWidth = columnCount(word)
        if !line.isEmpty {
            if width + 1 + wordWidth > room {
                endLine()
            } else {
                line += " "
                width += 1
            }
        }
        if width + wordWidth <= room {
            line += word
            width += wordWidth
            continue
        }
        for character in word {
            let characterWidth = columnCount(String(character))
            if !line.isEmpty, width + characterWidth > room { endLine() }
            line.append(character)
            width += characterWidth
        }
    }
    return line.isEmpty && !lines.isEmpty ? lines : lines + [line]
}

/// A text of a list for people: a long text is cut, and its length is added.
func shortened(_ text: String) -> String {
    let most = 300
    let scalars = text.unicodeScalars
    guard let end = scalars.index(scalars.startIndex, offsetBy: most, limitedBy: scalars.endIndex),
        end != scalars.endIndex
    else { return text }
    return text[..<end] + "… (\(scalars.count) characters; --json shows all)"
}

private func columns(of scalar: Unicode.Scalar) -> Int {
    switch scalar.value {
    case ..<0x300: return 1
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF,
        0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F900...0x1F9FF, 0x20000...0x3FFFD:
        return 2
    default: break
    }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: return 1
    }
}
