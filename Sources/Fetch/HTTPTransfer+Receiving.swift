// libcurl's callbacks: for each header line and each piece of the body, and before each connection and request. A
// callback that returns "not taken" ends the transfer; `refusal` then has the reason.

import CCurl
import Glibc
import Reading
import Text

extension HTTPTransfer {
    /// Sets the callbacks. The transfer outlives them: it owns the handle.
    func receive() throws(ReadingFailure) {
        let context = Unmanaged.passUnretained(self).toOpaque()
        try handle.check(
            ccurl_on_header(
                handle.pointer,
                { bytes, size, count, context in
                    passOn(bytes, size, count, context) { $0.take(header: $1) }
                }, context),
            CURLOPT_HEADERFUNCTION)
        try handle.check(
            ccurl_on_body(
                handle.pointer,
                { bytes, size, count, context in
                    passOn(bytes, size, count, context) { $0.take(body: $1) }
                }, context),
            CURLOPT_WRITEFUNCTION)
        try handle.check(
            ccurl_before_request(
                handle.pointer,
                { context, peer, _, _, port in
                    guard let context, let peer else { return CURL_PREREQFUNC_ABORT }
                    let transfer = Unmanaged<HTTPTransfer>.fromOpaque(context).takeUnretainedValue()
                    transfer.connectionPort = Int(port)
                    return transfer.mayRequest(from: String(cString: peer)) ? CURL_PREREQFUNC_OK : CURL_PREREQFUNC_ABORT
                }, context),
            CURLOPT_PREREQFUNCTION)
        try handle.check(
            ccurl_open_sockets(
                handle.pointer,
                { context, _, address in
                    guard let context, let address else { return CURL_SOCKET_BAD }
                    let transfer = Unmanaged<HTTPTransfer>.fromOpaque(context).takeUnretainedValue()
                    let wanted = address.pointee
                    guard transfer.mayConnect(to: numeric(address)) else { return CURL_SOCKET_BAD }
                    transfer.isResolved = true
                    transfer.hasRoute = transfer.hasRoute || isRouted(address)
                    let opened = socket(wanted.family, wanted.socktype | Int32(SOCK_CLOEXEC.rawValue), wanted.protocol)
                    transfer.sockets.append(opened)
                    return opened
                }, context),
            CURLOPT_OPENSOCKETFUNCTION)
        try handle.check(
            ccurl_on_word(
                handle.pointer,
                { _, type, words, count, context in
                    guard type == CURLINFO_TEXT, let words, let context else { return 0 }
                    let transfer = Unmanaged<HTTPTransfer>.fromOpaque(context).takeUnretainedValue()
                    transfer.hear(UnsafeRawBufferPointer(start: words, count: count))
                    return 0
                }, context),
            CURLOPT_DEBUGFUNCTION)
    }

    /// Handles a header line. The last line decides whether the body is wanted.
    private func take(header line: UnsafeRawBufferPointer) -> Bool {
        response.add(line)
        if response.length > Self.headerLimit {
            refusal = Self.headerTooLarge
        } else if let fault = response.fault {
            refusal = ReadingFailure(.unreadable, fault)
        } else if response.isComplete {
            hasFrames = agreedProtocol == .http2
            refusal = otherProtocol ?? (response.status == 200 ? objection : nil)
            // Do not wait for a body that may never end; any other body ends and frees the connection.
            isLeaving = response.isRedirection && !(hasFrames || response.hasEnd && !response.isLast)
        }
        return refusal == nil && !isLeaving
    }

    /// The failure for a header beyond the limit; RFC 6585 5 only has a status for the header of a request.
    static var headerTooLarge: ReadingFailure {
        ReadingFailure(.limit, "the answer's header is larger than the limit of \(headerLimit) bytes")
    }

    /// The header's reason to refuse the body.
    private var objection: ReadingFailure? {
        if let cause = response.framingFault { return ReadingFailure(.unreadable, cause) }
        if let unknown = beginDecoding() { return unknown }
        guard let length = response.expectedLength else { return nil }
        guard length <= request.limits.documentBytes else {
            return ReadingFailure(
                .limit, "the document has \(length) bytes, the limit is \(request.limits.documentBytes)")
        }
        watchForExcess()
        if decoder == nil { body.reserveCapacity(length) }
        return nil
    }

    /// Prepares the decoder for the content coding of the response, if it is a known one.
    ///
    /// - Returns: why the body cannot be read.
    private func beginDecoding() -> ReadingFailure? {
        let codings = response.contentCodings
        // Lines of a trailer also come here.
        guard decoder == nil, let name = codings.first else { return nil }
        guard codings.count == 1, let coding = ContentCoding(named: name) else {
            let told = told(codings.joined(separator: ", "))
            return ReadingFailure(
                .unreadable, "the answer has the content coding \(told), although identity was requested")
        }
        decoder = ContentDecoder(coding, limit: request.limits.documentBytes)
        return nil
    }

    /// Handles a piece of a body. The body of a redirection is for people only.
    private func take(body piece: UnsafeRawBufferPointer) -> Bool {
        if response.isRedirection { return true }
        if response.status != 200 {
            refusal = statusFailure
        } else if received + piece.count > request.limits.documentBytes {
            refusal = ReadingFailure(
                .limit, "the document is larger than the limit of \(request.limits.documentBytes) bytes")
        } else {
            received += piece.count
            append(piece)
            if received == response.expectedLength { lookForExcess() }
            report()
        }
        return refusal == nil
    }

    private func append(_ piece: UnsafeRawBufferPointer) {
        guard let decoder else {
            makeRoom(for: piece.count)
            return body.append(contentsOf: piece)
        }
        do throws(ReadingFailure) {
            try decoder.decode(piece, to: &body)
        } catch {
            refusal = error
        }
    }

    /// An array doubles its capacity, and would exceed the limit.
    private func makeRoom(for count: Int) {
        let needed = body.count + count
        guard needed > body.capacity else { return }
        body.reserveCapacity(max(needed, min(2 * needed, request.limits.documentBytes)))
    }

    /// Reports progress, at most ten times a second: nobody reads faster.
    private func report() {
        guard let progress else { return }
        let milliseconds = monotonicMilliseconds()
        guard milliseconds >= lastReport &+ 100 || lastReport == .min else { return }
        lastReport = milliseconds
        progress(received, response.expectedLength)
    }

    /// A server must not learn through the fetcher which internal addresses answer.
    private func mayConnect(to peer: String) -> Bool {
        let isPublic = NetworkAddress(peer).map(isPublic) ?? false
        barrier = requestGuard.barrier(peer: peer, isPublic: isPublic)
        return barrier == nil
    }

    private func mayRequest(from peer: String) -> Bool {
        let address = NetworkAddress(peer)
        isConnected = true
        response = HTTPResponse()
        decoder = nil
        refusal = requestGuard.refusal(
            isSecure: isSecure,
            peer: peer,
            isPublic: address.map(isPublic) ?? false,
            isLoopback: address?.isLoopback ?? false)
        return refusal == nil
    }
}

/// The clock that nobody can set.
func monotonicMilliseconds() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec &* 1_000 &+ time.tv_nsec / 1_000_000
}

/// Whether there is a route to the address that libcurl is about to connect to.
private func isRouted(_ address: UnsafeMutablePointer<curl_sockaddr>) -> Bool {
    guard let offset = MemoryLayout<curl_sockaddr>.offset(of: \.addr) else { return true }
    let name = UnsafeRawPointer(address).advanced(by: offset).assumingMemoryBound(to: sockaddr.self)
    return isRouted(name, address.pointee.addrlen)
}

/// The numeric address; empty if there is none.
private func numeric(_ address: UnsafeMutablePointer<curl_sockaddr>) -> String {
    guard let offset = MemoryLayout<curl_sockaddr>.offset(of: \.addr) else { return "" }
    let name = UnsafeRawPointer(address).advanced(by: offset).assumingMemoryBound(to: sockaddr.self)
    var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
    guard getnameinfo(name, address.pointee.addrlen, &text, socklen_t(text.count), nil, 0, NI_NUMERICHOST) == 0 else {
        return ""
    }
    return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
}

/// Adapts libcurl's callback to a Swift one; a piece that is not taken whole ends the transfer.
private func passOn(
    _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int, _ context: UnsafeMutableRawPointer?,
    _ take: (HTTPTransfer, UnsafeRawBufferPointer) -> Bool
) -> Int {
    let (length, overflows) = size.multipliedReportingOverflow(by: count)
    guard let context, !overflows else { return 0 }
    let transfer = Unmanaged<HTTPTransfer>.fromOpaque(context).takeUnretainedValue()
    if take(transfer, UnsafeRawBufferPointer(start: bytes, count: length)) { return length }
    return length == 0 ? 1 : 0
}
