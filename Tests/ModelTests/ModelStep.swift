// The possible events of a watch, one step of a history each. A step is self-contained, so that a history stays valid
// when steps are removed.

import Watch

enum ModelStep {
    /// The office puts a document up: the list, or one that has a name.
    case publish(Edition, as: String = "")
    /// The page has these links.
    case link([String])
    /// From now on a document, or the page of links, is answered in this way; as it should be where it is nil.
    case fault(Fault?, of: String)
    /// Kept documents lose a bit, or all.
    case rot(seed: UInt64)
    case poll(after: Double, Manner, isDiskFull: Bool)
    /// The daemon looks in without the source being due.
    case look(isDiskFull: Bool)
    case configure(Watching)
    /// The wall clock jumps, which is no event whatever.
    case clock(Double)
    /// The machine is off for a while, and when it is on again its clock is wrong by so much.
    case boot(off: Double, clock: Double, isProven: Bool)
    case accept(isDiskFull: Bool)
    /// What was read of a batch that is unclear then, the n-th of them, is accepted.
    case acceptUnclear(Int)
    /// Sinks are told; from the n-th try on nothing can be saved; in the n-th try the program is killed.
    case deliver(after: Double, seed: UInt64, fullFrom: Int?, killedAt: Int?)
    case restart(Restart)
}

/// How the server answers.
enum Manner: CaseIterable {
    case plain
    /// 304 whenever validators are sent, whatever is published.
    case lying
    /// 304 whatever is asked.
    case odd
    case failing
    /// There is no way out of this machine.
    case offline
    /// The reader comes to no end.
    case crashing
    /// A new ETag each time.
    case fickle
    /// No validators.
    case untagged
    /// We are told to stop meanwhile.
    case stopped
}

/// What is wrong with one document.
enum Fault: CaseIterable {
    case missing, gone, refused, unreadable, tooLarge, crashing, unreachable
    /// A conditional request is answered 304 with another ETag.
    case oddTag
    /// Each request is answered 304.
    case stubborn
}

/// How the program begins anew.
enum Restart: CaseIterable {
    case clean
    /// Killed in a save, before its rename.
    case torn
    /// The state file is cut off.
    case damaged
    /// Both generations are.
    case bothDamaged
    /// With another reader.
    case upgraded
    /// The kept documents are gone.
    case withoutCache
}

/// Numbers that look random and come again with the same seed (SplitMix64).
struct Chance: RandomNumberGenerator {
    var state: UInt64

    init(_ seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }

    /// True once in so many times.
    mutating func once(in times: Int) -> Bool { next() % UInt64(times) == 0 }

    mutating func below(_ limit: Int) -> Int { limit <= 0 ? 0 : Int(next() % UInt64(limit)) }

    mutating func one<Element>(of elements: [Element]) -> Element { elements[below(elements.count)] }
}

extension ModelStep: CustomStringConvertible {
    var description: String {
        switch self {
        case .publish(let edition, let name): "publish \(name) \(edition)"
        case .link(let names): "link \(names)"
        case .fault(let fault, let name): "fault of \(name): \(fault.map { "\($0)" } ?? "none")"
        case .rot(let seed): "rot, seed \(seed)"
        case .poll(let after, let manner, let isFull):
            "poll after \(Int(after)), \(manner)\(isFull ? ", disk full" : "")"
        case .look(let isFull): "look\(isFull ? ", disk full" : "")"
        case .configure(let watching): "configure \(watching)"
        case .clock(let jump): "clock jumps \(Int(jump))"
        case .acceptUnclear(let number): "accept unclear batch \(number)"
        case .boot(let off, let clock, let isProven):
            "boot after \(Int(off)), clock off by \(Int(clock))\(isProven ? ", kept by others" : "")"
        case .accept(let isFull): "accept\(isFull ? ", disk full" : "")"
        case .deliver(let after, let seed, let full, let killed):
            "deliver after \(Int(after)), seed \(seed)\(full.map { ", disk full from \($0)" } ?? "")"
                + (killed.map { ", killed in try \($0)" } ?? "")
        case .restart(let how): "restart, \(how)"
        }
    }
}

extension Edition: CustomStringConvertible {
    var description: String {
        let lines = rows.map { "\($0.batch) \($0.line.status.prefix(24).debugDescription) \($0.line.date)" }
        let more = [
            isDamaged ? "damaged" : "", isCut ? "cut" : "", heading.isEmpty ? "" : "headed \(heading)",
            doubted.isEmpty ? "" : "doubted \(doubted.sorted())", hasRest ? "rest" : "", isVague ? "vague" : "",
            mentioned.isEmpty ? "" : "mentions \(mentioned)",
            modified.map { "modified \(Int($0))" } ?? "", age.map { "aged \(Int($0))" } ?? "",
        ].filter { !$0.isEmpty }
        return "\(bytes.prefix(6)) text \(text.prefix(6)) \(more.joined(separator: ", ")): "
            + lines.joined(separator: ", ")
    }
}

extension Watching: CustomStringConvertible {
    var description: String {
        "\(patterns), \(shape), at \(address)\(hasDates ? "" : " without dates"), patience \(Int(patience)), "
            + "expected \(expected.map { "\(Int($0))" } ?? "never")\(hasHook ? "" : ", no hook")\(tellsEditions ? ", editions" : "")"
    }
}
