// Counts the elements of a document by name, for a message if it is unknown which are records.

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

    /// The most names counted, and the longest of them in bytes. Further names are ignored.
    private static let most = 1000
    private static let longest = 100
    /// The most names in a message.
    private static let mostTold = 5

    /// Counts an element. Returns its index, for `notePart`; nil if it is not counted.
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

    /// Notes that the element at this index contains another.
    mutating func notePart(of index: Int) { counts[index].hasParts = true }

    /// Whether there is no element except the root.
    var isRootAlone: Bool { counts.count == 1 && counts[0].times == 1 }

    func hasName(foldedTo name: String) -> Bool { counts.contains { $0.name.lowercased() == name } }

    /// Likely records, the most frequent first; the root last, because there is one.
    private var ranking: [Count] {
        let records = counts.dropFirst().filter(\.hasParts)
        let others = records.isEmpty ? Array(counts.dropFirst()) : records
        let sorted = others.enumerated().sorted { ($1.element.times, $0.offset) < ($0.element.times, $1.offset) }
        return sorted.isEmpty ? Array(counts.prefix(1)) : sorted.map(\.element)
    }

    /// The names for a message.
    var likelyRecords: [String] { ranking.prefix(Self.mostTold).map(\.name) }

    var mostFrequent: String { ranking.first.map { sanitized($0.name) } ?? "" }

    /// "user, 240 times; group, 3 times".
    var found: String {
        ranking.prefix(Self.mostTold).map { "\(sanitized($0.name)), \($0.times) time\($0.times == 1 ? "" : "s")" }
            .joined(separator: "; ")
    }
}
