// May this request go out over this connection? Asked for each hop of a redirection, before the connection is opened,
// and again once it is known who is at the other end and before a byte of the request is sent. A decision on values:
// nothing here connects.

import Reading

/// The rules for where a chain of requests may lead.
struct RequestGuard {
    /// Whether the first hop's user name and password are to be kept from listeners.
    let hasCredentials: Bool
    /// Whether a proxy connects in our place: its address says nothing of the server's.
    let hasProxy: Bool
    private var startsInPublic: Bool?
    private var wasSecure = false
    private let wasPublic: Bool

    /// Whether the first URL stands on a public page.
    private let isLink: Bool
    /// Whether an address that was to be connected to is public, though no connection came of it.
    private var namesPublic = false

    /// - Parameters:
    ///   - isLink: whether the first URL stands on a public page.
    ///   - wasPublic: whether it has led to a public address before, so that a name which now leads elsewhere has been
    ///     bound to another address, by whoever owns the name.
    init(hasCredentials: Bool, hasProxy: Bool, isLink: Bool = false, wasPublic: Bool = false) {
        self.hasCredentials = hasCredentials
        self.hasProxy = hasProxy
        self.isLink = isLink
        startsInPublic = isLink ? true : nil
        self.wasPublic = wasPublic
    }

    /// Whether the first answer came from a public address; nil before it, and behind a proxy.
    var isPublic: Bool? { hasProxy ? nil : startsInPublic }

    /// Judges the next request.
    ///
    /// - Parameters:
    ///   - isSecure: whether it goes over TLS.
    ///   - peer: the numeric address at the other end.
    ///   - isPublic: whether that address is of the public Internet.
    ///   - isLoopback: whether it is this machine's.
    /// - Returns: why it must not be sent; nil if it may.
    mutating func refusal(isSecure: Bool, peer: String, isPublic: Bool, isLoopback: Bool) -> ReadingFailure? {
        if wasSecure && !isSecure {
            return ReadingFailure(.status, "redirected from https to http, which is not followed")
        }
        // A proxy on this machine leads out of it.
        if hasCredentials && !isSecure && (!isLoopback || hasProxy) {
            let way = hasProxy ? "through a proxy" : "to \(peer)"
            return ReadingFailure(.reader, "credentials are sent over https only, and this is http \(way)")
        }
        if let barrier = barrier(peer: peer, isPublic: isPublic) { return barrier }
        wasSecure = isSecure
        startsInPublic = startsInPublic ?? isPublic
        return nil
    }

    /// Judges an address before anything connects to it.
    ///
    /// - Returns: why it must be left alone; nil if a connection may be tried.
    mutating func barrier(peer: String, isPublic: Bool) -> ReadingFailure? {
        if hasProxy { return nil }
        if isPublic {
            namesPublic = true
            return nil
        }
        let way: String
        if startsInPublic == true {
            way = isLink ? "the link of a public page leads" : "redirected from a public address"
        } else if wasPublic {
            way = "the list was at a public address, and its name now leads"
        } else if namesPublic {
            way = "the name leads to a public address, and also"
        } else {
            return nil
        }
        return ReadingFailure(.status, "\(way) to \(peer), which is not followed")
    }
}
