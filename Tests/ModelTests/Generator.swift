// Histories that look for trouble: lists that shrink, grow, flap, come back, come damaged, under configurations that
// are edited and clocks that jump.

import Processes
import Watch

/// Writes one history.
struct Generator {
    private var chance: Chance
    private var steps: [ModelStep] = []
    private var watching: Watching
    /// What was published, the latest last.
    private var editions: [Edition]
    private var exports = 0
    private let pool: [String]

    static let hour = 3600.0
    private static let statuses = [
        "pending", "issued", "refused", "administrative processing", "issued", "issued~", "?hidden", "", "é",
        "e\u{301}",
        "a\nb", "\u{0}\u{1B}[1m", "\"\\/", "\u{202E}x", "🙂", "() { :;}", String(repeating: "long ", count: 12),
    ]
    private static let dates = ["05-Jun-12", "15-Jun-12", "05-Jun-12", ""]
    private static let waits: [Double] = [
        60, 600, 1800, 3599, 3600, 3600, 3600, 3601, 7200, 21_600, 43_200, 43_200, 86_399, 86_400, 86_400, 172_800,
        604_799, 604_800, 691_200,
    ]

    static func history(_ seed: UInt64) -> (first: Watching, steps: [ModelStep]) {
        var generator = Generator(seed)
        let first = generator.watching
        let length = 3 + generator.chance.below(10)
        for _ in 0..<length { generator.scene() }
        return (first, generator.steps)
    }

    private init(_ seed: UInt64) {
        chance = Chance(seed)
        pool = (0..<90).map { "2010000\(1000 + $0)" }
        watching = Watching(labels: [:])
        editions = []
        let count = 1 + chance.below(chance.once(in: 3) ? 12 : 5)
        while watching.labels.count < count { watching.labels[pattern()] = "label \(watching.labels.count)" }
        watching.patience = chance.one(of: [0, 3600, 3600, 86_400])
        watching.expected = chance.one(of: [nil, nil, 86_400, 691_200])
        let size = chance.one(of: [1, 3, 8, 12, 25, 40, 60])
        publish((0..<size).map { _ in row() } + watching.patterns.filter { !Watching.isMask($0) }.map { row($0) })
        poll()
    }

    /// Numbers that stand close together are watched and listed most.
    private mutating func number() -> String { pool[chance.below(chance.once(in: 2) ? 14 : pool.count)] }

    private mutating func pattern() -> String {
        let number = number()
        return switch chance.below(40) {
        case 0..<6: number.dropLast() + "#"
        case 6: number.dropLast(2) + "##"
        default: number
        }
    }

    private mutating func row(_ batch: String? = nil) -> (batch: String, line: Line) {
        let status = chance.once(in: 3) ? chance.one(of: Generator.statuses) : Generator.statuses[chance.below(4)]
        return (batch ?? number(), Line(status: status, date: chance.one(of: Generator.dates)))
    }

    // MARK: Scenes

    private mutating func scene() {
        switch chance.below(32) {
        case 0..<11: next()
        case 11..<14: poll()
        case 14..<16: flap()
        case 16..<18: insist()
        case 18: steps.append(.look(isDiskFull: chance.once(in: 6)))
        case 19..<22: configure()
        case 22: steps.append(.clock(chance.one(of: [-3.2e8, 3.2e8, -864_000, 864_000, -3600, 3600, -1, -90_000])))
        case 23: steps.append(.accept(isDiskFull: chance.once(in: 5)))
        case 24: steps.append(.restart(chance.one(of: Restart.allCases + [.clean, .torn, .clean])))
        case 25: repeated(.failing)
        case 26: acceptDamage()
        case 27: changeReader()
        default: deliver()
        }
        if chance.once(in: 4) { deliver() }
        if chance.once(in: 12) { steps.append(.restart(chance.one(of: [.clean, .clean, .torn, .damaged]))) }
    }

    private mutating func poll(after: Double? = nil, _ manner: Manner? = nil) {
        let other = chance.once(in: 4) ? chance.one(of: Manner.allCases) : .plain
        steps.append(
            .poll(
                after: after ?? chance.one(of: Generator.waits), manner ?? other, isDiskFull: chance.once(in: 20)))
    }

    private mutating func repeated(_ manner: Manner) {
        let wait: Double = chance.one(of: [600, 3600, 43_200, 86_400, 172_800])
        for _ in 0..<(1 + chance.below(4)) { poll(after: wait, manner) }
    }

    private mutating func deliver() {
        steps.append(
            .deliver(
                after: chance.one(of: [0, 0, 5, 60, 300, 1800, 7200, 90_000, 130_000]), seed: chance.next() & 0xFFFF,
                fullFrom: chance.once(in: 6) ? chance.below(5) : nil,
                killedAt: chance.once(in: 6) ? 1 + chance.below(8) : nil))
    }

    private mutating func next() {
        let (rows, isDamaged) = successor()
        publish(rows, isDamaged: isDamaged)
        poll()
        if chance.once(in: 2) { poll(after: chance.one(of: [1800, 3600, 86_400]), .plain) }
    }

    /// Two editions that take turns.
    private mutating func flap() {
        let first = chance.one(of: editions)
        publish(successor().rows)
        guard let second = editions.last else { return }
        let wait: Double = chance.one(of: [1800, 3600, 43_200])
        for turn in 0..<(2 + chance.below(5)) {
            steps.append(.publish(turn % 2 == 0 ? second : first))
            poll(after: wait, .plain)
        }
    }

    /// A document, or ones like it, that come again and again.
    private mutating func insist() {
        var (rows, isDamaged) = successor()
        let wait: Double = chance.one(of: [3600, 28_800, 43_199, 43_200, 86_400])
        for _ in 0..<(2 + chance.below(3)) {
            publish(rows, isDamaged: isDamaged)
            poll(after: wait, chance.once(in: 5) ? nil : .plain)
            if chance.once(in: 2), !rows.isEmpty { rows[chance.below(rows.count)] = row() }
            if chance.once(in: 8) { isDamaged.toggle() }
        }
    }

    /// A damaged document that somebody believes, and that has to be fetched again.
    private mutating func acceptDamage() {
        publish(successor().rows, isDamaged: true)
        poll(after: Generator.hour, .plain)
        steps.append(.accept(isDiskFull: false))
        if chance.once(in: 2) { steps.append(.restart(chance.one(of: [.withoutCache, .upgraded]))) }
        poll(after: 2 * Model.day, .plain)
    }

    /// A row that only one of two readers sees.
    private mutating func changeReader() {
        var rows = successor().rows
        publish(rows)
        poll(after: Generator.hour, .plain)
        guard let index = rows.indices.filter({ watching.watches(rows[$0].batch) }).randomElement(using: &chance)
        else { return }
        rows[index].line.status = "?hidden"
        publish(rows)
        poll(after: Generator.hour, .plain)
        steps.append(.restart(.upgraded))
        if chance.once(in: 2) { steps.append(.look(isDiskFull: false)) }
        poll(after: Model.day, .plain)
    }

    private mutating func configure() {
        switch chance.below(8) {
        case 0..<3: watching.labels[pattern()] = "new"
        case 3, 4: if watching.labels.count > 1 { watching.labels[chance.one(of: watching.patterns)] = nil }
        case 5: watching.address = watching.address == "a" ? "b" : "a"
        case 6: watching.hasDates.toggle()
        default:
            watching.patience = chance.one(of: [0, 3600, 86_400])
            watching.expected = chance.one(of: [nil, 86_400, 691_200])
            watching.hasHook = !chance.once(in: 3)
        }
        steps.append(.configure(watching))
        if chance.once(in: 2) { steps.append(.look(isDiskFull: chance.once(in: 6))) }
    }

    // MARK: Editions

    private mutating func publish(_ rows: [(batch: String, line: Line)], isDamaged: Bool = false) {
        if !chance.once(in: 3) { exports += 1 }
        let said = rows.map {
            "\($0.batch)|\($0.line.status.utf8.map(String.init).joined(separator: "."))|\($0.line.date)"
        }
        let order = said.joined(separator: "\n") + (isDamaged ? "damaged" : "")
        // One form for the letter that has two.
        let rowsInOneForm = rows.map {
            "\($0.batch)|\($0.line.status.replacing("e\u{301}", with: "é").utf8.map(String.init))|\($0.line.date)"
        }
        let text = Generator.name(of: rowsInOneForm.sorted().joined(separator: "\n") + (isDamaged ? "damaged" : ""))
        let bytes = Generator.name(of: "\(text) \(order) \(exports)")
        let edition = Edition(
            bytes: bytes + text + text + bytes, text: text, rows: rows, isDamaged: isDamaged)
        editions.append(edition)
        steps.append(.publish(edition))
    }

    /// 16 hexadecimal digits (FNV-1a).
    private static func name(of text: String) -> String {
        let hash = text.utf8.reduce(0xCBF2_9CE4_8422_2325) { (hash: UInt64, byte) in
            (hash ^ UInt64(byte)) &* 0x100_0000_01B3
        }
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    private mutating func successor() -> (rows: [(batch: String, line: Line)], isDamaged: Bool) {
        var rows = (chance.once(in: 5) ? chance.one(of: editions) : editions[editions.count - 1]).rows
        switch chance.below(20) {
        case 0: rows.shuffle(using: &chance)
        case 1: if !rows.isEmpty { rows.append(chance.one(of: rows)) }
        case 2: rows = Array(rows.prefix(chance.one(of: [rows.count / 2, (rows.count - 1) / 2, rows.count / 2 + 1])))
        case 3: rows = []
        case 4: return (Array(rows.prefix(chance.below(rows.count + 1))), true)
        case 5: rows = (0..<chance.one(of: [5, 12, 30])).map { row("2220000\(1000 + $0 + 40 * chance.below(3))") }
        case 6: rows = chance.one(of: editions).rows
        case 7: break  // another export
        case 8: remove(chance.one(of: [3, 4, 5]), from: &rows)
        case 9: rows += (0..<20).map { _ in row() }
        case 10: rows = Array(rows.prefix(1 + rows.count / 12)) + (0..<10).map { row("2230000\(1000 + $0)") }
        default: break
        }
        for _ in 0..<chance.below(4) { mutate(&rows) }
        return (rows, false)
    }

    /// Takes watched numbers off the list.
    private mutating func remove(_ count: Int, from rows: inout [(batch: String, line: Line)]) {
        for _ in 0..<count {
            guard let victim = rows.filter({ watching.watches($0.batch) }).map(\.batch).randomElement(using: &chance)
            else { return }
            rows.removeAll { $0.batch == victim }
        }
    }

    private mutating func mutate(_ rows: inout [(batch: String, line: Line)]) {
        switch chance.below(5) {
        case 0: rows.insert(row(), at: chance.below(rows.count + 1))
        case 1: remove(1, from: &rows)
        case 2: rows.append(row(chance.one(of: watching.patterns.filter { !Watching.isMask($0) } + [pool[0]])))
        default:
            let watched = rows.indices.filter { watching.watches(rows[$0].batch) }
            if !watched.isEmpty {
                let index = chance.one(of: watched)
                rows[index] = row(rows[index].batch)
            }
        }
    }
}
