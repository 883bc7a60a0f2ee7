// What is asked of all bytes of a document, which is too long to be copied for it, or to be looked at byte by byte.

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

/// Where some bytes first stand among others; nil where they do not. The standard library's search, which is one for
/// elements of any kind, takes a hundred times as long.
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

/// Whether a byte is among others. No byte ends the search, so that many are looked at in one step.
package func holds(_ bytes: [UInt8], _ sought: UInt8) -> Bool {
    bytes.withUnsafeBufferPointer { $0.reduce(0) { $0 | ($1 == sought ? 1 : 0) as UInt8 } != 0 }
}
