// A server that follows a script, right or wrong: raw sockets, one connection after the other, on a separate thread.

import Dispatch
import Foundation
import Glibc

/// What the server does with a connection once it has the request's header.
package enum ServerStep: Sendable {
    case send(String)
    case bytes([UInt8])
    /// Sends the text again and again, with this many seconds in between, until the client goes away.
    case endless(String, every: Double)
    /// Says nothing until the client goes away, at most this many seconds.
    case silence(Double)
    /// Says nothing until the test signals, a minute at most.
    case hold(DispatchSemaphore)
    /// Closes with a reset instead of an end.
    case reset
}

/// A server on a loopback address.
package final class ScriptedServer: @unchecked Sendable {
    package let host: String
    package let port: Int
    private let listener: Int32
    private let queue = DispatchQueue(label: "server")
    // Both are touched on the queue alone.
    private var scripts: [[ServerStep]]
    private let office: (@Sendable (String) -> String)?
    private var received: [String] = []
    private var accepted = 0

    /// One script for each connection in turn, the last one for all after it.
    package convenience init(host: String = "127.0.0.1", _ scripts: [ServerStep]...) {
        self.init(host: host, scripts: scripts)
    }

    /// A server that makes its answer from each request, header and body.
    package convenience init(host: String = "127.0.0.1", office: @escaping @Sendable (String) -> String) {
        self.init(host: host, scripts: [], office: office)
    }

    package init(
        host: String = "127.0.0.1", scripts: [[ServerStep]], office: (@Sendable (String) -> String)? = nil
    ) {
        self.host = host
        self.office = office
        self.scripts = scripts
        listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        inet_pton(AF_INET, host, &address.sin_addr)
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let descriptor = listener
        withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                _ = bind(descriptor, $0, length)
                _ = listen(descriptor, 16)
                _ = getsockname(descriptor, $0, &length)
            }
        }
        port = Int(UInt16(bigEndian: address.sin_port))
        // A thread of its own: dispatch has only so many, and all of them may be waiting in other tests.
        Thread.detachNewThread { [self] in serve() }
    }

    /// The header of each request, with its body, as received.
    package var requests: [String] {
        queue.sync { received }
    }

    /// How many connections there were, with a request or without.
    package var connections: Int {
        queue.sync { accepted }
    }

    package var url: String { "http://\(host):\(port)/list.pdf" }

    /// From the next connection on, these scripts: one for each in turn, the last one for all after it.
    package func answer(_ scripts: [[ServerStep]]) {
        queue.sync { self.scripts = scripts }
    }

    /// Ends the thread; connections that are open end by themselves.
    package func stop() {
        shutdown(listener, Int32(SHUT_RDWR))
    }

    private func serve() {
        while true {
            let client = accept(listener, nil, nil)
            guard client >= 0 else { break }
            queue.sync { accepted += 1 }
            let header = readHeader(client)
            let script = queue.sync {
                if !header.isEmpty { received.append(header) }
                return scripts.count > 1 ? scripts.removeFirst() : scripts.first ?? []
            }
            for step in script { perform(step, client) }
            if let office, !header.isEmpty { send(Array(office(header).utf8), client) }
            shutdown(client, Int32(SHUT_WR))
            wait(for: client, seconds: 2)  // the client goes first, however busy the machine is
            close(client)
        }
        close(listener)
    }

    private func readHeader(_ client: Int32) -> String {
        var header: [UInt8] = []
        var byte: UInt8 = 0
        while !header.suffix(4).elementsEqual("\r\n\r\n".utf8), read(client, &byte, 1) == 1 { header.append(byte) }
        let text = String(decoding: header, as: UTF8.self)
        let length = text.components(separatedBy: "\r\nContent-Length: ").dropFirst().first.flatMap {
            Int($0.prefix { $0.isNumber })
        }
        for _ in 0..<(length ?? 0) where read(client, &byte, 1) == 1 { header.append(byte) }
        return String(decoding: header, as: UTF8.self)
    }

    private func perform(_ step: ServerStep, _ client: Int32) {
        switch step {
        case .send(let text): send(Array(text.utf8), client)
        case .bytes(let bytes): send(bytes, client)
        case .endless(let text, let pause):
            repeat {
                guard send(Array(text.utf8), client) else { return }
            } while !wait(for: client, seconds: pause)
        case .silence(let seconds): wait(for: client, seconds: seconds)
        case .hold(let signal): _ = signal.wait(timeout: .now() + 60)
        case .reset:
            var option = linger(l_onoff: 1, l_linger: 0)
            setsockopt(client, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
            close(client)
        }
    }

    @discardableResult
    private func send(_ bytes: [UInt8], _ client: Int32) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.send(client, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    /// Whether the client went away within that time.
    @discardableResult
    private func wait(for client: Int32, seconds: Double) -> Bool {
        var poller = pollfd(fd: client, events: Int16(POLLIN) | Int16(0x2000), revents: 0)
        return poll(&poller, 1, Int32(seconds * 1_000)) > 0
    }
}
