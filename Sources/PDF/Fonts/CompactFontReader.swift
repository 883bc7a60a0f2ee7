// Compact Font Format programs (Adobe Technical Note 5176): names or CIDs of the glyphs, and the encoding.

/// Reads the glyphs of a CFF program. Uses only its first font.
struct CompactFontReader {
    /// An INDEX: the positions of its items.
    private struct Index {
        var count = 0
        /// The position of the offsets, and the length of one.
        var offsets = 0
        var size = 1
        /// The position that offsets count from.
        var base = 0
        /// The first byte after it.
        var end = 0
    }

    private let bytes: FontBytes
    private let start: Int
    private let allowed: Int
    private var strings = Index()
    /// Operands of the top dictionary by operator; two-byte operators count from 0x0C00.
    private var top: [Int: [Int]] = [:]

    init(_ bytes: FontBytes, start: Int, allowed: Int) {
        self.bytes = bytes
        self.start = start
        self.allowed = allowed
        let names = index(at: start + (bytes.byte(start + 2) ?? 4))
        let dictionaries = index(at: names.end)
        strings = index(at: dictionaries.end)
        if let range = item(0, of: dictionaries) { top = dictionary(range) }
    }

    /// The program; missing or damaged parts are empty.
    func program() -> FontProgram {
        var program = FontProgram()
        guard let position = top[17]?.first else { return program }  // CharStrings
        let count = min(index(at: start + position).count, allowed)
        let charset = charset(count)
        if let ordering = top[0x0C1E], ordering.count >= 2 {  // ROS
            program.glyphsByCID = Dictionary(
                charset.enumerated().map { ($0.element, $0.offset) }, uniquingKeysWith: { first, _ in first })
            program.collection = CharacterCollection(ordering: Array(name(ordering[1], standard: []).utf8))
            return program
        }
        let standard = compactFontNames.split(whereSeparator: { $0 == " " || $0 == "\n" }).map(String.init)
        program.names = charset.map { name($0, standard: standard) }
        readEncoding(into: &program, standard)
        return program
    }

    // MARK: Structure

    private func index(at position: Int) -> Index {
        var index = Index(end: position + 2)
        guard let count = bytes.short(position), count > 0, let size = bytes.byte(position + 2), 1...4 ~= size else {
            return index
        }
        (index.count, index.offsets, index.size) = (count, position + 3, size)
        index.base = index.offsets + (count + 1) * size - 1
        index.end = index.base + (bytes.number(index.offsets + count * size, length: size) ?? 1)
        return index
    }

    private func item(_ number: Int, of index: Index) -> Range<Int>? {
        guard 0..<index.count ~= number,
            let low = bytes.number(index.offsets + number * index.size, length: index.size),
            let high = bytes.number(index.offsets + (number + 1) * index.size, length: index.size),
            low > 0, low <= high, index.base + high <= bytes.count
        else { return nil }
        return (index.base + low)..<(index.base + high)
    }

    /// A dictionary's whole numbers; skips reals.
    private func dictionary(_ range: Range<Int>) -> [Int: [Int]] {
        var entries: [Int: [Int]] = [:]
        var operands: [Int] = []
        var position = range.lowerBound
        while position < range.upperBound, let byte = bytes.byte(position) {
            position += 1
            switch byte {
            case 0...21:
                let number = byte == 12 ? 0x0C00 | (bytes.byte(position) ?? 0) : byte
                if byte == 12 { position += 1 }
                entries[number] = operands
                operands = []
            case 28:
                operands.append(Int(Int16(truncatingIfNeeded: bytes.short(position) ?? 0)))
                position += 2
            case 29:
                operands.append(Int(Int32(truncatingIfNeeded: bytes.long(position) ?? 0)))
                position += 4
            case 30:
                while let pair = bytes.byte(position), position < range.upperBound {
                    position += 1
                    if pair & 0x0F == 0x0F { break }
                }
                operands.append(0)
            case 32...246: operands.append(byte - 139)
            case 247...250:
                operands.append((byte - 247) * 256 + (bytes.byte(position) ?? 0) + 108)
                position += 1
            case 251...254:
                operands.append(-(byte - 251) * 256 - (bytes.byte(position) ?? 0) - 108)
                position += 1
            default: break
            }
        }
        return entries
    }

    /// The string of an identifier.
    private func name(_ identifier: Int, standard: [String]) -> String {
        if standard.indices.contains(identifier) { return standard[identifier] }
        guard let range = item(identifier - Self.standardStrings, of: strings) else { return "" }
        return bytes.text(range.lowerBound, length: range.count) ?? ""
    }

    private static let standardStrings = 391

    // MARK: Charset and encoding

    /// The string identifier or CID of each glyph. Only the predefined charset ISOAdobe is known here; the expert
    /// charsets have no letters.
    private func charset(_ count: Int) -> [Int] {
        let offset = top[15]?.first ?? 0
        if offset == 0 { return Array(0..<min(count, 229)) }
        guard offset > 2 else { return [] }
        var identifiers = [0]
        var position = start + offset + 1
        let format = bytes.byte(start + offset) ?? 3
        while identifiers.count < count, format <= 2, let first = bytes.short(position) {
            position += 2
            var more = 0
            if format > 0 {
                guard let left = bytes.number(position, length: format) else { break }
                more = min(left, count - identifiers.count - 1)
                position += format
            }
            identifiers += first...(first + more)
        }
        return identifiers
    }

    private func readEncoding(into program: inout FontProgram, _ standard: [String]) {
        let offset = top[16]?.first ?? 0
        guard offset > 1, let format = bytes.byte(start + offset), let count = bytes.byte(start + offset + 1) else {
            return
        }
        program.hasEncoding = true
        var position = start + offset + 2
        var glyph = 1
        for _ in 0..<count {
            guard let first = bytes.byte(position) else { return }
            let more = format & 0x7F == 0 ? 0 : bytes.byte(position + 1) ?? 0
            position += format & 0x7F == 0 ? 1 : 2
            for code in first...(first + more) {
                program.glyphs[code & 0xFF] = glyph
                glyph += 1
            }
        }
        guard format & 0x80 != 0, let supplements = bytes.byte(position) else { return }
        for supplement in 0..<supplements {
            let entry = position + 1 + 3 * supplement
            guard let code = bytes.byte(entry), let identifier = bytes.short(entry + 1) else { return }
            program.codeNames[code] = name(identifier, standard: standard)
        }
    }
}
