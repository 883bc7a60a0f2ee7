// Replaces the configuration file by an edited one in a single step: a new file beside it, fsync, rename, fsync of the
// directory. A reader sees either the old file or the new one. Owner and mode stay. A symbolic link stays, and its
// target is replaced.

import CPOSIX
import Glibc

/// Something that is to become of a configuration file. Pure.
package protocol ConfigChange {
    associatedtype Outcome: ChangedConfig
    /// The file after the change, and what came of it.
    func applied(to bytes: [UInt8], path: String) throws(ConfigEditError) -> Outcome
}

/// A configuration file that was changed.
package protocol ChangedConfig {
    /// The whole file.
    var bytes: [UInt8] { get }
}

/// No other edit of a configuration file, or of a file beside it, happens while this exists.
package final class EditLock {
    fileprivate let directory: Int32

    fileprivate init(_ directory: Int32) {
        self.directory = directory
    }

    deinit { close(directory) }
}

extension ConfigFile {
    /// Waits until no other edit is under way.
    package func lock() throws(ConfigEditError) -> EditLock {
        let target = target ?? path
        let directory = target.lastIndex(of: "/").map { target[..<$0] }.map { $0.isEmpty ? "/" : String($0) } ?? "."
        let descriptor = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        if descriptor < 0 { throw trouble("its directory cannot be opened") }
        let lock = EditLock(descriptor)
        try Self.wait(for: descriptor, path)
        return lock
    }

    /// Where the path leads through symbolic links; nil where there is no file.
    private var target: String? {
        guard let real = realpath(path, nil) else { return nil }
        defer { free(real) }
        return String(cString: real)
    }

    /// Changes the file.
    ///
    /// - Parameters:
    ///   - lock: the caller's; nil to take one.
    ///   - meanwhile: what happens between reading and replacing; for tests.
    /// - Returns: what came of it; the file is left alone where it says already what was wanted.
    package func change<Change: ConfigChange>(
        _ edit: Change, under lock: EditLock? = nil, meanwhile: () -> Void = {}
    ) throws(ConfigEditError) -> Change.Outcome {
        guard let target else { throw trouble("cannot be edited") }
        let lock = if let lock { lock } else { try self.lock() }
        let (bytes, facts) = try content(of: target)
        let edited = try edit.applied(to: bytes, path: path)
        if edited.bytes == bytes { return edited }
        let new = try written(edited.bytes, beside: target, like: facts)
        defer { unlink(new) }
        meanwhile()
        // An editor does not know of the lock.
        guard let now = try? content(of: target), now.bytes == bytes, now.facts.st_ino == facts.st_ino else {
            throw .io("\(path.printable) was changed by somebody else meanwhile; check it and try again")
        }
        if rename(new, target) != 0 { throw trouble("cannot be replaced") }
        if fsync(lock.directory) != 0 { throw .notOnDisk("\(path.printable): \(String(cString: strerror(errno)))") }
        return edited
    }

    /// Two edits at once wait for each other, some seconds at most.
    private static func wait(for lock: Int32, _ path: String) throws(ConfigEditError) {
        for _ in 0..<100 {
            if flock(lock, LOCK_EX | LOCK_NB) == 0 { return }
            usleep(50_000)
        }
        throw .io("the directory of \(path.printable) is locked by another program; try again later")
    }

    private func content(of target: String) throws(ConfigEditError) -> (bytes: [UInt8], facts: stat) {
        var facts = stat()
        if lstat(target, &facts) != 0 { throw trouble("cannot be read") }
        do throws(FileTrouble) {
            return (try BoundedFile(path: target, limit: ConfigLimits.fileBytes).bytes, facts)
        } catch {
            throw .invalid(ConfigError(path: path, problems: [ConfigProblem("\(error)")]))
        }
    }

    /// A new file with these bytes, on disk.
    private func written(_ bytes: [UInt8], beside target: String, like facts: stat) throws(ConfigEditError) -> String {
        var name = Array((target + ".XXXXXX").utf8CString)
        let descriptor = mkstemp(&name)
        if descriptor < 0 { throw trouble("no file can be made beside it") }
        let new = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let isWritten = Self.write(bytes, to: descriptor, like: facts)
        let cause = trouble("the new one cannot be written")
        close(descriptor)
        if !isWritten {
            unlink(new)
            throw cause
        }
        return new
    }

    private static func write(_ bytes: [UInt8], to descriptor: Int32, like facts: stat) -> Bool {
        guard cposix_write_all(descriptor, bytes, bytes.count, 0) == 0 else { return false }
        var own = stat()
        guard fstat(descriptor, &own) == 0 else { return false }
        // The owner first: a change of owner takes bits of the mode away.
        if own.st_uid != facts.st_uid || own.st_gid != facts.st_gid {
            guard fchown(descriptor, facts.st_uid, facts.st_gid) == 0 else { return false }
        }
        return fchmod(descriptor, facts.st_mode & 0o7777) == 0 && fsync(descriptor) == 0
    }

    private func trouble(_ what: String) -> ConfigEditError {
        .io("\(path.printable): \(what): \(String(cString: strerror(errno)))")
    }
}
