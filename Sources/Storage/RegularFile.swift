// Opens files that must be regular. A pipe in their place may have no other end, so that opening it would wait for
// ever; a device acts when opened; a link may lead to somebody else's file.

import Glibc

/// Opens a file that must be regular, without waiting and without following a link; close-on-exec.
///
/// - Parameters:
///   - path: its path.
///   - flags: the flags of open(2).
///   - mode: the mode of a new file.
/// - Returns: its descriptor.
/// - Throws: `unusable` if it is no regular file, otherwise the error of open(2).
package func openRegular(_ path: String, _ flags: Int32, mode: mode_t = 0o600) throws(StateError) -> Int32 {
    let file = open(path, flags | O_NONBLOCK | O_NOFOLLOW | O_NOCTTY | O_CLOEXEC, mode)
    guard file >= 0 else {
        switch errno {
        case ELOOP: throw odd(path, "a symbolic link")
        // A directory opened for writing; a pipe without a reader, a socket, or a device without a driver.
        case EISDIR, ENXIO: throw odd(path, "not a regular file")
        default: throw .io(operation: "open", path: path, code: errno)
        }
    }
    var status = stat()
    guard fstat(file, &status) == 0 else {
        let code = errno
        close(file)
        throw .io(operation: "stat", path: path, code: code)
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
        close(file)
        throw odd(path, "not a regular file")
    }
    return file
}

private func odd(_ path: String, _ what: String) -> StateError {
    let directory = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    return .unusable(directory: directory, problem: "\(path) is \(what); move it away")
}
