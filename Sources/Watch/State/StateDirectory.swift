// The state directory: one writer, one file per source, and the handling of a damaged file. It does I/O.

import Coding
import Configuration
import Delivery
import Glibc
import Storage

/// A state directory with its lock, which this process holds until it ends.
package final class StateDirectory: Sendable {
    package let path: String
    package static let lockName = "lock"
    private let lock: Int32

    /// Creates the directory if it is missing, checks it, and locks it.
    ///
    /// - Parameters:
    ///   - instance: its instance, for advice if it cannot be used.
    ///   - patience: how long to wait for the lock, in seconds. A process that was killed may leave a program that was
    ///     just starting, which holds the lock for some more milliseconds.
    package init(_ path: String, of instance: Instance = .machine, patience: Double = 0) throws(StateError) {
        if mkdir(path, 0o700) != 0 && errno != EEXIST {
            throw .io(operation: "create the state directory", path: path, code: errno)
        }
        try StateDirectory.check(path, instance)
        let lockPath = "\(path)/\(StateDirectory.lockName)"
        let lock = try openRegular(lockPath, O_RDWR | O_CREAT, mode: 0o640)
        var left = patience
        while flock(lock, LOCK_EX | LOCK_NB) != 0 {
            let code = errno
            if code == EWOULDBLOCK, left > 0 {
                usleep(50_000)
                left -= 0.05
                continue
            }
            close(lock)
            throw code == EWOULDBLOCK ? .locked(directory: path) : .io(operation: "lock", path: lockPath, code: code)
        }
        self.path = path
        self.lock = lock
    }

    deinit { close(lock) }

    /// Writes the address of its holder into the lock file, see `ControlSocket`.
    ///
    /// - Returns: whether that succeeded; it fails on a full disk.
    package func announce(_ address: String) -> Bool {
        let line = Array((address + "\n").utf8)
        guard pwrite(lock, line, line.count, 0) == line.count else { return false }
        return ftruncate(lock, off_t(line.count)) == 0
    }

    /// The address that the holder of a directory's lock wrote; the holder may be gone. Nil without one.
    package static func announcedAddress(in path: String) -> String? {
        guard let lock = try? openRegular("\(path)/\(lockName)", O_RDONLY) else { return nil }
        defer { close(lock) }
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = pread(lock, &bytes, bytes.count, 0)
        guard count > 1 else { return nil }
        return String(decoding: bytes[..<(count - 1)], as: UTF8.self)
    }

    /// A directory that others can change cannot hold trusted data.
    private static func check(_ path: String, _ instance: Instance) throws(StateError) {
        var status = stat()
        guard lstat(path, &status) == 0 else { throw .io(operation: "stat", path: path, code: errno) }
        switch status.st_mode & S_IFMT {
        case S_IFDIR: break
        case S_IFLNK: throw .unusable(directory: path, problem: "it is a symbolic link; name the directory itself")
        default: throw .unusable(directory: path, problem: "it is not a directory")
        }
        guard status.st_uid == geteuid() else {
            throw .unusable(directory: path, problem: foreign(owner: status.st_uid, instance))
        }
        guard status.st_mode & 0o022 == 0 else {
            throw .unusable(directory: path, problem: "other users can write to it; run chmod go-w \(path)")
        }
        guard access(path, W_OK | X_OK) == 0 else {
            throw .io(operation: "write to the state directory", path: path, code: errno)
        }
    }

    /// Why another user's directory is refused: changing its owner would take it away from the service.
    private static func foreign(owner: uid_t, _ instance: Instance) -> String {
        func name(_ user: uid_t) -> String { getpwuid(user).map { String(cString: $0.pointee.pw_name) } ?? "\(user)" }
        let advice =
            owner == 0
            ? "name another directory with --state-dir, or run the command with sudo"
            : "start the service (systemctl start \(instance.unit)), or do this as that user: "
                + "sudo -u \(name(owner)) \(instance.command) …"
        return "it belongs to user \(name(owner)), and this is user \(name(geteuid())); \(advice)"
    }

    // MARK: States

    package func file(of source: String) -> StateFile {
        StateFile(directory: path, name: "\(source).json")
    }

    /// Returns the last saved state of a source, and the damage of its files, if any.
    ///
    /// A damaged file is moved aside. Its `.prev` replaces it, under a new uuid, so that no event id is used twice, and
    /// without trust in its validators; without a `.prev` the history starts anew.
    package func load(_ source: String, newUUID: () -> String) throws(StateError) -> LoadedState {
        let file = file(of: source)
        var damage: [String] = []
        for path in [file.path, file.previousPath] {
            guard let bytes = try file.read(path) else { continue }
            do throws(StateDamage) {
                var state = try SourceState.decoded(from: bytes, file: path)
                state.outbox.settle(log(of: source).records(mark: DeliveryLog.mark(of: bytes)))
                let isPrevious = path != file.path
                if isPrevious {
                    state.uuid = newUUID()
                    state.document?.isDoubted = true
                }
                return LoadedState(state: state, damage: damage, isPrevious: isPrevious)
            } catch {
                if case .newer(let schema) = error {
                    throw .newerSchema(file: path, schema: schema, known: SourceState.currentSchema)
                }
                damage.append("\(path): \(error)")
                file.quarantine(path)
            }
        }
        return LoadedState(state: SourceState(uuid: newUUID()), damage: damage, isPrevious: false)
    }

    /// Returns another process's state of a source, read without its lock: for `status` if no daemon answers.
    package static func peek(_ source: String, in path: String) throws(StateError) -> SourceState? {
        let file = StateFile(directory: path, name: "\(source).json")
        if let state = try current(source, in: path) { return state }
        return try state(at: file.previousPath, of: source, file)
    }

    /// The same, for the current generation only.
    package static func current(_ source: String, in path: String) throws(StateError) -> SourceState? {
        let file = StateFile(directory: path, name: "\(source).json")
        return try state(at: file.path, of: source, file)
    }

    private static func state(
        at path: String, of source: String, _ file: StateFile
    ) throws(StateError) -> SourceState? {
        guard let bytes = try file.read(path), var state = try? SourceState.decoded(from: bytes, file: path) else {
            return nil
        }
        let log = DeliveryLog(directory: file.directory, source: source)
        state.outbox.settle(log.records(mark: DeliveryLog.mark(of: bytes)))
        return state
    }

    /// Deletes all files of a source.
    func remove(_ source: String) {
        file(of: source).remove()
        log(of: source).remove()
        HistoryLog(of: source, in: path).remove()
    }

    /// Replaces the state file.
    ///
    /// - Returns: the mark that a log continuing it must have, see `DeliveryLog`.
    @discardableResult
    package func save(_ state: SourceState, of source: String) throws(StateError) -> UInt64 {
        let bytes = try state.encoded()
        try file(of: source).replace(with: bytes)
        return DeliveryLog.mark(of: bytes)
    }

    /// The log of deliveries since the last save.
    package func log(of source: String) -> DeliveryLog {
        DeliveryLog(directory: path, source: source)
    }
}

/// A state as it was loaded.
package struct LoadedState: Sendable {
    package var state: SourceState
    /// The damage, by file; those files were moved aside.
    package var damage: [String]
    /// Whether it is the previous generation.
    package var isPrevious: Bool

    /// The report of the damage, one sentence for all of it; nil for none.
    package var notice: String? {
        if damage.isEmpty { return nil }
        let next = isPrevious ? "the previous state is used" : "the state is lost, first looks are told again"
        return "\(damage.joined(separator: "; ")); moved aside, \(next)"
    }
}

/// The fault of a state file's content.
package enum StateDamage: Error, Equatable, CustomStringConvertible {
    case newer(schema: Int)
    case unreadable(String)

    package var description: String {
        switch self {
        case .newer(let schema): "schema \(schema)"
        case .unreadable(let why): why
        }
    }
}

extension SourceState {
    private struct Form: Decodable { var schema: Int }

    package static func decoded(from bytes: [UInt8], file: String) throws(StateDamage) -> SourceState {
        do {
            let schema = try Coding.decoded(Form.self, fromJSON: bytes).schema
            if schema > currentSchema { throw StateDamage.newer(schema: schema) }
            return try Coding.decoded(SourceState.self, fromJSON: bytes)
        } catch let damage as StateDamage {
            throw damage
        } catch {
            throw .unreadable(bytes.isEmpty ? "is empty" : "is not the JSON of a state (\(bytes.count) bytes)")
        }
    }

    /// The content of the file. Batches are encoded in groups: an encoder needs ten times the memory of its result.
    package func encoded() throws(StateError) -> [UInt8] {
        do {
            var others = self
            others.batches = [:]
            var bytes = try jsonBytes(of: others)
            let place = bytes.firstIndex(of: UInt8(ascii: "}")) ?? 0
            precondition(bytes[..<place] == Array(#"{"batches":{"#.utf8)[...], "batches come first in the state")
            let rest = bytes[place...]
            bytes.removeSubrange(place...)
            let names = batches.keys.sorted()
            for start in stride(from: 0, to: names.count, by: SourceState.batchesAtOnce) {
                let some = names[start..<min(start + SourceState.batchesAtOnce, names.count)]
                let pairs = some.compactMap { name in batches[name].map { (name, $0) } }
                let part = try jsonBytes(of: Dictionary(uniqueKeysWithValues: pairs))
                if start > 0 { bytes.append(UInt8(ascii: ",")) }
                // Without its braces.
                bytes += part[1..<part.count - 1]
            }
            return bytes + rest + [UInt8(ascii: "\n")]
        } catch {
            throw .unusable(directory: "", problem: "the state cannot be written as JSON")
        }
    }

    private static let batchesAtOnce = 500
}
