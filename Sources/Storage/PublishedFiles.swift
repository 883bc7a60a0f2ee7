// Files for a web server: replaced as a whole, and only when they change. It does I/O.

import CPOSIX
import Glibc

/// A directory for published files. Everybody may read them.
package struct PublishedFiles: Sendable {
    private let directory: String

    package init(in directory: String) {
        self.directory = directory
    }

    /// Replaces files, one after the other, unless the content is the same. A reader of a file sees the old or the new
    /// content.
    ///
    /// - Parameter files: returns the new files for the old content; the files are locked meanwhile.
    /// - Returns: the names of the files written.
    package func publish(
        _ files: ((String) -> [UInt8]?) -> [(name: String, bytes: [UInt8])]
    ) throws(StateError) -> [String] {
        let lock = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        try check(lock, "open", directory)
        defer { close(lock) }
        try Self.lock(lock, directory)
        var written: [String] = []
        for (name, bytes) in files(content) where content(of: name) != bytes {
            try replace(name, with: bytes)
            written.append(name)
        }
        return written
    }

    /// How long others may hold the lock, in tenths of a second: a user may be publishing by hand. Whoever may read the
    /// directory can lock it, and nobody must wait for that.
    private static let patience = 50

    private static func lock(_ file: Int32, _ directory: String) throws(StateError) {
        var tries = 0
        while flock(file, LOCK_EX | LOCK_NB) != 0 {
            guard errno == EWOULDBLOCK || errno == EINTR, tries < patience else {
                throw .io(operation: "lock", path: directory, code: errno)
            }
            tries += 1
            usleep(100_000)
        }
    }

    /// The content of a file; nil if it does not exist or is unreadable.
    private func content(of name: String) -> [UInt8]? {
        let file = StateFile(directory: directory, name: name)
        return (try? file.read(file.path)) ?? nil
    }

    private func replace(_ name: String, with bytes: [UInt8]) throws(StateError) {
        let (path, new) = ("\(directory)/\(name)", "\(directory)/.\(name).new")
        unlink(new)  // left by an interrupted write
        let file = open(new, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        try check(file, "create", new)
        do throws(StateError) {
            defer { close(file) }
            try check(cposix_write_all(file, bytes, bytes.count, 0), "write", new)
            // Regardless of the umask.
            try check(fchmod(file, 0o644), "chmod", new)
            try check(fsync(file), "fsync", new)
            try check(rename(new, path), "rename", new)
        } catch {
            unlink(new)
            throw error
        }
    }

    private func check(_ result: some BinaryInteger, _ operation: String, _ path: String) throws(StateError) {
        if result < 0 { throw .io(operation: operation, path: path, code: errno) }
    }
}
