// The widths of a simple font's glyphs: /Widths (ISO 32000-1 9.6.2.1), or those of a standard font.

/// Widths by code.
struct SimpleWidths {
    private let firstCode: Int
    private let widths: [Float?]
    private let missing: Float
    private let standard: StandardWidths?

    init(of dictionary: PDFDictionary, store: ObjectStore) throws(PDFError) {
        var widths: [Float?] = []
        for element in (try store.value("Widths", of: dictionary).array ?? []).prefix(256) {
            widths.append(try store.resolve(element).number.map { Float($0) })
        }
        let descriptor = try store.value("FontDescriptor", of: dictionary).dictionary ?? PDFDictionary()
        missing = Float(try store.value("MissingWidth", of: descriptor).number ?? 0)
        let last = try store.value("LastChar", of: dictionary).integer ?? 0
        firstCode =
            try store.value("FirstChar", of: dictionary).integer
            ?? (widths.count..<256 ~= last ? last + 1 - widths.count : 0)
        self.widths = widths
        let name = try store.value("BaseFont", of: dictionary).name ?? ""
        standard = widths.isEmpty ? StandardWidths(fontName: name) : nil
    }

    /// Whether the font may draw a code: it has a width, or there are no widths.
    func isUsed(_ code: Int) -> Bool { widths.isEmpty || width(of: code, text: nil) != 0 }

    /// The width of a code with this text, in glyph space.
    func width(of code: Int, text: String?) -> Float {
        if let standard { return text?.unicodeScalars.first.map(standard.width) ?? missing }
        let (position, overflow) = code.subtractingReportingOverflow(firstCode)
        guard !overflow, widths.indices.contains(position) else { return missing }
        return widths[position] ?? missing
    }
}
