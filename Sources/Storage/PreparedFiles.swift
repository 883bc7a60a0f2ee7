// Several files that change together: all new contents are on disk before the first file is replaced, and so are copies of
// the old ones. A full disk is noticed while nothing has changed, and putting everything back needs no room.

import CPOSIX
import Glibc

/// Files that are about to be replaced.
package final class PreparedFiles {
    /// One file as it should be.
    package struct File: Equatable, Sendable {
        package var path: String
        package var bytes: [UInt8]
        /// Of a new file; a file that is there keeps its owner and mode.
        package var mode: mode_t
        /// The group of a new file; nil for our own.
        package var group: gid_t?
        /// Whether a file that is there loses a mode that permits more than that of a new file.
        package var isSecret: Bool

        package init(path: String, bytes: [UInt8], mode: mode_t, group: gid_t? = nil, isSecret: Bool = false) {
            self.path = path
            self.bytes = bytes
            self.mode = mode
            self.group = group
            self.isSecret = isSecret
        }
    }

    private struct Prepared {
        let target: String
        let new: String
        /// A copy of the file that is there; nil for none.
        let old: String?
    }

    /// Ends the name of a file that has not yet taken its place, before six characters of mkstemp(3).
    private static let ending = ".batchwatch-"

    /// So large may a file be that is replaced.
    private static let largest = 1 << 20

    private var prepared: [Prepared] = []
    private var replacedCount = 0

    /// Writes new contents and copies of the old ones beside the files. Nothing is changed yet.
    package init(_ files: [File]) throws(StateError) {
        do throws(StateError) {
            for file in files { try prepare(file) }
        } catch {
            discard()
            throw error
        }
    }

    deinit { discard() }

    /// The content of a file; nil where there is none.
    package static func content(of path: String) throws(StateError) -> [UInt8]? {
        guard let target = try resolved(path) else { return nil }
        let file = try openRegular(target, O_RDONLY)
        defer { close(file) }
        return try content(file, path)
    }

    /// Removes what a run that was killed has left beside these files. No other run may be under way.
    package static func removeLeftovers(beside paths: [String]) {
        for directory in Set(paths.map { Self.directory(of: (try? resolved($0)) ?? $0) }) {
            guard let entries = opendir(directory) else { continue }
            defer { closedir(entries) }
            while let entry = readdir(entries) {
                let name = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
                if Self.isLeftover(name) { unlinkat(dirfd(entries), name.map(CChar.init(bitPattern:)) + [0], 0) }
            }
        }
    }

    private static func isLeftover(_ name: [UInt8]) -> Bool {
        name.count > ending.utf8.count + 6 && name.dropLast(6).suffix(ending.utf8.count).elementsEqual(ending.utf8)
    }

    /// Replaces the files, one after the other. If one cannot be replaced, those before it are put back.
    package func takePlace() throws(StateError) {
        for file in prepared[replacedCount...] {
            guard rename(file.new, file.target) == 0 else {
                let error = StateError.io(operation: "rename", path: file.new, code: errno)
                undo()
                throw error
            }
            replacedCount += 1
        }
        for directory in Set(prepared.map { Self.directory(of: $0.target) }) { Self.sync(directory) }
    }

    /// Puts back what was replaced.
    package func undo() {
        for file in prepared[..<replacedCount].reversed() {
            if let old = file.old { rename(old, file.target) } else { unlink(file.target) }
        }
        replacedCount = 0
        discard()
    }

    private func discard() {
        for file in prepared {
            unlink(file.new)
            if let old = file.old { unlink(old) }
        }
        prepared = []
        replacedCount = 0
    }

    private func prepare(_ file: File) throws(StateError) {
        guard let target = try Self.resolved(file.path) else {
            var facts = stat()
            (facts.st_mode, facts.st_uid, facts.st_gid) = (file.mode, geteuid(), file.group ?? getegid())
            let new = try Self.written(file.bytes, beside: file.path, like: facts)
            return prepared.append(Prepared(target: file.path, new: new, old: nil))
        }
        let present = try openRegular(target, O_RDONLY)
        defer { close(present) }
        var facts = stat()
        guard fstat(present, &facts) == 0 else { throw .io(operation: "stat", path: target, code: errno) }
        if file.isSecret, facts.st_mode & 0o777 & ~file.mode != 0 {
            (facts.st_mode, facts.st_gid) = (file.mode, file.group ?? getegid())
        }
        let bytes = try Self.content(present, target)
        let new = try Self.written(file.bytes, beside: target, like: facts)
        do throws(StateError) {
            let old = try Self.written(bytes, beside: target, like: facts)
            prepared.append(Prepared(target: target, new: new, old: old))
        } catch {
            unlink(new)
            throw error
        }
    }

    /// A new file with these bytes, on disk.
    private static func written(_ bytes: [UInt8], beside path: String, like facts: stat) throws(StateError) -> String {
        var name = Array((path + ending + "XXXXXX").utf8CString)
        let file = mkstemp(&name)
        guard file >= 0 else { throw .io(operation: "create a file beside", path: path, code: errno) }
        defer { close(file) }
        let new = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        var own = stat()
        // The owner first: a change of owner takes bits of the mode away.
        guard cposix_write_all(file, bytes, bytes.count, 0) == 0, fstat(file, &own) == 0,
            own.st_uid == facts.st_uid && own.st_gid == facts.st_gid || fchown(file, facts.st_uid, facts.st_gid) == 0,
            fchmod(file, facts.st_mode & 0o7777) == 0, fsync(file) == 0
        else {
            let code = errno
            unlink(new)
            throw .io(operation: "write", path: path, code: code)
        }
        return new
    }

    private static func content(_ file: Int32, _ path: String) throws(StateError) -> [UInt8] {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 16 << 10)
        while true {
            let count = read(file, &chunk, chunk.count)
            if count < 0 && errno == EINTR { continue }
            if count < 0 { throw .io(operation: "read", path: path, code: errno) }
            if count == 0 { return bytes }
            bytes += chunk[..<count]
            if bytes.count > largest { throw .io(operation: "read", path: path, code: EFBIG) }
        }
    }

    /// Where a path leads through symbolic links; nil where there is no file.
    ///
    /// - Throws: for a link that leads nowhere; a file would replace it.
    private static func resolved(_ path: String) throws(StateError) -> String? {
        guard let real = realpath(path, nil) else {
            let code = errno
            var facts = stat()
            if lstat(path, &facts) == 0 { throw .io(operation: "follow the link", path: path, code: code) }
            return nil
        }
        defer { free(real) }
        return String(cString: real)
    }

    private static func directory(of path: String) -> String {
        let end = path.lastIndex(of: "/") ?? path.startIndex
        return end == path.startIndex ? "/" : String(path[..<end])
    }

    private static func sync(_ directory: String) {
        let file = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard file >= 0 else { return }
        fsync(file)
        close(file)
    }
}
