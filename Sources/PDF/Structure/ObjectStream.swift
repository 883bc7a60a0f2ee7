// An object stream: objects inside a stream (ISO 32000-1 7.5.7). Parsed one by one, on demand.

/// The decoded bytes of an object stream, and the positions of its objects.
struct ObjectStream {
    let bytes: [UInt8]
    /// The start of each object in `bytes`, by its number. The table's index is not needed: some writers count wrongly
    /// (fixture object_stream_index_wrong).
    let positions: [Int: Int]

    init(_ bytes: [UInt8], dictionary: PDFDictionary, limits: PDFLimits) {
        self.bytes = bytes
        let first = max(dictionary["First"]?.integer ?? 0, 0)
        let count = min(dictionary["N"]?.integer ?? 0, limits.objects)
        var lexer = Lexer(bytes)
        var positions: [Int: Int] = [:]
        while positions.count < count, let number = lexer.takeInteger(), let offset = lexer.takeInteger(), offset >= 0 {
            let position = offset.addingReportingOverflow(first)
            positions[number] = position.overflow ? bytes.count : position.partialValue
        }
        self.positions = positions
    }
}
