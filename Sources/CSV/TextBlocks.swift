// A text file as lines, for lists without columns.

import Text

/// The lines of a text; an empty one ends a block.
///
/// - Parameters:
///   - text: UTF-8.
///   - limits: `rows` limits the number of lines, `cellBytes` their length.
package func textBlocks(of text: [UInt8], limits: TableLimits = TableLimits()) throws(TableError) -> [TextBlock] {
    var blocks: [TextBlock] = []
    var block = TextBlock([], isWritten: true)
    var count = 0
    // Old Macs ended lines with a carriage return alone.
    let end: UInt8 = text.contains(0x0A) ? 0x0A : 0x0D
    for bytes in text.split(separator: end, omittingEmptySubsequences: false) {
        if bytes.count > limits.cellBytes {
            throw TableError(.limit, "a line of the text is longer than \(limits.cellBytes) bytes")
        }
        let line = collapsed(bytes)
        if !line.isEmpty {
            count += 1
            if count > limits.rows { throw TableError(.limit, "the text has more than \(limits.rows) lines") }
            block.lines.append(line)
        } else if !block.lines.isEmpty {
            blocks.append(block)
            block.lines = []
        }
    }
    if !block.lines.isEmpty { blocks.append(block) }
    return blocks
}
