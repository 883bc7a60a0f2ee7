// A real nginx with certificates of a certification authority made for the test: good ones, and bad ones of each kind.

import Glibc
import TestKit

/// nginx on loopback ports, one for each certificate. It ends with this value.
final class TLSServer {
    /// What is the matter with the certificate, or with what is served.
    enum Site: Int, CaseIterable, Sendable {
        case good, expired, early, otherHost, selfSigned, unknownIssuer
        /// A good certificate, and a redirection to http.
        case toPlain
    }

    /// Whether the machine lacks the programs for it.
    static var isMissing: Bool { run("command -v nginx && command -v openssl") != 0 }

    private let scratch = Scratch()
    private let ports: [Int]
    private let plain: String
    /// The directory of the trusted certificate.
    var trusted: String { "\(scratch.path)/trusted" }

    /// `plain` is where `toPlain` redirects to.
    init(plain: String = "http://127.0.0.1:1/") {
        self.plain = plain
        ports = Site.allCases.map { _ in freePort() }
        _ = scratch.file("make.sh", certificates)
        _ = scratch.file("nginx.conf", configuration)
        _ = scratch.file("list.pdf", "hello")
        _ = run("cd \(scratch.path) && sh make.sh && nginx -p . -c nginx.conf")
    }

    deinit {
        _ = run("kill $(cat \(scratch.path)/nginx.pid)")
    }

    func url(_ site: Site) -> String {
        "https://127.0.0.1:\(ports[site.rawValue])/list.pdf"
    }

    private var configuration: String {
        let servers = Site.allCases.map { site in
            let location = site == .toPlain ? "return 302 \(plain);" : "root .;"
            let name = site == .toPlain ? "good" : "\(site)"
            return """
                server {
                    listen 127.0.0.1:\(ports[site.rawValue]) ssl http2;
                    ssl_certificate \(name).pem; ssl_certificate_key key.pem;
                    location / { \(location) }
                }
                """
        }
        let temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map { "\($0)_temp_path tmp;" }
        return """
            pid nginx.pid; error_log error.log; worker_processes 1; user root;
            events {}
            http { access_log access.log; \(temporary.joined(separator: " ")) \(servers.joined(separator: "\n")) }
            """
    }

    private var certificates: String {
        """
        set -e
        mkdir trusted
        ec="-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes"
        openssl req -x509 $ec -keyout ca.key -out trusted/ca.pem -subj "/CN=Test authority" -days 9
        openssl req -x509 $ec -keyout stranger.key -out stranger.pem -subj "/CN=Stranger" -days 9
        openssl rehash trusted
        openssl req -new $ec -keyout key.pem -out leaf.csr -subj "/CN=leaf"
        echo 01 >serial; : >index; mkdir tmp
        cat >ca.conf <<END
        [ca]
        default_ca = here
        [here]
        database = index
        serial = serial
        new_certs_dir = tmp
        default_md = sha256
        policy = any
        unique_subject = no
        [any]
        commonName = supplied
        END
        sign() { # name, authority's certificate and key, first and last day, whom it is for
            echo "subjectAltName=$6" >$1.ext
            openssl ca -batch -config ca.conf -in leaf.csr -out $1.pem -cert $2 -keyfile $3 -extfile $1.ext -notext \\
                -startdate $4 -enddate $5
        }
        sign good trusted/ca.pem ca.key 20200101000000Z 20491231000000Z IP:127.0.0.1
        sign expired trusted/ca.pem ca.key 20200101000000Z 20200102000000Z IP:127.0.0.1
        sign early trusted/ca.pem ca.key 20480101000000Z 20491231000000Z IP:127.0.0.1
        sign otherHost trusted/ca.pem ca.key 20200101000000Z 20491231000000Z DNS:other.example
        sign unknownIssuer stranger.pem stranger.key 20200101000000Z 20491231000000Z IP:127.0.0.1
        openssl req -x509 -key key.pem -out selfSigned.pem -subj "/CN=leaf" -addext subjectAltName=IP:127.0.0.1 -days 9
        """
    }
}

/// A port that was free a moment ago.
private func freePort() -> Int {
    let server = ScriptedServer([])
    defer { server.stop() }
    return server.port
}
