// RunLengthDecode (ISO 32000-1 7.4.5).

/// Runs of literal and repeated bytes, up to the length byte 128.
enum RunLength {
    /// Appends the decoded bytes; returns false if the data end inside a run.
    static func decode(
        _ input: ArraySlice<UInt8>, to output: inout [UInt8], budget: DecodingBudget
    ) throws(PDFError) -> Bool {
        let start = output.count
        let allowed = budget.bytes
        var position = input.startIndex
        while position < input.endIndex, input[position] != 128 {
            let length = Int(input[position])
            position += 1
            guard position < input.endIndex else { return false }
            var isWhole = true
            if length < 128 {
                let literal = input[position...].prefix(length + 1)
                output.append(contentsOf: literal)
                position += literal.count
                isWhole = literal.count > length
            } else {
                output.append(contentsOf: repeatElement(input[position], count: 257 - length))
                position += 1
            }
            if output.count - start > allowed { throw budget.error }
            if !isWhole { return false }
        }
        return true
    }
}
