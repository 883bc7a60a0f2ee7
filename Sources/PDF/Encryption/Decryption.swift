// Decrypts the strings and streams of a document that opens without a password (ISO 32000-1 7.6).
// Cross-reference streams are never encrypted; objects inside an object stream are encrypted only with it.

/// The key of an encrypted document, and its use.
final class Decryption {
    private let dictionary: EncryptionDictionary
    private let key: [UInt8]

    /// Throws if the document needs a password, and for unknown encryption.
    init(_ dictionary: PDFDictionary, trailer: PDFDictionary, store: ObjectStore) throws(PDFError) {
        self.dictionary = try EncryptionDictionary(dictionary, store: store)
        let identifier = try Self.identifier(of: trailer, store: store)
        if let key = try FileKey(self.dictionary, identifier: identifier).find() {
            self.key = key
            return
        }
        // Up to revision 4 the identifier is a part of the key, and may have been lost with the trailer.
        let other = self.dictionary.revision < 5 && identifier.isEmpty ? ", or has lost its /ID" : ""
        throw PDFError(.encrypted, "the document is encrypted and needs a password\(other)")
    }

    /// The first string of `/ID`, which is not encrypted; some writers give the string alone, some none (fixture
    /// encrypted_rc4_odd).
    private static func identifier(of trailer: PDFDictionary, store: ObjectStore) throws(PDFError) -> [UInt8] {
        let value = try store.value("ID", of: trailer)
        let first = try store.resolve(value.array?.first ?? value)
        guard case .string(let bytes) = first else { return [] }
        return bytes
    }

    /// Whether this looks like an encryption dictionary, for documents that lost their trailer.
    static func isStandard(_ dictionary: PDFDictionary) -> Bool {
        dictionary["Filter"] == .name("Standard") && dictionary["O"] != nil && dictionary["U"] != nil
    }

    /// The decryption of one object's strings; nil if strings are not encrypted.
    func strings(of object: Int, generation: Int) -> StringDecryption? {
        if dictionary.strings == .identity { return nil }
        return StringDecryption(self, method: dictionary.strings, object: object, generation: generation)
    }

    /// Decrypts a stream's data, before its filters.
    func decrypt(
        _ data: ArraySlice<UInt8>, of stream: PDFStream, store: ObjectStore
    ) throws(PDFError) -> ArraySlice<UInt8> {
        if stream.dictionary["Type"] == .name("XRef") { return data }
        let method = try method(of: stream.dictionary, store: store)
        if method == .identity { return data }
        return try cipher(method, stream.object, stream.generation).decrypt(data)[...]
    }

    /// A stream's own crypt filter is its first filter (ISO 32000-1 7.4.10).
    private func method(of stream: PDFDictionary, store: ObjectStore) throws(PDFError) -> CryptMethod {
        let filters = try store.value("Filter", of: stream)
        let first = try store.resolve(filters.array?.first ?? filters)
        guard first == .name("Crypt") else { return dictionary.streams }
        let parameters = try store.value("DecodeParms", of: stream)
        let own = try store.resolve(parameters.array?.first ?? parameters)
        guard let values = own.dictionary else { return .identity }
        return try dictionary.method(named: try store.value("Name", of: values).name ?? "Identity")
    }

    /// ISO 32000-1 algorithm 1; with 256 bits the document's key serves for all (ISO 32000-2 algorithm 1.A).
    fileprivate func cipher(_ method: CryptMethod, _ object: Int, _ generation: Int) throws(PDFError) -> ObjectCipher {
        if method == .aes256 { return .aes(key: key) }
        let number = (0..<3).map { UInt8(truncatingIfNeeded: object >> (8 * $0)) }
        let edition = (0..<2).map { UInt8(truncatingIfNeeded: generation >> (8 * $0)) }
        let salt = method == .aes128 ? Array("sAlT".utf8) : []
        let digest = try DigestAlgorithm.md5.digest(key + number + edition + salt)
        let objectKey = Array(digest.prefix(min(key.count + 5, 16)))
        return method == .aes128 ? .aes(key: objectKey) : .rc4(RC4(key: objectKey))
    }
}

/// A cipher with the key of one object.
private enum ObjectCipher {
    case rc4(RC4)
    case aes(key: [UInt8])

    func decrypt(_ data: ArraySlice<UInt8>) throws(PDFError) -> [UInt8] {
        switch self {
        case .rc4(var cipher): return cipher.apply(to: data)
        case .aes(let key):
            if let plain = AES.decrypt(data, key: key) { return plain }
            throw PDFError(.encrypted, "a part is encrypted by AES with \(8 * key.count) bits, which is not supported")
        }
    }
}

/// Decrypts the strings of one object. The first string makes the cipher, which serves all: a hostile document has
/// millions.
struct StringDecryption {
    private let decryption: Decryption
    private let method: CryptMethod
    private let object: Int
    private let generation: Int
    private var cipher: ObjectCipher?

    fileprivate init(_ decryption: Decryption, method: CryptMethod, object: Int, generation: Int) {
        self.decryption = decryption
        self.method = method
        self.object = object
        self.generation = generation
    }

    /// Decrypts a string.
    mutating func decrypt(_ string: [UInt8]) throws(PDFError) -> [UInt8] {
        if string.isEmpty { return string }
        if let cipher { return try cipher.decrypt(string[...]) }
        let made = try decryption.cipher(method, object, generation)
        cipher = made
        return try made.decrypt(string[...])
    }
}
