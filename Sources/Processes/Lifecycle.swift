// The process lifecycle: what to do with a running program, and when. Pure decisions on what was observed and what time
// it is; every system call is in Child.swift.

/// The lifecycle of one run: from the start over TERM and KILL to the end. Times are seconds of one monotonic clock.
struct Lifecycle {
    enum Step: Hashable {
        case wait
        /// TERM to the group.
        case terminate
        /// KILL to the group.
        case kill
        /// The program is over, and so is its output.
        case finish
        /// KILL did not end it within the grace: it hangs in the kernel (a dead NFS server). Leave it there.
        case abandon
    }

    private enum Phase { case running, terminated, killed, ended }

    /// How long after the program's end its output is still read, if another process holds its pipes.
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

    /// Whether a stop signal still makes a difference.
    var heedsStop: Bool { phase == .running }

    /// The next step, given what was observed at `time`. A program that has ended by itself was not stopped, whatever
    /// comes at the same moment.
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
