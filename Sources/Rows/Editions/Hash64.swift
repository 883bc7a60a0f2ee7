// The hash that fingerprints are made with. They are kept in the state: the same in every version and on every machine.

/// A hash of bytes that anybody may compute and nobody has to trust: it tells apart what chance makes different.
package struct Hash64 {
    package private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

    package init() {}

    init(_ bytes: ArraySlice<UInt8>) {
        bytes.withUnsafeBytes { add($0) }
    }

    /// Takes bytes in, eight at a time; what is added in other pieces gives another hash.
    package mutating func add(_ bytes: UnsafeRawBufferPointer) {
        var index = 0
        while index + 8 <= bytes.count {
            mix(UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)))
            index += 8
        }
        var rest: UInt64 = UInt64(truncatingIfNeeded: bytes.count)
        while index < bytes.count {
            rest = rest << 8 | UInt64(bytes[index])
            index += 1
        }
        mix(rest)
    }

    /// Takes a word in. Multiplication carries to the upper bits, the shift brings them down again (Fibonacci hashing).
    @inline(__always)
    mutating func mix(_ word: UInt64) {
        value = (value ^ word) &* 0x9E37_79B9_7F4A_7C15
        value ^= value >> 32
    }

    package var text: String { hexadecimal(value, digits: 16) }
}

/// A number in so many hexadecimal digits at least.
func hexadecimal(_ value: UInt64, digits: Int) -> String {
    let text = String(value, radix: 16)
    return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
}
