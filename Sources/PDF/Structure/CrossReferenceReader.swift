// Reads the cross-reference sections from the newest to the oldest: tables, streams, and both (hybrid files).
// Deleted objects must stay deleted: the first mention of a number counts (ISO 32000-1 7.5.6).

/// Follows `startxref` and `/Prev`.
struct CrossReferenceReader {
    private let store: ObjectStore
    private var table = CrossReference()
    private var visited: Set<Int> = []

    init(store: ObjectStore) {
        self.store = store
    }

    /// Reads the whole table; returns nil if not even the newest section is readable.
    mutating func read() throws(PDFError) -> CrossReference? {
        guard let keyword = store.bytes.lastPosition(of: "startxref") else { return nil }
        var lexer = Lexer(store.bytes, at: keyword + 9)
        guard var position = lexer.takeInteger() else { return nil }
        while visited.insert(position).inserted {
            guard let trailer = try readSection(at: position) else {
                if visited.count == 1 { return nil }
                table.isIncomplete = true
                break
            }
            guard let previous = trailer["Prev"]?.integer else { break }
            position = previous
        }
        return table
    }

    /// Reads the section at `position`. Its offsets may count from the header instead of the first byte.
    private mutating func readSection(at position: Int) throws(PDFError) -> PDFDictionary? {
        let candidates = store.headerOffset == 0 ? [position] : [position &+ store.headerOffset, position]
        for start in candidates where start >= 0 && start < store.bytes.count {
            var lexer = Lexer(store.bytes, at: start)
            if lexer.take(keyword: "xref") { return try readTable(lexer) }
            if let trailer = try readStream(at: start) { return trailer }
        }
        return nil
    }

    /// ISO 32000-1 7.5.4 and 7.5.8.4.
    private mutating func readTable(_ start: Lexer) throws(PDFError) -> PDFDictionary? {
        var lexer = start
        var free: [Int] = []
        while let first = lexer.takeInteger(), let count = lexer.takeInteger() {
            var number = first
            // An entry has twenty bytes: no more can follow, whatever the count.
            table.reserve(min(count, (lexer.bytes.count - lexer.position) / 20), limits: store.limits)
            while number &- first < count, let entry = Self.entry(&lexer) {
                if entry == .free {
                    free.append(number)
                } else {
                    try table.add(entry, for: number, limits: store.limits)
                }
                number &+= 1
            }
        }
        guard lexer.take(keyword: "trailer"),
            let trailer = try store.parse(at: lexer.position)?.dictionary
        else { return nil }
        keep(trailer)
        // In a hybrid file the table marks objects of the stream as free.
        if let hidden = trailer["XRefStm"]?.integer, visited.insert(hidden).inserted { _ = try readSection(at: hidden) }
        for number in free { try table.add(.free, for: number, limits: store.limits) }
        return trailer
    }

    /// `0000000015 00000 n`; nil if there is no entry.
    private static func entry(_ lexer: inout Lexer) -> CrossReference.Entry? {
        if let plain = plainEntry(lexer) {
            lexer.position = plain.end
            return plain.entry
        }
        let before = lexer.position
        guard let offset = lexer.takeInteger(), lexer.takeInteger() != nil else {
            lexer.position = before
            return nil
        }
        if lexer.take(keyword: "n") { return offset > 0 ? .offset(offset) : .free }
        if lexer.take(keyword: "f") { return .free }
        lexer.position = before
        return nil
    }

    /// The same for an entry of twenty bytes, as the standard requires; nil if it is written otherwise. White space may
    /// precede it.
    private static func plainEntry(_ lexer: Lexer) -> (entry: CrossReference.Entry, end: Int)? {
        var start = lexer.position
        while start < lexer.bytes.count, lexer.bytes[start].isWhiteSpace { start += 1 }
        guard lexer.bytes.count - start >= 20 else { return nil }
        let entry = lexer.bytes.span.extracting(start..<start + 20)
        var offset = 0
        for index in 0..<10 {
            guard entry[index].isDigit else { return nil }
            offset = offset * 10 + Int(entry[index] - 0x30)
        }
        for index in 11..<16 where !entry[index].isDigit { return nil }
        guard entry[10] == 0x20, entry[16] == 0x20, entry[18].isWhiteSpace, entry[19].isWhiteSpace else { return nil }
        switch entry[17] {
        case UInt8(ascii: "n"): return (offset > 0 ? .offset(offset) : .free, start + 18)
        case UInt8(ascii: "f"): return (.free, start + 18)
        default: return nil
        }
    }

    /// ISO 32000-1 7.5.8.
    private mutating func readStream(at start: Int) throws(PDFError) -> PDFDictionary? {
        guard let stream = try store.indirectObject(at: start)?.object.stream,
            stream.dictionary["Type"] == .name("XRef"),
            let widths = stream.dictionary["W"]?.array?.map({ $0.integer ?? -1 }),
            widths.count >= 3, widths.allSatisfy({ 0...8 ~= $0 })
        else { return nil }
        var decoded: [UInt8] = []
        if try !store.decode(stream, to: &decoded) { table.isIncomplete = true }
        let size = stream.dictionary["Size"]?.integer ?? 0
        let sections = stream.dictionary["Index"]?.array?.map { $0.integer ?? 0 } ?? [0, size]
        keep(stream.dictionary)
        var position = 0
        let entryBytes = widths.reduce(0, +)
        guard entryBytes > 0 else { return nil }
        for section in stride(from: 0, to: sections.count - 1, by: 2) {
            var number = sections[section]
            let end = number.addingReportingOverflow(sections[section + 1])
            guard !end.overflow else { break }
            while number < end.partialValue, position + entryBytes <= decoded.count {
                let entry = Self.entry(decoded[position..<(position + entryBytes)], widths: widths)
                try table.add(entry, for: number, limits: store.limits)
                position += entryBytes
                number += 1
            }
        }
        return stream.dictionary
    }

    /// ISO 32000-1 table 18.
    private static func entry(_ bytes: ArraySlice<UInt8>, widths: [Int]) -> CrossReference.Entry {
        var fields: [Int] = []
        var position = bytes.startIndex
        for width in widths.prefix(3) {
            fields.append(bytes[position..<(position + width)].reduce(0) { $0 &<< 8 | Int($1) })
            position += width
        }
        switch widths[0] == 0 ? 1 : fields[0] {
        case 1: return .offset(fields[1])
        case 2: return .compressed(fields[1])
        default: return .free
        }
    }

    private mutating func keep(_ trailer: PDFDictionary) {
        if table.trailer["Root"] == nil { table.trailer = trailer }
    }
}
