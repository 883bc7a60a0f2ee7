// Writes values as JSON (RFC 8259), with sorted names, so that the same value gives the same bytes. It avoids
// conformance checks at run time, which cost a Swift program more than the writing: the first check of each type
// searches all types.

/// The value as JSON in UTF-8, on one line or indented, without a line feed at its end.
///
/// Numbers are as short as possible without loss; "/" is not escaped.
///
/// - Throws: `CodingFailure` for a number that JSON cannot express, and the value's errors.
package func jsonBytes(of value: some Encodable, isIndented: Bool = false) throws -> [UInt8] {
    var writer = JSONWriter(isIndented: isIndented)
    writer.write(try part(of: value), depth: 0)
    return writer.bytes
}

/// The JSON form of a value: finished text, or an array or object under construction.
enum JSONPart {
    case text(String)
    case quoted(String)
    case container(JSONContainer)
}

/// An array or object under construction. A class, because the containers of an encoder are values that write to one
/// place.
final class JSONContainer {
    let isObject: Bool
    var names: [String] = []
    var parts: [JSONPart] = []

    init(isObject: Bool) {
        self.isObject = isObject
    }

    func set(_ part: JSONPart, for name: String) {
        // Few values write a name twice; the last counts.
        if let place = names.count < 64 ? names.firstIndex(of: name) : nil { return parts[place] = part }
        names.append(name)
        parts.append(part)
    }
}

/// Writes the finished parts.
private struct JSONWriter {
    let isIndented: Bool
    var bytes: [UInt8] = []

    init(isIndented: Bool) {
        self.isIndented = isIndented
    }

    /// The depth is that of our own types: none of them contains itself.
    mutating func write(_ part: JSONPart, depth: Int) {
        switch part {
        case .text(let text): bytes.append(contentsOf: text.utf8)
        case .quoted(let text): quote(text)
        case .container(let container): write(container, depth)
        }
    }

    private mutating func write(_ container: JSONContainer, _ depth: Int) {
        bytes.append(container.isObject ? 0x7B : 0x5B)
        let order =
            container.isObject
            ? container.names.indices.sorted { container.names[$0] < container.names[$1] }
            : Array(container.parts.indices)
        for (count, place) in order.enumerated() {
            if count > 0 { bytes.append(0x2C) }
            startLine(depth + 1)
            if container.isObject {
                quote(container.names[place])
                bytes.append(contentsOf: isIndented ? [0x20, 0x3A, 0x20] : [0x3A])
            }
            write(container.parts[place], depth: depth + 1)
        }
        // An empty container has an empty line in it.
        if order.isEmpty, isIndented { bytes.append(0x0A) }
        startLine(depth)
        bytes.append(container.isObject ? 0x7D : 0x5D)
    }

    private mutating func startLine(_ depth: Int) {
        if !isIndented { return }
        bytes.append(0x0A)
        bytes.append(contentsOf: repeatElement(0x20, count: 2 * depth))
    }

    /// RFC 8259 7.
    private mutating func quote(_ text: String) {
        bytes.append(0x22)
        if text.utf8.contains(where: { $0 < 0x20 || $0 == 0x22 || $0 == 0x5C }) {
            for byte in text.utf8 { escape(byte) }
        } else {
            bytes.append(contentsOf: text.utf8)
        }
        bytes.append(0x22)
    }

    private mutating func escape(_ byte: UInt8) {
        switch byte {
        case 0x22, 0x5C: bytes += [0x5C, byte]
        case 0x08: bytes += [0x5C, 0x62]
        case 0x09: bytes += [0x5C, 0x74]
        case 0x0A: bytes += [0x5C, 0x6E]
        case 0x0C: bytes += [0x5C, 0x66]
        case 0x0D: bytes += [0x5C, 0x72]
        case 0..<0x20: bytes += Array((byte < 16 ? "\\u000" : "\\u00").utf8) + Array(String(byte, radix: 16).utf8)
        default: bytes.append(byte)
        }
    }
}
