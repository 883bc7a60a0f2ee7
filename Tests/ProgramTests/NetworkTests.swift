// The daemon in a separate network namespace (network_namespaces(7)) that has no way out at first. Needs the right to
// create one.

import Foundation
import TestKit
import Testing

/// Whether we may make network namespaces.
private let canMakeNetworks =
    geteuid() == 0 && (try? run("/usr/bin/unshare", ["--net", "ip", "link", "set", "lo", "up"]))?.code == 0

@Suite(.enabled(if: canMakeNetworks, "needs to make network namespaces"), .serialized)
struct NetworkTests {
    let shop: Workshop
    /// An address that no test's network has.
    let address = "10.213.7.9"

    init() throws {
        shop = try Workshop()
        try shop.hook()
        mkdir(shop.path + "/www", 0o755)
        try list("pending", "01-Jun-12").write(to: URL(fileURLWithPath: shop.path + "/www/list.pdf"))
        try shop.configure("http://\(address):8080/list.pdf")
    }

    /// Starts the daemon in a namespace without an address, and waits until it has asked in vain.
    private func start(
        _ first: String = "", environment: [String: String] = [:], without host: String? = nil
    ) throws -> Running {
        let daemon = try shop.start(
            environment: environment,
            within: ["/usr/bin/unshare", "--net", "/bin/sh", "-c", first + "exec \"$@\"", "sh"])
        let cause = "this machine has no route to \(host ?? "\(address):8080")"
        try #require(waits(30) { daemon.said.contains(cause) }, "\(daemon.said)")
        return daemon
    }

    @discardableResult
    private func inside(_ program: Running, _ command: String...) throws -> Finished {
        try run("/usr/bin/nsenter", ["--target", "\(program.pid)", "--net"] + command)
    }

    private func publisher(for daemon: Running) throws -> Running {
        let server = try Running(
            "/usr/bin/nsenter",
            [
                "--target", "\(daemon.pid)", "--net", "/usr/bin/python3", "-u", "-m", "http.server", "--directory",
                shop.path + "/www", "8080",
            ], environment: ["PATH": "/usr/bin:/bin"], output: shop.path + "/server.log")
        try #require(waits(30) { server.said.contains("Serving") }, "\(server.said)")
        return server
    }

    @Test func `a list is asked for as soon as an address appears`() throws {
        let daemon = try start("ip link set lo up; ")
        let server = try publisher(for: daemon)
        defer { server.kill(SIGKILL) }
        #expect(daemon.said.contains("next poll in 60 s"))
        let status = try shop.batchwatch("status", "--config", shop.config, "--state-dir", shop.state)
        #expect(status.output.contains("cannot be asked for: this machine has no route"), "\(status.said)")
        #expect(!status.output.contains("failing"))
        // An address of the link alone is no way out.
        try inside(daemon, "ip", "address", "add", "169.254.3.3/16", "scope", "link", "dev", "lo")
        let began = Date()
        let added = try inside(daemon, "ip", "address", "add", address + "/32", "dev", "lo")
        #expect(added.code == 0, "\(added.said)")
        #expect(waits(20) { shop.told.count == 1 })
        let took = Date().timeIntervalSince(began)
        #expect(took < 20, "\(took) s")
        #expect(shop.told.map(\.kind) == ["observed"])
        #expect(daemon.said.contains("can be read again"))
        #expect(server.said.components(separatedBy: "GET ").count == 2)
    }

    @Test func `a list is asked for as soon as a route appears`() throws {
        // The address is this machine's neighbour's: a pair of cards, the other end in a namespace of its own.
        let daemon = try start(
            "ip link set lo up; ip link add name near type veth peer name far; ip link set near up; ")
        let neighbour = try Running(
            "/usr/bin/nsenter",
            ["--target", "\(daemon.pid)", "--net", "/usr/bin/unshare", "--net", "/bin/sleep", "300"],
            environment: ["PATH": "/usr/bin:/bin"], output: shop.path + "/neighbour.log")
        defer { neighbour.kill(SIGKILL) }
        let own = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(daemon.pid)/ns/net")
        #expect(
            waits(10) {
                let other = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(neighbour.pid)/ns/net")
                return other != nil && other != own
            })
        try inside(daemon, "ip", "address", "add", "10.99.0.1/24", "dev", "near")
        try inside(daemon, "ip", "link", "set", "far", "netns", "\(neighbour.pid)")
        try inside(neighbour, "ip", "link", "set", "far", "up")
        for address in ["10.99.0.2/24", address + "/32"] {
            try inside(neighbour, "ip", "address", "add", address, "dev", "far")
        }
        let server = try publisher(for: neighbour)
        defer { server.kill(SIGKILL) }
        #expect(shop.told.isEmpty)
        let added = try inside(daemon, "ip", "route", "add", "default", "via", "10.99.0.2")
        #expect(added.code == 0, "\(added.said)")
        #expect(waits(20) { shop.told.count == 1 })
    }

    @Test func `where netlink is refused, a list is asked for again and again all the same`() throws {
        try shop.write(
            "refused.c",
            """
            #define _GNU_SOURCE
            #include <errno.h>
            #include <sys/socket.h>
            #include <sys/syscall.h>
            #include <unistd.h>
            int socket(int family, int type, int protocol) {
                if (family != AF_NETLINK) return syscall(SYS_socket, family, type, protocol);
                static const char said[] = "refused netlink\\n";
                if (write(2, said, sizeof said - 1) < 0) return -1;
                errno = EAFNOSUPPORT;
                return -1;
            }
            """)
        let built = try run(
            "/usr/bin/cc", ["-shared", "-fPIC", "-o", shop.path + "/refused.so", shop.path + "/refused.c"])
        #expect(built.code == 0, "\(built.error)")
        // This machine's own address, so that a minute may be a second.
        try shop.configure("http://127.0.0.1:8080/list.pdf", every: "1s")
        let daemon = try start(environment: ["LD_PRELOAD": shop.path + "/refused.so"], without: "127.0.0.1:8080")
        // The server's failures would make it wait for half a minute by now.
        #expect(waits(60) { polls(of: daemon, "offline") >= 7 })
        #expect(daemon.said.contains("refused netlink"))
        let server = try publisher(for: daemon)
        defer { server.kill(SIGKILL) }
        try inside(daemon, "ip", "link", "set", "lo", "up")
        #expect(waits(10) { shop.told.count == 1 })
    }

    private func polls(of daemon: Running, _ outcome: String) -> Int {
        let metrics = try? shop.batchwatch("metrics", "--config", shop.config, "--state-dir", shop.state)
        let line = metrics?.output.split(separator: "\n").first {
            $0.hasPrefix("batchwatch_polls_total") && $0.contains("outcome=\"\(outcome)\"")
        }
        return line?.split(separator: " ").last.flatMap { Int($0) ?? Double($0).map { Int($0) } } ?? 0
    }
}
