// A character map: codes to text (ToUnicode, ISO 32000-1 9.10.3) or to CIDs (9.7.5). Ranges stay ranges, so that
// a map of four lines that covers four billion codes costs four lines.

/// The content of a CMap. `CharacterMapReader` fills it.
struct CharacterMap {
    /// Codes that stand for consecutive values.
    private struct Mapping {
        var first: UInt32
        var last: UInt32
        /// A CID, or the position in `units` of the first code's text.
        var value: Int
        /// UTF-16 units of the text; 0 for a CID.
        var length: Int
    }
    private var mappings: [Mapping] = []
    private var units: [UInt16] = []
    private var isSorted = true
    /// UTF-16 units of the longest text of a code (ISO 32000-1 9.10.3: 512 bytes). Longer ones are invalid: 65 536
    /// codes may share one.
    private static let longestText = 256
    /// The map for codes that this one lacks (`usecmap`); in an array, because a value cannot contain its own type.
    private var bases: [CharacterMap] = []
    /// Bytes of a code by its first byte; 0 if no code begins with it.
    var codeLengths = [UInt8](repeating: 0, count: 256)
    /// Whether the map is for vertical writing.
    var isVertical = false

    /// The map named by `usecmap`, for the codes that this map lacks.
    var base: CharacterMap? {
        get { bases.first }
        set { bases = newValue.map { [$0] } ?? [] }
    }

    var isEmpty: Bool { mappings.isEmpty && bases.isEmpty }
    var count: Int { mappings.count }

    /// A codespace range: codes of `length` bytes whose first byte is in `firstBytes`.
    mutating func addCodespace(_ firstBytes: ClosedRange<UInt8>, length: Int) {
        for byte in firstBytes where codeLengths[Int(byte)] == 0 {
            codeLengths[Int(byte)] = UInt8(clamping: length)
        }
    }

    /// Adds codes with a text; its last unit counts up with the code.
    mutating func add(_ first: UInt32, _ last: UInt32, text: ArraySlice<UInt16>) {
        guard first <= last, 1...Self.longestText ~= text.count else { return }
        append(Mapping(first: first, last: last, value: units.count, length: text.count))
        units += text
    }

    /// Adds codes with CIDs.
    mutating func add(_ first: UInt32, _ last: UInt32, cid: Int) {
        guard first <= last, 0...0xFFFF ~= cid else { return }
        append(Mapping(first: first, last: last, value: cid, length: 0))
    }

    private mutating func append(_ mapping: Mapping) {
        if let previous = mappings.last, previous.first > mapping.first { isSorted = false }
        mappings.append(mapping)
    }

    /// Call this once after the last `add`, before the first lookup.
    mutating func finish() {
        if isSorted { return }
        let order = mappings.indices.sorted { (mappings[$0].first, $0) < (mappings[$1].first, $1) }
        mappings = order.map { mappings[$0] }
        isSorted = true
    }

    /// The text of a code; nil if the map has none, or only NUL or U+FFFD. A ToUnicode map with CIDs (libHaru) uses
    /// Unicode values for them.
    func text(of code: UInt32) -> String? {
        guard let mapping = mapping(of: code) else { return base?.text(of: code) }
        if mapping.length == 0 {
            let value = UInt32(mapping.value) &+ (code - mapping.first)
            return value == 0 ? nil : Unicode.Scalar(value).map { String($0) }
        }
        var text = Array(units[mapping.value..<(mapping.value + mapping.length)])
        let (sum, isOver) = text[text.count - 1].addingReportingOverflow(
            UInt16(truncatingIfNeeded: code - mapping.first))
        if text.count == 2, UTF16.isLeadSurrogate(text[0]), isOver || sum > 0xDFFF {
            // A range past the last low surrogate continues with the next high one.
            text[0] &+= 1
            text[1] = sum &- 0x400
        } else {
            text[text.count - 1] = sum
        }
        if text.allSatisfy({ $0 == 0 || $0 == 0xFFFD }) { return nil }
        return String(decoding: text, as: UTF16.self)
    }

    /// The CID of a code; nil if the map has none.
    func cid(of code: UInt32) -> Int? {
        guard let mapping = mapping(of: code) else { return base?.cid(of: code) }
        guard mapping.length == 0 else { return nil }
        return mapping.value + Int(code - mapping.first)
    }

    /// The last mapping that begins at or before the code; if ranges overlap, a few are tried.
    private func mapping(of code: UInt32) -> Mapping? {
        var low = 0
        var high = mappings.count
        while low < high {
            let middle = (low + high) / 2
            if mappings[middle].first <= code { low = middle + 1 } else { high = middle }
        }
        for position in stride(from: low - 1, through: max(low - 8, 0), by: -1) where mappings[position].last >= code {
            return mappings[position]
        }
        return nil
    }
}
