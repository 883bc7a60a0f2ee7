// Why the daemon refuses a hook, and how to fix it. A value; `HookSafety` examines the file system.

import Processes
import Text

/// Why the daemon refuses a hook: the faulty component of its path, and the fault.
package struct HookRefusal: Error, Hashable, Sendable, CustomStringConvertible {
    package enum Reason: Hashable, Sendable {
        /// The path does not begin with "/".
        case relative
        case missing
        /// It belongs neither to root nor to the user that the daemon runs as.
        case foreign(owner: UInt32)
        /// Its group or everybody may write to it; in a directory they could replace a file.
        case writable
        /// A sticky directory in which everybody may write, such as /tmp: it is world-writable by design.
        case shared
        /// The hook itself is a directory, a FIFO, a device or a socket.
        case notRegular
        /// A component before the last is no directory.
        case notDirectory
        case notExecutable
        /// It would run with other rights than the daemon's: setuid or setgid.
        case changesUser
        /// More than 40 symbolic links, the kernel's own limit (path_resolution(7)).
        case tooManyLinks
        /// It cannot be examined; an error number.
        case unreadable(Int32)
        /// The hook is empty.
        case emptyFile
        /// It is a text without a line "#!" that names its interpreter.
        case noInterpreter
        /// A byte order mark precedes its first line, so the kernel does not recognise it.
        case byteOrderMark
        /// Its lines end with a carriage return, as on Windows.
        case windowsLines
        /// Its interpreter is missing, or not executable.
        case interpreterMissing(String)
        /// It says itself that its settings are wrong, or a program is missing; the reason.
        case notReady(String)
        /// It is safe, but the system cannot start it; the cause in a sentence.
        case cannotStart(String)
    }

    /// The faulty file, directory or link.
    package var component: String
    package var reason: Reason
    /// The file of settings, if the fault is on its path; nil if the fault is on the path of the hook.
    package var settings: String?

    /// Whether it is about the program of a source, and not about the hook.
    var isOfSource = false

    package init(_ component: String, _ reason: Reason) {
        self.component = component
        self.reason = reason
    }

    /// One sentence without a full stop, with the command that fixes it if there is one.
    package var description: String {
        let name = sanitized(component, limit: 500)
        let what = settings == nil ? isOfSource ? "program" : "hook" : "file of settings"
        return switch reason {
        case .relative: "the \(what)'s path \(name) does not begin with /"
        case .missing: "\(name) does not exist"
        case .foreign(let owner):
            "\(name) belongs to user \(owner), not to root or the service's user; to fix: "
                // What lies elsewhere has its owner for a reason, such as a home directory.
                + (name.hasPrefix("/etc/") || component == settings
                    ? "chown root \(name)" : "copy the \(what) to /etc/batchwatch, as root")
        case .writable:
            "users other than its owner can write to \(name); to fix: chmod go-w \(name)"
                + (name.hasPrefix("/etc/") ? "" : ", or copy the \(what) to /etc/batchwatch, as root")
        case .shared:
            "everybody can write to \(name), as is meant; keep the \(what) elsewhere, such as in /etc/batchwatch"
        case .notRegular: "\(name) is not a regular file"
        case .notDirectory: "\(name) is not a directory"
        case .notExecutable: "\(name) is not executable; to fix: chmod +x \(name)"
        case .changesUser: "\(name) has the setuid or setgid bit; to fix: chmod ug-s \(name)"
        case .tooManyLinks: "\(name) has too many symbolic links"
        case .unreadable(let code): "\(name) cannot be examined: \(errorText(code))"
        case .emptyFile: "\(name) is empty; write a script into it"
        case .noInterpreter:
            "\(name) is a text whose first line names no interpreter; to fix: begin it with #!/bin/sh, or whatever runs it"
        case .byteOrderMark:
            "\(name) begins with a byte order mark, before its #!; to fix: sed -i '1s/^\\xEF\\xBB\\xBF//' \(name)"
        case .windowsLines:
            "\(name) has the line ends of Windows (CRLF), so its interpreter is not found; to fix: sed -i 's/\\r$//' \(name)"
        case .interpreterMissing(let interpreter):
            "\(name) names the interpreter \(sanitized(interpreter, limit: 200)), which is not there or cannot be run; to fix: "
                + "install it, or correct the script's first line"
        case .notReady(let reason): "\(name) cannot work: \(reason)"
        case .cannotStart(let cause): sanitized(cause, limit: 500)
        }
    }
}
