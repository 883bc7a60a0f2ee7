// The results of deliveries since the last save: one line for each, appended and synced, because a state with ten
// thousand entries is megabytes. A log belongs to one content of its state file; the next save makes it void. It does
// I/O.

import CPOSIX
import Coding
import Glibc
import Storage

/// The log beside one state file, `NAME.settled`.
package struct DeliveryLog: Sendable {
    private let directory: String
    package let path: String

    package init(directory: String, source: String) {
        self.directory = directory
        path = "\(directory)/\(source).settled"
    }

    /// Appends results. When this returns, they survive a power cut.
    ///
    /// - Parameters:
    ///   - mark: identifies the content of the state file.
    ///   - isFirst: whether this starts the log.
    package func append(_ records: [DeliveryRecord], mark: UInt64, isFirst: Bool) throws(StateError) {
        let file = try openRegular(path, O_WRONLY | (isFirst ? O_CREAT | O_TRUNC : O_APPEND))
        defer { close(file) }
        var bytes = isFirst ? Array("\(mark)\n".utf8) : []
        for record in records {
            guard let line = try? jsonBytes(of: record) else { continue }
            bytes += line + [UInt8(ascii: "\n")]
        }
        guard cposix_write_all(file, bytes, bytes.count, 0) == 0 else {
            throw .io(operation: "write", path: path, code: errno)
        }
        guard fdatasync(file) == 0 else { throw .io(operation: "fdatasync", path: path, code: errno) }
        if isFirst { try syncDirectory(directory) }
    }

    /// Returns the results in the log of a state file; none if the log belongs to another content. It skips a line that
    /// a crash cut off.
    package func records(mark: UInt64) -> [DeliveryRecord] {
        let file = StateFile(directory: directory, name: "")
        guard let bytes = (try? file.read(path)) ?? nil else { return [] }
        // A crash cut off the text after the last line feed.
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).dropLast()
        guard let head = lines.first, String(decoding: head, as: UTF8.self) == "\(mark)" else { return [] }
        var found: [DeliveryRecord] = []
        for line in lines.dropFirst() {
            guard let record = try? decoded(DeliveryRecord.self, fromJSON: Array(line)) else { break }
            found.append(record)
        }
        return found
    }

    /// Removes the log after a save; it is void in any case.
    package func remove() {
        unlink(path)
    }

    /// Identifies the content of a state file: FNV-1a, 64 bits.
    package static func mark(of bytes: [UInt8]) -> UInt64 {
        bytes.withUnsafeBufferPointer { $0.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 } }
    }
}
