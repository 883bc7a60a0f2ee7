// Decompresses gzip documents (RFC 1952): `.csv.gz`, `.json.gz`, and other formats.

import CZlib
import Reading

/// Whether a document is packed, by its first bytes (RFC 1952 2.3.1) and the method, which is deflate.
func isGzip(_ document: [UInt8]) -> Bool { document.starts(with: [0x1F, 0x8B, 0x08]) }

/// The document itself; of one that is not packed, the same.
///
/// - Parameter limit: the longest that comes of it, in bytes.
/// - Throws: that it is larger; what is wrong with it, as that its end or its checksum is not there.
func unpacked(_ document: [UInt8], limit: Int) throws(ReadingFailure) -> (bytes: [UInt8], wasPacked: Bool) {
    guard isGzip(document) else { return (document, false) }
    var stream = z_stream()
    guard withUnsafeMutablePointer(to: &stream, { batchwatch_inflateInit($0, MAX_WBITS + 16) }) == Z_OK else {
        throw ReadingFailure(.reader, "zlib refused to start")
    }
    defer { inflateEnd(&stream) }
    var output: [UInt8] = []
    var result = Z_OK
    document.withUnsafeBufferPointer { input in
        stream.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
        stream.avail_in = UInt32(clamping: input.count)
        while result == Z_OK, output.count <= limit {
            let room = min(1 << 18, limit + 1 - output.count)
            if output.capacity < output.count + room {
                output.reserveCapacity(min(max(2 * output.count, output.count + room), limit + 1))
            }
            output.append(addingCapacity: room) { (span: inout OutputSpan<UInt8>) in
                span.withUnsafeMutableBufferPointer { buffer, count in
                    stream.next_out = buffer.baseAddress.map { $0 + count }
                    stream.avail_out = UInt32(clamping: room)
                    result = inflate(&stream, Z_NO_FLUSH)
                    count += room - Int(stream.avail_out)
                }
            }
        }
    }
    guard output.count <= limit else {
        throw ReadingFailure(
            .limit, "the document is larger than the limit of \(limit) bytes, once it is unpacked (gzip)")
    }
    switch result {
    // A second part behind the first could be cut off as a whole, and nobody would see it.
    case Z_STREAM_END where stream.avail_in > 0:
        throw ReadingFailure(.unreadable, "the packed document (gzip) goes on behind its end")
    case Z_STREAM_END: break
    case Z_BUF_ERROR: throw ReadingFailure(.unreadable, "the packed document (gzip) is cut short")
    default: throw ReadingFailure(.unreadable, "the packed document (gzip) is damaged")
    }
    return (output, true)
}
