// What is on its way to whom: events are recorded, told, and cleared, each by its id.

/// The letters that wait, sink by sink.
struct Post: Equatable {
    struct Letter: Equatable {
        var id: String
        var batch: String
        var failures = 0
        var notBefore: Double?
    }

    /// Names the history; the number of its last event.
    var uuid = ""
    var number = 0
    var waiting: [String: [Letter]] = [:]
    var dead: [String: [String]] = [:]

    /// After failure 1, 2, …: seconds to wait, where chance is in the middle.
    static let waits: [Double] = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400]

    /// The oldest letter that may be tried: in order for each batch, and no batch holds up another.
    func next(for sink: String, at now: Double) -> Letter? {
        var blocked: Set<String> = []
        return waiting[sink]?.first { letter in
            guard blocked.insert(letter.batch).inserted else { return false }
            guard let time = letter.notBefore else { return true }
            return time <= now || time - now > 1.2 * 86_400  // no wait is so long: the clock jumped
        }
    }

    mutating func take(_ id: String, _ sink: String, _ outcome: Outcome, at now: Double) {
        guard let index = waiting[sink]?.firstIndex(where: { $0.id == id }), var letter = waiting[sink]?[index] else {
            return
        }
        switch outcome {
        case .interrupted, .unusable: return
        case .later where sink == "journal": return
        case .delivered: waiting[sink]?.remove(at: index)
        case .refused: bury(index, sink)
        case .failed where letter.failures >= Post.waits.count: bury(index, sink)
        case .later:
            letter.notBefore = now + 60
            waiting[sink]?[index] = letter
        case .failed:
            letter.notBefore = now + Post.waits[letter.failures]
            letter.failures += 1
            waiting[sink]?[index] = letter
        }
    }

    private mutating func bury(_ index: Int, _ sink: String) {
        guard let letter = waiting[sink]?.remove(at: index) else { return }
        dead[sink, default: []].append(letter.id)
    }
}

/// What a sink makes of an event.
enum Outcome: CaseIterable {
    case delivered, later, refused, failed, unusable, interrupted

    /// Whether the courier turns to the next letter, and notes what came of this one.
    func isNoted(by sink: String) -> Bool {
        switch self {
        case .delivered, .refused, .failed: true
        case .later: sink != "journal"
        case .unusable, .interrupted: false
        }
    }
}
