// Zlib streams (RFC 1950) by libdeflate: in less than half of zlib's time, but all or nothing. Nearly every stream of a
// sound document goes this way; `Inflate` does the others.

import CDeflate

/// Inflates sound streams whose decoded size is usual for their length.
final class WholeInflate {
    /// Nil where there is no memory for one.
    private let decompressor = libdeflate_alloc_decompressor()

    deinit { libdeflate_free_decompressor(decompressor) }

    /// Appends the decoded bytes to `output` and returns true; or appends nothing, for data that are damaged or break off, whose
    /// checksum is wrong, or that yield more than `allowed` bytes or more than is usual.
    func decode(_ input: ArraySlice<UInt8>, to output: inout [UInt8], allowed: Int) -> Bool {
        guard let decompressor else { return false }
        let usual = max(Self.usualRatio * input.count, Self.smallest)
        let room = min(usual, allowed)
        var isSound = false
        output.append(addingCapacity: room) { (span: inout OutputSpan<UInt8>) in
            span.withUnsafeMutableBufferPointer { buffer, count in
                guard let target = buffer.baseAddress else { return }
                var decoded = 0
                let result = input.withUnsafeBufferPointer { bytes in
                    libdeflate_zlib_decompress_ex(
                        decompressor, bytes.baseAddress, bytes.count, target + count, min(room, buffer.count - count),
                        nil,
                        &decoded)
                }
                isSound = result == LIBDEFLATE_SUCCESS
                if isSound { count += decoded }
            }
        }
        return isSound
    }

    /// Text is seldom packed tighter.
    private static let usualRatio = 16
    private static let smallest = 1 << 14
}
