// An encryption dictionary, an identifier in an array, then data. A document is refused, or its key fits: with another
// /U it is refused. Strings and streams read the same, each time, and are no longer in clear than they were encrypted.

@testable import PDF

private let limits: PDFLimits = {
    var limits = PDFLimits()
    limits.nesting = 8
    limits.elements = 200
    return limits
}()

extension Target {
    static let encryption = Target("encryption") { bytes in
        let store = try ObjectStore([], headerOffset: 0, limits: limits)
        var parser = ObjectParser(Lexer(bytes), limits: limits)
        guard let dictionary = (try? parser.object())?.dictionary, let identifier = try? parser.object() else { return }
        _ = Decryption.isStandard(dictionary)
        let trailer = PDFDictionary(pairs: [.name("ID"), identifier])
        guard let decryption = try open(dictionary, trailer, store) else { return }
        guard case .string(var user) = dictionary["U"], !user.isEmpty else {
            throw Violation(description: "a document without /U has a key")
        }
        user[0] ^= 1
        let other = PDFDictionary(
            pairs: dictionary.entries.flatMap { [.name($0.key), $0.key == "U" ? .string(user) : $0.value] }[...])
        try promise(try open(other, trailer, store) == nil, "a key is used that does not fit")
        let methods = try EncryptionDictionary(dictionary, store: store)
        try check(decryption, methods, Array(bytes.dropFirst(parser.lexer.position + 1)), store)
    }
}

/// The document's key; nil where the document is refused.
private func open(_ dictionary: PDFDictionary, _ trailer: PDFDictionary, _ store: ObjectStore) throws -> Decryption? {
    do throws(PDFError) {
        return try Decryption(dictionary, trailer: trailer, store: store)
    } catch {
        try promise(error.kind == .encrypted, "a document is refused for another reason: \(error)")
        return nil
    }
}

private func check(
    _ decryption: Decryption, _ methods: EncryptionDictionary, _ data: [UInt8], _ store: ObjectStore
) throws {
    let stream = PDFStream(dictionary: PDFDictionary(), object: 7, generation: 0, start: 0)
    guard let clear = try? decryption.decrypt(data[...], of: stream, store: store) else { return }
    try promise(clear.count <= data.count, "a stream is longer in clear")
    try promise(methods.streams != .identity || clear == data[...], "a stream in clear is changed")
    if methods.streams == .rc4 {
        let back = try decryption.decrypt(clear, of: stream, store: store)
        try promise(back == data[...], "what is encrypted twice is not what it was")
    }
    let table = PDFStream(
        dictionary: PDFDictionary(pairs: [.name("Type"), .name("XRef")]), object: 7, generation: 0, start: 0)
    try promise(try decryption.decrypt(data[...], of: table, store: store) == data[...], "a cross-reference is changed")
    guard methods.strings == methods.streams else { return }
    var strings = decryption.strings(of: 7, generation: 0)
    for _ in 0..<2 {
        let string = try strings?.decrypt(data) ?? data
        try promise(string == Array(clear), "a string reads otherwise than a stream")
    }
}
