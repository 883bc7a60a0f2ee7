// The events of a source in `NAME.history` beside its state: one line for each, in the order in which the daemon
// recorded them. It does I/O.

import CPOSIX
import Events
import Glibc
import Storage
import Synchronization

/// The history of one source. Each line is the hook's JSON, one CloudEvent (jsonlines.org).
package final class HistoryLog: Sendable {
    /// The largest history. If the next line would exceed either bound, the older half goes first.
    package struct Room: Sendable {
        package var lines = 10_000
        package var bytes = 32 << 20

        package init() {}
    }

    static let suffix = ".history"
    /// How far back to look for events that may be repeated, in bytes; at least the last line.
    private static let tail = 1 << 16
    private static let chunk = 1 << 16

    package let path: String
    private let directory: String
    private let room: Room
    private let standing = Mutex(Standing())

    /// What this process knows of the file.
    private struct Standing {
        /// Nil before the first line.
        var end: End?
        /// The last events in the file at the start: after a crash, or if only an older state is left, they may come
        /// again.
        var found: Set<String> = []
        /// Whether a write failed, so that the content of the file on disk is unknown.
        var isDoubtful = false
    }

    /// The end of the last complete line. A crash cut off what follows.
    fileprivate struct End {
        var lines = 0
        var bytes = 0
        /// The start of the last line.
        var last = 0

        mutating func add(_ line: [UInt8]) {
            if line.isEmpty { return }
            self = End(lines: lines + 1, bytes: bytes + line.count, last: bytes)
        }
    }

    package init(of source: String, in directory: String, room: Room = Room()) {
        self.directory = directory
        self.room = room
        path = "\(directory)/\(source)\(Self.suffix)"
    }

    /// Appends an event. When this returns, it survives a power cut. It does not write an event again that the file has
    /// since before a crash.
    package func append(_ event: Event) throws(StateError) {
        guard let line = try? CloudEvent(event).line() else { return }
        try standing.withLock { standing throws(StateError) in
            let isDoubtful = standing.isDoubtful
            standing.isDoubtful = true
            if isDoubtful { standing.end = nil }
            try append(line, of: event.id, to: &standing, afresh: isDoubtful)
            standing.isDoubtful = false
        }
    }

    /// Removes the file, together with its source.
    package func remove() {
        unlink(path)
        unlink(path + ".new")
    }

    private func append(
        _ line: [UInt8], of id: String, to standing: inout Standing, afresh: Bool
    ) throws(StateError) {
        let file = try openRegular(path, O_RDWR | O_CREAT | O_APPEND)
        defer { close(file) }
        var status = stat()
        try check(fstat(file, &status), "stat")
        let size = Int(status.st_size)
        // A person may have removed or edited the file.
        if standing.end?.bytes != size {
            standing.end = nil
            let end = try survey(file)
            (standing.end, standing.found) = (end, try ids(in: file, before: end))
        }
        var end = standing.end ?? End()
        let line = standing.found.contains(id) ? [] : line
        if afresh || !room.hasPlace(for: line, after: end) {
            standing.end = try rewrite(file, to: end, adding: line)
            return
        }
        if size > end.bytes { try check(ftruncate(file, off_t(end.bytes)), "truncate") }
        if line.isEmpty { return }
        try check(cposix_write_all(file, line, line.count, 0), "write")
        try check(fdatasync(file), "fdatasync")
        if end.bytes == 0 { try syncDirectory(directory) }
        end.add(line)
        standing.end = end
    }

    /// Replaces the file by a new one with the lines to keep and one more.
    private func rewrite(_ old: Int32, to end: End, adding line: [UInt8]) throws(StateError) -> End {
        var (start, kept) = (0, end)
        if !room.hasPlace(for: line, after: end) {
            start = try middle(of: old, to: end)
            kept = try survey(old, from: start, to: end.bytes)
        }
        let new = path + ".new"
        unlink(new)  // of a rewrite that was cut off
        let file = try openRegular(new, O_WRONLY | O_CREAT | O_EXCL)
        defer { close(file) }
        do throws(StateError) {
            try chunks(of: old, from: start, to: end.bytes) { bytes throws(StateError) in
                try check(cposix_write_all(file, bytes, bytes.count, 0), "write")
            }
            try check(cposix_write_all(file, line, line.count, 0), "write")
            try check(fsync(file), "fsync")
            try check(rename(new, path), "rename")
        } catch {
            unlink(new)
            throw error
        }
        try syncDirectory(directory)
        kept.add(line)
        return kept
    }

    /// The start of the newer half, by lines and by bytes.
    private func middle(of file: Int32, to end: End) throws(StateError) -> Int {
        var (position, lines, found) = (0, end.lines, nil as Int?)
        try chunks(of: file, from: 0, to: end.bytes) { bytes in
            for byte in bytes {
                if found == nil, lines <= room.lines / 2, end.bytes - position <= room.bytes / 2 { found = position }
                position += 1
                if byte == UInt8(ascii: "\n") { lines -= 1 }
            }
        }
        return found ?? end.bytes
    }

    /// Counts lines.
    private func survey(_ file: Int32, from start: Int = 0, to limit: Int = .max) throws(StateError) -> End {
        var end = End()
        var position = 0
        try chunks(of: file, from: start, to: limit) { bytes in
            for byte in bytes {
                position += 1
                if byte == UInt8(ascii: "\n") { end = End(lines: end.lines + 1, bytes: position, last: end.bytes) }
            }
        }
        return end
    }

    /// The events of the last lines.
    private func ids(in file: Int32, before end: End) throws(StateError) -> Set<String> {
        var tail: [UInt8] = []
        try chunks(of: file, from: max(0, min(end.last, end.bytes - Self.tail)), to: end.bytes) { tail += $0 }
        return Set(tail.split(separator: UInt8(ascii: "\n")).compactMap { PastEvent(line: $0)?.id })
    }

    private func chunks(
        of file: Int32, from start: Int, to limit: Int, _ take: ([UInt8]) throws(StateError) -> Void
    ) throws(StateError) {
        var position = start
        var buffer = [UInt8](repeating: 0, count: Self.chunk)
        while position < limit {
            let count = pread(file, &buffer, min(Self.chunk, limit - position), off_t(position))
            if count < 0 && errno == EINTR { continue }
            try check(Int32(clamping: count), "read")
            if count == 0 { return }
            try take(Array(buffer[..<count]))
            position += count
        }
    }

    private func check(_ result: Int32, _ operation: String) throws(StateError) {
        if result < 0 { throw .io(operation: operation, path: path, code: errno) }
    }
}

extension HistoryLog.Room {
    /// Whether a line fits without removing others; an empty file always has room.
    fileprivate func hasPlace(for line: [UInt8], after end: HistoryLog.End) -> Bool {
        line.isEmpty || (end.lines + 1 <= lines && end.bytes + line.count <= bytes)
    }
}

/// The histories of a state directory.
package final class Histories: Sendable {
    private let directory: String
    private let logs = Mutex<[String: HistoryLog]>([:])

    package init(in directory: String) {
        self.directory = directory
    }

    /// Returns the history of a source.
    subscript(source: String) -> HistoryLog {
        logs.withLock { logs in
            let log = logs[source] ?? HistoryLog(of: source, in: directory)
            logs[source] = log
            return log
        }
    }
}

extension HistoryLog {
    /// Returns the events of all histories in a state directory, the oldest first; those of one source stay in the
    /// order of its file.
    ///
    /// - Returns: also the number of unreadable lines.
    /// - Throws: if the directory or a file cannot be read; a missing directory has no events.
    package static func events(in directory: String) throws(StateError) -> (events: [PastEvent], unreadable: Int) {
        guard let names = fileNames(in: directory) else {
            if errno == ENOENT { return ([], 0) }
            throw .io(operation: "open", path: directory, code: errno)
        }
        var (events, unreadable) = ([] as [PastEvent], 0)
        for name in names.sorted() where name.hasSuffix(suffix) {
            guard let bytes = try StateFile(directory: directory, name: name).read(directory + "/" + name) else {
                continue
            }
            // A text after the last line feed is still being written, or was cut off.
            for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).dropLast() {
                if let event = PastEvent(line: line) { events.append(event) } else { unreadable += 1 }
            }
        }
        // A stable sort keeps events of the same second in order.
        let order = events.indices.sorted { (events[$0].time, $0) < (events[$1].time, $1) }
        return (order.map { events[$0] }, unreadable)
    }
}
