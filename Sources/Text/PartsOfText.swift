// Searches for parts of texts, byte by byte. The standard library's functions for this belong to its regular
// expressions, and a program that calls them links their parser: 1.3 MB, and 0.1 MB of memory that each start writes
// to.

extension Substring {
    /// The first range of a part; nil if there is none. An empty part is found at the beginning.
    package func place(of part: String) -> Range<Index>? {
        guard let first = part.utf8.first else { return startIndex..<startIndex }
        var rest = utf8
        while let start = rest.firstIndex(of: first) {
            rest = rest[start...]
            if rest.starts(with: part.utf8) { return start..<utf8.index(start, offsetBy: part.utf8.count) }
            rest.removeFirst()
        }
        return nil
    }

    /// Whether the text contains a part.
    package func holds(_ part: String) -> Bool { place(of: part) != nil }
}

extension String {
    /// The first range of a part; nil if there is none. An empty part is found at the beginning.
    package func place(of part: String) -> Range<Index>? { self[...].place(of: part) }

    /// Whether the text contains a part.
    package func holds(_ part: String) -> Bool { self[...].holds(part) }

    /// The text with each occurrence of a non-empty part replaced by another text.
    package func with(_ other: String, inPlaceOf part: String) -> String {
        var (text, rest) = ("", self[...])
        while !part.isEmpty, let place = rest.place(of: part) {
            text += rest[..<place.lowerBound] + other
            rest = rest[place.upperBound...]
        }
        return text + rest
    }
}
