// A datagram socket to listen at, like those of journald and systemd.

import Foundation
import Synchronization

/// A bound datagram socket; its file stays when it goes.
package final class DatagramSocket: Sendable {
    private let number: Int32
    private let path: String

    /// - Parameter path: of the file, or of an abstract socket where it begins with "@" (unix(7)).
    package init(_ path: String) throws {
        self.path = path
        unlink(path)
        number = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
        guard Self.with(path, { bind(number, $0, $1) }) == 0 else { throw POSIXError(.EADDRINUSE) }
    }

    deinit { close(number) }

    /// Sends to it until it takes no more.
    package func fill() {
        let sender = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
        defer { close(sender) }
        _ = Self.with(path) { connect(sender, $0, $1) }
        while send(sender, "x", 1, Int32(MSG_DONTWAIT)) == 1 {}
    }

    /// The next datagram; nil while there is none.
    package func next() -> String? {
        var bytes = [UInt8](repeating: 0, count: 65536)
        let count = recv(number, &bytes, 65536, Int32(MSG_DONTWAIT))
        return count < 0 ? nil : String(decoding: bytes.prefix(count), as: UTF8.self)
    }

    /// The datagrams that are there.
    package func all() -> [String] {
        var found: [String] = []
        while let datagram = next() { found.append(datagram) }
        return found
    }

    /// Takes so many datagrams on a thread of its own.
    ///
    /// - Returns: what waits for it and says how many came within half a minute.
    package func take(_ count: Int) -> () -> Int {
        let done = DispatchSemaphore(value: 0)
        let box = Box()
        Thread.detachNewThread { [self] in
            var bytes = [UInt8](repeating: 0, count: 65536)
            for _ in 1...count {
                guard recv(number, &bytes, 65536, 0) > 0 else { break }
                box.taken.withLock { $0 += 1 }
            }
            done.signal()
        }
        return {
            _ = done.wait(timeout: .now() + 30)
            return box.taken.withLock { $0 }
        }
    }

    private final class Box: Sendable {
        let taken = Mutex(0)
    }

    /// Sends a datagram to a path where somebody may listen; 0, or the error number.
    package static func deliver(_ text: String, to path: String) -> Int32 {
        let sender = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
        defer { close(sender) }
        let bytes = Array(text.utf8)
        let sent = with(path) { sendto(sender, bytes, bytes.count, Int32(MSG_DONTWAIT), $0, $1) }
        return sent == bytes.count ? 0 : errno
    }

    private static func with<Result>(_ path: String, _ call: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
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

/// A value that a closure may change for a test.
package final class Flag: Sendable {
    private let value = Mutex(false)

    package init() {}

    package var isSet: Bool {
        get { value.withLock { $0 } }
        set { value.withLock { $0 = newValue } }
    }
}
