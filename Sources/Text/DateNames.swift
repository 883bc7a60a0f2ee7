// The meaning of words beside numbers: months, also by names of several words, and weeks.

/// The pieces with the meanings of their words; the words of one name become one piece.
func named(_ pieces: [DatePiece], _ customs: DateCustoms) -> [DatePiece] {
    var pieces = pieces
    var found: [DatePiece] = []
    found.reserveCapacity(pieces.count)
    var index = 0
    while index < pieces.count {
        let first = pieces[index]
        // "พ.ศ.", "ค.ศ.": the era of the year after it.
        if first.word == "พ" || first.word == "ค", index + 1 < pieces.count, pieces[index + 1].word == "ศ" {
            if index + 2 < pieces.count { pieces[index + 2].gap = " " }
            index += 2
            continue
        }
        // A word without a number beside it is no part of a date.
        if first.digits == 0, first.word != "?" {
            var count = min(3, pieces.count - index)
            while count > 0 {
                if let piece = name(pieces[index..<index + count], between: found.last, pieces, customs) {
                    found.append(piece)
                    break
                }
                count -= 1
            }
            if count > 0 {
                index += count
                continue
            }
        }
        found.append(first)
        index += 1
    }
    return pieces.contains(where: \.isThai) || customs.language == "th" ? found.map(\.inCommonEra) : found
}

/// The piece that several pieces form together; nil if they form no name, or no number is beside it.
private func name(
    _ parts: ArraySlice<DatePiece>, between before: DatePiece?, _ pieces: [DatePiece], _ customs: DateCustoms
) -> DatePiece? {
    guard var piece = parts.first, before?.digits ?? 0 > 0 || pieces.dropFirst(parts.endIndex).first?.digits ?? 0 > 0,
        parts.dropFirst().allSatisfy({ [" ", ".", ". ", "-", "\u{2019}"].contains($0.gap) })
    else { return nil }
    // "tháng 6": the sixth month.
    let isNumbered = parts.count == 2 && piece.word == "thang" && parts.last?.digits ?? 0 > 0
    guard isNumbered || parts.allSatisfy({ !$0.word.isEmpty && $0.word != "?" }) else { return nil }
    let word = parts.map { $0.word.isEmpty ? String($0.value) : $0.word }.joined(separator: "_")
    guard let found = DateWord(word, language: customs.language) else { return nil }
    piece.named = found.month(customs)
    piece.isWeek = found.isWeek
    piece.word = word
    if found.meanings.count == 1 { piece.languages = found.meanings[0].languages }
    return piece
}

extension DatePiece {
    /// Whether it is written in Thai.
    fileprivate var isThai: Bool { word.unicodeScalars.contains { 0xE01...0xE5B ~= $0.value } }

    /// The same with a year of the Buddhist era converted to ours: 543 years less.
    fileprivate var inCommonEra: DatePiece {
        var piece = self
        if digits == 4, 2533...2643 ~= value { piece.value -= 543 }
        piece.isBuddhist = digits == 2
        return piece
    }
}

/// Whether a word names a month in any language.
package func isMonthName(_ word: some StringProtocol) -> Bool {
    guard word.utf8.count <= 4 * longestMonthWord else { return false }
    let parts = folded(word).split(separator: ".")
    return DateWord(parts.joined(separator: "_"), language: nil).map { !$0.meanings.isEmpty } ?? false
}
