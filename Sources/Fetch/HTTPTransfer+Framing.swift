// What tells where an answer ends, where the header and the connection do not agree: another protocol than was agreed
// on, and bytes behind the end that the header names. libcurl follows the header, and stops there without an error.

import CCurl
import Glibc
import Reading
import Text

/// What the two ends of a connection have agreed on.
enum AgreedProtocol: Equatable {
    case http1, http2
    /// TLS that is not OpenSSL's does not say.
    case unknown
}

extension HTTPTransfer {
    /// What was agreed on when the connection began, by ALPN (RFC 7301) or by saying nothing: no upgrade is asked for.
    var agreedProtocol: AgreedProtocol {
        guard isSecure else { return .http1 }
        var name = [CChar](repeating: 0, count: 256)
        let count = ccurl_alpn(handle.pointer, &name, name.count)
        if count < 0 { return .unknown }
        return name.prefix(Int(count)).elementsEqual("h2".utf8.map { CChar($0) }) ? .http2 : .http1
    }

    /// Why the answer is in another protocol than was agreed on: libcurl believes the status line, and leaves chunks
    /// undone for one that says HTTP/2.
    var otherProtocol: ReadingFailure? {
        let isNewer = !response.version.utf8.starts(with: "1.".utf8)
        let agreed: String
        switch agreedProtocol {
        case .http1 where isNewer: agreed = "HTTP/1.1"
        case .http2 where !isNewer: agreed = "HTTP/2"
        // What HTTP/2 has no use for, and forbids (RFC 9113 8.2.2).
        case .unknown where isNewer && response.has("transfer-encoding"): agreed = "HTTP/1.1"
        default: return nil
        }
        return ReadingFailure(
            .unreadable, "the answer says that it is HTTP/\(told(response.version)), on a connection of \(agreed)")
    }
}

extension HTTPResponse {
    /// Why nobody can tell where the body ends, or that it is a part of a document; nil for a sound header.
    var framingFault: String? {
        if has("transfer-encoding") {
            // libcurl takes the others for nothing, and a body that is cut short for whole.
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
        // libcurl takes "0x5" for 0, and a number that it cannot count for none.
        if has("content-length"), expectedLength == nil {
            return "the answer has a Content-Length that is no number of bytes, \"\(told(lengths.first ?? ""))\""
        }
        if let range = values("content-range").first(where: { !isWhole(range: $0) }) {
            return "the answer is a part of the document (Content-Range: \(told(range))), and no part was requested"
        }
        return nil
    }

    /// Whether a range is all of its document: "bytes 0-4/5" (RFC 9110 14.4).
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
    /// Has libcurl say what it does with bytes that it has read and that are behind the end.
    func watchForExcess() {
        // Without it those that come with the header pass unseen, and the others are found all the same.
        try? handle.set(CURLOPT_VERBOSE, 1)
    }

    /// Takes what libcurl says. "Excess found in a read" (until 8.6), "Excess found writing body", "Excess found:".
    func hear(_ words: UnsafeRawBufferPointer) {
        if words.starts(with: "Excess found".utf8) { hasExcess = true }
    }

    /// Looks whether more of the answer has come than its length says, once all of that was read. What comes later
    /// nobody waits for.
    func lookForExcess() {
        if isSecure {
            if ccurl_unread(handle.pointer) > 0 { hasExcess = true }
            return
        }
        var byte: UInt8 = 0
        guard let connection = sockets.last(where: { port(of: $0) == connectionPort }) else { return }
        if recv(connection, &byte, 1, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT)) > 0 { hasExcess = true }
    }

    /// The failure of an answer that is longer than its header says.
    var excess: ReadingFailure? {
        guard hasExcess else { return nil }
        let length = response.expectedLength ?? received
        return ReadingFailure(.unreadable, "the answer goes on behind the \(length) bytes of its Content-Length")
    }
}

/// The port of this machine that a socket is bound to; nil for what is no socket of the Internet.
private func port(of socket: Int32) -> Int? {
    var name = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    return withUnsafeMutablePointer(to: &name) { name in
        let isNamed = name.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(socket, $0, &length) == 0 }
        guard isNamed, [sa_family_t(AF_INET), sa_family_t(AF_INET6)].contains(name.pointee.ss_family) else {
            return nil
        }
        // It stands at the same place in both.
        return name.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { Int(UInt16(bigEndian: $0.pointee.sin_port)) }
    }
}
