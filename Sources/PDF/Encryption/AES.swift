// AES in cipher block chaining mode (ISO 32000-2 7.6.3.2), by libcrypto. One context serves the whole document.

import CCrypto

/// Encrypts and decrypts whole blocks. Keys have 16 or 32 bytes.
final class AES {
    static let blockBytes = 16
    private let context: OpaquePointer?

    init() { context = EVP_CIPHER_CTX_new() }

    deinit { EVP_CIPHER_CTX_free(context) }

    /// The data of a stream or a string: an initialisation vector, then blocks, the last one padded. What breaks off is decrypted
    /// as far as its blocks are whole, and a padding that is none is kept as data; nil where libcrypto refuses.
    func decrypt(_ data: ArraySlice<UInt8>, key: [UInt8]) -> [UInt8]? {
        guard data.count >= 2 * Self.blockBytes else { return [] }
        let start = data.startIndex + Self.blockBytes
        let blocks = data[start..<(data.endIndex - data.count % Self.blockBytes)]
        guard var plain = run(blocks, key: key, vector: Array(data[..<start]), encrypts: false) else { return nil }
        let padding = Int(plain.last ?? 0)
        if 1...Self.blockBytes ~= padding, plain.suffix(padding).allSatisfy({ Int($0) == padding }) {
            plain.removeLast(padding)
        }
        return plain
    }

    /// Whole blocks without padding; nil where libcrypto refuses, as it does keys of another length.
    func run(_ blocks: ArraySlice<UInt8>, key: [UInt8], vector: [UInt8], encrypts: Bool) -> [UInt8]? {
        guard let context, key.count == 16 || key.count == 32, vector.count == Self.blockBytes else { return nil }
        let cipher = key.count == 16 ? EVP_aes_128_cbc() : EVP_aes_256_cbc()
        guard EVP_CipherInit_ex(context, cipher, nil, key, vector, encrypts ? 1 : 0) == 1,
            EVP_CIPHER_CTX_set_padding(context, 0) == 1
        else { return nil }
        var output = [UInt8](repeating: 0, count: blocks.count)
        var length: Int32 = 0
        let result = blocks.withUnsafeBufferPointer {
            EVP_CipherUpdate(context, &output, &length, $0.baseAddress, Int32(clamping: $0.count))
        }
        return result == 1 && length == blocks.count ? output : nil
    }
}
