// The text of pages as lines, for people and for comparison with other programs: what `rows` sees before it looks for a
// table.

import Bidi
import Text

/// Writes the text of pages: a line of text a line, its words parted by one space, a form feed after each page.
///
/// Lines go from top to bottom in the frame of the text's direction. Text that runs in other directions follows the
/// rest of its page. What stands side by side on a page stands on one line, from left to right; the text of each cell is
/// in logical order, also where that runs from right to left.
package struct PageText {
    /// The longest text that is kept, in bytes.
    private let limit: Int
    /// The text so far, sanitized (see `sanitized`), in UTF-8.
    package private(set) var bytes: [UInt8] = []
    /// Whether there was more text than the limit allows.
    package private(set) var isFull = false
    private var lines = PageLines()

    /// A gap between two cells, in em, or a very wide one between words: text from right to left is ordered up to here.
    private static let cellGap = 0.45
    /// Directions on one page; runs in further ones are left out.
    private static let mostDirections = 16

    package init(limit: Int = 64 << 20) {
        self.limit = limit
    }

    /// Reads a page.
    package mutating func add(_ page: TextPage) {
        var rest = page
        for _ in 0..<Self.mostDirections where !rest.runs.isEmpty && !isFull {
            lines.read(rest)
            for line in lines.lines { add(line) }
            let frame = lines.frame
            rest.runs.removeAll { !Piece.isAcross($0, frame) }
        }
        lines.releaseText()
        bytes.append(0x0C)
    }

    private mutating func add(_ line: Line) {
        let start = bytes.count
        var cell = start
        for index in line.pieces {
            let piece = lines.pieces[index]
            if index > line.pieces.lowerBound, !lines.pieces[index - 1].touches(piece) {
                if piece.start - lines.pieces[index - 1].end >= Self.cellGap * piece.size {
                    endCell(from: cell)
                    cell = bytes.count + 1
                }
                bytes.append(0x20)
            }
            bytes.append(contentsOf: lines.utf8[piece.text])
        }
        endCell(from: cell)
        bytes.append(0x0A)
        if bytes.count > limit {
            bytes.removeLast(bytes.count - start)
            isFull = true
        }
    }

    /// Makes what was added from here on sanitized, and puts it in logical order.
    private mutating func endCell(from start: Int) {
        if bytes[start...].allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return }
        bytes.replaceSubrange(start..., with: sanitized(VisualOrder.text(bytes[start...])).utf8)
    }
}
