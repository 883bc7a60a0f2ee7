// Decodes content codings that servers apply although nobody requested them, as the bytes come (RFC 9110 8.4.1). A
// truncated body could pass for a shorter list: it is complete only after the coding's own end, with the right checksum
// if it has one, and nothing after it.

import CZlib
import Reading
import Text

/// A coding that this code can decode.
enum ContentCoding: String {
    /// RFC 1952, one member.
    case gzip
    /// The zlib format (RFC 1950), or raw deflate data (RFC 1951), which many servers send; raw data have no checksum.
    case deflate

    /// Returns the coding with this name, in lower case; "x-gzip" is gzip (RFC 9110 8.4.1.3).
    init?(named name: String) {
        self.init(rawValue: name == "x-gzip" ? "gzip" : name)
    }
}

/// Decodes one coding of one body.
final class ContentDecoder {
    private let coding: ContentCoding
    /// The maximum number of decoded bytes.
    private let limit: Int
    private let stream: UnsafeMutablePointer<z_stream>
    /// The bytes received before the kind of deflate is known.
    private var head: [UInt8] = []
    private var isStarted = false
    private var isAtEnd = false

    init(_ coding: ContentCoding, limit: Int) {
        self.coding = coding
        self.limit = limit
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
    }

    deinit {
        if isStarted { inflateEnd(stream) }
        stream.deallocate()
    }

    /// Decodes a piece of the body and appends the result.
    ///
    /// - Throws: the fault; the appended bytes are then no document.
    func decode(_ piece: UnsafeRawBufferPointer, to output: inout [UInt8]) throws(ReadingFailure) {
        guard !isStarted else { return try inflate(piece, to: &output) }
        head += piece
        guard head.count >= 2 else { return }
        try start(windowBits)
        var failure: ReadingFailure?
        head.withUnsafeBytes { bytes in
            do throws(ReadingFailure) { try inflate(bytes, to: &output) } catch { failure = error }
        }
        head = []
        if let failure { throw failure }
    }

    /// Ends the body.
    ///
    /// - Throws: if the coding's end has not come.
    func finish() throws(ReadingFailure) {
        guard isAtEnd else {
            throw ReadingFailure(.unreadable, "the document is cut short inside its content coding \(coding.rawValue)")
        }
    }

    /// The window bits of inflateInit2: plus 16 reads gzip, below 0 reads no header.
    private var windowBits: Int32 {
        switch coding {
        case .gzip: MAX_WBITS + 16
        // The method is 8, the window at most 7, and both bytes together a multiple of 31 (RFC 1950 2.2).
        case .deflate:
            head[0] & 0x0F == 8 && head[0] >> 4 < 8 && (Int(head[0]) << 8 | Int(head[1])) % 31 == 0
                ? MAX_WBITS : -MAX_WBITS
        }
    }

    private func start(_ windowBits: Int32) throws(ReadingFailure) {
        guard batchwatch_inflateInit(stream, windowBits) == Z_OK else {
            throw ReadingFailure(.reader, "zlib refused to start")
        }
        isStarted = true
    }

    private func inflate(_ piece: UnsafeRawBufferPointer, to output: inout [UInt8]) throws(ReadingFailure) {
        stream.pointee.next_in = UnsafeMutablePointer(
            mutating: piece.baseAddress?.assumingMemoryBound(to: UInt8.self))
        stream.pointee.avail_in = UInt32(clamping: piece.count)
        while !isAtEnd {
            let before = stream.pointee.avail_in
            let (result, count) = step(to: &output)
            guard output.count <= limit else { throw tooLarge }
            if result == Z_STREAM_END { isAtEnd = true }
            // The output is full or the input is used up: continue with the next piece.
            if result == Z_BUF_ERROR || result == Z_OK && count == 0 && before == stream.pointee.avail_in { return }
            guard result == Z_OK || result == Z_STREAM_END else { throw damage(result) }
        }
        guard stream.pointee.avail_in == 0 else {
            throw ReadingFailure(
                .unreadable, "the answer goes on behind the end of its content coding \(coding.rawValue)")
        }
    }

    /// Gives zlib more room, at most one byte past the limit.
    private func step(to output: inout [UInt8]) -> (result: Int32, count: Int) {
        let start = output.count
        let room = min(1 << 16, limit - start + 1)
        // An array doubles its capacity, and would exceed the limit.
        if output.capacity < start + room { output.reserveCapacity(max(start + room, min(2 * start, limit + 1))) }
        var result = Z_OK
        output.append(addingCapacity: room) { (span: inout OutputSpan<UInt8>) in
            span.withUnsafeMutableBufferPointer { buffer, count in
                stream.pointee.next_out = buffer.baseAddress.map { $0 + count }
                stream.pointee.avail_out = UInt32(clamping: room)
                result = CZlib.inflate(stream, Z_NO_FLUSH)
                count += room - Int(stream.pointee.avail_out)
            }
        }
        return (result, output.count - start)
    }

    private var tooLarge: ReadingFailure {
        ReadingFailure(
            .limit,
            "the document is larger than the limit of \(limit) bytes, once its content coding \(coding.rawValue) is undone"
        )
    }

    private func damage(_ result: Int32) -> ReadingFailure {
        let words = stream.pointee.msg.map { String(cString: $0) } ?? "zlib's error \(result)"
        return ReadingFailure(
            .unreadable, "the content coding \(coding.rawValue) of the answer is damaged: \(told(words))")
    }
}
