// Which elements a document has, and how many of each: what a message names where nobody knows which are records.

import Text

struct Census {
    private struct Count {
        var name: String
        var times = 0
        /// Whether one of them has elements or attributes, as records do.
        var hasParts = false
    }
    private var counts: [Count] = []
    private var indices: [String: Int] = [:]

    /// How many names are counted, and the longest of them in bytes. Names beyond are not counted.
    private static let most = 1000
    private static let longest = 100
    /// How many are told.
    private static let mostTold = 5

    /// Counts an element. Gives its place, for `notePart`; nil where it is not counted.
    mutating func count(_ name: String, hasAttributes: Bool) -> Int? {
        if let index = indices[name] {
            counts[index].times += 1
            if hasAttributes { counts[index].hasParts = true }
            return index
        }
        guard counts.count < Self.most, name.utf8.count <= Self.longest else { return nil }
        indices[name] = counts.count
        counts.append(Count(name: name, times: 1, hasParts: hasAttributes))
        return counts.count - 1
    }

    /// The element at this place has one in it.
    mutating func notePart(of index: Int) { counts[index].hasParts = true }

    /// Whether there is no element but the outermost.
    var isRootAlone: Bool { counts.count == 1 && counts[0].times == 1 }

    func hasName(foldedTo name: String) -> Bool { counts.contains { $0.name.lowercased() == name } }

    /// Those that look like records, the most frequent first; the root last, of which there is one.
    private var ranking: [Count] {
        let records = counts.dropFirst().filter(\.hasParts)
        let others = records.isEmpty ? Array(counts.dropFirst()) : records
        let sorted = others.enumerated().sorted { ($1.element.times, $0.offset) < ($0.element.times, $1.offset) }
        return sorted.isEmpty ? Array(counts.prefix(1)) : sorted.map(\.element)
    }

    /// Those that are told.
    var likelyRecords: [String] { ranking.prefix(Self.mostTold).map(\.name) }

    var mostFrequent: String { ranking.first.map { inert($0.name) } ?? "" }

    /// "user, 240 times; group, 3 times".
    var found: String {
        ranking.prefix(Self.mostTold).map { "\(inert($0.name)), \($0.times) time\($0.times == 1 ? "" : "s")" }
            .joined(separator: "; ")
    }
}
