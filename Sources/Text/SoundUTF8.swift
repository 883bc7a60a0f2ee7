// Checks and searches of a whole document, which is too long to copy or to read byte by byte for this.

/// Whether all bytes are valid UTF-8.
package func isUTF8(_ bytes: [UInt8]) -> Bool {
    do throws(UTF8.ValidationError) {
        _ = try UTF8Span(validating: bytes.span)
        return true
    } catch {
        return false
    }
}

/// Whether all bytes are ASCII.
package func isASCII(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBufferPointer { $0.reduce(0) { $0 | $1 } < 0x80 }
}

/// The first position of some bytes among others; nil if there is none. The standard library's search, which serves
/// elements of any type, takes a hundred times as long.
package func place(of sought: [UInt8], in bytes: ArraySlice<UInt8>) -> Int? {
    guard let first = sought.first else { return bytes.startIndex }
    let offset = bytes.withUnsafeBufferPointer { all -> Int? in
        var index = 0
        while index + sought.count <= all.count {
            if all[index] == first, all[index...].starts(with: sought) { return index }
            index += 1
        }
        return nil
    }
    return offset.map { bytes.startIndex + $0 }
}

/// Whether the bytes contain a byte. No byte ends the search early, so that one step compares many.
package func holds(_ bytes: [UInt8], _ sought: UInt8) -> Bool {
    bytes.withUnsafeBufferPointer { $0.reduce(0) { $0 | ($1 == sought ? 1 : 0) as UInt8 } != 0 }
}
