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

/// Whether a byte is among others. No byte ends the search, so that many are looked at in one step.
package func holds(_ bytes: [UInt8], _ sought: UInt8) -> Bool {
    bytes.withUnsafeBufferPointer { $0.reduce(0) { $0 | ($1 == sought ? 1 : 0) as UInt8 } != 0 }
}
