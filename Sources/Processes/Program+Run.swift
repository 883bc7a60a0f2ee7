// Runs a program to its end, with a deadline: posix_spawn, pidfd and poll(2) on the caller's thread. No other thread,
// no SIGCHLD handler, no wake-up while the program is quiet.

import Glibc

extension Program {
    /// Runs it to its end. Blocks the calling thread, for `limit` + 2 × `grace` + 1 second at most.
    ///
    /// - Parameters:
    ///   - limit: its time in seconds, on a clock that stops while the machine sleeps: a suspend kills nothing. Then
    ///     its group gets TERM, and `grace` seconds later KILL.
    ///   - grace: seconds between TERM and KILL.
    ///   - stop: ends it early, in the same way.
    ///   - isEnough: called after each event; true ends it early, too.
    ///   - leavesNobody: whether its end also kills the descendants that it left behind in its group.
    ///   - output: gets its output, at most 64 KiB per call. After the program's end its output is read for at most
    /// one more second: a descendant that it left behind delays nothing. Such a descendant lives on if the program
    /// ended by itself, and is killed with it otherwise.
    /// - Returns: how it ended; an exit code or a signal is no error.
    /// - Throws: `ProcessError` if it could not be started, or if this process ignores SIGCHLD.
    package func run(
        limit: Double, grace: Double = 5, stop: StopSignal? = nil, isEnough: () -> Bool = { false },
        leavesNobody: Bool = false, output: (Stream, UnsafeRawBufferPointer) -> Void
    ) throws(ProcessError) -> Ending {
        var child = try Child.start(self)
        var lifecycle = Lifecycle(start: monotonicSeconds(), limit: limit, grace: grace)
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            var observation = child.observe(
                for: lifecycle.deadline - monotonicSeconds(), stop: lifecycle.heedsStop ? stop?.descriptor ?? -1 : -1,
                buffer: &buffer, handOn: output)
            if isEnough() { observation.isToldToStop = true }
            switch lifecycle.step(observation, at: monotonicSeconds()) {
            case .wait: break
            case .terminate: child.signalGroup(SIGTERM)
            case .kill: child.signalGroup(SIGKILL)
            case .abandon: return Ending(how: lifecycle.cutShort ?? .timedOut)
            case .finish:
                if lifecycle.cutShort != nil || leavesNobody { child.signalGroup(SIGKILL) }
                let (status, usage) = try child.reap()
                var ending = Ending(how: lifecycle.cutShort ?? Ending.How(status: status), usage: usage)
                ending.hasOpenOutput = !observation.isSilent
                return ending
            }
        }
    }
}

extension Ending.How {
    /// From wait(2)'s status of an ended process: the signal in the low seven bits, or the exit code above them.
    fileprivate init(status: Int32) {
        let signal = status & 0x7f
        self = signal == 0 ? .exited((status >> 8) & 0xff) : .signalled(signal)
    }
}

extension Ending {
    fileprivate init(how: How, usage: rusage) {
        self.init(how: how)
        processorSeconds = seconds(usage.ru_utime) + seconds(usage.ru_stime)
        peakBytes = usage.ru_maxrss &* 1024
    }
}

private func seconds(_ time: timeval) -> Double {
    Double(time.tv_sec) + Double(time.tv_usec) / 1e6
}

private func monotonicSeconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}
