// AES in cipher block chaining mode (ISO 32000-2 7.6.3.2), by libcrypto.

import CCrypto

/// Encrypts and decrypts whole blocks. Keys have 16 or 32 bytes.
enum AES {
    static let blockBytes = 16

    /// Decrypts the data of a stream or a string: an initialisation vector, then blocks, the last one padded. Truncated
    /// data are decrypted up to the last whole block; invalid padding is kept as data. Nil if libcrypto refuses.
    static func decrypt(_ data: ArraySlice<UInt8>, key: [UInt8]) -> [UInt8]? {
        guard data.count >= 2 * blockBytes else { return [] }
        let start = data.startIndex + blockBytes
        let blocks = data[start..<(data.endIndex - data.count % blockBytes)]
        guard var plain = run(blocks, key: key, vector: Array(data[..<start]), encrypts: false) else { return nil }
        let padding = Int(plain.last ?? 0)
        if 1...blockBytes ~= padding, plain.suffix(padding).allSatisfy({ Int($0) == padding }) {
            plain.removeLast(padding)
        }
        return plain
    }

    /// Processes whole blocks without padding; nil if libcrypto refuses, for example keys of another length.
    static func run(_ blocks: ArraySlice<UInt8>, key: [UInt8], vector: [UInt8], encrypts: Bool) -> [UInt8]? {
        guard vector.count == blockBytes else { return nil }
        var output = [UInt8](repeating: 0, count: blocks.count)
        let isDone = blocks.withUnsafeBufferPointer {
            ccrypto_aes_cbc(encrypts ? 1 : 0, key, key.count, vector, $0.baseAddress, $0.count, &output) == 1
        }
        return isDone ? output : nil
    }
}
