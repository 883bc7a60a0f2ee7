// The only table of exit codes: sysexits(3), for every command and the daemon.

import Reading
import Storage

/// The exit code of a program.
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
    /// Try again later; another instance holds the state.
    case temporary = 75
    /// Someone must fix the configuration, or upgrade for a state file of a newer version.
    case config = 78
}

extension PollReport {
    /// Returns the exit code for a failed poll: a later poll may read a server that this one could not.
    package var exitCode: ExitCode {
        guard hasFailed else { return .ok }
        return failureCode.flatMap(ExitCode.init) ?? .unavailable
    }
}

extension ReadingFailure {
    package var exitCode: ExitCode {
        switch kind {
        case .unreachable, .offline, .killed, .status: .unavailable
        case .form, .limit, .unreadable: .dataError
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
