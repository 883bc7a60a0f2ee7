// The bytes of a font program, big-endian. Programs are hostile input: reading outside returns nil.

/// A window on a font program.
struct FontBytes {
    private let bytes: [UInt8]

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    var count: Int { bytes.count }

    func byte(_ position: Int) -> Int? {
        bytes.indices.contains(position) ? Int(bytes[position]) : nil
    }

    func short(_ position: Int) -> Int? {
        guard position >= 0, position < bytes.count - 1 else { return nil }
        return Int(bytes[position]) << 8 | Int(bytes[position + 1])
    }

    func long(_ position: Int) -> Int? {
        guard let high = short(position), let low = short(position + 2) else { return nil }
        return high << 16 | low
    }

    /// An unsigned number of 1 to 4 bytes.
    func number(_ position: Int, length: Int) -> Int? {
        var value = 0
        for offset in 0..<length {
            guard let byte = byte(position + offset) else { return nil }
            value = value << 8 | byte
        }
        return value
    }

    /// Text of one byte per character; nil if it is incomplete.
    func text(_ position: Int, length: Int) -> String? {
        guard position >= 0, length >= 0, position <= bytes.count - length else { return nil }
        return String(decoding: bytes[position..<(position + length)], as: UTF8.self)
    }

    /// The position of a word.
    func position(of word: StaticString, from start: Int) -> Int? { bytes.firstPosition(of: word, from: start) }

    /// A part of the bytes.
    func part(_ range: Range<Int>) -> [UInt8] { Array(bytes[range.clamped(to: bytes.indices)]) }
}
