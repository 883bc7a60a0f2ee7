// Real polls with a reader that has given up all files but a few: names, a proxy, https, a file.

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

    /// Publishes a list over https, with a certificate that `authority.pem` and the directory `trusted` vouch for.
    private func publishSecurely() throws -> Nginx {
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
        return nginx
    }

    private var poll: String { poll("") }

    /// A poll with this alone in its environment that names certificates.
    private func poll(_ word: String) -> String {
        let start = "env -u SSL_CERT_FILE -u SSL_CERT_DIR \(word) \(Workshop.programs)/batchwatch poll "
        return start + shop.options.joined(separator: " ")
    }

    /// Polls where /etc is a copy without any certificate, after more was done to it.
    private func pollWithoutCertificates(_ script: String) throws -> Finished {
        for name in ["upper", "work"] { mkdir("\(shop.path)/\(name)", 0o755) }
        let mounted = """
            mount -t overlay overlay -o lowerdir=/etc,upperdir=\(shop.path)/upper,workdir=\(shop.path)/work /etc
            rm -rf /etc/ssl/* /etc/pki /etc/ca-certificates
            \(script)
            exec \(poll)
            """
        return try run("/usr/bin/unshare", ["--mount", "/bin/sh", "-ec", mounted])
    }

    @Test(
        .enabled(if: geteuid() == 0, "another /etc/ssl needs root"),
        arguments: [
            "ssl/certs/ca-certificates.crt", "pki/tls/certs/ca-bundle.crt", "ssl/ca-bundle.pem", "ssl/cert.pem",
            "ca-certificates/extracted/tls-ca-bundle.pem", "pki/ca-trust/extracted/pem/tls-ca-bundle.pem",
        ])
    func `a list over https is read, with the bundle of another distribution`(bundle: String) throws {
        let nginx = try publishSecurely()
        expectReading(
            try pollWithoutCertificates(
                "mkdir -p \"$(dirname /etc/\(bundle))\"; cp \(shop.path)/authority.pem /etc/\(bundle)"))
        #expect(nginx.answers == [200])
    }

    @Test(.enabled(if: geteuid() == 0, "another /etc/ssl needs root"))
    func `a list over https is read, with hashed certificates where Fedora has them`() throws {
        let nginx = try publishSecurely()
        let place = "/etc/pki/ca-trust/extracted/pem/directory-hash"
        expectReading(
            try pollWithoutCertificates(
                "mkdir -p \(place); cp \(shop.path)/authority.pem \(place)/; openssl rehash \(place)"))
        #expect(nginx.answers == [200])
    }

    /// What ca-certificates makes there, links included. The place outside of /etc is a file system of its own.
    private static let layouts = [
        "Fedora": """
        mkdir -p /etc/pki/ca-trust/extracted/pem /etc/pki/tls/certs
        cp $A /etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem
        ln -s ../../ca-trust/extracted/pem/tls-ca-bundle.pem /etc/pki/tls/certs/ca-bundle.crt
        ln -s ../pki/tls/certs /etc/ssl/certs
        """,
        "Fedora 43": """
        mkdir -p /etc/pki/ca-trust/extracted/pem/directory-hash /etc/pki/tls
        cp $A /etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem
        cp $A /etc/pki/ca-trust/extracted/pem/directory-hash/Office.pem
        openssl rehash /etc/pki/ca-trust/extracted/pem/directory-hash
        ln -s ../ca-trust/extracted/pem/directory-hash /etc/pki/tls/certs
        ln -s ../pki/tls/certs /etc/ssl/certs
        """,
        "Arch": """
        mkdir -p /etc/ca-certificates/extracted/cadir /etc/ssl/certs
        cp $A /etc/ca-certificates/extracted/tls-ca-bundle.pem
        cp $A /etc/ca-certificates/extracted/cadir/Office.pem
        ln -s ../../ca-certificates/extracted/tls-ca-bundle.pem /etc/ssl/certs/ca-certificates.crt
        ln -s ../ca-certificates/extracted/tls-ca-bundle.pem /etc/ssl/cert.pem
        ln -s ../../ca-certificates/extracted/cadir/Office.pem /etc/ssl/certs/
        openssl rehash /etc/ssl/certs
        """,
        "SUSE": """
        mount -t tmpfs none /var/lib
        mkdir -p /var/lib/ca-certificates/pem
        cp $A /var/lib/ca-certificates/ca-bundle.pem
        cp $A /var/lib/ca-certificates/pem/Office.pem
        openssl rehash /var/lib/ca-certificates/pem
        ln -s ../../var/lib/ca-certificates/pem /etc/ssl/certs
        ln -s ../../var/lib/ca-certificates/ca-bundle.pem /etc/ssl/ca-bundle.pem
        """,
        "SUSE, its bundle alone": """
        mount -t tmpfs none /var/lib
        mkdir -p /var/lib/ca-certificates
        cp $A /var/lib/ca-certificates/ca-bundle.pem
        ln -s ../../var/lib/ca-certificates/ca-bundle.pem /etc/ssl/ca-bundle.pem
        """,
        "Alpine": """
        mkdir -p /etc/ssl/certs
        cp $A /etc/ssl/certs/ca-certificates.crt
        ln -s certs/ca-certificates.crt /etc/ssl/cert.pem
        """,
    ]

    @Test(
        .enabled(if: geteuid() == 0, "another /etc/ssl needs root"), arguments: layouts.keys.sorted())
    func `a list over https is read, with certificates as a distribution lays them out`(name: String) throws {
        let nginx = try publishSecurely()
        let layout = try #require(Self.layouts[name])
        expectReading(try pollWithoutCertificates("A=\(shop.path)/authority.pem\n\(layout)"))
        #expect(nginx.answers == [200])
    }

    @Test func `a list over https is read, with certificates that the environment names`() throws {
        let nginx = try publishSecurely()
        let (file, directory) = (shop.path + "/authority.pem", shop.path + "/own")
        mkdir(directory, 0o755)
        #expect(try run("/bin/sh", ["-c", "cp \(file) \(directory)/; openssl rehash \(directory)"]).code == 0)
        for word in ["SSL_CERT_FILE=\(file)", "SSL_CERT_DIR=\(directory)", "SSL_CERT_DIR=/nonexistent:\(directory)"] {
            let polled = try run("/bin/sh", ["-c", "rm -rf \(shop.state); exec \(poll(word))"])
            expectReading(polled)
        }
        #expect(nginx.answers == [200, 200, 200])
        let wrong = try run("/bin/sh", ["-c", "exec \(poll("SSL_CERT_FILE=/nonexistent/a.pem"))"])
        #expect(
            wrong.output.contains("there are no certificates of authorities in /nonexistent/a.pem"), "\(wrong.said)")
    }

    @Test(.enabled(if: geteuid() == 0, "another /etc/ssl needs root"))
    func `where there are no certificates at all, the failure says where they were looked for`() throws {
        let nginx = try publishSecurely()
        let polled = try pollWithoutCertificates(":")
        #expect(polled.code == 69)
        for place in [
            "/etc/ssl/certs, ", "/etc/pki/tls/certs/ca-bundle.crt, ", "/etc/ssl/ca-bundle.pem, ", "/etc/ssl/cert.pem",
        ] {
            #expect(polled.output.contains(place), "\(polled.said)")
        }
        #expect(nginx.answers == [])
    }

    @Test(.enabled(if: geteuid() == 0, "another /etc/ssl/certs needs root"))
    func `a list over https is read, with the machine's certificates`() throws {
        let nginx = try publishSecurely()
        #expect(try run("/bin/sh", ["-c", "exec \(poll)"]).output.contains("certificate"))
        // The certificate's file must lie where certificates may be read: it is put there for this process alone.
        let mounted = """
            mount --bind \(shop.path) /usr/local/share/ca-certificates
            cp -r \(shop.path)/trusted \(shop.path)/certs && mount --bind \(shop.path)/certs /etc/ssl/certs
            ln -sf /usr/local/share/ca-certificates/authority.pem /etc/ssl/certs/authority.pem
            exec \(poll)
            """
        expectReading(try run("/usr/bin/unshare", ["--mount", "/bin/sh", "-ec", mounted]))
        #expect(nginx.answers == [200])
    }
}
