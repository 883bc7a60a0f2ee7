// Why a program could not be started or watched.

import CPOSIX
import Glibc

/// Why a program could not be started or watched. How it ended is no error: see `Ending`.
package enum ProcessError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The program itself: missing, not executable, no interpreter, or no room for another process.
    case cannotStart(path: String, code: Int32)
    /// A system call before or after it.
    case system(call: String, code: Int32)

    /// The error number (errno).
    package var code: Int32 {
        switch self {
        case .cannotStart(_, let code), .system(_, let code): code
        }
    }

    /// Whether the machine lacks a resource, and the program is not at fault: try later.
    package var isShortage: Bool {
        [EAGAIN, ENOMEM, EMFILE, ENFILE, ENOSPC].contains(code)
    }

    /// One sentence without a full stop.
    package var description: String {
        switch self {
        case .cannotStart(let path, ENOENT): "cannot start \(path): it or its interpreter does not exist"
        case .cannotStart(let path, ENOEXEC): "cannot start \(path): neither a program nor a script that begins with #!"
        case .cannotStart(let path, let code): "cannot start \(path): \(errorText(code))"
        case .system(let call, let code): "\(call): \(errorText(code))"
        }
    }
}

/// The C library's words for an error number, in English.
package func errorText(_ code: Int32) -> String {
    cposix_error_text(code).map { String(cString: $0) } ?? "error \(code)"
}
