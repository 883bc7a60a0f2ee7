// How the lines of a list are written: nearly all in one way. A sentence that begins with the number of a case looks like a
// row, but for the sign behind the number, or the element that it stands in.

/// What stands around the key of a line, and not what is said of it.
struct LineForm: Hashable {
    /// What stands before the key.
    private let label: Substring
    /// The signs between the key and what is said, without blanks.
    private let signs: String
    private let element: String

    /// - Parameters:
    ///   - head: the line up to the end of its key.
    ///   - rest: what it says.
    ///   - element: that it stands in.
    init(_ line: String, _ key: String, _ head: String, _ rest: String, _ element: String) {
        label = head.hasPrefix(key) ? "" : head.prefix { !$0.isNumber }
        var depth = 0
        // Names of files in brackets stand at some keys and not at others.
        signs = line.dropFirst(head.count).dropLast(rest.count).filter { sign in
            if sign == "(" || sign == "[" { depth += 1 }
            if sign == ")" || sign == "]" { depth -= 1 }
            return depth == 0 && sign != " " && sign != ")" && sign != "]"
        }
        self.element = element
    }
}

/// The forms of all rows of a list.
struct LineForms {
    private var rows: [(form: LineForm, key: String, text: String)] = []
    private var counts: [LineForm: Int] = [:]

    /// Of fewer rows none is unlike the others; of more one is, if of four at least three are alike.
    private static let fewest = 4
    private static let most = 100

    /// Takes in a row and what it says.
    mutating func note(_ form: LineForm, key: String, rest: String) {
        rows.append((form, key, rest))
        counts[form, default: 0] += 1
    }

    /// The rows that are written in another way than nearly all.
    var unlike: [(key: String, text: String)] {
        guard rows.count >= Self.fewest, let usual = counts.max(by: { $0.value < $1.value }),
            usual.value * 4 >= rows.count * 3
        else { return [] }
        return rows.lazy.filter { $0.form != usual.key }.prefix(Self.most).map { ($0.key, $0.text) }
    }
}
