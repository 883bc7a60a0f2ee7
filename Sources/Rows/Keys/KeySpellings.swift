// Keys that are written in more than one way in one document: they may be two cases.

/// How the rows of a document write the keys that have something at them.
struct KeySpellings {
    private struct Spelling {
        var first: String
        /// Whether another row has another one.
        var differs = false
        var table: Int
        /// How many rows there are of keys that are spelt so or otherwise.
        var rows = 1
    }

    private var spellings: [String: Spelling] = [:]
    private var longer: [Doubt] = []

    private static let mostDoubts = 100

    /// Takes in how a row writes the key of its batch.
    mutating func note(_ spelling: String, of batch: String, table: Int) {
        guard var known = spellings[batch] else {
            spellings[batch] = Spelling(first: spelling, table: table)
            return
        }
        known.rows += 1
        known.differs = known.differs || known.first != spelling
        spellings[batch] = known
    }

    /// Takes in a row that leaves out the key above it, which is spelt so.
    mutating func noteUpdate(of batch: String) { spellings[batch]?.rows += 1 }

    /// Keeps a doubt about keys that may be a part of a longer number, unless they have rows of their own in the end.
    mutating func doubtUnlessListed(_ doubt: Doubt) {
        longer.add(doubt, most: Self.mostDoubts)
    }

    /// What is not certain once all rows were read.
    ///
    /// - Parameter rows: all that somebody wants.
    func doubts(among rows: [Row]) -> [Doubt] {
        if spellings.isEmpty, longer.isEmpty { return [] }
        var counts: [String: Int] = [:]
        let named = Set(longer.flatMap(\.batches)).union(spellings.keys)
        for row in rows where named.contains(row.batch) { counts[row.batch, default: 0] += 1 }
        // A label or the name of a link is no part of how a key is spelt.
        let alike = spellings.filter { batch, spelling in
            spelling.differs || spelling.first != batch && counts[batch] ?? 0 > spelling.rows
        }
        return alike.sorted { $0.key < $1.key }.map { batch, spelling in
            Doubt(page: spelling.table, word: spelling.first, rule: .sameKey, batches: [batch])
        } + longer.filter { doubt in doubt.rule == .more || doubt.batches.contains { counts[$0] == nil } }
    }
}
