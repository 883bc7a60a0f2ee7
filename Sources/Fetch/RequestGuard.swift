// Decides whether a request may go out over a connection: for each hop before the connection opens, and again when the
// peer is known and before the first byte of the request. It decides on values and connects to nothing.

import Reading

/// The rules for the targets of a chain of requests.
struct RequestGuard {
    /// Whether the first hop has a user name and password to protect.
    let hasCredentials: Bool
    /// Whether a proxy connects for the fetcher: the proxy's address says nothing about the server's.
    let hasProxy: Bool
    private var startsInPublic: Bool?
    private var wasSecure = false
    private let wasPublic: Bool

    /// Whether the first URL is a link of a public page.
    private let isLink: Bool
    /// Whether an address was public although the connection to it failed.
    private var namesPublic = false

    /// - Parameters:
    ///   - isLink: whether the first URL is a link of a public page.
    ///   - wasPublic: whether the URL led to a public address before. If the name now has another address, its owner
    ///     has changed it.
    init(hasCredentials: Bool, hasProxy: Bool, isLink: Bool = false, wasPublic: Bool = false) {
        self.hasCredentials = hasCredentials
        self.hasProxy = hasProxy
        self.isLink = isLink
        startsInPublic = isLink ? true : nil
        self.wasPublic = wasPublic
    }

    /// Whether the first response came from a public address; nil before it, and with a proxy.
    var isPublic: Bool? { hasProxy ? nil : startsInPublic }

    /// Judges the next request.
    ///
    /// - Parameters:
    ///   - isSecure: whether it goes over TLS.
    ///   - peer: the numeric address at the other end.
    ///   - isPublic: whether that address belongs to the public Internet.
    ///   - isLoopback: whether that address belongs to this machine.
    /// - Returns: why it must not be sent; nil if it may.
    mutating func refusal(isSecure: Bool, peer: String, isPublic: Bool, isLoopback: Bool) -> ReadingFailure? {
        if wasSecure && !isSecure {
            return ReadingFailure(.status, "redirected from https to http, which is not followed")
        }
        // A proxy on this machine forwards requests to other machines.
        if hasCredentials && !isSecure && (!isLoopback || hasProxy) {
            let way = hasProxy ? "through a proxy" : "to \(peer)"
            return ReadingFailure(.reader, "secrets are sent over https only, and this is http \(way)")
        }
        if let barrier = barrier(peer: peer, isPublic: isPublic) { return barrier }
        wasSecure = isSecure
        startsInPublic = startsInPublic ?? isPublic
        return nil
    }

    /// Judges an address before anything connects to it.
    ///
    /// - Returns: why the fetcher must not connect to it; nil if it may.
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
