// The process lifecycle: decides what to do with a running program, and when. Pure decisions about observations and the
// time; every system call is in Child.swift.

/// The lifecycle of one run: from the start over TERM and KILL to the end. Times are seconds of one monotonic clock.
struct Lifecycle {
    enum Step: Hashable {
        case wait
        /// TERM to the group.
        case terminate
        /// KILL to the group.
        case kill
        /// The program and its output have ended.
        case finish
        /// KILL did not end it within the grace: it hangs in the kernel (a dead NFS server). Abandon it.
        case abandon
    }

    private enum Phase { case running, terminated, killed, ended }

    /// How long its output is still read after the program's end, if another process holds its pipes.
    static let drainSeconds = 1.0

    private let grace: Double
    private var phase = Phase.running
    /// When the next step is due, if nothing happens before.
    private(set) var deadline: Double
    /// Why we ended the program, if we did: `.timedOut` or `.stopped`.
    private(set) var cutShort: Ending.How?

    init(start: Double, limit: Double, grace: Double) {
        self.grace = grace
        deadline = start + limit
    }

    /// Whether a stop signal still has an effect.
    var heedsStop: Bool { phase == .running }

    /// The next step, after an observation at `time`. A program that has ended by itself does not count as stopped,
    /// even if a stop signal comes at the same moment.
    mutating func step(_ observation: Child.Observation, at time: Double) -> Step {
        if observation.hasEnded {
            if phase != .ended {
                phase = .ended
                deadline = time + Self.drainSeconds
            }
            return observation.isSilent || !(time < deadline) ? .finish : .wait
        }
        if heedsStop && observation.isToldToStop { return terminate(.stopped, at: time) }
        if time < deadline { return .wait }
        switch phase {
        case .running: return terminate(.timedOut, at: time)
        case .terminated:
            phase = .killed
            deadline = time + grace
            return .kill
        case .killed, .ended: return .abandon
        }
    }

    private mutating func terminate(_ reason: Ending.How, at time: Double) -> Step {
        phase = .terminated
        deadline = time + grace
        cutShort = reason
        return .terminate
    }
}
