// FlateDecode (ISO 32000-1 7.4.4); damaged streams are decoded as far as possible. zlib does not read the header,
// because some writers leave it out or put a line end before it (fixtures flate_no_header, flate_line_end_before).

import CDeflate
import CZlib

/// Inflates stream after stream.
final class Inflate {
    /// The damage of a stream that was decoded as far as possible.
    enum Damage: Equatable {
        /// The deflate data break off.
        case truncated
        /// The deflate data are invalid.
        case invalid
        /// The Adler-32 checksum does not match.
        case checksum
    }

    /// The usual ratio of decoded to encoded length, and the usual length in bytes: more room is made only when needed.
    private static let (usualRatio, mostUsual) = (16, 1 << 20)

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

    /// Appends the decoded bytes to `output`, as far as possible.
    func decode(
        _ input: ArraySlice<UInt8>, to output: inout [UInt8], budget: DecodingBudget
    ) throws(PDFError) -> Damage? {
        if input.isEmpty { return nil }
        let data = Self.deflateStart(of: input)
        let start = output.count
        if let used = decodeWhole(input[data...], to: &output, budget.bytes) {
            if input[used...].starts(with: Self.checksum(of: output[start...])) { return nil }
            // libdeflate accepts some data that zlib rejects: unless the checksum matches, zlib decides.
            output.removeSubrange(start...)
        }
        guard inflateReset(stream) == Z_OK else { throw PDFError(.unsupported, "zlib refused to start") }
        let (result, used) = try run(input[data...], to: &output, budget: budget)
        if result != Z_STREAM_END { return result == Z_DATA_ERROR ? .invalid : .truncated }
        return Self.checksumFails(input[used...], output[start...]) ? .checksum : nil
    }

    /// Decodes sound data that need no more room than there is, or than usual.
    ///
    /// - Returns: the end of the data in the input; nil, without appending, if they need step-by-step decoding.
    private func decodeWhole(_ input: ArraySlice<UInt8>, to output: inout [UInt8], _ allowed: Int) -> Int? {
        let usual = min(Self.usualRatio * input.count, Self.mostUsual)
        let room = min(allowed, max(output.capacity - output.count, usual))
        // The rest is negative if more was charged than a document may have.
        if room <= 0 { return nil }
        var (used, written, isWhole) = (0, 0, false)
        output.append(addingCapacity: room) { (span: inout OutputSpan<UInt8>) in
            span.withUnsafeMutableBufferPointer { buffer, count in
                input.withUnsafeBufferPointer { bytes in
                    let rest = buffer.baseAddress.map { $0 + count }
                    isWhole = cdeflate_inflate(bytes.baseAddress, bytes.count, rest, room, &used, &written) == 1
                }
                if isWhole { count += written }
            }
        }
        return isWhole ? input.startIndex + used : nil
    }

    /// Inflates until the end, an error, or the budget; returns the last result, and where in the input zlib stopped.
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

    /// Whether these are deflate data and not text: a zlib header of `H`, `X`, `h` or `x`, and a byte that follows none
    /// of them in a content stream or a character map.
    static func looksDeflated(_ data: ArraySlice<UInt8>) -> Bool {
        guard let method = data.first, let flags = data.dropFirst().first, [0x48, 0x58, 0x68, 0x78].contains(method)
        else { return false }
        return !flags.isWhiteSpace && (flags < 0x20 || flags == 0x5E || flags > 0x7E)
            && (Int(method) << 8 | Int(flags)) % 31 == 0
    }

    /// The start of the deflate data: after the zlib header (RFC 1950 2.2) and white space before it.
    private static func deflateStart(of input: ArraySlice<UInt8>) -> Int {
        var start = input.startIndex
        while start < input.endIndex - 1 && start - input.startIndex < 4 {
            let method = input[start]
            if method & 0x0F == 8, method >> 4 < 8, (Int(method) << 8 | Int(input[start + 1])) % 31 == 0 {
                return start + 2
            }
            if !method.isWhiteSpace { break }
            start += 1
        }
        return input.startIndex
    }

    /// Whether the checksum after the data does not match the decoded bytes (RFC 1950 2.2). Some writers leave it out
    /// in whole or in part; any other mismatch means that the data ended too early, or that their header was damaged.
    private static func checksumFails(_ rest: ArraySlice<UInt8>, _ decoded: ArraySlice<UInt8>) -> Bool {
        !zip(rest, checksum(of: decoded)).allSatisfy(==) && !rest.allSatisfy(\.isWhiteSpace)
    }

    /// The Adler-32 checksum in its encoded form.
    private static func checksum(of decoded: ArraySlice<UInt8>) -> [UInt8] {
        let sum = decoded.withUnsafeBufferPointer { cdeflate_adler32($0.baseAddress, $0.count) }
        return (0..<4).map { UInt8(truncatingIfNeeded: sum >> (24 - 8 * $0)) }
    }
}
