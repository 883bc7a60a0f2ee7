// journald's socket, through libsystemd (sd_journal_sendv(3)).

import CSystemd
import Glibc

/// The destination of entries.
package struct JournalSocket: Sendable {
    /// The path of the socket to examine before sending.
    let path: String
    /// Sends an entry, one string `NAME=value` for each field. Returns 0 or a negative error number.
    let send: @Sendable ([String]) -> Int32

    package init(path: String, send: @escaping @Sendable ([String]) -> Int32) {
        self.path = path
        self.send = send
    }

    /// The system's.
    package static let journald = JournalSocket(path: "/run/systemd/journal/socket", send: sendToJournald)

    /// Sends an entry. If the socket is missing, libsystemd reports success; if it is full, libsystemd waits. This
    /// function examines both first.
    ///
    /// - Returns: 0, or the error number: `ENOENT` and `ECONNREFUSED` without a journal, `EAGAIN` if it has no room.
    func take(_ fields: [String]) -> Int32 {
        // A quarter of a second is long for journald, and short for those who wait for this message.
        let problem = waitForRoom(at: path, patience: 250)
        return problem != 0 ? problem : -send(fields)
    }
}

@Sendable private func sendToJournald(_ fields: [String]) -> Int32 {
    var bytes: [UInt8] = []
    var ends: [Int] = []
    for field in fields {
        bytes += field.utf8
        ends.append(bytes.count)
    }
    return bytes.withUnsafeMutableBytes { memory in
        var start = 0
        var vectors: [iovec] = []
        for end in ends {
            vectors.append(iovec(iov_base: memory.baseAddress.map { $0 + start }, iov_len: end - start))
            start = end
        }
        return sd_journal_sendv(&vectors, Int32(vectors.count))
    }
}
