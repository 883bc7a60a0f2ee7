// Runs histories, and shortens a history in which product and model differ as far as possible.

/// A history in which product and model part.
struct Find: CustomStringConvertible {
    var seed: UInt64
    var first: Watching
    var steps: [ModelStep]
    var problem: String
    var drains: Bool { seed % 8 == 0 }

    var description: String {
        let lines = steps.enumerated().map { "  \($0.offset + 1). \($0.element)" }
        return "seed \(seed): \(problem)\n  first: \(first)\n" + lines.joined(separator: "\n")
    }
}

/// Lives through histories, and counts what came of them.
struct Search {
    private let files: Files
    private let couriers = Couriers()
    private(set) var histories = 0
    private(set) var steps = 0
    /// What was told, by kind.
    private(set) var told: [String: Int] = [:]
    /// In how many histories what happened.
    private(set) var occurred: [String: Int] = [:]

    init() throws { files = try Files() }

    /// Lives through the history of a seed.
    mutating func live(_ seed: UInt64) throws -> Find? {
        let (first, steps) = Generator.history(seed)
        histories += 1
        self.steps += steps.count
        let trial = try ModelRun(first, in: files, couriers)
        do { try trial.run(steps, drains: seed % 8 == 0) } catch {
            return shrunken(Find(seed: seed, first: first, steps: steps, problem: "\(error)"))
        }
        for name in trial.occurred.names { occurred[name, default: 0] += 1 }
        for event in trial.events.values { told[event.kind.rawValue, default: 0] += 1 }
        return nil
    }

    private func problem(_ find: Find) -> String? {
        do {
            try ModelRun(find.first, in: files, couriers).run(find.steps, drains: find.drains)
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
                var less = find
                less.steps.removeSubrange(start..<min(start + size, less.steps.count))
                if takes(less, for: &find) {
                    hasShrunk = true
                } else {
                    start += size
                }
            }
            if size == 1 && !hasShrunk { break }
            size = max(1, size / 2)
        }
        for pattern in find.first.patterns where find.first.labels.count > 1 {
            var less = find
            less.first.labels[pattern] = nil
            _ = takes(less, for: &find)
        }
        for (step, edition) in find.steps.enumerated().compactMap({ step in
            step.element.edition.map { (step.offset, $0) }
        }) {
            var (edition, name) = edition
            for row in edition.rows.indices.reversed() {
                var less = find
                var smaller = edition
                smaller.rows.remove(at: row)
                less.steps[step] = .publish(smaller, as: name)
                if takes(less, for: &find) { edition = smaller }
            }
        }
        return find
    }

    /// Takes a shorter history for another one if there is something wrong in it too.
    private func takes(_ less: Find, for find: inout Find) -> Bool {
        guard let problem = problem(less) else { return false }
        find = less
        find.problem = problem
        return true
    }
}

extension ModelStep {
    fileprivate var edition: (Edition, String)? {
        if case .publish(let edition, let name) = self { (edition, name) } else { nil }
    }
}
