// Real polls by a reader that has given up all files but a few: names, a proxy, https, a file.

import Foundation
import TestKit
import Testing

@Suite(.enabled(if: Nginx.isInstalled, "needs nginx"), .serialized)
struct SandboxedPollTests {
    let shop: Workshop

    init() throws {
        shop = try Workshop()
    }

    /// Polls once without a daemon: the source is read, and its one batch seen.
    private func expectReading(_ finished: Finished) {
        #expect(finished.code == 0, "\(finished.output)\(finished.error)")
        #expect(finished.output.contains("london: read, 61 rows"), "\(finished.output)\(finished.error)")
    }

    @Test func `a list on localhost is read`() throws {
        let nginx = try Nginx(in: shop.path)
        try nginx.publish(list("pending", "01-Jun-12"))
        try shop.configure("http://localhost:\(nginx.port.number)/list.pdf")
        expectReading(try shop.poll())
    }

    @Test(.enabled(if: geteuid() == 0, "another /etc/hosts needs root"))
    func `a list on a host that the machine's resolver knows is read`() throws {
        // libcurl knows localhost by itself; any other name it asks the C library for, which reads its files.
        let nginx = try Nginx(in: shop.path)
        try nginx.publish(list("pending", "01-Jun-12"))
        try shop.configure("http://list.test:\(nginx.port.number)/list.pdf")
        try shop.write("hosts", "127.0.0.1 list.test\n", mode: 0o644)
        let poll = ([Workshop.programs + "/batchwatch", "poll"] + shop.options).joined(separator: " ")
        let mounted = "mount --bind \(shop.path)/hosts /etc/hosts; exec \(poll)"
        expectReading(try run("/usr/bin/unshare", ["--mount", "/bin/sh", "-ec", mounted]))
    }

    @Test func `a list behind a proxy is read`() throws {
        // nginx serves a request with an absolute URL as its own (RFC 9112 3.2.2): to the reader that is a proxy.
        let nginx = try Nginx(in: shop.path)
        try nginx.publish(list("pending", "01-Jun-12"))
        try shop.configure("http://list.example/list.pdf", more: "proxy = \"http://localhost:\(nginx.port.number)\"")
        expectReading(try shop.poll())
        #expect(nginx.answers == [200])
    }

    @Test func `a file is read, through links too, and from a directory that nobody may list`() throws {
        mkdir(shop.path + "/closed", 0o700)
        try list("pending", "01-Jun-12").write(to: URL(fileURLWithPath: shop.path + "/closed/list.pdf"))
        chmod(shop.path + "/closed", 0o100)
        symlink("closed/list.pdf", shop.path + "/link.pdf")
        try shop.configure("file://\(shop.path)/link.pdf")
        expectReading(try shop.poll())
        #expect(try shop.poll().output == "london: unchanged\n")
        chmod(shop.path + "/closed", 0o700)
    }

    @Test(.enabled(if: geteuid() == 0, "another /etc/ssl/certs needs root"))
    func `a list over https is read, with the machine's certificates`() throws {
        mkdir(shop.path + "/trusted", 0o755)
        let line = """
            cd \(shop.path) && openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 9 -keyout key.pem \
            -out authority.pem -subj /CN=localhost -addext subjectAltName=DNS:localhost 2>&1 \
            && ln -s ../authority.pem trusted/authority.pem && openssl rehash trusted
            """
        #expect(try run("/bin/sh", ["-c", line]).code == 0)
        let port = LoopbackPort()
        let nginx = try Nginx(
            in: shop.path,
            more: """
                server {
                    listen 127.0.0.1:\(port.number) ssl;
                    ssl_certificate \(shop.path)/authority.pem; ssl_certificate_key \(shop.path)/key.pem;
                    root \(shop.path)/nginx/www;
                }
                """)
        try nginx.publish(list("pending", "01-Jun-12"))
        try shop.configure("https://localhost:\(port.number)/list.pdf")
        let poll = ([Workshop.programs + "/batchwatch", "poll"] + shop.options).joined(separator: " ")
        #expect(try run("/bin/sh", ["-c", "exec \(poll)"]).output.contains("certificate"))
        // The certificate's file must lie where certificates may be read: it is put there for this process alone.
        let mounted = """
            mount --bind \(shop.path) /usr/local/share/ca-certificates
            cp -r \(shop.path)/trusted \(shop.path)/certs && mount --bind \(shop.path)/certs /etc/ssl/certs
            ln -sf /usr/local/share/ca-certificates/authority.pem /etc/ssl/certs/authority.pem
            exec \(poll)
            """
        expectReading(try run("/usr/bin/unshare", ["--mount", "/bin/sh", "-ec", mounted]))
    }
}
