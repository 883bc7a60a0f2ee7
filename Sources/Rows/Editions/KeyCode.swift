// A key in one word: enough to know it again, and to find its neighbours where it is a number.

/// The code of a key. A number of up to 17 digits stands in it as it is, leading zeros included; of any other key its
/// hash, with the highest bit.
enum KeyCode {
    /// 10^17 is less than 2^57; the number of digits takes the five bits above.
    private static let mostDigits = 17
    private static let valueBits: UInt64 = 57
    private static let other: UInt64 = 1 << 63

    /// - Parameter hash: the key's `Hash64`.
    static func code(of key: UnsafeRawBufferPointer, hash: UInt64) -> UInt64 {
        guard key.count <= mostDigits, key.count > 0 else { return hash | other }
        var value: UInt64 = 0
        for byte in key {
            let digit = UInt64(byte &- 0x30)
            guard digit < 10 else { return hash | other }
            value = value &* 10 &+ digit
        }
        return UInt64(key.count) << valueBits | value
    }

    static func code(of key: String) -> UInt64 {
        var key = key
        return key.withUTF8 { text in
            var hash = Hash64()
            hash.add(UnsafeRawBufferPointer(text))
            return code(of: UnsafeRawBufferPointer(text), hash: hash.value)
        }
    }

    /// The number that the key is; nil where it is none.
    static func number(of code: UInt64) -> UInt64? {
        code & other == 0 ? code & (1 << valueBits - 1) : nil
    }

    /// The key that is a number, as it is written; nil where it is none.
    static func text(of code: UInt64) -> String? {
        guard let number = number(of: code) else { return nil }
        let digits = String(number)
        return String(repeating: "0", count: max(0, Int(code >> valueBits) - digits.utf8.count)) + digits
    }
}
