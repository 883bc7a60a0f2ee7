// headers = { … }: further header fields of each request (RFC 9110 5). Fields that the fetcher sets itself, or that concern one
// connection only, are refused; the values of secret ones stay out of the configuration.

import Reading
import Text

extension ConfigDecoding {
    /// The fields that are in order; the others are reported.
    mutating func headers(from table: ConfigTable, url: SourceURL?, hasAuth: Bool) -> [HeaderConfig] {
        if url?.isFile == true { report("a file needs no headers; remove them", at: table.path) }
        let names = table.table.keys
        if names.count > ConfigLimits.headers {
            report("has \(names.count) header fields; write at most \(ConfigLimits.headers)", at: table.path)
        }
        if hasAuth, let name = names.first(where: { $0.lowercased() == "authorization" }) {
            report("is what auth sends; remove one of the two", at: table.path + [name])
        }
        var known: Set<String> = []
        return names.compactMap { name in
            guard checkHeaderName(name, in: table, &known), let value = value(of: name, in: table, url: url) else {
                return nil
            }
            return HeaderConfig(name: name, value: value)
        }
    }

    private mutating func checkHeaderName(_ name: String, in table: ConfigTable, _ known: inout Set<String>) -> Bool {
        let path = table.path + [name]
        let isToken = !name.isEmpty && name.utf8.allSatisfy { isTokenByte($0) }
        guard isToken, name.utf8.count <= ConfigLimits.headerName else {
            report(
                "is not the name of a header field; write at most \(ConfigLimits.headerName) letters, digits and \"-\"",
                at: path)
            return false
        }
        let folded = name.lowercased()
        if !known.insert(folded).inserted {
            report("is there twice; the case of letters does not count", at: path)
            return false
        }
        guard let reason = refusals[folded] ?? (folded.hasPrefix("proxy-") ? connection : nil) else { return true }
        report(reason, at: path)
        return false
    }

    private mutating func value(of name: String, in table: ConfigTable, url: SourceURL?) -> HeaderConfig.Value? {
        let path = table.path + [name]
        if let own = table.table[name]?.table {
            let own = ConfigTable(table: own, path: path)
            checkSecretKeys(of: own, known: ConfigKeys.secret)
            if let url { checkEncryption(of: url, at: path) }
            return secret(of: own).map { .secret($0) }
        }
        let expected = "a text in quotes, or { secret-file = \"/path\" }"
        guard let text = string(name, of: table, expected: expected) else { return nil }
        guard !secretNames.contains(name.lowercased()) else {
            report("is a secret; write it to a file of its own and name that: { secret-file = \"/path\" }", at: path)
            return nil
        }
        guard 1...ConfigLimits.headerValue ~= text.utf8.count else {
            report("has \(text.utf8.count) characters; write 1 to \(ConfigLimits.headerValue)", at: path)
            return nil
        }
        guard text.utf8.allSatisfy({ (0x20...0x7E).contains($0) }), text.first != " ", text.last != " " else {
            report("has characters that cannot stand there; write letters, digits and signs of ASCII", at: path)
            return nil
        }
        return .text(text)
    }
}

/// RFC 9110 5.6.2.
private func isTokenByte(_ byte: UInt8) -> Bool {
    (0x21...0x7E).contains(byte) && !"\"(),/:;<=>?@[\\]{}".utf8.contains(byte)
}

private let connection = "concerns a single connection, which the fetcher manages; remove it"
private let conditional = "would change which part or version the server sends; remove it"

/// Fields that nobody may set, in small letters, and why.
private let refusals: [String: String] = [
    "host": "follows from the url; remove it",
    "content-length": "follows from the request; remove it",
    "content-type": "follows from the request; remove it",
    "accept-encoding": "is always \"identity\"; remove it",
    "user-agent": "has a key of its own; write user-agent = \"…\"",
    "connection": connection, "keep-alive": connection, "te": connection, "trailer": connection,
    "transfer-encoding": connection, "upgrade": connection, "expect": connection, "http2-settings": connection,
    "if-match": conditional, "if-none-match": conditional, "if-modified-since": conditional,
    "if-unmodified-since": conditional, "if-range": conditional, "range": conditional,
]

/// Fields whose value is always a secret.
private let secretNames: Set<String> = ["authorization", "cookie"]
