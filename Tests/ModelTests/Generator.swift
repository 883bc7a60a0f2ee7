// Histories likely to cause trouble: lists that shrink, grow, flap, return, or come damaged, with edits of the
// configuration and clocks that jump.

import Processes
import Watch

/// Writes one history.
struct Generator {
    var chance: Chance
    var steps: [ModelStep] = []
    var watching: Watching
    /// What was published, the latest last; by the names of documents, where there are several.
    var editions: [Edition] { documents[""] ?? [] }
    var documents: [String: [Edition]] = [:]
    /// The links of the page.
    var links: [String] = []
    private var exports = 0
    /// Whether the server says when documents were changed.
    private let tellsDates: Bool
    let pool: [String]

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
        watching.shape = chance.one(of: Shape.allCases)
        tellsDates = chance.once(in: 2)
        watching.tellsEditions = chance.once(in: 2)
        let count = 1 + chance.below(chance.once(in: 3) ? 12 : 5)
        while watching.labels.count < count { watching.labels[pattern()] = "label \(watching.labels.count)" }
        watching.patience = chance.one(of: [0, 3600, 3600, 86_400])
        watching.expected = chance.one(of: [nil, nil, 86_400, 691_200])
        switch watching.shape {
        case .single: beginSingle()
        case .linked: beginLinked()
        case .cases: beginCases()
        }
        poll()
    }

    private mutating func beginSingle() {
        let size = chance.one(of: [1, 3, 8, 12, 25, 40, 60])
        publish((0..<size).map { _ in row() } + watching.patterns.filter { !Watching.isMask($0) }.map { row($0) })
    }

    /// Numbers that stand close together are watched and listed most.
    mutating func number() -> String { pool[chance.below(chance.once(in: 2) ? 14 : pool.count)] }

    mutating func pattern() -> String {
        let number = number()
        if watching.shape == .cases { return number }
        return switch chance.below(40) {
        case 0..<6: number.dropLast() + "#"
        case 6: number.dropLast(2) + "##"
        default: number
        }
    }

    mutating func row(_ batch: String? = nil) -> (batch: String, line: Line) {
        let status = chance.once(in: 3) ? chance.one(of: Generator.statuses) : Generator.statuses[chance.below(4)]
        return (batch ?? number(), Line(status: status, date: chance.one(of: Generator.dates)))
    }

    // MARK: Scenes

    private mutating func scene() {
        switch chance.below(34) {
        case 0..<11:
            watching.shape == .single ? next() : partScene()
        case 11..<13: poll()
        case 13: rot()
        case 14..<16: watching.shape == .single ? flap() : partScene()
        case 16..<18: watching.shape == .single ? chance.once(in: 3) ? flap() : insist() : faultScene()
        case 18: steps.append(.look(isDiskFull: chance.once(in: 6)))
        case 19..<22: configure()
        case 22: steps.append(chance.once(in: 2) ? boot() : .clock(chance.one(of: Generator.jumps)))
        case 23: steps.append(.accept(isDiskFull: chance.once(in: 5)))
        case 24: steps.append(.restart(chance.one(of: Restart.allCases + [.clean, .torn, .bothDamaged])))
        case 25: repeated(chance.one(of: [.failing, .failing, .offline, .crashing]))
        case 26: acceptDamage()
        case 28, 29: doubt()
        case 27, 32: changeReader()
        case 33: watching.shape == .cases ? changeReader() : doubtMany()
        default: deliver()
        }
        if chance.once(in: 4) { deliver() }
        if chance.once(in: 12) { steps.append(.restart(chance.one(of: [.clean, .clean, .torn, .damaged]))) }
    }

    private static let jumps = [-3.2e8, 3.2e8, -864_000, 864_000, -3600, 3600, -90_000]

    /// The machine is off for a while; its clock may be right, behind or ahead when it is on again, and others may say so.
    private mutating func boot() -> ModelStep {
        let off: Double = chance.one(of: [37, 4_777, 90_777, 1_000_777])
        return .boot(
            off: off, clock: chance.once(in: 2) ? 0 : chance.one(of: Generator.jumps),
            isProven: !chance.once(in: 3))
    }

    /// Kept documents rot, and are needed.
    private mutating func rot() {
        steps.append(.rot(seed: chance.next() & 0xFFFF))
        if watching.shape != .single { partScene() } else if chance.once(in: 2) { next() } else { configure() }
        poll(after: Generator.hour, .plain)
    }

    private mutating func partScene() { watching.shape == .linked ? linkedScene() : casesScene() }

    mutating func poll(after: Double? = nil, _ manner: Manner? = nil) {
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
        publish(rows, isDamaged: isDamaged, isCut: chance.once(in: 12))
        poll()
        if chance.once(in: 2) { poll(after: chance.one(of: [1800, 3600, 86_400]), .plain) }
    }

    /// Two editions that take turns.
    private mutating func flap() {
        let first = chance.one(of: editions)
        publish(successor().rows)
        guard let second = editions.last else { return }
        let wait: Double = chance.one(of: [1800, 3600, 43_200])
        let isAged = chance.once(in: 2)
        let manner: Manner = isAged ? .untagged : .plain
        for turn in 0..<(2 + chance.below(5)) {
            put(turn % 2 == 0 ? second : again(first, isAged: isAged))
            poll(after: wait, manner)
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

    /// Something of the list is not certain, for a while: rows, what is left over, numbers outside of rows.
    private mutating func doubt() {
        let name = watching.shape == .single ? "" : someDocument() ?? ""
        let wait: Double = chance.one(of: [1800, 3600, 43_200, 86_400])
        for _ in 0..<(1 + chance.below(3)) {
            var rows = watching.shape == .single ? successor().rows : documents[name]?.last?.rows ?? []
            for _ in 0..<chance.below(3) { mutate(&rows) }
            // The page of a case has no other.
            if watching.shape == .cases {
                rows = chance.once(in: 3) ? [] : chance.once(in: 2) ? [row(name)] : rows.filter { $0.batch == name }
            }
            var new = edition(rows, isDamaged: false, isCut: chance.once(in: 5), heading: "")
            var watched = (rows.map(\.batch) + watching.patterns).filter {
                watching.watches($0) && !Watching.isMask($0)
            }
            if watching.shape == .cases { watched = [name] }
            if chance.once(in: 2), !watched.isEmpty {
                new.doubted = Set((0..<(1 + chance.below(3))).map { _ in chance.one(of: watched) })
            }
            if chance.once(in: 8) { new.doubted = Set(watched) }
            new.hasRest = chance.once(in: 3)
            new.isVague = chance.once(in: 4)
            if chance.once(in: 2) {
                for number in watching.patterns where !Watching.isMask(number) && chance.once(in: 2) {
                    new.rows.removeAll { $0.batch == number }
                    new.mentioned[number] = chance.one(of: ["late: it is issued", "late: it is refused"])
                }
            }
            new = named(new)
            put(new, as: name)
            poll(after: wait, chance.once(in: 6) ? nil : .plain)
            if chance.once(in: 4) { steps.append(.acceptUnclear(chance.below(8))) }
            if chance.once(in: 6) { steps.append(.restart(chance.one(of: [.clean, .upgraded, .withoutCache]))) }
            if chance.once(in: 3) { poll(after: wait, .plain) }
        }
        if chance.once(in: 2) {
            publish(documents[name]?.last?.rows ?? [], as: name)
            poll(after: wait, .plain)
        }
    }

    /// An edition that has names of its own for its bytes and its rows.
    func named(_ edition: Edition) -> Edition {
        var edition = edition
        let said =
            "\(edition.doubted.sorted()) \(edition.hasRest) \(edition.isVague) \(edition.mentioned.sorted { $0.key < $1.key })"
        edition.text = Generator.text(of: edition.rows, isDamaged: false)
        let bytes = Generator.name(of: "\(edition.bytes) \(said) \(edition.rows.map(\.batch))")
        edition.bytes = bytes + edition.text + edition.text + bytes
        return edition
    }

    /// A damaged document that somebody believes, and that has to be fetched again.
    private mutating func acceptDamage() {
        let isCut = chance.once(in: 2)
        if watching.shape == .single {
            publish(successor().rows, isDamaged: !isCut, isCut: isCut)
        } else if let name = someDocument(), let edition = documents[name]?.last {
            publish(edition.rows, as: name, isDamaged: true)
        }
        poll(after: Generator.hour, .plain)
        steps.append(.accept(isDiskFull: false))
        if chance.once(in: 2) { steps.append(.restart(chance.one(of: [.withoutCache, .upgraded]))) }
        poll(after: 2 * Model.day, .plain)
    }

    /// A row that only one of two readers sees.
    private mutating func changeReader() {
        let name = watching.shape == .single ? "" : someDocument() ?? ""
        var rows = watching.shape == .single ? successor().rows : documents[name]?.last?.rows ?? []
        publish(rows, as: name)
        poll(after: Generator.hour, .plain)
        guard let index = rows.indices.filter({ watching.watches(rows[$0].batch) }).randomElement(using: &chance)
        else { return }
        rows[index].line.status = "?hidden"
        publish(rows, as: name)
        poll(after: Generator.hour, .plain)
        steps.append(.restart(.upgraded))
        if chance.once(in: 3) {
            // And what it read before is gone.
            steps.append(.restart(.withoutCache))
            rows[index] = row(rows[index].batch)
            publish(rows, as: name)
        } else if chance.once(in: 2) {
            steps.append(.look(isDiskFull: false))
        }
        poll(after: Model.day, .plain)
    }

    mutating func configure() {
        switch chance.below(8) {
        case 0..<3: watching.labels[pattern()] = "new"
        case 3, 4: if watching.labels.count > 1 { watching.labels[chance.one(of: watching.patterns)] = nil }
        case 5: watching.address = watching.address == "a" ? "b" : "a"
        case 6: watching.hasDates.toggle()
        default:
            watching.patience = chance.one(of: [0, 3600, 86_400])
            watching.expected = chance.one(of: [nil, 86_400, 691_200])
            watching.hasHook = !chance.once(in: 3)
            watching.tellsEditions = chance.once(in: 2)
        }
        steps.append(.configure(watching))
        if chance.once(in: 2) { steps.append(.look(isDiskFull: chance.once(in: 6))) }
    }

    // MARK: Editions

    mutating func publish(
        _ rows: [(batch: String, line: Line)], as name: String = "", isDamaged: Bool = false, isCut: Bool = false,
        heading: String = ""
    ) {
        put(edition(rows, isDamaged: isDamaged, isCut: isCut, heading: heading), as: name)
    }

    mutating func put(_ edition: Edition, as name: String = "") {
        documents[name, default: []].append(edition)
        steps.append(.publish(edition, as: name))
    }

    /// A copy of an edition, as a server or a cache may have it.
    mutating func again(_ edition: Edition, isAged: Bool) -> Edition {
        var copy = edition
        if isAged { copy.age = chance.one(of: [60, 7200, 90_000]) }
        if tellsDates, chance.once(in: 3) { copy.modified = 1_700_000_000 + Double(exports) * 60 + 30 }
        return copy
    }

    mutating func edition(
        _ rows: [(batch: String, line: Line)], isDamaged: Bool, isCut: Bool, heading: String
    ) -> Edition {
        if !chance.once(in: 3) { exports += 1 }
        let said = rows.map {
            "\($0.batch)|\($0.line.status.utf8.map(String.init).joined(separator: "."))|\($0.line.date)"
        }
        let order = said.joined(separator: "\n") + (isDamaged ? "damaged" : "") + heading
        let text = Generator.text(of: rows, isDamaged: isDamaged)
        let bytes = Generator.name(of: "\(text) \(order) \(exports)")
        return Edition(
            bytes: bytes + text + text + bytes, text: text, rows: rows, isDamaged: isDamaged, isCut: isCut,
            heading: heading, modified: tellsDates ? 1_700_000_000 + Double(exports) * 60 : nil)
    }

    /// A name for rows, with one form for the entry that has two.
    private static func text(of rows: [(batch: String, line: Line)], isDamaged: Bool) -> String {
        let rowsInOneForm = rows.map {
            "\($0.batch)|\($0.line.status.replacing("e\u{301}", with: "é").utf8.map(String.init))|\($0.line.date)"
        }
        return Generator.name(
            of: "rows " + rowsInOneForm.sorted().joined(separator: "\n") + (isDamaged ? "damaged" : ""))
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
        case 11 where chance.once(in: 3): return (rows, true)
        default: break
        }
        for _ in 0..<chance.below(4) { mutate(&rows) }
        return (rows, false)
    }

    /// Takes watched numbers off the list.
    mutating func remove(_ count: Int, from rows: inout [(batch: String, line: Line)]) {
        for _ in 0..<count {
            guard let victim = rows.filter({ watching.watches($0.batch) }).map(\.batch).randomElement(using: &chance)
            else { return }
            rows.removeAll { $0.batch == victim }
        }
    }

    mutating func mutate(_ rows: inout [(batch: String, line: Line)]) {
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
