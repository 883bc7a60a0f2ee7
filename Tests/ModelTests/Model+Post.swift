// The events on their way to each sink: recorded, delivered, and cleared, each by its id. Outboxes never fill up here:
// the tests of the outbox cover events joined for lack of room.

import Delivery

/// The entries that wait, sink by sink.
struct Post: Equatable {
    struct OutboxEntry: Equatable {
        var id: String
        var batch: String
        var failures = 0
        var notBefore: Double?

        func isDue(at now: Double) -> Bool {
            guard let notBefore else { return true }
            return notBefore <= now
        }
    }

    /// Names the history; the number of its last event.
    var uuid = ""
    var number = 0
    var waiting: [String: [OutboxEntry]] = [:]
    var dead: [String: [String]] = [:]

    /// After failure 1, 2, …: seconds to wait, where chance is in the middle.
    static let waits: [Double] = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400]

    /// What may be tried now. In order for each batch, and no batch holds up another: of each those before the first
    /// that failed or was put off. If there are none, those, one of each batch.
    func hand(for sink: String, at now: Double) -> [OutboxEntry] {
        let first = firsts(for: sink) { $0.failures > 0 || $0.notBefore != nil }
        var ended: Set<String> = []
        let fresh = (waiting[sink] ?? []).filter { entry in
            if entry == first[entry.batch] { ended.insert(entry.batch) }
            return !ended.contains(entry.batch)
        }
        if !fresh.isEmpty { return fresh }
        return (waiting[sink] ?? []).filter { $0 == first[$0.batch] && $0.isDue(at: now) }
    }

    /// What may be tried where only one may be: the one that failed least, among the first of their batches.
    func probe(for sink: String, at now: Double) -> OutboxEntry? {
        let first = firsts(for: sink) { _ in true }
        let due = (waiting[sink] ?? []).filter { $0 == first[$0.batch] && $0.isDue(at: now) }
        let least = due.map(\.failures).min()
        let equals = due.filter { $0.failures == least }
        return equals.first { $0.notBefore == nil } ?? equals.min { $0.notBefore ?? 0 < $1.notBefore ?? 0 }
    }

    private func firsts(for sink: String, _ isMeant: (OutboxEntry) -> Bool) -> [String: OutboxEntry] {
        Dictionary((waiting[sink] ?? []).filter(isMeant).map { ($0.batch, $0) }) { first, _ in first }
    }

    /// - Parameter pause: for how long a sink is left alone that asks for it.
    mutating func take(_ id: String, _ sink: String, _ outcome: Outcome, at now: Double, pause: Double) {
        guard let index = waiting[sink]?.firstIndex(where: { $0.id == id }), var entry = waiting[sink]?[index] else {
            return
        }
        switch outcome {
        case .interrupted, .unusable: return
        case .later where sink == "journal": return
        case .delivered: waiting[sink]?.remove(at: index)
        case .refused: bury(index, sink)
        case .failed where entry.failures >= Post.waits.count: bury(index, sink)
        case .later:
            entry.notBefore = now + pause
            waiting[sink]?[index] = entry
        case .failed:
            entry.notBefore = now + Post.waits[entry.failures]
            entry.failures += 1
            waiting[sink]?[index] = entry
        }
    }

    private mutating func bury(_ index: Int, _ sink: String) {
        guard let entry = waiting[sink]?.remove(at: index) else { return }
        dead[sink, default: []].append(entry.id)
    }
}

/// Whether a sink is believed to be broken: then one entry is tried in five minutes. Or it asked to be left alone: then
/// one is tried after a minute, two, four and so on to fifteen.
struct Breakage {
    private var failing: Set<String> = []
    private var next: Double?
    /// For how long it is left alone, and until when.
    private(set) var pause = 0.0
    private var end = 0.0

    private var isBroken: Bool { next != nil }
    var isOpen: Bool { isBroken || pause > 0 }

    func forbids(at now: Double) -> Bool { next.map { $0 > now } ?? false || pause > 0 && end > now }

    mutating func tryNow(at now: Double) {
        if isBroken { next = now }
        end = min(end, now)
    }

    mutating func note(_ outcome: Outcome, of id: String, at now: Double) {
        switch outcome {
        case .delivered, .refused: (failing, next, pause) = ([], nil, 0)
        case .failed:
            failing.insert(id)
            if isBroken || failing.count == 5 { next = now + 300 }
            end = now + pause
        case .later:
            if isBroken { next = now + 300 }
            pause = min(900, max(60, 2 * pause))
            end = now + pause
        case .unusable, .interrupted: break
        }
    }
}

/// What a sink makes of an event.
enum Outcome: CaseIterable {
    case delivered, later, refused, failed, unusable, interrupted

    /// Whether the courier turns to the next entry, and notes what came of this one.
    func isNoted(by sink: String) -> Bool {
        switch self {
        case .delivered, .refused, .failed: true
        case .later: sink != "journal"
        case .unusable, .interrupted: false
        }
    }
}
