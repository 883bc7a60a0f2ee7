// Finds the length of an inline image's data (ISO 32000-1 8.9.7). Only `EI` marks their end, which the data may
// contain, too, with text operators around it; so if the dictionary gives the length, it counts (fixture inline_image).

extension ContentScanner {
    /// The longest dictionary that is read, in bytes.
    private static let longestDictionary = 4096

    /// Moves past the data of an inline image. The position is after its `ID`.
    ///
    /// - Parameter start: the start of its dictionary.
    mutating func skipInlineImage(
        in bytes: Span<UInt8>, dictionaryFrom start: Int, limits: PDFLimits
    ) throws(PDFError) {
        let end = position &- 2
        if start < end, end - start <= Self.longestDictionary {
            let text = Array((start..<end).map { bytes[$0] })
            var parser = ObjectParser(Lexer(Array("[".utf8) + text + Array("]".utf8)), limits: limits)
            let image = PDFDictionary(pairs: (try parser.object().array ?? [])[...])
            if let length = Self.dataLength(of: image), let after = Self.end(in: bytes, at: position + 1 + length) {
                position = after
                return
            }
        }
        skipInlineImage(in: bytes)
    }

    /// The end of `EI` if it stands at `start`, after optional white space.
    private static func end(in bytes: Span<UInt8>, at start: Int) -> Int? {
        var position = start
        while position < bytes.count, bytes[position].isWhiteSpace { position += 1 }
        guard position + 1 < bytes.count, bytes[position] == UInt8(ascii: "E"),
            bytes[position + 1] == UInt8(ascii: "I"), position + 2 == bytes.count || !bytes[position + 2].isRegular
        else { return nil }
        return position + 2
    }

    /// The length by `L` (ISO 32000-2), or by the size of an image without filters; nil if neither is known.
    private static func dataLength(of image: PDFDictionary) -> Int? {
        func value(_ short: String, _ long: String) -> PDFObject? { image[short] ?? image[long] }
        if let length = value("L", "Length")?.integer { return 0...(1 << 31) ~= length ? length : nil }
        guard value("F", "Filter") == nil, let width = value("W", "Width")?.integer, 0...(1 << 16) ~= width,
            let height = value("H", "Height")?.integer, 0...(1 << 16) ~= height
        else { return nil }
        if value("IM", "ImageMask") == .boolean(true) { return (width + 7) / 8 * height }
        guard let bits = value("BPC", "BitsPerComponent")?.integer, 1...16 ~= bits,
            let components = components(of: value("CS", "ColorSpace"))
        else { return nil }
        return (width * components * bits + 7) / 8 * height
    }

    private static func components(of space: PDFObject?) -> Int? {
        switch space?.name ?? space?.array?.first?.name {
        case "G", "DeviceGray", "I", "Indexed": 1
        case "RGB", "DeviceRGB": 3
        case "CMYK", "DeviceCMYK": 4
        default: nil
        }
    }
}
