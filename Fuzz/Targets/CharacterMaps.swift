// Character maps of any bytes: as many mappings as allowed, the same answers each time, and none that is no text.

@testable import PDF

extension Target {
    static let cmaps = Target("cmaps") { bytes in
        let allowed = 500
        let map: CharacterMap
        do throws(PDFError) {
            map = try CharacterMapReader.read(bytes, allowed: allowed)
        } catch {
            try promise(error.kind == .limit, "a character map is refused for no limit: \(error)")
            return
        }
        try promise(map.count <= allowed, "a map has more mappings than allowed")
        try promise(map.isEmpty == (map.count == 0), "a map is empty and is not")
        try promise(map.codeLengths.allSatisfy { $0 <= 4 }, "a code is longer than four bytes")
        for code in codes(in: bytes) {
            if let text = map.text(of: code) {
                try promise(!map.isEmpty && !text.isEmpty, "a code has a text from nowhere")
            }
            if let cid = map.cid(of: code) { try promise(cid >= 0, "a CID is negative") }
        }
        var composite = CompositeFont(widths: CIDWidths(standard: 1000, array: []))
        composite.toUnicode = map
        composite.encoding = map
        var font = Font(composite)
        for code in codes(in: bytes).suffix(2) {
            let length = Int(map.codeLengths[Int(code & 0xFF)])
            font.makeBlock(of: code, length: length)
            guard let position = font.position(of: code, length: length) else {
                throw Violation(description: "a block that was made is not there")
            }
            try promise(font.glyphs.indices.contains(position), "a glyph lies outside of the table")
            try promise(font.longestText >= 8, "the longest text is too short")
        }
    }
}

/// Codes that the map may well have: what stands in it, near limits, and one beyond.
private func codes(in bytes: [UInt8]) -> [UInt32] {
    var lexer = Lexer(bytes)
    var codes: [UInt32] = [0, 0x20, 0x41, 0xFFFF, .max]
    while codes.count < 64 {
        switch lexer.next() {
        case .end: return codes
        case .string(let string) where 1...4 ~= string.count:
            let code = string.reduce(0) { $0 << 8 | UInt32($1) }
            codes += [code, code &+ 1]
        default: break
        }
    }
    return codes
}
