// Finds the objects of a document without its cross-reference table: one pass over the bytes for `N G obj`.
// Used if the table is damaged, cut off or missing. The last definition of a number counts.

/// The results of one pass over the bytes.
struct ObjectScan {
    /// The position of the last `N G obj` of each number.
    private(set) var offsets: [Int: Int] = [:]
    /// Positions after each `trailer`, in order.
    private(set) var trailers: [Int] = []

    init(_ bytes: [UInt8], limits: PDFLimits) throws(PDFError) {
        var position = 0
        while position + 2 < bytes.count {
            let byte = bytes[position]
            if byte == UInt8(ascii: "o"), bytes.holds("obj", at: position) {
                if let found = Self.header(before: position, in: bytes) {
                    offsets[found.number] = found.start
                    if offsets.count > limits.objects {
                        throw PDFError(.limit, "the document has more than \(limits.objects) objects", offset: position)
                    }
                }
                position += 3
            } else if byte == UInt8(ascii: "t"), bytes.holds("trailer", at: position) {
                position += 7
                trailers.append(position)
            } else {
                position += 1
            }
        }
    }

    /// The `N G` before an `obj`.
    private static func header(before keyword: Int, in bytes: [UInt8]) -> (number: Int, start: Int)? {
        var position = keyword
        guard digits(before: &position, in: bytes, needsSpace: false) != nil,
            let number = digits(before: &position, in: bytes, needsSpace: true)
        else { return nil }
        return (number, position)
    }

    /// The number that ends before `position`, which moves to its first digit.
    private static func digits(before position: inout Int, in bytes: [UInt8], needsSpace: Bool) -> Int? {
        /// An object header has no more white space or digits than this.
        let farthest = max(position - 24, 0)
        var end = position
        while end > farthest, bytes[end - 1].isWhiteSpace { end -= 1 }
        if needsSpace && end == position { return nil }
        var start = end
        while start > farthest, bytes[start - 1].isDigit { start -= 1 }
        guard start < end, end - start <= 10 else { return nil }
        position = start
        return bytes[start..<end].reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }
}
