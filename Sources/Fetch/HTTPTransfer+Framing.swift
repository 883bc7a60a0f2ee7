// Finds the end of a response if header and connection disagree: another protocol than negotiated, or bytes after the
// length in the header. libcurl follows the header and stops there without an error.

import CCurl
import Glibc
import Reading
import Text

/// The protocol that both ends of a connection have negotiated.
enum AgreedProtocol: Equatable {
    case http1, http2
    /// Another TLS library than OpenSSL does not say.
    case unknown
}

extension HTTPTransfer {
    /// The protocol negotiated with the connection, by ALPN (RFC 7301) or by default: the fetcher requests no upgrade.
    var agreedProtocol: AgreedProtocol {
        guard isSecure else { return .http1 }
        var name = [CChar](repeating: 0, count: 256)
        let count = ccurl_alpn(handle.pointer, &name, name.count)
        if count < 0 { return .unknown }
        return name.prefix(Int(count)).elementsEqual("h2".utf8.map { CChar($0) }) ? .http2 : .http1
    }

    /// Why the response uses another protocol than negotiated: libcurl trusts the status line, and does not decode
    /// chunks if it says HTTP/2.
    var otherProtocol: ReadingFailure? {
        let isNewer = !response.version.utf8.starts(with: "1.".utf8)
        let agreed: String
        switch agreedProtocol {
        case .http1 where isNewer: agreed = "HTTP/1.1"
        case .http2 where !isNewer: agreed = "HTTP/2"
        // Fields that HTTP/2 forbids (RFC 9113 8.2.2).
        case .unknown where isNewer && response.has("transfer-encoding"): agreed = "HTTP/1.1"
        default: return nil
        }
        return ReadingFailure(
            .unreadable, "the answer says that it is HTTP/\(told(response.version)), on a connection of \(agreed)")
    }
}

extension HTTPResponse {
    /// Why the end of the body is ambiguous, or the body is a part of a document; nil for a sound header.
    var framingFault: String? {
        if has("transfer-encoding") {
            // libcurl ignores other codings, and then takes a truncated body for complete.
            guard transferCodings == ["chunked"] else {
                let codings = told(transferCodings.joined(separator: ", "))
                return codings.isEmpty
                    ? "the answer has an empty Transfer-Encoding"
                    : "the answer has the transfer coding \(codings), and only chunked is known"
            }
            if let length = lengths.first {
                return "the answer has both a Content-Length, \(told(length)), and a Transfer-Encoding, chunked"
            }
        }
        if lengths.count > 1 {
            return "the answer has two different lengths, \(lengths.prefix(2).map(told).joined(separator: " and "))"
        }
        // libcurl reads "0x5" as 0, and ignores a number that is too large.
        if has("content-length"), expectedLength == nil {
            return "the answer has a Content-Length that is no number of bytes, \"\(told(lengths.first ?? ""))\""
        }
        if let range = values("content-range").first(where: { !isWhole(range: $0) }) {
            return "the answer is a part of the document (Content-Range: \(told(range))), and no part was requested"
        }
        return nil
    }

    /// Whether a range covers its whole document: "bytes 0-4/5" (RFC 9110 14.4).
    private func isWhole(range: String) -> Bool {
        let parts = range.split { " -/".contains($0) }
        guard parts.count == 4, parts[1] == "0", let last = number(String(parts[2]), digits: 1...18),
            let length = number(String(parts[3]), digits: 1...18)
        else { return false }
        return last + 1 == length
    }
}

// MARK: Bytes behind the end

extension HTTPTransfer {
    /// Makes libcurl report bytes that it has read after the end.
    func watchForExcess() {
        // Otherwise bytes that come with the header go unnoticed; `lookForExcess` finds the others.
        try? handle.set(CURLOPT_VERBOSE, 1)
    }

    /// Handles libcurl's messages: "Excess found in a read" (until 8.6), "Excess found writing body", "Excess found:".
    func hear(_ words: UnsafeRawBufferPointer) {
        if words.starts(with: "Excess found".utf8) { hasExcess = true }
    }

    /// Checks whether more of the response has come than its length says, after the whole body. It does not wait for
    /// later bytes.
    func lookForExcess() {
        if isSecure {
            if ccurl_unread(handle.pointer) > 0 { hasExcess = true }
            return
        }
        var byte: UInt8 = 0
        guard let connection = sockets.last(where: { port(of: $0) == connectionPort }) else { return }
        if recv(connection, &byte, 1, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT)) > 0 { hasExcess = true }
    }

    /// The failure of a response that is longer than its header says.
    var excess: ReadingFailure? {
        guard hasExcess else { return nil }
        let length = response.expectedLength ?? received
        return ReadingFailure(.unreadable, "the answer goes on behind the \(length) bytes of its Content-Length")
    }
}

/// The local port of a socket; nil if it is no Internet socket.
private func port(of socket: Int32) -> Int? {
    var name = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    return withUnsafeMutablePointer(to: &name) { name in
        let isNamed = name.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(socket, $0, &length) == 0 }
        guard isNamed, [sa_family_t(AF_INET), sa_family_t(AF_INET6)].contains(name.pointee.ss_family) else {
            return nil
        }
        // The port has the same offset in both structures.
        return name.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { Int(UInt16(bigEndian: $0.pointee.sin_port)) }
    }
}
