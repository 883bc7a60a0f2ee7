// The words of a page, for whoever looks for keys without knowing their form.

import Text

/// The words of a page, whatever the order of drawing.
package struct PageWords {
    private var page = PageLines()

    /// A word, or one of the texts that a word was drawn as.
    package struct Part {
        package let start: Double
        package let end: Double
        /// The height of the em.
        package let size: Double
        /// Whether it is all of the word.
        package let isWhole: Bool
    }

    package init(of text: TextPage) {
        page.read(text)
    }

    package var isEmpty: Bool { page.lines.isEmpty }

    /// Visits each word, and after it the texts that it was drawn as, where no digit stands right beside them: tables
    /// with next to no room between their cells.
    ///
    /// - Parameters:
    ///   - longest: what is longer, in bytes, is left out.
    ///   - visit: takes the text in UTF-8, with its hyphens folded, and where it stands.
    package func forEach(upTo longest: Int, _ visit: ([UInt8], Part) -> Void) {
        var text: [UInt8] = []
        for line in page.lines {
            var first = line.pieces.lowerBound
            while first < line.pieces.upperBound {
                let word = first..<page.endOfWord(from: first, in: line)
                first = word.upperBound
                show(word, isWhole: true, longest, &text, visit)
                if word.count == 1 { continue }
                for piece in word where !page.isPartOfNumber(piece, in: word) {
                    show(piece..<piece + 1, isWhole: false, longest, &text, visit)
                }
            }
        }
    }

    /// Visits each cell that the document's structure names and that is drawn in several texts, or in one with blanks,
    /// without these: the cell of a key that is wrapped, or set with space.
    ///
    /// - Parameters:
    ///   - tables: the tables of the document.
    ///   - longest: what is longer, in bytes, is left out.
    ///   - visit: takes the text in UTF-8, with its hyphens folded, and where it stands.
    package func forEachCell(of tables: TaggedTables, upTo longest: Int, _ visit: ([UInt8], Part) -> Void) {
        guard let cells = PageCells(page, tables) else { return }
        var text: [UInt8] = []
        for cell in cells.cells.indices {
            let pieces = cells.pieces(of: cell)
            guard pieces.count > 1, let first = pieces.first else { continue }
            let extent = cells.cells[cell].extent
            text.removeAll(keepingCapacity: true)
            for piece in pieces where text.count <= longest {
                CellText.append(page.utf8[page.pieces[piece].text], folding: true, to: &text)
            }
            if text.count > longest { continue }
            visit(
                text,
                Part(start: extent.lowerBound, end: extent.upperBound, size: page.pieces[first].size, isWhole: false))
        }
    }

    private func show(
        _ pieces: Range<Int>, isWhole: Bool, _ longest: Int, _ text: inout [UInt8], _ visit: ([UInt8], Part) -> Void
    ) {
        text.removeAll(keepingCapacity: true)
        for piece in page.pieces[pieces] {
            // What is longer need not be copied.
            if text.count + piece.text.count > longest { return }
            CellText.append(page.utf8[piece.text], folding: true, to: &text)
        }
        let (first, last) = (page.pieces[pieces.lowerBound], page.pieces[pieces.upperBound - 1])
        visit(text, Part(start: first.start, end: last.end, size: first.size, isWhole: isWhole))
    }
}
