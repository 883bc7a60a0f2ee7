// Which addresses are the public Internet's. A public server must not send us to one that is not: machines of a
// private network trust whoever can reach them.

import Glibc

/// An IPv4 or IPv6 address, as far as it matters who can be reached there.
package struct NetworkAddress: Equatable, Sendable {
    /// 4 or 16 bytes; an IPv6 address that carries an IPv4 one is that one.
    private let bytes: [UInt8]

    /// Nil for anything but a numeric address.
    package init?(_ text: String) {
        guard let bytes = Self.bytes(text) else { return nil }
        self.bytes = Self.carried(by: bytes) ?? bytes
    }

    /// Whether it is this machine's own (RFC 1122 3.2.1.3, RFC 4291 2.5.3).
    package var isLoopback: Bool {
        isIn("127.0.0.0", 8) || isIn("::1", 128)
    }

    /// Whether it is of the public Internet: in none of the IANA registries of special-purpose addresses (RFC 6890).
    package var isPublic: Bool {
        !isLoopback && !Self.special.contains { isIn($0, $1) }
    }

    private static let special: [(String, Int)] = [
        ("0.0.0.0", 8),  // "this network", RFC 791 3.2
        ("10.0.0.0", 8), ("172.16.0.0", 12), ("192.168.0.0", 16),  // private, RFC 1918
        ("100.64.0.0", 10),  // carrier-grade NAT, RFC 6598
        ("169.254.0.0", 16),  // link-local, RFC 3927; the metadata servers of clouds
        ("192.0.0.0", 24),  // protocol assignments, RFC 6890 2.1
        ("192.0.2.0", 24), ("198.51.100.0", 24), ("203.0.113.0", 24),  // documentation, RFC 5737
        ("198.18.0.0", 15),  // benchmarks, RFC 2544
        ("224.0.0.0", 4), ("240.0.0.0", 4),  // multicast, RFC 5771; reserved and broadcast, RFC 1112 4
        ("::", 128),  // unspecified, RFC 4291 2.5.2
        ("64:ff9b:1::", 48),  // local translation, RFC 8215
        ("100::", 64),  // discard, RFC 6666
        ("2001:db8::", 32), ("3fff::", 20),  // documentation, RFC 3849 and 9637
        ("fc00::", 7),  // unique local, RFC 4193
        ("fe80::", 10), ("fec0::", 10),  // link-local, RFC 4291 2.5.6; site-local, RFC 3879
        ("ff00::", 8),  // multicast, RFC 4291 2.7
    ]

    /// The IPv6 prefixes that are followed by the IPv4 address which is meant: mapped and compatible (RFC 4291 2.5.5),
    /// translated (RFC 6052 2.1), 6to4 (RFC 3056 2).
    private static let carriers = [("::ffff:0:0", 96), ("::", 96), ("64:ff9b::", 96), ("2002::", 16)]

    private static func carried(by address: [UInt8]) -> [UInt8]? {
        // `::` and `::1` are addresses of their own.
        guard address.count == 16, !address.dropLast().allSatisfy({ $0 == 0 }) else { return nil }
        for (prefix, bits) in carriers where has(address, prefix, bits) {
            return Array(address.dropFirst(bits / 8).prefix(4))
        }
        return nil
    }

    private func isIn(_ prefix: String, _ bits: Int) -> Bool {
        Self.has(bytes, prefix, bits)
    }

    /// Whether the address is of the prefix's family and shares its first `bits` bits.
    private static func has(_ address: [UInt8], _ prefix: String, _ bits: Int) -> Bool {
        guard let prefix = bytes(prefix), prefix.count == address.count else { return false }
        let difference = zip(address, prefix).lazy.map { $0 ^ $1 }
        let zeros = difference.prefix { $0 == 0 }.count
        guard zeros < address.count else { return true }
        return zeros * 8 + difference.dropFirst(zeros).prefix(1).reduce(0) { $0 + $1.leadingZeroBitCount } >= bits
    }

    private static func bytes(_ text: String) -> [UInt8]? {
        var four = [UInt8](repeating: 0, count: 4)
        if inet_pton(AF_INET, text, &four) == 1 { return four }
        var sixteen = [UInt8](repeating: 0, count: 16)
        return inet_pton(AF_INET6, text, &sixteen) == 1 ? sixteen : nil
    }
}
