// A key on a page, and its text.

/// A word that matches the list's mask.
struct KeyCell {
    /// The index of its line on the page.
    var line: Int
    /// Its pieces, as indices of the page's pieces.
    var pieces: Range<Int>
    var start: Double
    var end: Double

    var centre: Double { (start + end) / 2 }
}

extension KeyCell {
    /// Whether the key stands in its first piece byte for byte: hyphens that had to be folded make it longer than the
    /// mask.
    @inline(__always)
    func isVerbatim(_ mask: KeyMask, in page: PageLines) -> Bool {
        guard pieces.count == 1 else { return false }
        let text = page.pieces[pieces.lowerBound].text
        return mask.isRange ? mask.matches(page.utf8, at: text) : text.count == mask.length
    }

    /// The key's text.
    func key(_ mask: KeyMask, in page: PageLines) -> String {
        let first = page.pieces[pieces.lowerBound].text
        if isVerbatim(mask, in: page) { return String(decoding: page.utf8[first], as: UTF8.self) }
        var bytes: [UInt8] = []
        for index in pieces { CellText.append(page.utf8[page.pieces[index].text], folding: true, to: &bytes) }
        if !mask.matches(bytes), let end = mask.keyLength(in: bytes) { bytes.removeLast(bytes.count - end) }
        return String(decoding: bytes, as: UTF8.self)
    }
}
