// How a program ended, and its resource usage.

import CPOSIX
import Glibc

/// How a program ended, and its resource usage.
package struct Ending: Sendable, CustomStringConvertible {
    package enum How: Hashable, Sendable {
        /// It exited with this code, 0 to 255.
        case exited(Int32)
        /// A signal that batchwatch did not send.
        case signalled(Int32)
        /// batchwatch ended it after its time limit. A later exit code does not count.
        case timedOut
        /// batchwatch was told to stop and ended it. Its exit code does not count.
        case stopped
    }

    package var how: How
    /// Processor time of the program and of the children it waited for, in seconds.
    package var processorSeconds = 0.0
    /// The largest resident size of one of them, in bytes.
    package var peakBytes = 0

    /// Whether a descendant still had its pipes open when `run` stopped reading them.
    package var hasOpenOutput = false

    /// Whether somebody else killed it: a person, or the kernel when out of memory.
    package var isKilled: Bool { how == .signalled(SIGKILL) }

    /// Whether it crashed: a trap of Swift, a memory access error, abort(3).
    package var hasCrashed: Bool {
        if case .signalled(let number) = how { Ending.crashes.contains(number) } else { false }
    }

    private static let crashes = [SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGABRT, SIGFPE]

    /// The end of a sentence that begins with the program's name.
    package var description: String {
        switch how {
        case .exited(let code): "exited with code \(code)"
        // The soft limit of setrlimit(2), in seconds; the kernel's count differs from the usage reported to the
        // process. A signal sent by hand usually comes sooner.
        case .signalled(SIGXCPU) where processorSeconds >= 0.5:
            "took more than \(Int(processorSeconds.rounded())) s of processor time"
        case .signalled(let number): "was killed by signal \(number)\(Self.name(ofSignal: number))"
        case .timedOut: "did not end in time and was killed"
        case .stopped: "was stopped"
        }
    }

    private static func name(ofSignal number: Int32) -> String {
        guard let name = cposix_signal_name(number) else { return "" }
        return " (\(String(cString: name)))"
    }
}
