// Texts of which a list has few, over and over: its statuses.

/// Makes strings of bytes, the same one again for the same bytes where it still has it: a list of 66 000 rows has some
/// twenty statuses, and storage of its own for each row's took a tenth of a reading's time and a quarter of its memory.
struct RepeatedText {
    /// The last text of each hash, of one byte.
    private var texts = [String](repeating: "", count: 256)
    /// Up to so many bytes a string needs no storage of its own.
    private static let inPlace = 15
    /// What is longer is hardly a status that comes again.
    private static let longest = 200

    /// The bytes as UTF-8; what is none becomes U+FFFD.
    mutating func text(_ bytes: ArraySlice<UInt8>) -> String {
        guard bytes.count > Self.inPlace, bytes.count <= Self.longest else {
            return String(decoding: bytes, as: UTF8.self)
        }
        let slot = Int(Self.hash(bytes))
        if !Self.isSame(texts[slot], bytes) { texts[slot] = String(decoding: bytes, as: UTF8.self) }
        return texts[slot]
    }

    /// A byte that some of the bytes and their number decide. Texts that share it push each other out, no more.
    private static func hash(_ bytes: ArraySlice<UInt8>) -> UInt8 {
        var hash = UInt32(truncatingIfNeeded: bytes.count)
        for index in stride(from: bytes.startIndex, to: bytes.endIndex, by: 4) {
            hash = (hash ^ UInt32(bytes[index])) &* 0x0100_0193
        }
        return UInt8(truncatingIfNeeded: hash >> 16)
    }

    private static func isSame(_ text: String, _ bytes: ArraySlice<UInt8>) -> Bool {
        guard text.utf8.count == bytes.count else { return false }
        return text.utf8.withContiguousStorageIfAvailable { known in
            bytes.withUnsafeBytes { areSame(UnsafeRawBufferPointer(known), $0) }
        } ?? false
    }

    /// Whether two texts of one length are the same, eight bytes at a time; the last eight overlap those before.
    private static func areSame(_ one: UnsafeRawBufferPointer, _ other: UnsafeRawBufferPointer) -> Bool {
        guard one.count == other.count, one.count >= 8 else { return one.elementsEqual(other) }
        let last = one.count - 8
        for start in stride(from: 0, to: last, by: 8) where word(one, start) != word(other, start) { return false }
        return word(one, last) == word(other, last)
    }

    private static func word(_ bytes: UnsafeRawBufferPointer, _ start: Int) -> UInt64 {
        bytes.loadUnaligned(fromByteOffset: start, as: UInt64.self)
    }
}
