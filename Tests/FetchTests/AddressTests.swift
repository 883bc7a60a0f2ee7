// The IANA special-purpose registries (RFC 6890), with an address at each bound.

import Testing

@testable import Fetch

@Suite struct AddressTests {
    @Test(arguments: [
        "1.1.1.1", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "126.255.255.255", "128.0.0.0",
        "169.253.255.255", "169.255.0.0", "172.15.255.255", "172.32.0.0", "192.0.1.0", "192.0.3.0", "192.167.255.255",
        "192.169.0.0", "198.17.255.255", "198.20.0.0", "198.51.99.255", "198.51.101.0", "203.0.112.255", "203.0.114.0",
        "223.255.255.255", "192.88.98.255", "192.88.100.0", "2606:4700::1", "::ffff:1.1.1.1", "64:ff9b::1.1.1.1",
        "2002:101:101::1", "2001:200::", "2001:db7:ffff::", "2001:db9::", "2000::1", "3ffe::", "3fff:1000::",
    ])
    func `is public`(_ address: String) throws {
        let address = try #require(NetworkAddress(address))
        #expect(address.isPublic)
        #expect(!address.isLoopback)
    }

    @Test(arguments: [
        "0.0.0.0", "0.255.255.255", "10.0.0.0", "10.255.255.255", "100.64.0.0", "100.127.255.255", "169.254.169.254",
        "172.16.0.0", "172.31.255.255", "192.0.0.1", "192.0.2.1", "192.168.0.0", "192.168.255.255", "198.18.0.0",
        "198.19.255.255", "198.51.100.1", "203.0.113.1", "224.0.0.1", "239.255.255.255", "240.0.0.1", "255.255.255.255",
        "::", "64:ff9b:1::1", "100::1", "2001:db8::1", "3fff:fff::1", "fc00::1", "fdff::1", "fe80::1", "febf::1",
        "fec0::1",
        "ff02::1", "::ffff:10.0.0.1", "64:ff9b::10.0.0.1", "2002:a00:1::1", "::10.0.0.1", "::ffff:169.254.169.254",
        // Relays of 6to4; the compatible addresses, whatever they carry.
        "192.88.99.0", "192.88.99.255", "::1.1.1.1", "::2",
        // Behind a translator or a relay: what that can reach is not this machine, and nothing that is public.
        "64:ff9b::7f00:1", "2002:7f00:1::", "2002:c0a8:101::1", "64:ff9b::169.254.169.254", "64:ff9b:1:ffff::1.1.1.1",
        // Teredo, benchmarks, ORCHID and the rest of the protocol assignments.
        "2001::1", "2001:0:101:101::1", "2001:2::1", "2001:10::1", "2001:20::1", "2001:1ff:ffff::",
        "2001:db8:ffff::", "3fff::1", "3fff:fff:ffff::", "100:0:0:1::1", "5f00::1",
        // Outside of what is given to networks at all (2000::/3): overlays take such addresses for their own.
        "200::1", "300::1", "1fff::1", "4000::1", "fbff::1", "fe00::1", "64:ff9b:2::1", "64:ff9a::1",
    ])
    func `is not public`(_ address: String) throws {
        let address = try #require(NetworkAddress(address))
        #expect(!address.isPublic)
        #expect(!address.isLoopback)
    }

    @Test(arguments: ["127.0.0.1", "127.255.255.255", "::1", "::ffff:127.0.0.1"])
    func `is this machine`(_ address: String) throws {
        let address = try #require(NetworkAddress(address))
        #expect(address.isLoopback)
        #expect(!address.isPublic)
    }

    @Test(arguments: ["", "localhost", "1.2.3", "1.2.3.4.5", "01.2.3.256", "[::1]", "fe80::1%lo"])
    func `is no address`(_ text: String) {
        #expect(NetworkAddress(text) == nil)
    }
}
