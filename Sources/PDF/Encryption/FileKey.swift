// The key of a document that opens without a password: the empty user password, or the empty owner password
// (ISO 32000-1 7.6.3.3 and 7.6.3.4; ISO 32000-2 7.6.4.3 and 7.6.4.4). A key that does not fit is never used.

/// Finds the key.
struct FileKey {
    private let dictionary: EncryptionDictionary
    /// The first string of the trailer's `/ID`; empty if there is none.
    private let identifier: [UInt8]

    init(_ dictionary: EncryptionDictionary, identifier: [UInt8]) {
        self.dictionary = dictionary
        self.identifier = identifier
    }

    /// The key; nil if the document needs a password.
    func find() throws(PDFError) -> [UInt8]? {
        if dictionary.revision >= 5 { return try modernKey() }
        for length in dictionary.keyLengths {
            if let key = try key(password: Self.padding, length: length) { return key }
            let password = try userPassword(owner: Self.padding, length: length)
            if let key = try key(password: password, length: length) { return key }
        }
        return nil
    }

    // MARK: Up to revision 4

    /// The padding of passwords; the empty password consists of it (ISO 32000-1 algorithm 2, step a).
    private static let padding: [UInt8] = [
        0x28, 0xBF, 0x4E, 0x5E, 0x4E, 0x75, 0x8A, 0x41, 0x64, 0x00, 0x4E, 0x56, 0xFF, 0xFA, 0x01, 0x08,
        0x2E, 0x2E, 0x00, 0xB6, 0xD0, 0x68, 0x3E, 0x80, 0x2F, 0x0C, 0xA9, 0xFE, 0x64, 0x53, 0x69, 0x7A,
    ]

    /// ISO 32000-1 algorithms 2 and 6: the key of a user password of 32 bytes; nil if `/U` does not match it.
    private func key(password: [UInt8], length: Int) throws(PDFError) -> [UInt8]? {
        let permissions = (0..<4).map { UInt8(truncatingIfNeeded: dictionary.permissions >> (8 * $0)) }
        var input = password + dictionary.owner + permissions + identifier
        if dictionary.revision >= 4, !dictionary.encryptsMetadata { input += [0xFF, 0xFF, 0xFF, 0xFF] }
        let key = try stretched(input, length: length)
        if dictionary.revision == 2 {
            return Self.repeated(key, Self.padding, rounds: 0...0) == dictionary.user ? key : nil
        }
        let digest = try DigestAlgorithm.md5.digest(Self.padding + identifier)
        return Self.repeated(key, digest, rounds: 0...19) == Array(dictionary.user.prefix(16)) ? key : nil
    }

    /// ISO 32000-1 algorithm 7: derives the user password from the owner password.
    private func userPassword(owner password: [UInt8], length: Int) throws(PDFError) -> [UInt8] {
        let key = try stretched(password, length: length)
        if dictionary.revision == 2 { return Self.repeated(key, dictionary.owner, rounds: 0...0) }
        return Self.repeated(key, dictionary.owner, rounds: (0...19).reversed())
    }

    /// The beginning of an MD5 digest, taken 51 times from revision 3 on.
    private func stretched(_ input: [UInt8], length: Int) throws(PDFError) -> [UInt8] {
        var key = Array(try DigestAlgorithm.md5.digest(input).prefix(length))
        if dictionary.revision == 2 { return key }
        for _ in 0..<50 { key = Array(try DigestAlgorithm.md5.digest(key).prefix(length)) }
        return key
    }

    /// RC4 once per round, with each byte of the key changed by the round's number.
    private static func repeated(_ key: [UInt8], _ bytes: [UInt8], rounds: some Sequence<UInt8>) -> [UInt8] {
        rounds.reduce(bytes) { bytes, round in
            var cipher = RC4(key: key.map { $0 ^ round })
            return cipher.apply(to: bytes[...])
        }
    }

    // MARK: From revision 5 on

    /// ISO 32000-2 algorithm 2.A. `/U` and `/O` are a hash of 32 bytes, a validation salt and a key salt of 8 each.
    private func modernKey() throws(PDFError) -> [UInt8]? {
        for (entry, encrypted, extra) in [
            (dictionary.user, dictionary.userKey, []), (dictionary.owner, dictionary.ownerKey, dictionary.user),
        ] {
            guard try hash(Array(entry[32..<40]), extra) == Array(entry[..<32]) else { continue }
            let key = try hash(Array(entry[40..<48]), extra)
            let vector = [UInt8](repeating: 0, count: AES.blockBytes)
            return AES.run(encrypted[...], key: key, vector: vector, encrypts: false)
        }
        return nil
    }

    /// ISO 32000-2 algorithm 2.B for the empty password; revision 5 uses SHA-256 alone (Adobe's extension level 3,
    /// 3.5.2).
    private func hash(_ salt: [UInt8], _ extra: [UInt8]) throws(PDFError) -> [UInt8] {
        var key = try DigestAlgorithm.sha256.digest(salt + extra)
        if dictionary.revision == 5 { return key }
        var round = 0
        var last: UInt8 = 0
        while round < 64 || Int(last) > round - 32 {
            let block = Array(repeatElement(key + extra, count: 64).joined())
            guard
                let encrypted = AES.run(
                    block[...], key: Array(key[..<16]), vector: Array(key[16..<32]), encrypts: true)
            else {
                throw PDFError(.encrypted, "the document is encrypted with AES, which libcrypto does not provide here")
            }
            // A number of 16 bytes modulo 3 is the sum of its bytes modulo 3, since 256 is 1 modulo 3.
            let algorithm: DigestAlgorithm =
                switch encrypted.prefix(16).reduce(0, { $0 + Int($1) }) % 3 {
                case 0: .sha256
                case 1: .sha384
                default: .sha512
                }
            key = try algorithm.digest(encrypted)
            last = encrypted.last ?? 0
            round += 1
        }
        return Array(key.prefix(32))
    }
}
