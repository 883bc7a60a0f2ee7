// The pattern for addresses and texts of links.

/// A pattern in which `*` stands for any text, also none, `?` for one character, and anything else for itself, ignoring
/// case.
package struct Glob: Sendable {
    private let pattern: [Unicode.Scalar]

    package init(_ pattern: String) {
        self.pattern = Array(pattern.lowercased().unicodeScalars)
    }

    /// Whether the pattern matches the whole text. The cost is at most the text's length times the pattern's: only the
    /// last `*` reached is ever tried again.
    package func matches(_ text: String) -> Bool {
        let text = Array(text.lowercased().unicodeScalars)
        var (place, index) = (0, 0)
        // The position after the last star, and the end of its text in this try.
        var star: (place: Int, end: Int)?
        while index < text.count {
            if place < pattern.count, pattern[place] == "*" {
                place += 1
                star = (place, index)
            } else if place < pattern.count, pattern[place] == "?" || pattern[place] == text[index] {
                place += 1
                index += 1
            } else if let last = star {
                star = (last.place, last.end + 1)
                (place, index) = (last.place, last.end + 1)
            } else {
                return false
            }
        }
        return pattern[place...].allSatisfy { $0 == "*" }
    }

    /// The parts between `*` and `?`, in lower case.
    package var literals: [String] {
        pattern.split { $0 == "*" || $0 == "?" }.map { part in
            var text = ""
            text.unicodeScalars.append(contentsOf: part)
            return text
        }
    }
}
