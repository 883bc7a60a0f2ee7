// References to characters: "&amp;", "&#160;", "&nbsp;". References of XML that people write although XML does not
// define
// them are mended before the parse; the parse is otherwise strict.

import CXML
import Text

/// XML in which each "&" begins a reference of XML: an "&" that begins none is replaced by "&amp;", and a name that
/// only HTML defines by the number of its character. CDATA sections, comments, instructions and the document type stay
/// unchanged, as do documents in UTF-16 and in encodings that use the sign's byte for others.
func mendedReferences(in document: [UInt8]) -> [UInt8] {
    if !holds(document, 0x26) || document.prefix(4).contains(where: { $0 == 0 || $0 >= 0xFE }) { return document }
    var mended: [UInt8] = []
    var taken = 0
    document.withUnsafeBufferPointer { bytes in
        var index = 0
        while index < bytes.count {
            switch bytes[index] {
            case 0x1B:
                // ISO-2022: the following bytes may be other signs.
                (mended, taken) = ([], 0)
                return
            case 0x3C: index = endOfUnparsed(at: index, in: bytes)
            case 0x26:
                if let mend = mend(at: index, in: bytes) {
                    mended += UnsafeBufferPointer(rebasing: bytes[taken..<index])
                    mended += mend.text
                    taken = index + mend.length
                    index = taken
                } else {
                    index += 1
                }
            default: index += 1
            }
        }
    }
    return taken == 0 ? document : mended + document[taken...]
}

/// The end of a construct that begins with "<", if it cannot contain references; otherwise the next byte.
private func endOfUnparsed(at start: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int {
    guard start + 1 < bytes.count, bytes[start + 1] == 0x21 || bytes[start + 1] == 0x3F else { return start + 1 }
    let rest = UnsafeBufferPointer(rebasing: bytes[start...])
    for (opening, closing) in [("<![CDATA[", "]]>"), ("<!--", "-->"), ("<?", "?>")]
    where rest.starts(with: opening.utf8) {
        return end(of: closing, from: start + opening.utf8.count, in: bytes)
    }
    guard rest.starts(with: "<!DOCTYPE".utf8) else { return start + 1 }
    var index = start
    while index < bytes.count, bytes[index] != 0x3E {
        // Its own declarations end with "]"; in a sound document no quoted text contains that before ">".
        if bytes[index] == 0x5B { index = end(of: "]", from: index, in: bytes) } else { index += 1 }
    }
    return index
}

private func end(of text: String, from start: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int {
    let text = Array(text.utf8)
    var index = start
    while index + text.count <= bytes.count {
        if bytes[index] == text[0], bytes[index..<index + text.count].elementsEqual(text) { return index + text.count }
        index += 1
    }
    return bytes.count
}

/// The replacement of an "&", and how many bytes it replaces; nil for a reference of XML, or to an unknown name.
private func mend(
    at index: Int, in bytes: UnsafeBufferPointer<UInt8>
) -> (text: [UInt8], length: Int)? {
    guard let name = referenceName(at: index, in: bytes) else { return (Array("&amp;".utf8), 1) }
    if name.hasPrefix("#") || ["amp", "lt", "gt", "quot", "apos"].contains(name) { return nil }
    guard let scalars = htmlEntity(name) else { return nil }
    return (numbered(scalars), name.utf8.count + 2)
}

private func numbered(_ scalars: [Unicode.Scalar]) -> [UInt8] {
    scalars.reduce(into: []) { $0 += "&#\($1.value);".utf8 }
}

/// A page with numbers instead of those character names that libxml2 does not know.
func withKnownReferences(_ page: [UInt8]) -> [UInt8] {
    if !holds(page, 0x26) { return page }
    var mended: [UInt8] = []
    var taken = 0
    page.withUnsafeBufferPointer { bytes in
        var index = 0
        while index < bytes.count, let place = bytes[index...].firstIndex(of: 0x26) {
            index = place + 1
            // Nearly all references of pages are among these.
            if ["#", "nbsp;", "amp;", "quot;", "lt;", "gt;"].contains(where: { bytes[index...].starts(with: $0.utf8) })
            {
                continue
            }
            guard let name = referenceName(at: place, in: bytes), let scalars = EntityNames.all[name] else { continue }
            mended += UnsafeBufferPointer(rebasing: bytes[taken..<place])
            mended += numbered(scalars)
            taken = place + name.utf8.count + 2
            index = taken
        }
    }
    return taken == 0 ? page : mended + page[taken...]
}

/// A page without constructs that begin with "<![" and are not HTML: browsers treat them as comments, up to the first
/// ">" (HTML, 13.2.5.42), libxml2 before 2.14 as text. Office programs write "<![if !supportEmptyParas]>". In declared
/// XHTML they contain text.
func withoutBogusComments(_ page: [UInt8]) -> [UInt8] {
    if page.starts(with: "<?xml".utf8) { return page }
    var kept: [UInt8] = []
    var taken = 0
    page.withUnsafeBufferPointer { bytes in
        var index = 1
        var raw = RawText()
        while let base = bytes.baseAddress, case let sign = cxml_place(base, bytes.count, index, 0x21), sign >= 0 {
            index = sign + 1
            guard bytes[sign - 1] == 0x3C, index < bytes.count else { continue }
            if bytes[index...].starts(with: "--".utf8) {
                if raw.holds(sign, bytes) { continue }
                index = end(of: "-->", from: index, in: bytes)
                raw.scanned = index
            } else if bytes[index] == 0x5B, !raw.holds(sign, bytes) {
                kept += UnsafeBufferPointer(rebasing: bytes[taken..<sign - 1])
                index = end(of: ">", from: index, in: bytes)
                taken = index
            }
        }
    }
    return taken == 0 ? page : kept + page[taken...]
}

/// Finds the elements of a page that contain no tags and comments.
private struct RawText {
    /// The position up to which the page was scanned.
    var scanned = 0
    private var open: String?

    private static let names = ["script", "style", "textarea", "title", "xmp"]

    /// Whether a position lies in such an element. Call it in ascending order of positions.
    mutating func holds(_ place: Int, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        while scanned < place, let start = bytes[scanned..<place].firstIndex(of: 0x3C) {
            scanned = start + 1
            let isEnd = scanned < place && bytes[scanned] == 0x2F
            if isEnd != (open != nil) { continue }
            let name = bytes[(scanned + (isEnd ? 1 : 0))...].prefix(8).map { $0 | 0x20 }
            if let open {
                if name.starts(with: open.utf8) { self.open = nil }
            } else {
                open = Self.names.first { name.starts(with: $0.utf8) }
            }
        }
        scanned = max(scanned, place)
        return open != nil
    }
}

/// The names of characters that HTML adds to those of HTML 4.
private enum EntityNames {
    static let all: [String: [Unicode.Scalar]] = {
        var all: [String: [Unicode.Scalar]] = [:]
        for word in entityNameTable.description.split(separator: " ") {
            let parts = word.split(separator: ":")
            all[String(parts[0])] = parts[1].split(separator: "+").compactMap {
                UInt32($0, radix: 16).flatMap { Unicode.Scalar($0) }
            }
        }
        return all
    }()
}

/// The longest name that is looked up, in bytes.
private let longestName = 64

/// The text between an "&" and its ";" if it may be a reference (XML 1.0, 4.1), "#" included.
func referenceName(at index: Int, in bytes: UnsafeBufferPointer<UInt8>) -> String? {
    let start = index + 1
    let limit = min(bytes.count, start + longestName)
    guard start < limit else { return nil }
    let isNumber = bytes[start] == 0x23
    let isHexadecimal = isNumber && start + 1 < limit && bytes[start + 1] == 0x78
    let first = start + (isHexadecimal ? 2 : isNumber ? 1 : 0)
    var end = first
    while end < limit, bytes[end] != 0x3B {
        let byte = bytes[end]
        let isDigit = 0x30...0x39 ~= byte
        let isOfName =
            if isNumber {
                isDigit || isHexadecimal && 0x61...0x66 ~= byte | 0x20
            } else {
                isLetter(byte) || byte >= 0x80 || byte == 0x3A || byte == 0x5F
                    || end > first && (isDigit || byte == 0x2D || byte == 0x2E)
            }
        if !isOfName { return nil }
        end += 1
    }
    guard end < limit, end > first else { return nil }
    return String(decoding: UnsafeBufferPointer(rebasing: bytes[start..<end]), as: UTF8.self)
}

private func isLetter(_ byte: UInt8) -> Bool { 0x61...0x7A ~= byte | 0x20 }

/// The one or two characters of a name in HTML.
func htmlEntity(_ name: String) -> [Unicode.Scalar]? {
    guard cxml_load() == nil, name.utf8.count <= longestName else { return nil }
    return Unicode.Scalar(cxml_html_entity(name)).flatMap { $0.value == 0 ? nil : [$0] } ?? EntityNames.all[name]
}
