// Annotations (ISO 32000-1 12.5): what form fields, stamps and free text show lies in their appearance streams, above
// the page.

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
            guard
                try (store.value("F", of: annotation).integer ?? 0) & Self.unseen == 0,
                try store.value("Subtype", of: annotation) != .name("Popup"),
                try !optionalContent.isHidden(annotation["OC"], store: store),
                let appearance = try appearance(of: annotation),
                let rectangle = PageBox(try store.value("Rect", of: annotation)),
                let box = PageBox(try store.value("BBox", of: appearance.dictionary))
            else { continue }
            let matrix = Matrix(try store.value("Matrix", of: appearance.dictionary)) ?? .identity
            guard let fit = rectangle.fit(box.transformed(matrix)) else { continue }
            try begin(appearance, resources: ResourceScope(page.resources), matrix: fit)
            try runFrames()
        }
    }

    /// Keeps what an annotation says beside its appearance: its note, and the value of a field that shows none.
    private mutating func keepWords(of annotation: PDFDictionary) throws(PDFError) {
        let keys = annotation["AP"] == nil ? ["Contents", "V"] : ["Contents"]
        for key in keys {
            guard case .string(let words) = try store.value(key, of: annotation) else { continue }
            try store.charge(decoded: words.count)
            placer.closeRun()
            placer.page.keepUnseen(TextString.decoded(words))
        }
    }

    /// The normal appearance, of the state that the annotation is in (ISO 32000-1 12.5.5).
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
    /// What moves another rectangle onto this one (ISO 32000-1 12.5.5, algorithm "appearance streams"); nil where it is
    /// flat.
    fileprivate func fit(_ other: PageBox) -> Matrix? {
        if other.isEmpty { return nil }
        let (x, y) = ((right - left) / (other.right - other.left), (top - bottom) / (other.top - other.bottom))
        return Matrix(a: x, d: y, e: left - other.left * x, f: bottom - other.bottom * y)
    }
}
