// ASCIIHexDecode (ISO 32000-1 7.4.2).

/// Hexadecimal digits up to `>`; other characters are skipped, a missing last digit is 0.
enum ASCIIHex {
    /// Appends the decoded bytes. The output is never longer than half the input, so it needs no budget.
    static func decode(_ input: ArraySlice<UInt8>, to output: inout [UInt8]) {
        let end = input.firstIndex(of: UInt8(ascii: ">")) ?? input.endIndex
        output.reserveCapacity(output.count + input.count / 2 + 1)
        StringSyntax.appendHexadecimal(input.span, 0..<(end - input.startIndex), to: &output)
    }
}
