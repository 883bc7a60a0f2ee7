// The texts of a page's cells: the only part that makes strings, and only for wanted rows.

import Bidi

/// Puts the text of cells together. Reuses its storage.
struct CellTexts {
    /// A cell's text while it is put together.
    private var bytes: [UInt8] = []
    private var repeated = RepeatedText()

    /// A cell's text so far, and that of more pieces in reading order; between lines stands one space.
    mutating func text(
        of pieces: some Collection<Int>, after before: String = "", folding: Bool, _ page: PageLines
    ) -> String {
        if before.isEmpty, pieces.count == 1, let only = pieces.first {
            // Most cells are one piece that stands as it is.
            let text = page.utf8[page.pieces[only].text]
            if text.first != 0x20, text.last != 0x20, CellText.isPlain(text) { return repeated.text(text) }
        }
        bytes.removeAll(keepingCapacity: true)
        bytes.append(contentsOf: before.utf8)
        append(pieces, folding: folding, page)
        if VisualOrder.concerns(bytes) { orderLines(of: Array(pieces), after: before, folding: folding, page) }
        let text = bytes.drop { $0 == 0x20 }
        return repeated.text(text[..<((text.lastIndex { $0 != 0x20 } ?? text.startIndex - 1) + 1)])
    }

    private mutating func append(_ pieces: some Sequence<Int>, folding: Bool, _ page: PageLines) {
        var last: Piece?
        for index in pieces {
            let piece = page.pieces[index]
            let goesOn = last.map { $0.line == piece.line && $0.touches(piece) } ?? false
            let isBroken = last?.line != piece.line && CellText.joins(bytes, page.utf8[piece.text])
            if !goesOn, !isBroken, !bytes.isEmpty, bytes.last != 0x20 { bytes.append(0x20) }
            CellText.append(page.utf8[piece.text], folding: folding, to: &bytes)
            last = piece
        }
    }

    /// Puts the text together once more, of lines in logical order.
    private mutating func orderLines(of pieces: [Int], after before: String, folding: Bool, _ page: PageLines) {
        var drawn: [String] = []
        var first = 0
        while first < pieces.count {
            let line = page.pieces[pieces[first]].line
            let end = pieces[first...].firstIndex { page.pieces[$0].line != line } ?? pieces.count
            bytes.removeAll(keepingCapacity: true)
            append(pieces[first..<end], folding: folding, page)
            drawn.append(String(decoding: bytes, as: UTF8.self))
            first = end
        }
        bytes = Array(before.utf8)
        for line in VisualOrder.logical(drawn, after: before) where !line.isEmpty {
            if !bytes.isEmpty, bytes.last != 0x20, !CellText.joins(bytes, Array(line.utf8.prefix(3))[...]) {
                bytes.append(0x20)
            }
            bytes.append(contentsOf: line.utf8)
        }
    }
}
