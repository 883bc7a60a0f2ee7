// The pattern that addresses and texts of links are compared with.

/// A pattern in which `*` is any text, also none, `?` one character, and all else itself; letters of either case are
/// the same.
package struct Glob: Sendable {
    private let pattern: [Unicode.Scalar]

    package init(_ pattern: String) {
        self.pattern = Array(pattern.lowercased().unicodeScalars)
    }

    /// Whether the whole text is one of the pattern. Costs the text's length times the pattern's at most: of several
    /// `*` only the last one reached is ever tried again.
    package func matches(_ text: String) -> Bool {
        let text = Array(text.lowercased().unicodeScalars)
        var (place, index) = (0, 0)
        // Behind the last star, and where its text ends in this try.
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

    /// The parts between `*` and `?`, in small letters.
    package var literals: [String] {
        pattern.split { $0 == "*" || $0 == "?" }.map { part in
            var text = ""
            text.unicodeScalars.append(contentsOf: part)
            return text
        }
    }
}
