// Signs that fill the room between cells and say nothing: the dots that lead from a number to its status, the bars of a
// frame that is drawn with characters.

/// Finds what fills the room between cells.
enum Fillers {
    /// So many dots in a row are leaders; three are an ellipsis.
    private static let fewestDots = 4
    private static let dot = UInt8(ascii: ".")
    private static let bar = UInt8(ascii: "|")

    /// False only if no text of a page has any: there is no bar, and no dot next to another one or a blank from it.
    static func mayBe(in utf8: [UInt8]) -> Bool {
        utf8.withUnsafeBytes { text in
            let (dots, bars) = (SIMD16(repeating: dot), SIMD16(repeating: bar))
            var index = 0
            while index + 18 <= text.count {
                let block = text.loadUnaligned(fromByteOffset: index, as: SIMD16<UInt8>.self)
                let isDot = block .== dots
                if any(block .== bars .| isDot) {
                    let next = text.loadUnaligned(fromByteOffset: index + 1, as: SIMD16<UInt8>.self)
                    let second = text.loadUnaligned(fromByteOffset: index + 2, as: SIMD16<UInt8>.self)
                    if any(block .== bars .| isDot .& (next .== dots .| second .== dots)) { return true }
                }
                index += 16
            }
            return text[index...].contains { $0 == bar || $0 == dot }
        }
    }

    /// False only if a text has surely none.
    @inline(__always)
    static func mayBe(in utf8: [UInt8], _ range: Range<Int>) -> Bool {
        if utf8[range.lowerBound] == bar || utf8[range.upperBound &- 1] == bar { return true }
        if range.count < fewestDots { return false }
        // Each run of so many dots has one at every fourth place, or before it where blanks part them.
        var index = range.lowerBound &+ fewestDots &- 1
        while index < range.upperBound {
            if utf8[index] == dot || utf8[index] == bar || utf8[index &- 1] == dot { return true }
            index &+= fewestDots
        }
        return false
    }

    /// The parts of a text between leaders, and between bars that stand by themselves; without blanks at their ends.
    static func parts(of range: Range<Int>, in utf8: [UInt8]) -> [Range<Int>] {
        var parts: [Range<Int>] = []
        var start = range.lowerBound
        var index = start
        func add(to end: Int) {
            var part = start..<end
            while let first = part.first, utf8[first] == 0x20 { part.removeFirst() }
            while let last = part.last, utf8[last] == 0x20 { part.removeLast() }
            if !part.isEmpty { parts.append(part) }
        }
        while index < range.upperBound {
            let end = endOfFiller(from: index, in: utf8, range)
            if end > index {
                add(to: index)
                (start, index) = (end, end)
            } else {
                index += 1
            }
        }
        add(to: range.upperBound)
        return parts
    }

    private static func endOfFiller(from index: Int, in utf8: [UInt8], _ range: Range<Int>) -> Int {
        if utf8[index] == bar {
            let isFree = { (place: Int) in !range.contains(place) || utf8[place] == 0x20 }
            return isFree(index - 1) && isFree(index + 1) ? index + 1 : index
        }
        var dots = 0
        var end = index
        while end < range.upperBound, utf8[end] == dot || utf8[end] == 0x20 && dots > 0 {
            if utf8[end] == dot { dots += 1 }
            end += 1
        }
        return dots >= fewestDots ? end : index
    }
}

extension PageLines {
    /// Removes leaders whose dots are texts of their own.
    mutating func dropSingleDots() {
        func isDot(_ index: Int) -> Bool {
            let text = pieces[index].text
            return text.count <= 3 && utf8[text].allSatisfy { $0 == UInt8(ascii: ".") }
        }
        var dropped: Set<Int> = []
        for line in lines where line.pieces.count > Self.fewestSingleDots {
            var first = line.pieces.lowerBound
            while first < line.pieces.upperBound {
                var end = first
                while end < line.pieces.upperBound, isDot(end) { end += 1 }
                if end - first >= Self.fewestSingleDots {
                    dropped.formUnion(first..<end)
                    if first > line.pieces.lowerBound { dropDots(atEndOf: first - 1) }
                    if end < line.pieces.upperBound { dropDots(atBeginningOf: end) }
                }
                first = max(end, first + 1)
            }
        }
        if dropped.isEmpty { return }
        var index = -1
        pieces.removeAll { _ in
            index += 1
            return dropped.contains(index)
        }
        numberLines()
        gatherLines()
    }

    /// The first of the dots may have been drawn with the text before them.
    private mutating func dropDots(atEndOf piece: Int) {
        let text = pieces[piece].text
        let end = utf8[text].lastIndex { $0 != UInt8(ascii: ".") } ?? text.lowerBound
        pieces[piece].text = text.lowerBound..<end + 1
    }

    private mutating func dropDots(atBeginningOf piece: Int) {
        let text = pieces[piece].text
        let start = utf8[text].firstIndex { $0 != UInt8(ascii: ".") } ?? text.lowerBound
        pieces[piece].text = start..<text.upperBound
    }

    private static let fewestSingleDots = 4
}
