// ASCII85Decode (ISO 32000-1 7.4.3).

/// Five characters for four bytes, `z` for four zeros, up to `~>`.
enum ASCII85 {
    /// Appends the decoded bytes; returns false if a character outside of the alphabet ended the data.
    static func decode(
        _ input: ArraySlice<UInt8>, to output: inout [UInt8], budget: DecodingBudget
    ) throws(PDFError) -> Bool {
        let start = output.count
        let allowed = budget.bytes
        var group: UInt32 = 0
        var count = 0
        var position = skipPrefix(input)
        while position < input.endIndex, input[position] != UInt8(ascii: "~") {
            let byte = input[position]
            position += 1
            if byte.isWhiteSpace { continue }
            if byte == UInt8(ascii: "z"), count == 0 {
                output.append(contentsOf: [0, 0, 0, 0])
            } else if 0x21...0x75 ~= byte {
                group = group &* 85 &+ UInt32(byte - 0x21)
                count += 1
                if count == 5 {
                    append(group, 4, to: &output)
                    group = 0
                    count = 0
                }
            } else {
                return false
            }
            if output.count - start > allowed { throw budget.error }
        }
        if count > 1 {
            for _ in count..<5 { group = group &* 85 &+ 84 }
            append(group, count - 1, to: &output)
        }
        if output.count - start > allowed { throw budget.error }
        return true
    }

    /// Some writers begin the data with `<~`, as btoa does (fixture ascii85_prefix).
    private static func skipPrefix(_ input: ArraySlice<UInt8>) -> Int {
        let start = input.firstIndex { !$0.isWhiteSpace } ?? input.endIndex
        return input[start...].starts(with: [UInt8(ascii: "<"), UInt8(ascii: "~")]) ? start + 2 : start
    }

    private static func append(_ group: UInt32, _ bytes: Int, to output: inout [UInt8]) {
        for byte in 0..<bytes { output.append(UInt8(truncatingIfNeeded: group >> (24 - 8 * UInt32(byte)))) }
    }
}
