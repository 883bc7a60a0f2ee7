// Which addresses belong to the public Internet. A public server must not send the fetcher to any other address:
// machines of a private network trust everyone who can reach them.

import Glibc

/// An IPv4 or IPv6 address, to decide who can be reached there.
package struct NetworkAddress: Equatable, Sendable {
    /// 4 or 16 bytes. An IPv4-mapped IPv6 address (`::ffff:0:0/96`) becomes its IPv4 address.
    private let bytes: [UInt8]

    /// Nil for anything but a numeric address.
    package init?(_ text: String) {
        guard let bytes = Self.bytes(text) else { return nil }
        self.bytes = Self.mapped.has(bytes) ? Array(bytes.suffix(4)) : bytes
    }

    private init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Whether it belongs to this machine (RFC 1122 3.2.1.3, RFC 4291 2.5.3).
    package var isLoopback: Bool {
        Self.loopback.contains { $0.has(bytes) }
    }

    /// Whether it belongs to the public Internet: a unicast address that IANA gives to networks, in none of the
    /// registries of special-purpose addresses. For an address of a translator or relay, the IPv4 address behind it
    /// must be public, too.
    package var isPublic: Bool {
        if let carried { return carried.isPublic }
        if bytes.count == 16 && !Self.unicast.has(bytes) { return false }
        return !Self.special.contains { $0.has(bytes) }
    }

    /// The IPv4 address behind a translator (RFC 6052 2.1) or a relay of 6to4 (RFC 3056 2).
    private var carried: NetworkAddress? {
        for prefix in Self.carriers where prefix.has(bytes) {
            return NetworkAddress(bytes: Array(bytes.dropFirst(prefix.bits / 8).prefix(4)))
        }
        return nil
    }

    // MARK: The tables

    private static let mapped = Prefix("::ffff:0:0", 96)
    private static let loopback = [Prefix("127.0.0.0", 8), Prefix("::1", 128)]
    private static let carriers = [Prefix("64:ff9b::", 96), Prefix("2002::", 16)]

    /// The address space that IANA gives to networks (Internet Protocol Version 6 Address Space). The rest is reserved
    /// or local; overlay networks use some of it.
    private static let unicast = Prefix("2000::", 3)

    /// The entries of the IANA IPv4 and IPv6 Special-Purpose Address Registries (RFC 6890, RFC 8190) that are not
    /// globally reachable, and the multicast registries. Entries within others are left out: the anycast services of
    /// 192.0.0.0/24 and 2001::/23 publish no lists.
    private static let special = [
        Prefix("0.0.0.0", 8),  // "this network", RFC 791 3.2
        Prefix("10.0.0.0", 8), Prefix("172.16.0.0", 12), Prefix("192.168.0.0", 16),  // private, RFC 1918
        Prefix("100.64.0.0", 10),  // shared by the customers of a carrier, RFC 6598
        Prefix("127.0.0.0", 8),  // loopback, RFC 1122 3.2.1.3
        Prefix("169.254.0.0", 16),  // link-local, RFC 3927; the metadata servers of clouds
        Prefix("192.0.0.0", 24),  // protocol assignments, RFC 6890 2.1
        Prefix("192.0.2.0", 24), Prefix("198.51.100.0", 24), Prefix("203.0.113.0", 24),  // documentation, RFC 5737
        Prefix("192.88.99.0", 24),  // relays of 6to4, RFC 7526
        Prefix("198.18.0.0", 15),  // benchmarks, RFC 2544
        Prefix("224.0.0.0", 4),  // multicast, RFC 5771
        Prefix("240.0.0.0", 4),  // reserved, RFC 1112 4; broadcast, RFC 8190

        Prefix("::", 96),  // unspecified and loopback, RFC 4291 2.5; IPv4-compatible, which nothing uses, 2.5.5.1
        Prefix("::ffff:0:0", 96),  // IPv4-mapped, RFC 4291 2.5.5.2
        Prefix("64:ff9b:1::", 48),  // translation within a network, RFC 8215
        Prefix("100::", 64), Prefix("100:0:0:1::", 64),  // discard, RFC 6666; dummy, RFC 9780
        Prefix("2001::", 23),  // protocol assignments, RFC 2928: Teredo, benchmarks, ORCHID and others
        Prefix("2001:db8::", 32), Prefix("3fff::", 20),  // documentation, RFC 3849 and 9637
        Prefix("5f00::", 16),  // segment routing, RFC 9602
        Prefix("fc00::", 7),  // unique local, RFC 4193
        Prefix("fe80::", 10), Prefix("fec0::", 10),  // link-local, RFC 4291 2.5.6; site-local, RFC 3879
        Prefix("ff00::", 8),  // multicast, RFC 4291 2.7
    ]

    /// The first bits of addresses of one family.
    private struct Prefix: Sendable {
        let bytes: [UInt8]
        let bits: Int

        init(_ address: String, _ bits: Int) {
            bytes = NetworkAddress.bytes(address) ?? []
            self.bits = bits
        }

        func has(_ address: [UInt8]) -> Bool {
            guard bytes.count == address.count else { return false }
            let difference = zip(address, bytes).lazy.map { $0 ^ $1 }
            let zeros = difference.prefix { $0 == 0 }.count
            guard zeros < address.count else { return true }
            return zeros * 8 + difference.dropFirst(zeros).prefix(1).reduce(0) { $0 + $1.leadingZeroBitCount } >= bits
        }
    }

    private static func bytes(_ text: String) -> [UInt8]? {
        var four = [UInt8](repeating: 0, count: 4)
        if inet_pton(AF_INET, text, &four) == 1 { return four }
        var sixteen = [UInt8](repeating: 0, count: 16)
        return inet_pton(AF_INET6, text, &sixteen) == 1 ? sixteen : nil
    }
}
