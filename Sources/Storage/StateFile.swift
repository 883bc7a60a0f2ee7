// The bytes of one state file: read, and replaced so that neither a kill nor a power cut can lose saved data.
// It does I/O and knows nothing of the meaning of the bytes.

import CPOSIX
import Glibc

/// One file in the state directory and its generation before, `NAME.prev`.
package struct StateFile: Sendable {
    /// A state of 100 000 batches with a full outbox takes some 40 MB; batchwatch did not write a larger one.
    static let largest = 256 << 20

    package let path: String
    package var previousPath: String { path + ".prev" }
    package let directory: String

    package init(directory: String, name: String) {
        self.directory = directory
        self.path = "\(directory)/\(name)"
    }

    /// The content; nil if there is no file.
    package func read(_ path: String) throws(StateError) -> [UInt8]? {
        let file: Int32
        do throws(StateError) {
            file = try openRegular(path, O_RDONLY)
        } catch {
            if case .io(_, _, ENOENT) = error { return nil }
            throw error
        }
        defer { close(file) }
        var status = stat()
        try check(fstat(file, &status), "stat", path)
        guard status.st_size <= StateFile.largest else {
            throw .unusable(directory: directory, problem: "\(path) has \(status.st_size) bytes; move it away")
        }
        return try readAll(file, path, size: Int(status.st_size))
    }

    private func readAll(_ file: Int32, _ path: String, size: Int) throws(StateError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: size)
        var filled = 0
        while filled < size {
            let count = bytes.withUnsafeMutableBytes {
                Glibc.read(file, $0.baseAddress.map { $0 + filled }, size - filled)
            }
            if count < 0 && errno == EINTR { continue }
            try check(count, "read", path)
            if count == 0 { break }
            filled += count
        }
        return Array(bytes[..<filled])
    }

    /// Replaces the content. After it returns, the new content survives a power cut. If it throws, the old content
    /// is still there, or is the `.prev` if the disk does not even allow to restore it (rename(2), fsync(2): a rename
    /// is durable only once its directory is).
    package func replace(with bytes: [UInt8]) throws(StateError) {
        let newPath = path + ".new"
        unlink(newPath)  // left by an interrupted save; after a failed fsync a new file is needed anyway
        let file = open(newPath, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        try check(file, "create", newPath)
        do throws(StateError) {
            defer { close(file) }
            try check(cposix_write_all(file, bytes, bytes.count, 0), "write", newPath)
            try check(retried { fsync(file) }, "fsync", newPath)
        } catch {
            unlink(newPath)
            throw error
        }
        try takePlace(newPath)
    }

    /// Makes the new file the current one, and the current one the generation before. A current file exists at all
    /// times: a kill leaves the old one or the new one. A failure is undone: the unsaved state must not return as the
    /// `.prev`, with event ids that were given to other events since.
    private func takePlace(_ newPath: String) throws(StateError) {
        let isFirst = try !keepGeneration()
        do throws(StateError) {
            try check(rename(newPath, path), "rename", newPath)
            try syncDirectory(directory)
        } catch {
            if isFirst { unlink(path) } else { rename(previousPath, path) }
            throw error
        }
    }

    /// Gives the current file its second name, as the generation before.
    ///
    /// - Returns: whether there is one.
    private func keepGeneration() throws(StateError) -> Bool {
        let oldPath = path + ".old"
        unlink(oldPath)  // left by an interrupted save
        if link(path, oldPath) == 0 {
            let result = rename(oldPath, previousPath)
            let code = errno
            unlink(oldPath)  // remains if both were the same file
            if result == 0 { return true }
            throw .io(operation: "rename", path: path, code: code)
        }
        if errno == ENOENT { return false }
        // On a file system without hard links only the generation before exists for a moment.
        try check(rename(path, previousPath), "rename", path)
        return true
    }

    /// Removes both generations, and quarantined files. The current one goes last: a kill in between leaves one that is
    /// removed again.
    package func remove() {
        for ending in [".new", ".old", ".bad-1", ".bad-2", ".bad-3", ".prev", ""] { unlink(path + ending) }
    }

    /// Moves a damaged file aside for people to examine; the three newest are kept.
    package func quarantine(_ path: String) {
        for number in [2, 1] { rename("\(self.path).bad-\(number)", "\(self.path).bad-\(number + 1)") }
        rename(path, "\(self.path).bad-1")
    }
}

/// Makes renames and new files in a directory durable.
package func syncDirectory(_ directory: String) throws(StateError) {
    let handle = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    try check(handle, "open", directory)
    defer { close(handle) }
    try check(retried { fsync(handle) }, "fsync", directory)
}

private func retried(_ call: () -> Int32) -> Int32 {
    while true {
        let result = call()
        if result == 0 || errno != EINTR { return result }
    }
}

private func check(_ result: some BinaryInteger, _ operation: String, _ path: String) throws(StateError) {
    if result < 0 { throw .io(operation: operation, path: path, code: errno) }
}
