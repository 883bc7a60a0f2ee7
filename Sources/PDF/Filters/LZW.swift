// LZWDecode (ISO 32000-1 7.4.4.2).

/// LZW with codes of 9 to 12 bits, the most significant bit first.
enum LZW {
    private static let clear = 256
    private static let end = 257
    private static let tableSize = 4096

    /// A string of the table, as an extent of the output: the output of an earlier code and one byte more.
    private struct Entry {
        var start = 0
        var length = 0
    }

    /// Appends the decoded bytes; returns false if an impossible code ended the data.
    static func decode(
        _ input: ArraySlice<UInt8>, earlyChange: Bool, to output: inout [UInt8], budget: DecodingBudget
    ) throws(PDFError) -> Bool {
        let start = output.count
        let allowed = budget.bytes
        var table = [Entry](repeating: Entry(), count: tableSize)
        var next = 258
        var width = 9
        var bits = 0
        var bitCount = 0
        var previous: Entry?
        for byte in input {
            bits = (bits << 8 | Int(byte)) & 0xFF_FFFF
            bitCount += 8
            if bitCount < width { continue }
            bitCount -= width
            let code = (bits >> bitCount) & ((1 << width) - 1)
            if code == end { return true }
            if code == clear {
                (next, width, previous) = (258, 9, nil)
                continue
            }
            guard let entry = append(code, table, next, previous, to: &output) else { return false }
            if output.count - start > allowed { throw budget.error }
            if let previous, next < tableSize {
                table[next] = Entry(start: previous.start, length: previous.length + 1)
                next += 1
            }
            previous = entry
            let change = earlyChange ? 1 : 0
            if next + change >= 1 << width, width < 12 { width += 1 }
        }
        return true
    }

    /// Appends the string of a code and returns its extent in the output; nil for an unknown code.
    private static func append(
        _ code: Int, _ table: [Entry], _ next: Int, _ previous: Entry?, to output: inout [UInt8]
    ) -> Entry? {
        let start = output.count
        if code < 256 {
            output.append(UInt8(code))
        } else if code < next {
            copy(table[code], to: &output)
        } else if code == next, let previous {
            copy(Entry(start: previous.start, length: previous.length + 1), to: &output)
        } else {
            return nil
        }
        return Entry(start: start, length: output.count - start)
    }

    /// Byte by byte, because the extent may overlap the appended bytes.
    private static func copy(_ entry: Entry, to output: inout [UInt8]) {
        for offset in 0..<entry.length { output.append(output[entry.start + offset]) }
    }
}
