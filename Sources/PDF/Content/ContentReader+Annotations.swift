// Annotations (ISO 32000-1 12.5): form fields, stamps and free text show their appearance streams, above the page.

import Text

extension ContentReader {
    /// Flags of annotations that are not on the screen: Hidden and NoView (ISO 32000-1 table 165).
    private static let unseen = 1 << 1 | 1 << 5

    /// Draws the appearances of a page's annotations, in their order.
    mutating func drawAnnotations(of page: Page) throws(PDFError) {
        let annotations = try store.value("Annots", of: page.dictionary).array ?? []
        // All pages may share a million of them.
        try store.charge(decoded: annotations.count)
        for entry in annotations {
            guard let annotation = try store.resolve(entry).dictionary else { continue }
            try keepWords(of: annotation)
            let kind = try store.value("Subtype", of: annotation).name
            guard
                try (store.value("F", of: annotation).integer ?? 0) & Self.unseen == 0, kind != "Popup",
                try !optionalContent.isHidden(annotation["OC"], store: store),
                let rectangle = PageBox(try store.value("Rect", of: annotation))
            else { continue }
            if kind == "StrikeOut" { try strike(out: annotation, in: rectangle) }
            guard let appearance = try appearance(of: annotation) else {
                if let words = try undrawnWords(of: annotation, kind) {
                    placer.page.keepUndrawn(words, in: rectangle)
                }
                continue
            }
            guard let box = PageBox(try store.value("BBox", of: appearance.dictionary)) else { continue }
            let matrix = Matrix(try store.value("Matrix", of: appearance.dictionary)) ?? .identity
            guard let fit = rectangle.fit(box.transformed(matrix)) else { continue }
            try begin(appearance, resources: ResourceScope(page.resources), matrix: fit)
            // The text below a highlight shines through, even if its appearance is opaque.
            if kind == "Highlight" { states.current.isSeeThrough = true }
            try runFrames()
        }
    }

    /// Keeps the text of an annotation beside its appearance: its note, and the value of a field that shows none.
    private mutating func keepWords(of annotation: PDFDictionary) throws(PDFError) {
        let keys = annotation["AP"] == nil ? ["Contents", "V"] : ["Contents"]
        for key in keys {
            guard case .string(let words) = try store.value(key, of: annotation) else { continue }
            try store.charge(decoded: words.count)
            placer.closeRun()
            placer.page.keepUnseen(TextString.decoded(words))
        }
    }

    /// Draws the line through struck-out words (ISO 32000-1 12.5.6.10), because an appearance may leave it out.
    private mutating func strike(out annotation: PDFDictionary, in rectangle: PageBox) throws(PDFError) {
        let numbers = try store.value("QuadPoints", of: annotation).array?.compactMap(\.number) ?? []
        try store.charge(decoded: numbers.count)
        var boxes: [PageBox] = []
        for start in stride(from: 0, to: numbers.count - 7, by: 8) {
            var box: PageBox?
            for corner in stride(from: start, to: start + 8, by: 2) {
                box.add(Point(x: numbers[corner], y: numbers[corner + 1]))
            }
            if let box { boxes.append(box) }
        }
        for var box in boxes.isEmpty ? [rectangle] : boxes {
            let middle = (box.bottom + box.top) / 2
            (box.bottom, box.top) = (middle, middle)
            placer.page.shapes.add(box, clip: nil)
        }
    }

    /// The text that programs show for an annotation without an appearance: the value of a field (ISO 32000-1
    /// 12.7.3.3), the text of a note on the page (12.5.6.6).
    private func undrawnWords(of annotation: PDFDictionary, _ kind: String?) throws(PDFError) -> String? {
        var words = PDFObject.null
        if kind == "FreeText" { words = try store.value("Contents", of: annotation) }
        if kind == "Widget" {
            words = try store.value("V", of: annotation)
            if words == .null, let parent = try store.value("Parent", of: annotation).dictionary {
                words = try store.value("V", of: parent)
            }
        }
        guard case .string(let bytes) = words, !bytes.isEmpty else { return nil }
        try store.charge(decoded: bytes.count)
        return TextString.decoded(bytes)
    }

    /// The normal appearance for the annotation's current state (ISO 32000-1 12.5.5).
    private func appearance(of annotation: PDFDictionary) throws(PDFError) -> PDFStream? {
        guard let appearances = try store.value("AP", of: annotation).dictionary else { return nil }
        switch try store.value("N", of: appearances) {
        case .stream(let stream): return stream
        case .dictionary(let states):
            guard let state = try store.value("AS", of: annotation).name else { return nil }
            return try store.value(state, of: states).stream
        default: return nil
        }
    }
}

extension PageBox {
    /// Maps another rectangle onto this one (ISO 32000-1 12.5.5, algorithm "appearance streams"); nil if that one is
    /// flat.
    fileprivate func fit(_ other: PageBox) -> Matrix? {
        if other.isEmpty { return nil }
        let (x, y) = ((right - left) / (other.right - other.left), (top - bottom) / (other.top - other.bottom))
        return Matrix(a: x, d: y, e: left - other.left * x, f: bottom - other.bottom * y)
    }
}
