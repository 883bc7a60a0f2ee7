// The one table of exit codes: sysexits(3), as every command and the daemon use them.

import Reading
import Storage

/// How a program of ours ends.
package enum ExitCode: Int32, Sendable {
    case ok = 0
    /// The command line is wrong.
    case usage = 64
    /// The input is not what it should be.
    case dataError = 65
    /// An input file is missing or cannot be read.
    case noInput = 66
    /// A server or the daemon cannot be reached.
    case unavailable = 69
    /// A file cannot be created.
    case cannotCreate = 73
    /// A system call failed.
    case ioError = 74
    /// It may work later; another instance holds the state.
    case temporary = 75
    /// The configuration, or a state file of a newer version, has to be seen to.
    case config = 78
}

extension PollReport {
    /// What a failed poll makes of the exit code: a server that cannot be read now may be read later.
    package var exitCode: ExitCode {
        guard hasFailed else { return .ok }
        return failureCode.flatMap(ExitCode.init) ?? .unavailable
    }
}

extension ReadingFailure {
    package var exitCode: ExitCode {
        switch kind {
        case .unreachable, .offline, .status: .unavailable
        case .limit, .unreadable: .dataError
        case .reader: .ioError
        }
    }
}

extension StateError {
    package var exitCode: ExitCode {
        switch self {
        case .locked: .temporary
        case .unusable, .newerSchema: .config
        case .io: .cannotCreate
        }
    }
}
