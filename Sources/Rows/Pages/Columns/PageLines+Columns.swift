// The words beside the keys, from which the columns are found, and words that a column's border parts.

extension PageLines {
    /// From where to where the text reaches that begins between two places of a line; nil if there is none.
    func extent(of line: Line, from start: Double, to end: Double) -> ClosedRange<Double>? {
        var extent: ClosedRange<Double>?
        for piece in pieces[line.pieces] where piece.start >= start && piece.start < end {
            let own = piece.start...max(piece.end, piece.start)
            extent = extent?.union(own) ?? own
        }
        return extent
    }

    /// The key's line and the lines beside it, if any.
    func linesBeside(_ key: KeyCell, after: Int, before: Int) -> Range<Int> {
        let line = lines[key.line]
        var range = key.line..<key.line + 1
        if key.line - 1 > after, line.baseline - lines[key.line - 1].baseline < PageLines.halfPitch * line.size {
            range = key.line - 1..<range.upperBound
        }
        if key.line + 1 < before, lines[key.line + 1].baseline - line.baseline < PageLines.halfPitch * line.size {
            range = range.lowerBound..<key.line + 2
        }
        return range
    }

    /// The words of a key's line to its right.
    func words(after key: KeyCell, in lines: Range<Int>) -> [Word] {
        let own = words(in: key.pieces.upperBound..<self.lines[key.line].pieces.upperBound, areSplit: true)
        return lines.count == 1 ? own : joined(own, with: lines, but: key) { $0.start >= key.end }
    }

    func words(before key: KeyCell, in lines: Range<Int>) -> [Word] {
        let own = words(in: self.lines[key.line].pieces.lowerBound..<key.pieces.lowerBound, areSplit: false)
        return lines.count == 1 ? own : joined(own, with: lines, but: key) { $0.end <= key.start }
    }

    /// Words of several lines seen from above: what overlaps is one.
    private func joined(_ own: [Word], with lines: Range<Int>, but key: KeyCell, _ isWanted: (Word) -> Bool) -> [Word] {
        var words = own
        for line in lines where line != key.line {
            words += self.words(in: self.lines[line].pieces, areSplit: false).filter(isWanted)
        }
        words.sort { $0.start < $1.start }
        var joined: [Word] = []
        for word in words {
            if let last = joined.indices.last, word.start < joined[last].end {
                joined[last].end = max(joined[last].end, word.end)
            } else {
                joined.append(word)
            }
        }
        return joined
    }

    /// The words in a range of a line's pieces; if they are split, each text of several letters is by itself: where it
    /// touches the one before, a column may begin.
    private func words(in range: Range<Int>, areSplit: Bool) -> [Word] {
        var words: [Word] = []
        for index in range {
            let piece = pieces[index]
            let touches = index > range.lowerBound && pieces[index - 1].touches(piece)
            if touches, !areSplit || piece.text.count == 1 || pieces[index - 1].text.count == 1 {
                words[words.count - 1].end = piece.end
            } else {
                words.append(Word(start: piece.start, end: piece.end, size: piece.size, touchesBefore: touches))
            }
        }
        return words
    }
}
