// Reads the request from standard input.

import Coding
import Glibc
import Reading

/// The largest request, in bytes: 100 000 watched keys of the longest mask are 7 MB.
private let requestLimit = 32 << 20

/// Reads one JSON object to the end of the input.
///
/// - Throws: why the input is no request.
package func readRequest<Request: Decodable>(from input: Int32 = 0) throws(ReadingFailure) -> Request {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    while bytes.count <= requestLimit {
        let count = read(input, &buffer, buffer.count)
        if count < 0 && errno == EINTR { continue }
        guard count >= 0 else {
            throw ReadingFailure(.reader, "the request cannot be read: \(String(cString: strerror(errno)))")
        }
        if count == 0 { break }
        bytes.append(contentsOf: buffer.prefix(count))
    }
    guard bytes.count <= requestLimit else {
        throw ReadingFailure(.reader, "the request is larger than \(requestLimit) bytes")
    }
    do {
        return try decoded(Request.self, fromJSON: bytes)
    } catch {
        throw ReadingFailure(.reader, "this is not a request: \(error)")
    }
}
