// FlateDecode (ISO 32000-1 7.4.4) by zlib. One stream state serves the whole document.
// Reads deflate without asking zlib for the header, because some writers leave it out or put a line end before it.

import CZlib

/// Inflates one stream after the other.
final class Inflate {
    /// What is wrong with a stream that was read as far as it goes.
    enum Damage: Equatable {
        /// The deflate data break off.
        case truncated
        /// The deflate data are invalid.
        case invalid
        /// The Adler-32 checksum tells of other bytes.
        case checksum
    }

    private let stream: UnsafeMutablePointer<z_stream>

    init() {
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        _ = batchwatch_inflateInitRaw(stream)
    }

    deinit {
        inflateEnd(stream)
        stream.deallocate()
    }

    /// Appends the decoded bytes to `output`, as far as they can be read.
    func decode(
        _ input: ArraySlice<UInt8>, to output: inout [UInt8], budget: DecodingBudget
    ) throws(PDFError) -> Damage? {
        guard let data = Self.deflateData(of: input) else { return input.isEmpty ? nil : .truncated }
        let start = output.count
        guard inflateReset(stream) == Z_OK else { throw PDFError(.unsupported, "zlib refused to start") }
        let (result, used) = try run(input[data.start...], to: &output, budget: budget)
        if result != Z_STREAM_END { return result == Z_DATA_ERROR ? .invalid : .truncated }
        guard data.hasHeader else { return nil }
        return Self.checksumFails(input[used...], output[start...]) ? .checksum : nil
    }

    /// Inflates until the end, an error, or the budget; the last result, and where in the input zlib stopped.
    private func run(
        _ input: ArraySlice<UInt8>, to output: inout [UInt8], budget: DecodingBudget
    ) throws(PDFError) -> (result: Int32, end: Int) {
        let start = output.count
        let allowed = budget.bytes
        let (result, left) = input.withUnsafeBufferPointer { bytes -> (Int32, Int) in
            stream.pointee.next_in = UnsafeMutablePointer(mutating: bytes.baseAddress)
            stream.pointee.avail_in = UInt32(clamping: bytes.count)
            var result = Z_OK
            while result == Z_OK && output.count - start <= allowed {
                let room = allowed - (output.count - start) + 1
                result = step(room: min(room, max(output.capacity - output.count, 1 << 14)), to: &output)
            }
            return (result, Int(stream.pointee.avail_in))
        }
        if output.count - start > allowed { throw budget.error }
        return (result, input.endIndex - left)
    }

    private func step(room: Int, to output: inout [UInt8]) -> Int32 {
        var result = Z_OK
        output.append(addingCapacity: room) { (span: inout OutputSpan<UInt8>) in
            span.withUnsafeMutableBufferPointer { buffer, count in
                stream.pointee.next_out = buffer.baseAddress.map { $0 + count }
                stream.pointee.avail_out = UInt32(clamping: min(room, buffer.count - count))
                let before = stream.pointee.avail_out
                result = inflate(stream, Z_NO_FLUSH)
                count += Int(before - stream.pointee.avail_out)
            }
        }
        return result
    }

    /// Where the deflate data begin: after the zlib header (RFC 1950 2.2) and white space before it; nil for no data.
    private static func deflateData(of input: ArraySlice<UInt8>) -> (start: Int, hasHeader: Bool)? {
        var start = input.startIndex
        while start < input.endIndex - 1 && start - input.startIndex < 4 {
            let method = input[start]
            if method & 0x0F == 8, method >> 4 < 8, (Int(method) << 8 | Int(input[start + 1])) % 31 == 0 {
                return (start + 2, true)
            }
            if !method.isWhiteSpace { break }
            start += 1
        }
        return input.isEmpty ? nil : (input.startIndex, false)
    }

    /// Whether the checksum after the data is there and is not that of the decoded bytes (RFC 1950 2.2).
    private static func checksumFails(_ rest: ArraySlice<UInt8>, _ decoded: ArraySlice<UInt8>) -> Bool {
        guard rest.count >= 4 else { return false }
        let stored = rest.prefix(4).reduce(UInt(0)) { $0 << 8 | UInt($1) }
        let actual = decoded.withUnsafeBufferPointer { adler32(1, $0.baseAddress, UInt32(clamping: $0.count)) }
        return stored != UInt(actual)
    }
}
