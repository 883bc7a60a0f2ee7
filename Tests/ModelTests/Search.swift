// Lives through histories, and makes a history in which product and model part as short as it can be.

/// A history in which product and model part.
struct Find: CustomStringConvertible {
    var seed: UInt64
    var first: Watching
    var steps: [Step]
    var problem: String

    var description: String {
        let lines = steps.enumerated().map { "  \($0.offset + 1). \($0.element)" }
        return "seed \(seed): \(problem)\n  first: \(first)\n" + lines.joined(separator: "\n")
    }
}

/// How many steps of each kind were taken, for those who want to know what was tried.
struct Search {
    private let files: Files
    private let couriers = Couriers()
    private(set) var histories = 0
    private(set) var steps = 0
    /// What was told, by kind.
    private(set) var told: [String: Int] = [:]

    init() throws { files = try Files() }

    /// Lives through the history of a seed.
    mutating func live(_ seed: UInt64) throws -> Find? {
        let (first, steps) = Generator.history(seed)
        histories += 1
        self.steps += steps.count
        let trial = try Trial(first, in: files, couriers)
        do { try trial.run(steps) } catch {
            return shrunken(Find(seed: seed, first: first, steps: steps, problem: "\(error)"))
        }
        for event in trial.events.values { told[event.kind.rawValue, default: 0] += 1 }
        return nil
    }

    private func problem(_ first: Watching, _ steps: [Step]) -> String? {
        do {
            try Trial(first, in: files, couriers).run(steps)
            return nil
        } catch { return "\(error)" }
    }

    /// Leaves out what can be left out: steps, many at a time, then rows and numbers.
    private func shrunken(_ find: Find) -> Find {
        var find = find
        var size = max(1, find.steps.count / 2)
        while true {
            var start = 0
            var hasShrunk = false
            while start < find.steps.count {
                var steps = find.steps
                steps.removeSubrange(start..<min(start + size, steps.count))
                if let problem = problem(find.first, steps) {
                    (find.steps, find.problem, hasShrunk) = (steps, problem, true)
                } else {
                    start += size
                }
            }
            if size == 1 && !hasShrunk { break }
            size = max(1, size / 2)
        }
        for pattern in find.first.patterns where find.first.labels.count > 1 {
            var first = find.first
            first.labels[pattern] = nil
            if let problem = problem(first, find.steps) { (find.first, find.problem) = (first, problem) }
        }
        return find
    }
}
