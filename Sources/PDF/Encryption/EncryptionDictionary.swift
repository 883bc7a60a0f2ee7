// The content of the encryption dictionary (ISO 32000-1 7.6.1, 7.6.3.2, 7.6.5), in one form. No cryptography here.

/// How strings and streams are encrypted (ISO 32000-2 table 25).
enum CryptMethod {
    case identity
    /// RC4 with a key for each object.
    case rc4
    /// AES with a key of 128 bits for each object.
    case aes128
    /// AES with the document's key of 256 bits.
    case aes256
}

/// The parameters of the standard security handler.
struct EncryptionDictionary {
    /// 2 to 6.
    var revision: Int
    /// Possible lengths of the document's key in bytes, the likeliest first. The right one fits.
    var keyLengths: [Int]
    /// `/O` and `/U`: 32 bytes up to revision 4, then 48.
    var owner: [UInt8]
    var user: [UInt8]
    /// `/OE` and `/UE`, 32 bytes each; empty up to revision 4.
    var ownerKey: [UInt8] = []
    var userKey: [UInt8] = []
    /// `/P`; some writers give it without a sign (fixture encrypted_rc4_odd).
    var permissions: UInt32
    var encryptsMetadata: Bool
    var streams = CryptMethod.rc4
    var strings = CryptMethod.rc4
    /// The crypt filters; nil for one with an unknown method.
    private var filters: [String: CryptMethod?] = [:]

    /// Throws for unknown encryption, and for a damaged dictionary.
    init(_ dictionary: PDFDictionary, store: ObjectStore) throws(PDFError) {
        let handler = try store.value("Filter", of: dictionary).name
        guard handler == "Standard" else {
            throw Self.unknown("the security handler \(Self.word(handler))")
        }
        let version = try store.value("V", of: dictionary).integer ?? 0
        revision = try store.value("R", of: dictionary).integer ?? 0
        switch (version, revision) {
        case (1...2, 2...3), (4, 2...4), (5, 5...6): break
        default: throw Self.unknown("version \(version), revision \(revision) of the standard security handler")
        }
        owner = try Self.string("O", revision < 5 ? 32 : 48, dictionary, store)
        user = try Self.string("U", revision < 5 ? 32 : 48, dictionary, store)
        if revision >= 5 {
            ownerKey = try Self.string("OE", 32, dictionary, store)
            userKey = try Self.string("UE", 32, dictionary, store)
        }
        permissions = UInt32(truncatingIfNeeded: try store.value("P", of: dictionary).integer ?? 0)
        encryptsMetadata = try store.value("EncryptMetadata", of: dictionary) != .boolean(false)
        keyLengths = Self.lengths(try store.value("Length", of: dictionary).integer, version, revision)
        if version >= 4 { try readFilters(dictionary, store, version) }
    }

    /// The method of the crypt filter of this name.
    func method(named name: String) throws(PDFError) -> CryptMethod {
        if name == "Identity" { return .identity }
        guard let filter = filters[name], let method = filter else {
            throw Self.unknown("the crypt filter \(Self.word(name))")
        }
        return method
    }

    /// ISO 32000-1 7.6.5.
    private mutating func readFilters(
        _ dictionary: PDFDictionary, _ store: ObjectStore, _ version: Int
    ) throws(PDFError) {
        let known = try store.value("CF", of: dictionary).dictionary ?? PDFDictionary()
        for entry in known.entries {
            guard let filter = try store.resolve(entry.value).dictionary else { continue }
            let method: CryptMethod? =
                switch try store.value("CFM", of: filter).name ?? "None" {
                case "None": .identity
                case "V2": .rc4
                case "AESV2": .aes128
                case "AESV3": .aes256
                default: nil
                }
            filters[entry.key] = .some(method)
            let lengths = Self.lengths(try store.value("Length", of: filter).integer, version, revision)
            for length in lengths where !keyLengths.contains(length) { keyLengths.append(length) }
        }
        streams = try method(named: try store.value("StmF", of: dictionary).name ?? "Identity")
        strings = try method(named: try store.value("StrF", of: dictionary).name ?? "Identity")
    }

    /// `/Length` is in bits; some writers give bytes, some nothing, some the value for another version
    /// (fixtures encrypted_rc4_odd, encrypted_rc4_no_length).
    private static func lengths(_ length: Int?, _ version: Int, _ revision: Int) -> [Int] {
        if revision >= 5 { return [32] }
        if revision == 2 { return [5] }
        var lengths = version == 4 ? [16] : []
        if let length {
            if 40...128 ~= length { lengths.append(length / 8) }
            if 5...16 ~= length { lengths.append(length) }
        }
        return lengths + (version == 1 ? [5, 16] : [16, 5])
    }

    /// A string's first bytes; some writers pad it (fixture encrypted_rc4_odd).
    private static func string(
        _ key: String, _ length: Int, _ dictionary: PDFDictionary, _ store: ObjectStore
    ) throws(PDFError) -> [UInt8] {
        guard case .string(let bytes) = try store.value(key, of: dictionary), bytes.count >= length else {
            throw PDFError(
                .encrypted, "the document is encrypted, and its encryption dictionary is damaged: /\(key) is too short")
        }
        return Array(bytes.prefix(length))
    }

    private static func unknown(_ what: String) -> PDFError {
        PDFError(.encrypted, "the document is encrypted by \(what), which is not supported")
    }

    private static func word(_ name: String?) -> String { name.map { String($0.prefix(32)) } ?? "without a name" }
}
