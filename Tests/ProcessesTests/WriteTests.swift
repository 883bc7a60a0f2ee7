// The only loop around write(2).

import CPOSIX
import Glibc
import Testing

struct WriteTests {
    private let more = [UInt8](repeating: 0x61, count: 1 << 20)

    /// A pipe of this machine's usual room, whose writing end does not block.
    private func pipe() throws -> (read: Int32, write: Int32) {
        var ends: [Int32] = [-1, -1]
        try #require(cposix_pipe(&ends) == 0)
        try #require(fcntl(ends[1], F_SETFL, O_NONBLOCK) == 0)
        return (ends[0], ends[1])
    }

    @Test func `what a full pipe does not take is EAGAIN, at once or after the patience`() throws {
        let (read, write) = try pipe()
        for patience: Int32 in [0, 50] {
            #expect(cposix_write_all(write, more, more.count, patience) == -1)
            #expect(errno == EAGAIN)
        }
        close(read)
        close(write)
    }

    @Test func `all bytes are written where somebody reads, however slowly`() throws {
        let path = "/tmp/batchwatch-write-\(getpid())"
        defer { unlink(path) }
        let reader = try #require(popen("sleep 0.2; wc -c >\(path)", "we"))
        try #require(fcntl(fileno(reader), F_SETFL, O_NONBLOCK) == 0)
        #expect(cposix_write_all(fileno(reader), more, more.count, -1) == 0)
        #expect(pclose(reader) == 0)
        let result = try #require(fopen(path, "r"))
        defer { fclose(result) }
        var line = [CChar](repeating: 0, count: 32)
        #expect(fgets(&line, 32, result) != nil)
        #expect(atoi(line) == more.count)
    }

    @Test func `no bytes are written at once, and a closed descriptor is an error`() {
        #expect(cposix_write_all(-1, nil, 0, 0) == 0)
        #expect(cposix_write_all(-1, more, 1, 0) == -1)
        #expect(errno == EBADF)
    }
}
