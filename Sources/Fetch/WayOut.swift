// Whether this machine has a route and a name server. It asks the kernel and the resolver, so that problems of this
// machine do not count as the server's.

import CCurl  // It includes sys/socket.h, whose names are then its own.
import Glibc

/// Whether there is a route to an address. Connecting a datagram socket looks it up and sends nothing (udp(7)).
///
/// - Returns: true also if that is unknown.
func isRouted(_ address: UnsafePointer<sockaddr>, _ length: socklen_t) -> Bool {
    let probe = socket(
        Int32(address.pointee.sa_family), Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard probe >= 0 else { return errno != EAFNOSUPPORT }
    defer { close(probe) }
    if connect(probe, address, length) == 0 { return true }
    return ![ENETUNREACH, EHOSTUNREACH, ENETDOWN, EADDRNOTAVAIL, EAFNOSUPPORT].contains(errno)
}

/// Whether no name can be resolved: no name server answers (EAI_AGAIN of getaddrinfo(3)), or there is no route out of
/// this machine's networks. A name that resolves now was requested too early.
func lacksNameServer(for host: String) -> Bool {
    switch lookUp(host, numeric: false, { _ in }) {
    case 0, EAI_AGAIN, EAI_SYSTEM: true
    default: !hasDefaultRoute
    }
}

/// Whether there is a route to anywhere. It tries the addresses for documentation (RFC 5737 3, RFC 3849 2), which have
/// no routes of their own.
private var hasDefaultRoute: Bool {
    ["192.0.2.1", "2001:db8::1"].contains { address in
        var isFound = false
        _ = lookUp(address, numeric: true) { found in
            if let name = found.pointee.ai_addr { isFound = isRouted(name, found.pointee.ai_addrlen) }
        }
        return isFound
    }
}

/// - Returns: the result of getaddrinfo(3).
private func lookUp(_ host: String, numeric: Bool, _ look: (UnsafeMutablePointer<addrinfo>) -> Void) -> Int32 {
    var hints = addrinfo()
    hints.ai_socktype = Int32(SOCK_DGRAM.rawValue)
    if numeric { hints.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV }
    var found: UnsafeMutablePointer<addrinfo>?
    let code = getaddrinfo(host, numeric ? "53" : nil, &hints, &found)
    guard let found else { return code }
    look(found)
    freeaddrinfo(found)
    return code
}
