// The header of an answer, line by line as libcurl hands it over, for each hop of a redirection anew. libcurl hands over
// the lines of a folded field one by one, and heeds the first alone: a folded header is refused.

import Text

/// The header of one answer (RFC 9112 4 and 5; RFC 9113 8.3 in the lines that libcurl makes of it).
struct HTTPResponse {
    /// 0 until there is a status line.
    private(set) var status = 0
    /// What the status line says that the connection speaks: "1.1", "2". A server may say anything there.
    private(set) var version = ""
    /// Why nobody can tell what a line of the header means; nil for a header that is sound.
    private(set) var fault: String?
    /// Whether the empty line has come: what follows is a trailer, which says nothing of the document.
    private(set) var isComplete = false
    /// The bytes of the header so far, those of interim answers (RFC 9110 15.2) before it included.
    private(set) var length = 0
    private var fields: [Field] = []

    private struct Field {
        /// In lower case.
        var name: String
        var bytes: [UInt8]
        /// Nil where it is not UTF-8.
        var value: String? { String(validating: bytes, as: UTF8.self).map { trimmed($0) } }
    }

    init(length: Int = 0) {
        self.length = length
    }

    /// Takes a line of any answer: a status line at the beginning, or behind a whole header, begins another.
    mutating func add(_ line: some Sequence<UInt8>) {
        var line = Array(line)
        while line.last == 0x0A || line.last == 0x0D { line.removeLast() }
        // Behind a whole header of a final answer come trailers, whatever they look like.
        if status == 0 || isComplete && isInterim, line.starts(with: "HTTP/".utf8) {
            self = HTTPResponse(length: length)
            version = String(decoding: line.dropFirst(5).prefix { $0 != 0x20 }, as: UTF8.self)
            status =
                number(String(decoding: line.drop { $0 != 0x20 }.dropFirst().prefix(3), as: UTF8.self), digits: 3...3)
                ?? 0
        } else if !isComplete {
            if line.isEmpty { isComplete = true } else { addField(line) }
        }
        length += line.count + 2
    }

    /// The values of all fields of this name (in lower case), in order. One that is not UTF-8 is empty: it could not be
    /// kept byte for byte.
    func values(_ name: String) -> [String] {
        fields.filter { $0.name == name }.map { $0.value ?? "" }
    }

    /// Whether it has a field of this name (in lower case), with whatever value.
    func has(_ name: String) -> Bool { fields.contains { $0.name == name } }

    /// Whether another answer follows on this one (RFC 9110 15.2).
    private var isInterim: Bool { (100...199).contains(status) }

    /// The values of `Content-Length` that differ; more than one is an error (RFC 9112 6.3).
    var lengths: [String] {
        values("content-length").flatMap { $0.split(separator: ",") }.map(trimmed)
            .reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }

    /// The body's length in bytes, where the header has it.
    var expectedLength: Int? {
        lengths.count == 1 ? lengths.first.flatMap { number($0, digits: 1...18) } : nil
    }

    /// Whether the header says how the end of the body is told, other than by the connection's (RFC 9112 6.3).
    var hasEnd: Bool {
        expectedLength != nil || transferCodings == ["chunked"]
    }

    /// The transfer codings in small letters, in the order in which they were applied (RFC 9112 6.1).
    var transferCodings: [String] { list("transfer-encoding") }

    /// The content codings in small letters, in the order in which they were applied, without those that change nothing
    /// (RFC 9110 8.4).
    var contentCodings: [String] { list("content-encoding").filter { $0 != "identity" } }

    /// The members of a list that are not empty (RFC 9110 5.6.1). A value that is not UTF-8 is a member nobody knows.
    private func list(_ name: String) -> [String] {
        fields.filter { $0.name == name }.flatMap { field in
            (field.value ?? "\u{fffd}").split(separator: ",").map { trimmed($0).lowercased() }.filter { !$0.isEmpty }
        }
    }

    /// Whether the answer sends us elsewhere (RFC 9110 15.4).
    var isRedirection: Bool {
        (300...399).contains(status) && status != 304 && location != nil
    }

    /// Where to (RFC 9110 10.2.2). One that is not UTF-8 is taken byte by byte, as libcurl does it.
    var location: String? {
        fields.lazy.filter { $0.name == "location" }
            .map { $0.value ?? trimmed(percentEncoded($0.bytes)) }
            .first { !$0.isEmpty }
    }

    /// Whether the connection ends with this answer (RFC 9112 9.3).
    var isLast: Bool { list("connection").contains("close") }

    private mutating func addField(_ line: [UInt8]) {
        guard line[0] != 0x20, line[0] != 0x09 else {
            let field = fields.last.map { " below \(told($0.name))" } ?? ""
            fault =
                fault ?? "the answer's header has a folded line\(field) (RFC 9112 5.2), so its fields are not certain"
            return
        }
        guard let colon = line.firstIndex(of: 0x3A) else { return }
        let name = String(decoding: line[..<colon], as: UTF8.self).lowercased()
        if let meant = Self.framing(almost: name) {
            fault = fault ?? "the answer's header has the field \"\(told(name))\", which may be meant for \(meant)"
        }
        fields.append(Field(name: name, bytes: Array(line[(colon + 1)...])))
    }

    /// The field on which the end of a body depends, where a name is that but for blanks and signs in it: some readers
    /// take one for the other (RFC 9112 5.1).
    private static func framing(almost name: String) -> String? {
        let letters = name.utf8.filter { (0x61...0x7A).contains($0) || $0 == 0x2D }
        let plain = String(decoding: letters, as: UTF8.self)
        return plain != name && ["content-length", "transfer-encoding"].contains(plain) ? plain : nil
    }
}

/// Bytes of a URL as text, those beyond ASCII as RFC 3986 2.1 writes them.
private func percentEncoded(_ bytes: [UInt8]) -> String {
    bytes.reduce(into: "") { text, byte in
        text += byte < 0x80 ? String(UnicodeScalar(byte)) : "%" + String(byte, radix: 16, uppercase: true)
    }
}

/// "HTTP 503 Service Unavailable": the names are RFC 9110's, as servers send any words, and HTTP/2 none.
func name(ofStatus status: Int) -> String {
    let phrases = [
        204: "No Content", 206: "Partial Content", 300: "Multiple Choices", 301: "Moved Permanently", 302: "Found",
        303: "See Other", 307: "Temporary Redirect", 308: "Permanent Redirect", 400: "Bad Request", 401: "Unauthorized",
        403: "Forbidden", 404: "Not Found", 405: "Method Not Allowed", 406: "Not Acceptable",
        407: "Proxy Authentication Required", 408: "Request Timeout", 410: "Gone", 412: "Precondition Failed",
        421: "Misdirected Request", 429: "Too Many Requests", 451: "Unavailable For Legal Reasons",
        500: "Internal Server Error", 501: "Not Implemented", 502: "Bad Gateway", 503: "Service Unavailable",
        504: "Gateway Timeout", 505: "HTTP Version Not Supported",
    ]
    return phrases[status].map { "HTTP \(status) \($0)" } ?? "HTTP \(status)"
}
