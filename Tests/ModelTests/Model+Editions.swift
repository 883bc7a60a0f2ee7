// The reports about an edition as a whole.

extension Model {
    /// What is recorded of an edition that takes the place of another one, if it is one: its rows are not those that the
    /// list had before. Nobody is told of one that nothing is known to be before.
    mutating func sayEdition(_ edition: Edition, _ parts: Parts?, after old: Accepted?, _ watching: Watching) -> [Told]
    {
        if watching.shape == .cases { return [] }
        if let old, old.edition.bytes == edition.bytes || old.edition.text == edition.text { return [] }
        let rows = edition.lines(by: understanding, hasDates: watching.hasDates).counted
        var said = Told(kind: "edition", batch: Told.editions)
        var difference: [Int?] = [nil, nil, nil]
        if let old, !old.isReadByOlder, parts?.isIncomplete != true, old.parts?.isIncomplete != true {
            let before = old.edition.lines(by: understanding, hasDates: watching.hasDates).counted
            difference = Model.difference(before, rows)
        }
        said.numbers = [rows.values.reduce(0, +)] + difference
        said.isUntold = !watching.tellsEditions || old?.isReadByOlder ?? true
        occurred.note(said.isUntold ? .editionKept : .editionTold)
        return [said]
    }

    /// How many rows are new, gone, and changed: another one of the same batch in the place of one.
    private static func difference(_ before: [Row: Int], _ now: [Row: Int]) -> [Int?] {
        var more: [String: Int] = [:]
        var less: [String: Int] = [:]
        for row in Set(before.keys).union(now.keys) {
            let change = now[row, default: 0] - before[row, default: 0]
            if change > 0 { more[row.batch, default: 0] += change } else { less[row.batch, default: 0] -= change }
        }
        let changed = more.reduce(0) { $0 + min($1.value, less[$1.key, default: 0]) }
        return [more.values.reduce(0, +) - changed, less.values.reduce(0, +) - changed, changed]
    }

    struct Row: Hashable {
        var batch: String
        var line: Line
    }
}

extension [(batch: String, line: Line)] {
    /// How often each row is there; blanks do not count.
    fileprivate var counted: [Model.Row: Int] {
        reduce(into: [:]) { $0[Model.Row(batch: $1.batch, line: $1.line), default: 0] += 1 }
    }
}

extension ModelRun {
    /// The numbers that are said of an edition are right, or left out.
    func compareNumbers(_ told: [Told], _ said: [Told]) -> [Told] {
        told.map { mine in
            guard mine.kind == "edition", let theirs = said.first(where: { $0.kind == "edition" }) else { return mine }
            guard theirs.numbers.dropFirst().allSatisfy({ $0 == nil }) else {
                occurred.note(.editionCompared)
                return mine
            }
            var mine = mine
            // Not compared, for want of what was kept.
            mine.numbers = [theirs.numbers.first ?? nil, nil, nil, nil]
            return mine
        }
    }
}
