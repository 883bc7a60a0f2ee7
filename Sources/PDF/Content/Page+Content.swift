// The content of a page, which may consist of several streams (ISO 32000-1 table 30).

extension Page {
    /// Appends the decoded streams of the page. Notes a missing stream as damage.
    func appendContent(to bytes: inout [UInt8], store: ObjectStore) throws(PDFError) {
        let contents = dictionary["Contents"] ?? .null
        if contents == .null { return }
        let parts = try store.resolve(contents).array ?? [contents]
        var seams = ContentSeams(limits: store.limits)
        for part in parts {
            guard case .stream(let stream) = try store.resolve(part) else {
                store.note(PDFError(.malformed, "a page's content cannot be found", object: part.reference ?? object))
                continue
            }
            let seam = bytes.count
            try store.decode(stream, to: &bytes)
            if seam > 0 { try store.charge(decoded: seams.join(&bytes, at: seam)) }
        }
    }
}
