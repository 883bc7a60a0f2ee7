// Words whose letters do not touch: those set with space between them, and those with marks below or above a letter,
// which are drawn from where the letter has begun.

extension PageLines {
    /// So many letters in a row, each a text of its own, are spaced.
    private static let fewestLetters = 4
    /// The widest space between letters of a word, in em, and how far it may vary.
    private static let widestSpace = 0.75
    private static let spaceTolerance = 0.12

    /// Joins the letters of spaced words.
    mutating func joinSpacedLetters() {
        for line in lines where line.pieces.count >= Self.fewestLetters {
            var first = line.pieces.lowerBound
            while first < line.pieces.upperBound {
                let end = endOfLetters(from: first, in: line)
                if end - first >= Self.fewestLetters { joinLetters(first..<end) }
                first = max(end, first + 1)
            }
        }
    }

    /// The end of the single letters that begin with a piece, no wide gap between them.
    private func endOfLetters(from first: Int, in line: Line) -> Int {
        guard isLetter(first) else { return first }
        var end = first + 1
        while end < line.pieces.upperBound, isLetter(end), pieces[end].owner == pieces[end - 1].owner,
            gap(before: end) < 2 * Self.widestSpace
        {
            end += 1
        }
        return end
    }

    private func isLetter(_ piece: Int) -> Bool {
        let text = utf8[pieces[piece].text]
        return text.count <= 4 && text.count { $0 & 0xC0 != 0x80 } == 1
    }

    private func gap(before piece: Int) -> Double {
        (pieces[piece].start - pieces[piece - 1].end) / min(pieces[piece].size, pieces[piece - 1].size)
    }

    /// Joins letters whose gaps are the usual one of these.
    private mutating func joinLetters(_ letters: Range<Int>) {
        let gaps = letters.dropFirst().map { gap(before: $0) }.sorted()
        // Kerning makes single gaps narrower; most are the spacing.
        let usual = gaps[gaps.count / 4]
        guard usual >= Piece.wordGap, usual <= Self.widestSpace else { return }
        for piece in letters.dropFirst() where gap(before: piece) < usual + Self.spaceTolerance {
            pieces[piece].isSpacedLetter = true
        }
    }

    /// Lets marks that are drawn over a letter end where the letter does (Devanagari, Thai).
    mutating func widenMarks() {
        for index in pieces.indices.dropFirst() where utf8[pieces[index].text.lowerBound] >= 0xCC {
            let before = pieces[index - 1]
            guard before.line == pieces[index].line, pieces[index].end < before.end, isMark(index) else { continue }
            pieces[index].end = before.end
        }
    }

    private func isMark(_ piece: Int) -> Bool {
        text(of: pieces[piece]).unicodeScalars.allSatisfy {
            $0.properties.generalCategory == .nonspacingMark || $0.properties.generalCategory == .spacingMark
        }
    }
}
