// The digest that identifies a document.

import CCrypto

/// Returns the SHA-256 of the bytes (FIPS 180-4) in lower-case hexadecimal; nil if libcrypto is missing, has no memory
/// or lacks this digest.
package func sha256(_ bytes: [UInt8]) -> String? {
    var digest = [UInt8](repeating: 0, count: 32)
    guard ccrypto_digest(Int32(ccrypto_sha256.rawValue), bytes, bytes.count, &digest) == 1 else { return nil }
    return String(decoding: digest.flatMap { [hexadecimal($0 >> 4), hexadecimal($0 & 15)] }, as: UTF8.self)
}

private func hexadecimal(_ nibble: UInt8) -> UInt8 {
    nibble < 10 ? 0x30 + nibble : 0x57 + nibble
}
