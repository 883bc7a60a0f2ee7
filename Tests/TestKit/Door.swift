// A datagram socket to listen at, as journald has one.

import Foundation
import Synchronization

/// A value that a closure may change for a test.
final class Flag: Sendable {
    private let value = Mutex(false)
    var isSet: Bool {
        get { value.withLock { $0 } }
        set { value.withLock { $0 = newValue } }
    }
}

/// A bound datagram socket; its file stays when it goes.
final class Door: Sendable {
    private let number: Int32
    private let path: String

    init(_ path: String) throws {
        self.path = path
        unlink(path)
        number = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
        guard Door.with(path, { bind(number, $0, $1) }) == 0 else { throw POSIXError(.EADDRINUSE) }
    }

    deinit { close(number) }

    /// Sends to it until it takes no more.
    func fill() {
        let sender = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
        defer { close(sender) }
        _ = Door.with(path) { connect(sender, $0, $1) }
        while send(sender, "x", 1, Int32(MSG_DONTWAIT)) == 1 {}
    }

    /// The datagrams that are there.
    func all() -> [String] {
        var bytes = [UInt8](repeating: 0, count: 65536)
        var found: [String] = []
        while true {
            let count = recv(number, &bytes, 65536, Int32(MSG_DONTWAIT))
            if count < 0 { return found }
            found.append(String(decoding: bytes.prefix(count), as: UTF8.self))
        }
    }

    /// Takes so many datagrams on a thread of its own.
    ///
    /// - Returns: what waits for it and says how many came within half a minute.
    func take(_ count: Int) -> () -> Int {
        let done = DispatchSemaphore(value: 0)
        let taken = Mutex(0)
        let box = Box(taken)
        Thread.detachNewThread { [self] in
            var bytes = [UInt8](repeating: 0, count: 65536)
            for _ in 1...count {
                guard recv(number, &bytes, 65536, 0) > 0 else { break }
                box.mutex.withLock { $0 += 1 }
            }
            done.signal()
        }
        return {
            _ = done.wait(timeout: .now() + 30)
            return box.mutex.withLock { $0 }
        }
    }

    private final class Box: Sendable {
        let mutex: Mutex<Int>
        init(_ mutex: consuming Mutex<Int>) { self.mutex = mutex }
    }

    private static func with(_ path: String, _ call: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix($0.count - 1)) }
        return withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                call($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }
}
