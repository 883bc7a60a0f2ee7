// A datagram socket to listen at, as journald and systemd have one.

import Glibc
import Processes

/// A bound datagram socket; its file stays when it goes.
final class Door {
    private let number: Int32
    private let path: String

    init(_ path: String) throws {
        self.path = path
        number = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
        guard Door.with(path, { bind(number, $0, $1) }) == 0 else {
            throw ProcessError.system(call: "bind", code: errno)
        }
    }

    deinit { close(number) }

    /// Sends to it until it takes no more.
    func fill() {
        let sender = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
        defer { close(sender) }
        _ = Door.with(path) { connect(sender, $0, $1) }
        while send(sender, "x", 1, Int32(MSG_DONTWAIT)) == 1 {}
    }

    /// The next datagram, or nil when there is none.
    func next() -> String? {
        var bytes = [UInt8](repeating: 0, count: 65536)
        let count = recv(number, &bytes, 65536, Int32(MSG_DONTWAIT))
        return count < 0 ? nil : String(decoding: bytes.prefix(count), as: UTF8.self)
    }

    private static func with(_ path: String, _ call: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let isAbstract = path.hasPrefix("@")
        withUnsafeMutableBytes(of: &address.sun_path) {
            $0.copyBytes(from: path.utf8.prefix($0.count - 1))
            if isAbstract { $0[0] = 0 }
        }
        let length = isAbstract ? MemoryLayout<sa_family_t>.size + path.utf8.count : MemoryLayout<sockaddr_un>.size
        return withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { call($0, socklen_t(length)) }
        }
    }
}
