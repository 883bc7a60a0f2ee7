// The digests for keys, from libcrypto.

import CCrypto

/// A digest algorithm of ISO 32000-2 7.6.4.
enum DigestAlgorithm {
    case md5, sha256, sha384, sha512

    /// The digest of the bytes. Throws if libcrypto lacks it (MD5 if only approved algorithms may be used).
    func digest(_ bytes: [UInt8]) throws(PDFError) -> [UInt8] {
        let (name, algorithm) =
            switch self {
            case .md5: ("MD5", ccrypto_md5)
            case .sha256: ("SHA-256", ccrypto_sha256)
            case .sha384: ("SHA-384", ccrypto_sha384)
            case .sha512: ("SHA-512", ccrypto_sha512)
            }
        let length = Int(algorithm.rawValue)
        var digest = [UInt8](repeating: 0, count: length)
        guard ccrypto_digest(Int32(length), bytes, bytes.count, &digest) == 1 else {
            throw PDFError(.encrypted, "the document is encrypted with \(name), which libcrypto does not provide here")
        }
        return digest
    }
}
