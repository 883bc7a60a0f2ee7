// A predefined CMap in the form of `PredefinedCMapTable`, and its conversion to a character map.

/// A predefined CMap for the codes of a national character set.
struct PredefinedCMap {
    let collection: CharacterCollection
    /// The CMap for codes that `ranges` lacks.
    let base: String?
    /// The codespace: "00-80 8140-FEFE"; empty if it equals that of the base.
    private let codes: String
    /// A word for each range: its first code, how many more there are, and its first CID, in base 36. Code and CID
    /// count from the end of the range before.
    private let ranges: String

    init(_ collection: CharacterCollection, base: String?, codes: String, ranges: String) {
        self.collection = collection
        self.base = base
        self.codes = codes
        self.ranges = ranges
    }

    /// The map, on top of that of the base.
    func map(over base: CharacterMap?) -> CharacterMap {
        var map = CharacterMap()
        map.base = base
        for word in codes.split(separator: " ") {
            let ends = word.split(separator: "-")
            guard let first = ends.first, let low = UInt8(first.prefix(2), radix: 16),
                let high = ends.last.flatMap({ UInt8($0.prefix(2), radix: 16) }), low <= high
            else { continue }
            map.addCodespace(low...high, length: first.utf8.count / 2)
        }
        if codes.isEmpty, let base { map.codeLengths = base.codeLengths }
        var (code, cid) = (0, 0)
        for word in ranges.split(whereSeparator: { $0 == " " || $0 == "\n" }) {
            let numbers = word.split(separator: ",").compactMap { Int($0, radix: 36) }
            guard numbers.count == 3 else { continue }
            code += numbers[0]
            cid += numbers[2]
            if let first = UInt32(exactly: code), let last = UInt32(exactly: code + numbers[1]) {
                map.add(first, last, cid: cid)
            }
            code += numbers[1] + 1
            cid += numbers[1] + 1
        }
        map.finish()
        return map
    }
}
