// Finds whether a document is complete: by its format, or, if the format shows no end, by signs that it was cut off.

import Reading
import Rows
import Text

extension OpenedDocument {
    /// Whether it ends as its format has it.
    var end: DocumentEnd {
        if isPacked { return .shown }
        let isShown =
            switch format {
            // ISO 32000-1 7.5.5, and what others write behind it (implementation note 18 of ISO 32000-1 H.3).
            case .pdf: Text.place(of: Array("%%EOF".utf8), in: bytes.suffix(1_024)) != nil
            case .html: hasPageEnd
            // One that is cut off cannot be read.
            case .xml, .spreadsheet: true
            case .json: !isOnLines
            // A table that is cut between two lines looks like a shorter one.
            case .csv: false
            }
        return isShown ? .shown : .notShown
    }

    /// Whether it has the end that the whole ones of its format most often have (`Reading.hasEnd`).
    var hasEnd: Bool? {
        switch format {
        case .pdf, .xml, .spreadsheet: nil
        case .html: hasPageEnd
        case .json: isOnLines ? hasLineEnd : nil
        case .csv: hasLineEnd
        }
    }

    /// Whether the last line has an end; blanks behind it are none of a line's, nor is the mark by which DOS ends a text.
    private var hasLineEnd: Bool {
        let last = bytes.last { $0 != 0x20 && $0 != 0x09 && $0 != 0x1A }
        return last == 0x0A || last == 0x0D
    }

    /// Whether JSON is of several values, one behind the other.
    private var isOnLines: Bool { hasLines(bytes) || bytes.prefix(64).contains(0x1E) }

    /// Whether a page is closed, or the last of its tables where it is none, but a part of one.
    private var hasPageEnd: Bool {
        let tail = String(decoding: bytes.suffix(2_048), as: UTF8.self).lowercased()
        return tail.holds("</html") || tail.holds("</body") || isClosedPart
    }

    /// Whether it is a part of a page, as servers send them to scripts: neither "<html>" nor "<body>" begins it, and with
    /// the end of its last table it ends.
    private var isClosedPart: Bool {
        let tail = String(decoding: bytes.suffix(64), as: UTF8.self).lowercased()
        let end = tail.lastIndex { !$0.isWhitespace }.map { tail[...$0] } ?? ""
        guard end.hasSuffix("</table>") else { return false }
        let text = String(decoding: bytes, as: UTF8.self).lowercased()
        return !text.holds("<html") && !text.holds("<body")
    }
}

/// Whether JSON has objects on lines of their own: it begins with one, and no other has a line end, and nothing else,
/// between "}" and "{".
private func hasLines(_ document: [UInt8]) -> Bool {
    document.withUnsafeBufferPointer { bytes in
        func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D }
        let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        guard bytes[start...].first(where: { !isSpace($0) }) == 0x7B else { return false }
        return bytes.indices.contains { index in
            bytes[index] == 0x7B && bytes[..<index].last { !isSpace($0) } == 0x7D
        }
    }
}

// MARK: Signs of a cut

/// Says how a document of tables ends, and doubts its end where something is odd about it.
///
/// - Parameters:
///   - list: what was read of it.
///   - isInTables: whether the rows stand in tables that the document names.
///   - shorter: reads the document without its last line; nil where that is no list.
func noteEnd(
    in reading: inout Reading, of opened: OpenedDocument, _ list: RowList, in document: TableDocument, isInTables: Bool,
    hadEnd: Bool?, shorter: () -> RowList?
) {
    guard let hasEnd = opened.hasEnd else { return }
    reading.hasEnd = hasEnd
    if hasEnd { return }
    var sign: Doubt.CutSign?
    switch opened.format {
    case .html:
        reading.lastBatches = list.lastBatch.map { [$0] } ?? []
        sign = hadEnd == true ? .pageEnd : isInTables ? nil : .openPage
    // A value that is cut off cannot be read.
    case .json: sign = hadEnd == true ? .lineEnd : nil
    default:
        reading.lastBatches = batches(of: list, without: shorter())
        sign = hadEnd == true ? .lineEnd : nil
        if sign == nil, !reading.lastBatches.isEmpty, hasFewerCells(document) { sign = .fewerCells }
    }
    guard let sign else { return }
    reading.doubts.insert(
        Doubt(cutOff: sign, page: max(1, document.tables.count), batches: reading.lastBatches), at: 0)
}

/// The batches of which the last line has a part: their rows are others without it. In most texts that is the row on it,
/// but columns may go on beside each other, and a line may be what all cases have in common.
private func batches(of list: RowList, without shorter: RowList?) -> [String] {
    var found: [String] = []
    var known: Set<String> = []
    let before = shorter?.rows ?? []
    for (rows, others) in [(list.rows, before), (before, list.rows)] {
        var counts: [Row: Int] = [:]
        for row in others { counts[row, default: 0] += 1 }
        for row in rows {
            let count = counts[row] ?? 0
            if count > 0 {
                counts[row] = count - 1
            } else if known.insert(row.batch).inserted {
                found.append(row.batch)
            }
        }
    }
    if let last = list.lastBatch, list.rowCount != shorter?.rowCount || last != shorter?.lastBatch,
        known.insert(last).inserted
    {
        found.append(last)
    }
    return found
}

/// Whether the last row of a text has fewer cells than all others; lines of one cell are titles and remarks.
private func hasFewerCells(_ document: TableDocument) -> Bool {
    guard let rows = document.tables.last?.rows, let last = rows.last, !last.isEmpty else { return false }
    let others = rows.dropLast().map(\.count).filter { $0 > 1 }
    return others.min().map { last.count < $0 } ?? false
}
