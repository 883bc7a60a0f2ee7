// The header of a response, line by line as libcurl passes it, anew for each hop. libcurl passes the lines of a folded
// field one by one, and uses only the first: this code refuses a folded header.

import Text

/// The header of one response (RFC 9112 4 and 5; RFC 9113 8.3 in the lines that libcurl makes of it).
struct HTTPResponse {
    /// The status code; 0 before the status line.
    private(set) var status = 0
    /// The protocol version in the status line: "1.1", "2". A server may write anything there.
    private(set) var version = ""
    /// Why the meaning of a line is ambiguous; nil for a sound header.
    private(set) var fault: String?
    /// Whether the empty line has come: the rest is a trailer, which says nothing about the document.
    private(set) var isComplete = false
    /// The bytes of the header so far, including interim responses (RFC 9110 15.2) before it.
    private(set) var length = 0
    private var fields: [Field] = []

    private struct Field {
        /// In lower case.
        var name: String
        var bytes: [UInt8]
        /// Nil if it is not UTF-8.
        var value: String? { String(validating: bytes, as: UTF8.self).map { trimmed($0) } }
    }

    init(length: Int = 0) {
        self.length = length
    }

    /// Takes a line. A status line at the beginning, or after a complete header, starts another response.
    mutating func add(_ line: some Sequence<UInt8>) {
        var line = Array(line)
        while line.last == 0x0A || line.last == 0x0D { line.removeLast() }
        // After the header of a final response come trailers, whatever they look like.
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

    /// The values of all fields with this name (in lower case), in order. A value that is not UTF-8 is empty, because
    /// it could not be stored byte for byte.
    func values(_ name: String) -> [String] {
        fields.filter { $0.name == name }.map { $0.value ?? "" }
    }

    /// Whether there is a field with this name (in lower case).
    func has(_ name: String) -> Bool { fields.contains { $0.name == name } }

    /// Whether another response follows this one (RFC 9110 15.2).
    private var isInterim: Bool { (100...199).contains(status) }

    /// The different values of `Content-Length`; more than one is an error (RFC 9112 6.3).
    var lengths: [String] {
        values("content-length").flatMap { $0.split(separator: ",") }.map(trimmed)
            .reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }

    /// The length of the body in bytes, if the header states it.
    var expectedLength: Int? {
        lengths.count == 1 ? lengths.first.flatMap { number($0, digits: 1...18) } : nil
    }

    /// Whether the header marks the end of the body, so that it does not depend on the connection's end (RFC 9112 6.3).
    var hasEnd: Bool {
        expectedLength != nil || transferCodings == ["chunked"]
    }

    /// The transfer codings in lower case, in the order in which the server applied them (RFC 9112 6.1).
    var transferCodings: [String] { list("transfer-encoding") }

    /// The content codings in lower case, in the order in which the server applied them, without those that change
    /// nothing (RFC 9110 8.4).
    var contentCodings: [String] { list("content-encoding").filter { $0 != "identity" } }

    /// The members of a list that are not empty (RFC 9110 5.6.1). A value that is not UTF-8 is an unknown member.
    private func list(_ name: String) -> [String] {
        fields.filter { $0.name == name }.flatMap { field in
            (field.value ?? "\u{fffd}").split(separator: ",").map { trimmed($0).lowercased() }.filter { !$0.isEmpty }
        }
    }

    /// Whether the response is a redirection (RFC 9110 15.4).
    var isRedirection: Bool {
        (300...399).contains(status) && status != 304 && location != nil
    }

    /// The target of a redirection (RFC 9110 10.2.2). A value that is not UTF-8 is taken byte by byte, as libcurl does.
    var location: String? {
        fields.lazy.filter { $0.name == "location" }
            .map { $0.value ?? trimmed(percentEncoded($0.bytes)) }
            .first { !$0.isEmpty }
    }

    /// Whether the connection ends with this response (RFC 9112 9.3).
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

    /// The field that decides the end of a body, if a name equals it apart from blanks and signs: some programs confuse
    /// the two (RFC 9112 5.1).
    private static func framing(almost name: String) -> String? {
        let letters = name.utf8.filter { (0x61...0x7A).contains($0) || $0 == 0x2D }
        let plain = String(decoding: letters, as: UTF8.self)
        return plain != name && ["content-length", "transfer-encoding"].contains(plain) ? plain : nil
    }
}

/// Returns bytes of a URL as text; bytes beyond ASCII are percent-encoded (RFC 3986 2.1).
private func percentEncoded(_ bytes: [UInt8]) -> String {
    bytes.reduce(into: "") { text, byte in
        text += byte < 0x80 ? String(UnicodeScalar(byte)) : "%" + String(byte, radix: 16, uppercase: true)
    }
}

/// Returns "HTTP 503 Service Unavailable". The names are those of RFC 9110: servers send any words, and HTTP/2 sends
/// none.
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
